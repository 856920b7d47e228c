/**
 * Reads live events once for all listeners: it reads while anyone listens, serializes common events
 * once, and cuts off listeners that read too slowly instead of waiting. Events come in order and none is
 * left out; around a reconnection one may come twice.
 */
import type { Clock } from "../app/ports.ts";
import type { Store } from "../app/store.ts";
import type { EventPosition, Instant, LiveEvent } from "../core/model/model.ts";
import { timestamp } from "./answer/present.ts";

/** Where events are written to: a response, or a test's list. */
export interface Listener {
  org_id: string;
  /** The listener's key or user, and when the key expires; null: never. */
  key_id: string;
  /** The browser session; null: none. */
  session_id: string | null;
  until: Instant | null;
  /** Pause between pings, ms. */
  ping_every: number;
  /** Bytes that were written and not taken yet. */
  backlog(): number;
  write(text: string): void;
  /** Ends it for good; it may come again and say where it was. */
  end(): void;
}

/** Bytes that a listener may leave unread. */
const largestBacklog = 512 * 1024;
/** Maximum number of missed events that are replayed; a listener that missed more reloads everything. */
const mostReplayed = 2000;
/** Listeners at once. */
export interface FeedLimits {
  /** Listeners per key, or per session, which has one for each open page. */
  perKey: number;
  all: number;
}
export const feedLimits: FeedLimits = { perKey: 500, all: 4000 };
const page = 500;
/** Pause between polls without a nudge, and while a transaction is unfinished, ms. */
const pace = { idle: 1000, soon: 50 };

/** The comment is for proxies, the event for pages, which cannot see comments. */
const ping = ": ping\nevent: ping\ndata: {}\n\n";

/** The order of positions. */
const before = (a: EventPosition, b: EventPosition) =>
  a.tx < b.tx || (a.tx === b.tx && a.seq < b.seq);

/** `tx.seq`, the id of an event as it is sent. */
const idOf = ({ tx, seq }: EventPosition) => `${tx}.${seq}`;

/** The position that a `Last-Event-ID` names; null: it is none of ours. */
function positionOf(id: string): EventPosition | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(id);
  return match ? { tx: Number(match[1]), seq: Number(match[2]) } : null;
}

/** An event as it is sent. */
function render({ position, kind, object_id, at, about }: LiveEvent) {
  const data = { kind, id: object_id, at: timestamp(at), ...about };
  return `id: ${idOf(position)}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Changes that end streams: of a key, a user or a session. A user who still can sign in connects again. */
const ending: Record<string, readonly unknown[]> = {
  api_keys: ["revoke"],
  users: ["update", "delete"],
  sessions: ["end"],
};
const revokes = ({ kind, about }: LiveEvent) =>
  kind === "resource" && (ending[String(about["resource"])]?.includes(about["action"]) ?? false);
const keyOf = ({ object_id }: LiveEvent) => object_id;

interface Listening {
  /** Events that arrive while missed ones are being replayed. */
  held: string[] | null;
  pinged: Instant;
}

export interface Feed {
  /** Begins to send; `last` is the id of the last event that it saw, null when it begins. */
  join(listener: Listener, last: string | null): Promise<void>;
  leave(listener: Listener): void;
  /** Why the key cannot have another listener; null: it can. */
  refusal(key_id: string): { of: "key" | "all"; most: number } | null;
  /** Ends every listener. */
  close(): void;
}

export function makeFeed(context: {
  store: Store;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Absent: `feedLimits`. */
  most?: FeedLimits;
}): Feed {
  const { store, clock, most = feedLimits } = context;
  const listeners = new Map<Listener, Listening>();
  const closing = new AbortController();
  let cursor: EventPosition | null = null;
  let running = false;
  let sleeping: AbortController | null = null;
  let nudged = false;

  store.onNudge((nudge) => {
    if (nudge !== "events") return;
    nudged = true;
    sleeping?.abort();
  });

  function send(listener: Listener, text: string): void {
    if (!listeners.has(listener)) return;
    if (listener.backlog() > largestBacklog) {
      listeners.delete(listener);
      listener.end();
    } else listener.write(text);
  }

  /** Sends `text` to every listener for which it is defined. */
  function tell(text: (org_id: string) => string | undefined): void {
    for (const [listener, { held }] of listeners) {
      const mine = text(listener.org_id);
      if (mine === undefined) continue;
      if (held) held.push(mine);
      else send(listener, mine);
    }
  }

  function dismiss(which: (listener: Listener) => boolean): void {
    for (const listener of listeners.keys())
      if (which(listener)) {
        listeners.delete(listener);
        listener.end();
      }
  }

  /** Reads new events; returns the pause until the next poll, ms. */
  async function look(): Promise<number> {
    cursor ??= await store.read.last_event();
    for (;;) {
      const { events, unsettled } = await store.read.events({
        org_id: null,
        after: cursor,
        limit: page,
      });
      const last = events.at(-1);
      if (last) {
        const texts = new Map<string, string>();
        for (const event of events)
          texts.set(event.org_id, (texts.get(event.org_id) ?? "") + render(event));
        cursor = last.position;
        const revoked = new Set(events.filter(revokes).map(keyOf));
        if (revoked.size > 0)
          dismiss(
            ({ key_id, session_id }) =>
              revoked.has(key_id) || (session_id !== null && revoked.has(session_id)),
          );
        tell((org_id) => texts.get(org_id));
      }
      if (events.length < page) return unsettled ? pace.soon : pace.idle;
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (listeners.size > 0 && !closing.signal.aborted) {
      nudged = false;
      let wait = pace.idle;
      try {
        wait = await look();
        attend();
      } catch (error) {
        context.onError(error);
      }
      if (nudged) continue;
      sleeping = new AbortController();
      await clock.sleep(wait, AbortSignal.any([closing.signal, sleeping.signal]));
      sleeping = null;
    }
    // Without listeners, the next one starts at the current position.
    cursor = null;
    running = false;
  }

  /** Ends the streams whose time is up, and pings the others. */
  function attend(): void {
    const now = clock.now();
    dismiss(({ until }) => until !== null && until <= now);
    for (const [listener, listening] of listeners)
      if (clock.steady() - listening.pinged >= listener.ping_every) {
        listening.pinged = clock.steady();
        if (!listening.held) send(listener, ping);
      }
  }

  /** The events since `last`, or a message that too many came. */
  async function missed(
    org_id: string,
    last: string | null,
    until: EventPosition,
  ): Promise<string> {
    const begin = `id: ${idOf(until)}\n`;
    if (last === null) return `${begin}event: hello\ndata: {}\n\n`;
    const reset = `${begin}event: reset\ndata: {}\n\n`;
    const position = positionOf(last);
    if (!position || !(await store.read.event_kept(position))) return reset;
    const { events } = await store.read.events({
      org_id,
      after: position,
      limit: mostReplayed,
    });
    if (events.length === mostReplayed) return reset;
    return events
      .filter((event) => !before(until, event.position))
      .map(render)
      .join("");
  }

  return {
    async join(listener, last) {
      if (closing.signal.aborted) return listener.end();
      const entry: Listening = { held: [], pinged: clock.steady() };
      listeners.set(listener, entry);
      cursor ??= await store.read.last_event();
      // Later events are held until the missed ones are sent.
      const until = cursor;
      entry.held = [];
      if (!running) run().catch(context.onError);
      send(listener, "retry: 1000\n\n");
      send(listener, await missed(listener.org_id, last, until));
      for (const text of entry.held) send(listener, text);
      entry.held = null;
    },
    leave: (listener) => void listeners.delete(listener),
    refusal(key_id) {
      if (listeners.size >= most.all) return { of: "all", most: most.all };
      const own = listeners.keys().reduce((sum, one) => sum + Number(one.key_id === key_id), 0);
      return own >= most.perKey ? { of: "key", most: most.perKey } : null;
    },
    close() {
      closing.abort();
      dismiss(() => true);
    },
  };
}
