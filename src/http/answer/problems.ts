/** Every problem that an answer can be, in one table. The guide of the API lists the same. */

export const problems = {
  malformed: { status: 400, title: "The request cannot be read" },
  unauthorized: { status: 401, title: "Not signed in" },
  forbidden: { status: 403, title: "Not allowed" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  conflict: { status: 409, title: "Conflict" },
  stale: { status: 412, title: "Changed meanwhile" },
  "too-large": { status: 413, title: "Too large" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  invalid: { status: 422, title: "Some fields are wrong" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  unexpected: { status: 500, title: "Unexpected error" },
  unavailable: { status: 503, title: "Not available now" },
} as const;

export type ProblemName = keyof typeof problems;
