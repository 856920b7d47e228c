/**
 * Compresses pages, styles, scripts and lists, with the compression of Node.
 *
 * The length of a compressed answer can reveal a secret in it, guess by guess, to an attacker that reads the network and
 * chooses text of the same answer (BREACH). So answers to changes are not compressed, which have new keys and links. Answers
 * of the API need a key that no other site can make a browser send. Pages need a cookie, which browsers send for
 * another site when it opens a page, perhaps with a search of its choice: those requests name their site, and are
 * answered without compression.
 */
import { Readable } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Shorter answers fit into a packet or two anyway, bytes. */
const shortest = 1024;

const compressible =
  /^(text\/(html|css|javascript)|application\/(json|atom\+xml|manifest\+json)|image\/svg\+xml)\b/;

/** The ETag of a resource begins with its version. `If-Match` needs it as it is, and a compressed answer has a weak one. */
const version = /^"\d+-[\w-]+"$/;

interface Encoding {
  /** As in `Content-Encoding`. */
  name: string;
  whole: (content: Buffer | string) => Promise<Buffer>;
  stream: () => NodeJS.ReadWriteStream;
}

/** Quality 4 takes some 10 ms for a megabyte, and leaves a tenth of it. */
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzip = { level: 5 };
const brotlied = promisify<Buffer | string, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzipped = promisify<Buffer | string, zlib.ZlibOptions, Buffer>(zlib.gzip);

/** The best first. */
const encodings: readonly Encoding[] = [
  {
    name: "br",
    whole: (content) => brotlied(content, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  {
    name: "gzip",
    whole: (content) => gzipped(content, gzip),
    stream: () => zlib.createGzip(gzip),
  },
];

/** Compresses the answers of `app` that are worth it. Their ETags are weak: the bytes differ, the content does not. */
export function compressAnswers(app: FastifyInstance): void {
  /** Files are compressed once. */
  const files = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

  function compressed(encoding: Encoding, content: string | Buffer): Promise<Buffer> {
    if (typeof content === "string") return encoding.whole(content);
    const byEncoding = files.get(content) ?? new Map<Encoding, Promise<Buffer>>();
    files.set(content, byEncoding);
    const bytes = byEncoding.get(encoding) ?? encoding.whole(content);
    byEncoding.set(encoding, bytes);
    return bytes;
  }

  app.addHook("onSend", async (request, reply, payload) => {
    const type = reply.getHeader("content-type");
    if (typeof type !== "string" || !compressible.test(type) || reply.statusCode !== 200)
      return payload;
    reply.header("vary", "accept-encoding");
    const encoding = encodingFor(request);
    if (!encoding || reply.hasHeader("content-length")) return payload;
    const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
    const etag = String(reply.getHeader("etag") ?? "");
    if (version.test(etag)) return payload;
    if (isWhole ? payload.length < shortest : !(payload instanceof Readable)) return payload;
    reply.header("content-encoding", encoding.name);
    if (etag.startsWith('"')) reply.header("etag", `W/${etag}`);
    if (isWhole) return compressed(encoding, payload);
    // An error of the list ends the answer in the middle.
    const stream = encoding.stream();
    return (payload as Readable)
      .on("error", (error) => (stream as unknown as Readable).destroy(error))
      .pipe(stream);
  });
}

/** null: the answer is sent as it is. */
function encodingFor({ method, headers }: FastifyRequest): Encoding | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const site = headers["sec-fetch-site"];
  if (headers.cookie !== undefined && (site === "cross-site" || site === "same-site")) return null;
  const accepted = new Set(
    String(headers["accept-encoding"] ?? "")
      .toLowerCase()
      .split(",")
      .map((one) => one.trim())
      .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
      .map((one) => one.split(";")[0]!.trim()),
  );
  return encodings.find(({ name }) => accepted.has(name)) ?? null;
}
