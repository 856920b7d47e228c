/**
 * The service's stream of events (`GET /api/v1/events`, server-sent events), for whoever only wants to know
 * that something happened and looks by itself what it was.
 */
import { UnsafeUrl } from "./errors.ts";
import type { ClientOptions } from "./request.ts";
import { mayCarryKey } from "./trust.ts";

/** Longer lines are not kept: what an event says is not read here. */
const longest = 64 * 1024;

/**
 * Calls `heard` when the stream is open, and for each event on it.
 *
 * Answers false when the server has no such stream, true when there was one and it ended or broke, for
 * whatever reason: the caller decides whether to ask again. Rejects only with `UnsafeUrl`.
 */
export async function listen(
  options: Pick<ClientOptions, "url" | "apiKey" | "userAgent" | "insecure">,
  heard: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const site = options.url.replace(/\/+$/, "");
  if (!options.insecure && !mayCarryKey(site)) throw new UnsafeUrl(site);
  try {
    const response = await fetch(`${site}/api/v1/events`, {
      headers: {
        accept: "text/event-stream",
        ...(options.apiKey === null
          ? {}
          : { authorization: `Bearer ${options.apiKey}` }),
        ...(options.userAgent ? { "user-agent": options.userAgent } : {}),
      },
      redirect: "manual",
      signal,
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !type.startsWith("text/event-stream")) {
      await response.body?.cancel();
      // Busy or starting is no "no".
      return response.status === 429 || response.status >= 500;
    }
    heard();
    const count = eventCounter();
    const decoder = new TextDecoder();
    for await (const part of response.body ?? [])
      if (count(decoder.decode(part, { stream: true })) > 0) heard();
    return true;
  } catch {
    return true;
  }
}

/** Takes the text of a stream as it arrives, and answers how many events ended in each part. */
export function eventCounter(): (part: string) => number {
  let rest = "";
  let hasData = false;
  return (part) => {
    const text = rest + part;
    // The other half of a line's end may be in the next part.
    const half = text.endsWith("\r") ? "\r" : "";
    const lines = text.slice(0, text.length - half.length).split(/\r\n|\n|\r/);
    rest = lines.pop()! + half;
    // How it begins is enough to know that there is one.
    if (rest.length > longest) rest = rest.slice(0, 8) + half;
    let events = 0;
    for (const line of lines)
      if (line === "") {
        if (hasData) events++;
        hasData = false;
      } else if (/^data(:|$)/.test(line)) hasData = true;
    return events;
  };
}
