/** A listener to `GET /api/v1/events`, as a browser is one. */

export interface Seen {
  id: string | null;
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** Its fields as they were sent. */
  sent: Readonly<Record<string, string>>;
}

export interface Ear {
  status: number;
  headers: Headers;
  /** Everything so far, comments as they were sent. */
  seen: Seen[];
  raw: () => string;
  /** Resolves with the first event that matches, seen already or yet to come. */
  next(matches: (one: Seen) => boolean): Promise<Seen>;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  stop(): void;
}

export async function listen(url: string, headers: Record<string, string>): Promise<Ear> {
  const stopping = new AbortController();
  const answer = await fetch(url, { headers, signal: stopping.signal });
  const seen: Seen[] = [];
  let raw = "";
  let taken = 0;
  const waiting = new Set<() => void>();

  const ended = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        raw += decoder.decode(chunk as Uint8Array, { stream: true });
        for (;;) {
          const end = raw.indexOf("\n\n", taken);
          if (end < 0) break;
          const one = parse(raw.slice(taken, end));
          taken = end + 2;
          if (one) seen.push(one);
        }
        for (const look of waiting) look();
      }
    } catch {
      // It was stopped, or cut off.
    }
  })();

  return {
    status: answer.status,
    headers: answer.headers,
    seen,
    raw: () => raw,
    next: (matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = seen.find(matches);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended,
    stop: () => stopping.abort(),
  };
}

/** The fields of an event as they were sent; comments are none. */
function fieldsOf(block: string): Record<string, string> {
  return Object.fromEntries(
    block
      .split("\n")
      .filter((line) => !line.startsWith(":"))
      .map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
  ) as Record<string, string>;
}

function parse(block: string): Seen | null {
  const sent = fieldsOf(block);
  const { id = null, event = "message", data } = sent;
  return data === undefined ? null : { id, event, data: JSON.parse(data), sent };
}
