/** Prepares a request before its route: an id, and parameters parsed by their schemas. */
import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "../../api/schema.ts";
import { Problem } from "../answer/problem.ts";

/** The caller's own id if it is harmless, else a new one. */
export function requestId(request: {
  headers: Record<string, string | string[] | undefined>;
}): string {
  const header = request.headers["x-request-id"];
  return typeof header === "string" && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}

/** The path and query of a request whose first line names a whole address, as those to a proxy do. */
const withoutOrigin = (url: string): string =>
  /^https?:/i.test(url) ? url.replace(/^https?:\/\/[^/?#]*/i, "") || "/" : url;

/**
 * A path and a query, without U+0000 and lone surrogates, which are replaced before anything reads them: databases
 * differ about both. U+0001 takes their place: no id and no `external_id` has a control character, so that the
 * parameter has no match.
 */
export const cleanUrl = (url: string): string =>
  withoutOrigin(url).replace(/%00|%ED%[AB][0-9A-F]%[89AB][0-9A-F]/gi, "%01");

/**
 * Two `Host` headers: a proxy in front may go by the one and this service by the other. Node takes the first. Without one, a
 * request of HTTP/1.1 is none (RFC 9112, 3.2). `raw`: names and values in turn.
 */
export function hostFault(raw: readonly string[], httpVersion: string): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === "host") hosts += 1;
  if (hosts > 1) return new Problem("malformed", "The request has more than one Host header.");
  return hosts === 0 && httpVersion === "1.1"
    ? new Problem("malformed", "The request has no Host header.")
    : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID with its dashes, in any case. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Puts ids in the parameters of a path and a query in lower case, as they are stored: UUIDs have no case. */
export function withLowerIds({ params, query }: FastifyRequest): void {
  for (const values of [params, query] as Record<string, unknown>[])
    for (const name of Object.keys(values)) {
      const value = values[name];
      // Ids rarely have capitals, and every report passes here.
      if (typeof value !== "string" || !/[A-F]/.test(value) || !isUuid(value)) continue;
      if (/^(.+_)?id$/.test(name) && name !== "external_id") values[name] = value.toLowerCase();
    }
}

/**
 * Query parameters are text. They become values of the schema's type if they can: a number, a boolean, a list of
 * the parts between commas.
 */
export function coerce(query: unknown, schema: TSchema): void {
  const parameters = query as Record<string, unknown>;
  const { properties } = schema as {
    properties?: Record<string, { type?: string }>;
  };
  for (const [name, { type }] of Object.entries(properties ?? {})) {
    const text = parameters[name];
    if (typeof text !== "string") continue;
    if (type === "array") parameters[name] = text.split(",");
    if (type === "integer" && /^-?\d{1,15}$/.test(text)) parameters[name] = Number(text);
    if (type === "boolean" && (text === "true" || text === "false"))
      parameters[name] = text === "true";
  }
}
