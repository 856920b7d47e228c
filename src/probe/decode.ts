/**
 * Decodes a body's content coding, never beyond `limit` bytes: a decompression bomb ends at the limit.
 * Input and output are at most a mebibyte, some milliseconds of the thread pool at worst.
 */
import { once } from "node:events";
import type { Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

export type Decoded =
  /** `cut`: it is longer than `limit` bytes, or than the part that was read. */
  | { ok: true; body: Buffer; cut: boolean }
  /** `unfinished`: it ends before its coding does. */
  | { ok: false; why: "unknown" | "broken" | "unfinished"; coding: string };

const decoders: Record<string, (body: Buffer) => Transform> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  // Servers disagree about what deflate means: with the zlib header, or without.
  deflate: (body) => ((body[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/** More layers than that are an attack or a mistake. */
const mostLayers = 2;

/**
 * Undoes the codings of a `content-encoding`, the last one first. `cut`: `body` is the beginning of a longer one.
 *
 * A proxy that names the coding of the application once more, without coding anything, is a mistake that is seen in the
 * wild. A coding that is named again and cannot be undone again was used once.
 */
export async function decode(
  body: Buffer,
  encodings: readonly string[],
  limit: number,
  cut: boolean,
): Promise<Decoded> {
  const codings = encodings
    .map((coding) => coding.toLowerCase())
    .filter((coding) => coding !== "identity");
  if (codings.length > mostLayers) return { ok: false, why: "unknown", coding: codings.join(", ") };
  let decoded = { body, cut };
  for (const [done, coding] of codings.toReversed().entries()) {
    if (!Object.hasOwn(decoders, coding)) return { ok: false, why: "unknown", coding };
    if (decoded.body.length === 0) break;
    const next = await decodeLayer(decoders[coding]!(decoded.body), decoded, limit);
    if (typeof next === "string") {
      const again = done > 0 && coding === codings.at(-done);
      if (again) break;
      return { ok: false, why: next, coding };
    }
    decoded = next;
  }
  return { ok: true, ...decoded };
}

/** The first `limit` bytes; or the fault of the input. */
async function decodeLayer(
  decoder: Transform,
  { body, cut }: { body: Buffer; cut: boolean },
  limit: number,
): Promise<{ body: Buffer; cut: boolean } | "broken" | "unfinished"> {
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) decoder.destroy();
  });
  decoder.end(body);
  let code: string | null = null;
  await once(decoder, "close").catch((error: NodeJS.ErrnoException) => (code = error.code ?? ""));
  // Input that was cut off ends in the middle of a block, which is an error of no one.
  if (code !== null && !(cut && (size > 0 || code === "Z_BUF_ERROR")))
    return code === "Z_BUF_ERROR" ? "unfinished" : "broken";
  return { body: Buffer.concat(chunks, Math.min(size, limit)), cut: cut || size > limit };
}
