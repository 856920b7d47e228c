/** Accepts compressed bodies on a route with large bodies. The limit applies to the content. */
import { createGunzip } from "node:zlib";
import type { preParsingHookHandler } from "fastify";
import { Problem } from "../answer/problem.ts";

/** Unpacks `Content-Encoding: gzip`; other encodings are refused where the body is read. */
export const unpacked: preParsingHookHandler = (request, _reply, payload, done) => {
  if (request.headers["content-encoding"]?.toLowerCase() !== "gzip") return done(null, payload);
  delete request.headers["content-encoding"];
  // The length that was announced is that of the compressed body.
  delete request.headers["content-length"];
  const gunzip = createGunzip();
  gunzip.on("error", () =>
    gunzip.destroy(new Problem("malformed", "The body is not what Content-Encoding: gzip says.")),
  );
  done(null, payload.pipe(gunzip));
};
