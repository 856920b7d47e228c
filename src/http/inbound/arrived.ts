/** Picks the headers of a delivery that are kept. */
import type { IncomingHttpHeaders } from "node:http";
import { cutText } from "../../core/text/text.ts";

/** Headers that identify the sender and its route; never credentials. */
const kept = ["user-agent", "content-encoding", "x-forwarded-for", "via", "x-request-id"];

export function tellingHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const telling: Record<string, string> = {};
  for (const name of kept) {
    const value = headers[name];
    if (typeof value === "string") telling[name] = cutText(value, 255);
  }
  const scheme = /^\s*(\w+)\s/.exec(headers.authorization ?? "")?.[1];
  if (scheme) telling["authorization"] = `${cutText(scheme, 20)} ***`;
  return telling;
}
