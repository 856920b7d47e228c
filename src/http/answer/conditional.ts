/**
 * Conditional requests. The ETag of a resource is `"<version>-<digest>"`: the version counts the changes of its declared
 * fields, the digest is of the whole answer. `If-Match` compares versions, so that a check that came in between refuses
 * no change. `If-None-Match` compares all of it, so that a 304 never hides a status.
 */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Makes whole ETags of the versions that routes answer, and 304 of answers that the client has. */
export function answerConditions(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const version = reply.getHeader("etag");
    if (typeof version !== "string" || typeof payload !== "string" || reply.statusCode >= 300)
      return payload;
    const digest = hash("sha256", payload, "base64url").slice(0, 22);
    const etag = `${version.slice(0, -1)}-${digest}"`;
    reply.header("etag", etag);
    if (!["GET", "HEAD"].includes(request.method) || !isKnown(request, etag)) return payload;
    reply.code(304).removeHeader("content-type").removeHeader("content-length");
    // fastify takes the body from an answer to HEAD.
    return request.method === "HEAD" ? payload : null;
  });
}

/** True when the client has the answer with this ETag. */
export function isKnown({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  const known = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  // Proxies that compress make a weak one of it.
  return known.some((one) => one === "*" || one.replace(/^W\//, "") === etag);
}

/** The versions in `If-Match`, one of which must be stored; null: any. A tag that is none of ours matches no version. */
export function ifVersion({ headers }: Pick<FastifyRequest, "headers">): number[] | null {
  const match = headers["if-match"]?.trim();
  if (match === undefined || match === "*") return null;
  const tags = match.split(",").map((tag) => /^(?:W\/)?"(\d{1,15})(?:-[\w-]*)?"$/.exec(tag.trim()));
  return tags.flatMap((tag) => (tag ? [Number(tag[1])] : []));
}

/** True when the resource must not exist yet. */
export const ifNew = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  headers["if-none-match"]?.trim() === "*";
