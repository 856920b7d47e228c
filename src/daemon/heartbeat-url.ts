/**
 * Pings an external watchdog every minute while this service is healthy; the watchdog alerts when pings
 * stop. Pings only while checks and pushes are on time, the database accepts writes, and the push servers
 * can be reached: a daemon that runs without working must not look alive.
 */
import type { Outside } from "../app/ports.ts";
import type { Prober } from "../core/health/prober.ts";
import type { Store } from "../app/store.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

const pause = 60_000;
/** Checks and pushes may be this late, ms. */
const late = 120_000;

export function startHeartbeatUrl(
  context: LoopContext & {
    store: Store;
    prober: Prober;
    url: string;
    outside: () => Outside;
    /** Called when pings stop, with the reason, and when they resume, with null. */
    onSilence: (why: string | null) => void;
  },
): Loop {
  const { store, prober, clock, url, outside, onSilence } = context;
  const next = timerOf(clock, 0);
  let silent: string | null = null;
  return startLoop(async () => {
    if (!next.isDue()) return next.at();
    next.set(pause);
    const why = (await whyNotWell(store, outside(), clock.now())) ?? (await call(prober, url));
    if (why !== silent) onSilence(why);
    silent = why;
    return next.at();
  }, context);
}

/** The reason not to ping; null: healthy. */
async function whyNotWell(
  store: Store,
  { channels, offline_since, disk }: Outside,
  now: number,
): Promise<string | null> {
  const failure = store.failure();
  if (failure !== null) return failure;
  if (disk?.state === "full") return disk.sentence;
  const vitals = await store.read.vitals(now);
  if (vitals.oldest_due_check_ms > late) return "health checks are late";
  if (vitals.oldest_due_push_ms > late) return "pushes are late";
  if (offline_since !== null) return "nothing can be reached from here";
  const away = channels.find(({ problem }) => problem !== null);
  return away ? `the push server for ${away.kind} cannot be reached: ${away.problem}` : null;
}

/** Any answer but an error status counts as received. */
async function call(prober: Prober, url: string): Promise<string | null> {
  const fetched = await prober.fetch({
    url,
    request_headers: {},
    timeout_seconds: 10,
  });
  if (fetched.kind === "failure") return fetched.reason;
  return fetched.kind !== "answer" || fetched.http_status < 400
    ? null
    : `HTTP ${fetched.http_status}`;
}
