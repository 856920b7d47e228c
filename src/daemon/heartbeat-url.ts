/**
 * Says to somebody outside that this service is well, every minute, for as long as it is: who hears nothing
 * any more knows that nobody is watching. Only while checks and pushes are on time, the database takes
 * writes and the push servers can be reached; a daemon that runs and does nothing must not look alive.
 */
import type { Clock, Outside, Prober, Store } from "../app/ports.ts";
import { startLoop, type Loop } from "./loop.ts";

const every = 60_000;
/** Checks and pushes may be this late, ms. */
const late = 120_000;

export function startHeartbeatUrl(context: {
  store: Store;
  prober: Prober;
  clock: Clock;
  url: string;
  outside: () => Outside;
  /** Told when it is not said, and when it is said again; `why` null: again. */
  onSilence: (why: string | null) => void;
  onError: (error: unknown) => void;
}): Loop {
  const { store, prober, clock, url, outside, onSilence } = context;
  let next = clock.now();
  let silent: string | null = null;
  return startLoop(
    async () => {
      const now = clock.now();
      if (now < next) return next;
      next = now + every;
      const why = (await whyNotWell(store, outside(), now)) ?? (await call(prober, url));
      if (why !== silent) onSilence(why);
      silent = why;
      return next;
    },
    { clock, onError: context.onError },
  );
}

/** What keeps it from being said; null: nothing does. */
async function whyNotWell(
  store: Store,
  { channels, offline_since }: Outside,
  now: number,
): Promise<string | null> {
  if (!store.healthy()) return "the database takes no writes";
  const vitals = await store.read.vitals(now);
  if (vitals.oldest_due_check_ms > late) return "health checks are late";
  if (vitals.oldest_due_push_ms > late) return "pushes are late";
  if (offline_since !== null) return "nothing can be reached from here";
  const away = channels.find(({ problem }) => problem !== null);
  return away ? `the push server for ${away.kind} cannot be reached: ${away.problem}` : null;
}

/** Any answer but an error means that it was heard. */
async function call(prober: Prober, url: string): Promise<string | null> {
  const fetched = await prober.fetch({
    url,
    request_headers: {},
    timeout_seconds: 10,
  });
  if (fetched.kind === "failure") return fetched.reason;
  return fetched.http_status < 400 ? null : `HTTP ${fetched.http_status}`;
}
