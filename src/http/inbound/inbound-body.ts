/**
 * Reads bodies of webhook URLs as bytes, of any content: the route decides, so that it can keep rejected
 * bodies.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { limits } from "../../api/schema.ts";
import { Problem } from "../answer/problem.ts";

/** How much of a body that is too large is read and dropped, so that its sender hears why. */
const drained = 8 * limits.inboundBody;

declare module "fastify" {
  interface FastifyRequest {
    /** The Content-Type of a delivery; undefined: it has none. */
    sentType: string | undefined;
  }
}

/**
 * Leaves the bodies to the routes of `app`: the framework sees none. It would judge their types, and the resource of
 * its own that it makes for each body outlives the request under load.
 */
export function leaveBodies(app: FastifyInstance): void {
  app.decorateRequest("sentType", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    request.sentType = headers["content-type"];
    headers["content-type"] = undefined;
    headers["content-length"] = undefined;
    headers["transfer-encoding"] = undefined;
    done();
  });
}

/** The body, or one byte more than any URL takes. */
export function readBody(payload: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () =>
      resolve(
        chunks.length === 1 && length <= limits.inboundBody
          ? chunks[0]!
          : Buffer.concat(chunks).subarray(0, limits.inboundBody + 1),
      );
    const gone = () => {
      if (!payload.complete) reject(new Problem("malformed", "The connection ended in the body."));
    };
    const take = (chunk: Buffer) => {
      if (length <= limits.inboundBody) chunks.push(chunk);
      length += chunk.length;
      if (length <= drained) return;
      payload.off("data", take);
      finish();
    };
    payload.on("data", take).on("end", finish);
    payload.on("error", gone).on("close", gone);
  });
}

/** Refuses a body of more than `bytes`. */
export function notLarger(body: Buffer, bytes: number): void {
  if (body.length > bytes)
    throw new Problem(
      "too-large",
      `The body is larger than the ${bytes / 1024} KiB that this URL takes.`,
    );
}

/** Rejects a compressed body: no known sender compresses, and the size of its content has no bound. */
export function notEncoded(encoding: string | undefined): void {
  if ((encoding ?? "identity").toLowerCase() !== "identity")
    throw new Problem(
      "unsupported-media-type",
      `Send the body as it is, without Content-Encoding: ${encoding}.`,
    );
}
