/**
 * Reads bodies of webhook URLs as bytes, of any content: the route decides, so that it can keep rejected
 * bodies.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { limits } from "../../api/schema.ts";
import { Problem } from "../answer/problem.ts";

/** How much of a body that is too large is read and dropped, so that its sender hears why. */
const drained = 2 * limits.deliveryBody;

/** Bodies above `limits.inboundBody` that are in memory at once, of one URL and of all. */
const mostLarge = { ofOne: 2, ofAll: 16 };

/** The large bodies that are being read or decided. */
export class LargeBodies {
  readonly #held = new Map<string, number>();
  #all = 0;

  /** Makes room for one to this URL; answers a function that frees it. Throws `unavailable` without room: senders try again. */
  enter(id: string): () => void {
    const held = this.#held.get(id) ?? 0;
    if (held >= mostLarge.ofOne || this.#all >= mostLarge.ofAll)
      throw new Problem("unavailable", "Too many large deliveries at once.", {
        headers: { "retry-after": "2" },
      });
    this.#held.set(id, held + 1);
    this.#all++;
    return () => {
      this.#all--;
      const left = this.#held.get(id)! - 1;
      if (left === 0) this.#held.delete(id);
      else this.#held.set(id, left);
    };
  }
}

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

/**
 * The body, or one byte more than `limits.inboundBody`. When it is larger than that, `most` says how much of it is taken: it
 * is asked once with the beginning, while the sender waits, and can throw the problem that the request is.
 */
export function readBody(
  payload: IncomingMessage,
  most: (beginning: Buffer) => Promise<number> = () => Promise.resolve(limits.inboundBody),
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let bound: number = limits.inboundBody;
    let isBounded = false;
    const finish = () =>
      resolve(
        chunks.length === 1 && length <= bound
          ? chunks[0]!
          : Buffer.concat(chunks).subarray(0, bound + 1),
      );
    const gone = () => {
      if (!payload.complete) reject(new Problem("malformed", "The connection ended in the body."));
    };
    const ask = () => {
      payload.pause();
      most(Buffer.concat(chunks))
        .then((bytes) => (bound = bytes))
        .catch((error: Error) => {
          // The rest of the body is dropped, so that its sender hears why.
          chunks.length = 0;
          reject(error);
        })
        .finally(() => payload.resume());
    };
    const take = (chunk: Buffer) => {
      if (length <= bound) chunks.push(chunk);
      length += chunk.length;
      if (length > bound && !isBounded) {
        isBounded = true;
        ask();
      }
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
