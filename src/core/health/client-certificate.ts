/** Recognizes a server that answers only to client certificates, by the words of nginx: others end the handshake. Pure. */
import type { Fetched } from "./prober.ts";

/** What the server says of the client certificate; null: nothing. */
export function certificateAsked(fetched: Fetched): string | null {
  if (fetched.kind !== "answer" || fetched.http_status !== 400) return null;
  if (fetched.body.includes("400 No required SSL certificate was sent"))
    return "HTTP 400: the server wants a client certificate";
  return fetched.body.includes("400 The SSL certificate error")
    ? "HTTP 400: the server refuses the client certificate"
    : null;
}
