/**
 * Decodes a body's content coding, never beyond `limit` bytes: a decompression bomb ends at the limit.
 * Synchronous on purpose: input and output are at most a mebibyte, some milliseconds at worst, and the
 * thread pool stays free.
 */
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";

export type Decoded =
  | { ok: true; body: Buffer }
  | { ok: false; why: "too-large" | "unknown" | "broken"; coding: string };

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders: Record<string, Decoder> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  // Servers disagree about what deflate means: with the zlib header, or without.
  deflate: (body, options) =>
    (body[0]! & 0x0f) === 8 ? inflateSync(body, options) : inflateRawSync(body, options),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** More layers than that are an attack or a mistake. */
const mostLayers = 2;

/** Undoes `content-encoding`, the last coding first. */
export function decode(body: Buffer, encoding: string | undefined, limit: number): Decoded {
  const codings = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > mostLayers) return { ok: false, why: "unknown", coding: codings.join(", ") };
  let decoded = body;
  for (const coding of codings.toReversed()) {
    if (!Object.hasOwn(decoders, coding)) return { ok: false, why: "unknown", coding };
    if (decoded.length === 0) break;
    try {
      decoded = decoders[coding]!(decoded, { maxOutputLength: limit });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "broken";
      return { ok: false, why, coding };
    }
  }
  return { ok: true, body: decoded };
}
