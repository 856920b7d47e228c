/** Builds the headers of a request: our own, the monitor's, and credentials from the URL. */

/** They belong to the connection, to its target or to the length of the body: never the monitor's to set. */
const reserved = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers of the first request; `own` are the monitor's and may replace those of `plain`. */
export function firstHeaders(
  plain: Record<string, string>,
  own: Record<string, string>,
  url: URL,
): Record<string, string> {
  const headers = { ...plain };
  const basic = basicAuth(url);
  if (basic !== null) headers.authorization = basic;
  for (const [name, value] of Object.entries(own)) {
    const lower = name.toLowerCase();
    if (!reserved.has(lower) && !lower.startsWith("proxy-")) headers[lower] = value;
  }
  return headers;
}

/** The headers of a request to another origin than the monitor's: none of the monitor's own. */
export function plainHeaders(userAgent: string, accept: string): Record<string, string> {
  return {
    accept,
    "accept-encoding": "identity",
    "user-agent": userAgent,
  };
}

/** `user:password@` of a URL as an Authorization header; null: none. */
export function basicAuth(url: URL): string | null {
  if (url.username === "" && url.password === "") return null;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
