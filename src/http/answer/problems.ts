/** Every problem that an answer can be, in one table. The guide of the API lists the same. `guide`: where to read on. */

export const problems = {
  malformed: {
    status: 400,
    title: "Malformed request",
    guide: "api#create-or-update-a-resource",
  },
  unauthorized: {
    status: 401,
    title: "Authentication required",
    guide: "troubleshooting#401-403-or-a-code-that-does-not-work",
  },
  forbidden: { status: 403, title: "Not allowed", guide: "api#choose-a-scope" },
  "proof-needed": {
    status: 403,
    title: "Fresh proof needed",
    guide: "security#prove-that-it-is-you",
  },
  "not-found": { status: 404, title: "Not found", guide: "api#find-a-path" },
  "method-not-allowed": { status: 405, title: "Method not allowed", guide: "api#find-a-path" },
  conflict: { status: 409, title: "Conflict", guide: "api#handle-errors" },
  stale: { status: 412, title: "Resource has changed", guide: "api#change-some-fields" },
  "too-large": { status: 413, title: "Too large", guide: "api#limits" },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    guide: "api#create-or-update-a-resource",
  },
  invalid: { status: 422, title: "Validation failed", guide: "api#handle-errors" },
  "too-many-requests": { status: 429, title: "Too many requests", guide: "api#limits" },
  unexpected: { status: 500, title: "Unexpected error", guide: "operations#read-the-log" },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    guide: "troubleshooting#readyz-answers-503-or-senders-get-503",
  },
} as const;

export type ProblemName = keyof typeof problems;
