/**
 * The service's stream of events (`GET /api/v1/events`, server-sent events), for callers that only need to know
 * that something changed, and read the change themselves.
 */
import { UnsafeUrl } from "./errors.ts";
import { answerTo } from "./exchange.ts";
import type { ClientOptions } from "./request.ts";
import { mayCarryKey, siteOf } from "./trust.ts";

/** Longer lines are dropped: the content of an event is not read here. */
const maxLine = 64 * 1024;

/** Callbacks of the stream. */
export interface StreamListener {
  /** Something happened, or the stream has just opened and something may have. */
  onEvent: () => void;
  /** The server says, about once a second and with all that happens, that it is there. */
  onAlive: () => void;
}

/**
 * Listens to the stream until it ends or `signal` ends it.
 *
 * Answers false when the server has no such stream, true when there was one and it ended or broke, for
 * any reason: the caller decides whether to connect again. Rejects only with `UnsafeUrl`.
 */
export async function listen(
  options: Pick<ClientOptions, "url" | "apiKey" | "userAgent" | "insecure">,
  { onEvent: heard, onAlive: alive }: StreamListener,
  signal: AbortSignal,
): Promise<boolean> {
  const site = siteOf(options.url);
  if (!options.insecure && !mayCarryKey(site)) throw new UnsafeUrl(site);
  try {
    const response = await answerTo({
      method: "GET",
      url: `${site}/api/v1/events?ping_seconds=1`,
      headers: {
        accept: "text/event-stream",
        ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
        ...(options.userAgent ? { "user-agent": options.userAgent } : {}),
      },
      body: null,
      signal,
    });
    const { statusCode: status = 0, headers } = response;
    if (status !== 200 || !headers["content-type"]?.startsWith("text/event-stream")) {
      response.destroy();
      // A busy or starting server has not refused.
      return status === 429 || status >= 500;
    }
    alive();
    heard();
    const read = eventReader();
    const decoder = new TextDecoder();
    for await (const part of response) {
      const names = read(decoder.decode(part as Buffer, { stream: true }));
      if (names.length > 0) alive();
      if (names.some((name) => name !== "ping")) heard();
    }
    return true;
  } catch {
    return true;
  }
}

/** Takes the text of a stream as it arrives, and answers the names of the events that ended in each part. */
export function eventReader(): (part: string) => string[] {
  let rest = "";
  let name = "message";
  let hasData = false;
  return (part) => {
    const text = rest + part;
    // The other half of a line's end may be in the next part.
    const half = text.endsWith("\r") ? "\r" : "";
    const lines = text.slice(0, text.length - half.length).split(/\r\n|\n|\r/);
    rest = lines.pop()! + half;
    // Its first bytes prove that it exists.
    if (rest.length > maxLine) rest = rest.slice(0, 8) + half;
    const ended: string[] = [];
    for (const line of lines)
      if (line === "") {
        if (hasData) ended.push(name);
        hasData = false;
        name = "message";
      } else if (/^data(:|$)/.test(line)) hasData = true;
      else if (line.startsWith("event:")) name = line.slice(6).trim();
    return ended;
  };
}
