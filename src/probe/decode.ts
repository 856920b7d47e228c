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
  /** `cut`: there is more than `limit` bytes of it, or than was read. */
  | { ok: true; body: Buffer; cut: boolean }
  | { ok: false; why: "unknown" | "broken"; coding: string };

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

/** Undoes `content-encoding`, the last coding first. `cut`: `body` is the beginning of a longer one. */
export async function decode(
  body: Buffer,
  encoding: string | undefined,
  limit: number,
  cut: boolean,
): Promise<Decoded> {
  const codings = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > mostLayers) return { ok: false, why: "unknown", coding: codings.join(", ") };
  let decoded = { body, cut };
  for (const coding of codings.toReversed()) {
    if (!Object.hasOwn(decoders, coding)) return { ok: false, why: "unknown", coding };
    if (decoded.body.length === 0) break;
    const next = await decodeLayer(decoders[coding]!(decoded.body), decoded, limit);
    if (next === null) return { ok: false, why: "broken", coding };
    decoded = next;
  }
  return { ok: true, ...decoded };
}

/** The first `limit` bytes; null: the input is broken. */
async function decodeLayer(
  decoder: Transform,
  { body, cut }: { body: Buffer; cut: boolean },
  limit: number,
): Promise<{ body: Buffer; cut: boolean } | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) decoder.destroy();
  });
  decoder.end(body);
  let failed = false;
  await once(decoder, "close").catch(() => (failed = true));
  // Input that was cut off ends in the middle of a block, which is an error of no one.
  if (failed && !cut) return null;
  return { body: Buffer.concat(chunks, Math.min(size, limit)), cut: cut || size > limit };
}
