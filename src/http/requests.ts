/** What is made of a request before a route sees it: its id, and its parameters as their schemas mean them. */
import { randomUUID } from "node:crypto";

/** The caller's own id if it is harmless, else a new one. */
export function requestId(request: {
  headers: Record<string, string | string[] | undefined>;
}): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given)
    ? given
    : randomUUID();
}

/** Query parameters that are yes or no. */
const flags = ["current", "flapping", "refused"];

/** Query parameters are text; those that a schema counts are numbers, or yes or no. */
export function coerce(query: unknown): void {
  const parameters = query as Record<string, unknown>;
  const { limit } = parameters;
  if (typeof limit === "string" && /^-?\d{1,15}$/.test(limit))
    parameters["limit"] = Number(limit);
  for (const name of flags) {
    const value = parameters[name];
    if (value === "true" || value === "false")
      parameters[name] = value === "true";
  }
}
