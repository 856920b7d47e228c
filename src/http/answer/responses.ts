/** The answers of routes, for the API document. */
import { Problem } from "../../api/problem.ts";
import { Type, type TSchema } from "../../api/schema.ts";

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: Problem } },
});

/** The responses that many operations share, by their names in the API document. */
export const sharedResponses = {
  Refused: problem(
    "What is wrong with the request, as a problem (RFC 9457): 400 malformed, 401 without a valid key, 403 its scope is too small, 404 no such resource, 409 conflict, 412 changed since `If-Match`, 413 too large, 415 not JSON, 422 wrong fields (all of them in `errors`), 429 too many requests (`Retry-After`).",
  ),
  Unavailable: problem(
    "The service cannot answer now, as a problem (RFC 9457): 503 while it starts, stops or has no database (`Retry-After`), 500 for a mistake of its own.",
  ),
  Known: { description: "It is as `If-None-Match` says." },
  Done: { description: "Done; there is nothing to say." },
};

/** The errors that every route may answer. */
export const failures = {
  "4xx": sharedResponses.Refused,
  "5xx": sharedResponses.Unavailable,
};

/** One resource. */
export const one = (schema: TSchema, description = "The resource.") => ({
  200: json(description, schema),
  ...failures,
});

/** One resource, unless the client has it as it is. */
export const unlessKnown = (schema: TSchema) => ({
  ...one(schema),
  304: { type: "null", ...sharedResponses.Known },
});

/** A new resource, or the one that it updated. */
export const saved = (schema: TSchema) => ({
  200: json("It was there and is updated.", schema),
  201: json("It is new.", schema),
  ...failures,
});

export const many = (schema: TSchema) => ({
  200: json("The list.", Type.Array(schema)),
  ...failures,
});

export const nothing = {
  204: { type: "null", ...sharedResponses.Done },
  ...failures,
};

export function json(description: string, schema: TSchema) {
  return { description, content: { "application/json": { schema } } };
}
