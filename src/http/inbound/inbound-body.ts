/** Bodies of inbound URLs as bytes: whatever they are, the route decides, so that it can keep what it refuses. */
import type { IncomingMessage } from "node:http";
import { limits } from "../../api/schema.ts";
import { Problem } from "../answer/problem.ts";

/** How much of a body that is too large is read and dropped, so that its sender hears why. */
const drained = 8 * limits.inboundBody;

/** The body, or one byte more than any URL takes. */
export function readBody(payload: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      payload.off("data", take).off("end", finish);
      payload.off("error", gone).off("close", gone);
      resolve(Buffer.concat(chunks).subarray(0, limits.inboundBody + 1));
    };
    const gone = () => reject(new Problem("malformed", "The connection ended in the body."));
    const take = (chunk: Buffer) => {
      if (length <= limits.inboundBody) chunks.push(chunk);
      length += chunk.length;
      if (length > drained) finish();
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

/** Refuses a body that is compressed: nothing that posts here does it, and what it unpacks to has no bound. */
export function notEncoded(encoding: string | undefined): void {
  if ((encoding ?? "identity").toLowerCase() !== "identity")
    throw new Problem(
      "unsupported-media-type",
      `Send the body as it is, without Content-Encoding: ${encoding}.`,
    );
}
