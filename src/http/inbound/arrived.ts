/** A request to an address of a monitor or a group as the delivery that it is. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { cutText } from "../../core/text/text.ts";
import type { Target } from "./inbound-targets.ts";
import type { Delivery } from "./inbound-take.ts";
import type { Written } from "./inbound-text.ts";

/** The delivery of a request, whose sender did present the secret. */
export const deliveryOf = (request: FastifyRequest, target: Target, body: Buffer): Delivery => ({
  target,
  body,
  content_type: request.sentType,
  headers: () => tellingHeaders(request.headers),
  idempotency_key: null,
  unauthenticated: false,
  replay_of: null,
});

/** The headers that say how its body is to be read. */
export const writtenOf = ({ headers, sentType }: FastifyRequest): Written => ({
  coding: headers["content-encoding"],
  type: sentType,
});

/** Headers that identify the sender and its route; never credentials. */
const kept = ["user-agent", "content-encoding", "x-forwarded-for", "via", "x-request-id"];

function tellingHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const telling: Record<string, string> = {};
  for (const name of kept) {
    const value = headers[name];
    if (typeof value === "string") telling[name] = cutText(value, 255);
  }
  const scheme = /^\s*(\w+)\s/.exec(headers.authorization ?? "")?.[1];
  if (scheme) telling["authorization"] = `${cutText(scheme, 20)} ***`;
  return telling;
}
