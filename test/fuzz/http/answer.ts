/** Sends bytes over a socket and reads the answer. */
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { Sent } from "../../support/api-document.ts";

/** No answer takes so long, ms, on the busiest machine. */
const longest = 60_000;
/** When so long nothing is heard, ms, the server may wait for the rest of a request that has none. */
const patience = 500;

/** The answer; null: the connection was closed without one. Throws when it neither answers nor closes. */
export function answerTo(port: number, raw: Buffer): Promise<Sent | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    // Node's server writes no more to a client that has ended its half: it must not before the whole answer is here.
    const socket = connect(port, "127.0.0.1", () => socket.write(raw));
    const ends = setTimeout(() => socket.end(), patience);
    const done = () => {
      clearTimeout(timer);
      clearTimeout(ends);
      socket.destroy();
      resolve(sentIn(Buffer.concat(chunks)));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error("no answer"));
    }, longest);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      ends.refresh();
      // A stream of events has no end.
      if (/^content-type: text\/event-stream/im.test(chunk.toString("latin1"))) done();
    });
    socket.on("close", done).on("error", done);
  });
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function sentIn(bytes: Buffer): Sent | null {
  const text = bytes.toString("latin1");
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  if (status === undefined) return null;
  // What is informed about before the answer is none.
  if (status === "100") return sentIn(bytes.subarray(text.indexOf("\r\n\r\n") + 4));
  const end = text.indexOf("\r\n\r\n");
  const headers = new Headers();
  for (const line of text.slice(0, end).split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const rest = bytes.subarray(end + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : rest;
  const decode = decoders[headers.get("content-encoding") ?? ""];
  const content = (decode && body.length > 0 ? decode(body) : body).toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    json = undefined;
  }
  return { status: Number(status), headers, text: content, json };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\r\n", at);
    const size = parseInt(bytes.toString("latin1", at, end), 16);
    if (end < 0 || !(size > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
