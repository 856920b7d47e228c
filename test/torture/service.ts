/** A run around a service that dies: its phone, its load, what it answers in between, and the wait at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { makeKey } from "../../src/core/access/api-key.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { seeded } from "../support/seeded.ts";
import { makeCast, witnessOf, type Cast, type CastSize } from "./cast.ts";
import type { History, Reading } from "./history.ts";
import { judge, type Verdict } from "./verdict.ts";
import { messageOf, startLoad, type Load, type LoadOptions } from "./senders.ts";

/** A push that is not out so long after the last start is owed, ms. */
export const wait = 120_000;
/** How long a push may take, ms, and how many times what the longest start of the run took. */
const patience = { least: 10_000, starts: 3 };

/** The verdict of a run; a machine on which a start takes long may take long for a push. */
export function verdictOf(history: History): Outcome {
  const longest = Math.max(0, ...history.faults.map(({ at, until }) => until - at));
  return { ...judge(history, Math.max(patience.least, patience.starts * longest)), history };
}

export interface RunOptions {
  seed: number;
  seconds: number;
  say: (text: string) => void;
}

/** How a scenario ends. `history`: of one that has one. */
export interface Outcome extends Verdict {
  history?: History;
}

export type Scenario = (options: RunOptions) => Promise<Outcome>;

/** The sums of figures; of those that are a longest or a median, the larger one. */
export function added(
  one: Record<string, number>,
  other: Record<string, number>,
): Record<string, number> {
  const sums = { ...one };
  for (const [name, figure] of Object.entries(other))
    sums[name] = name.endsWith("_ms")
      ? Math.max(sums[name] ?? 0, figure)
      : (sums[name] ?? 0) + figure;
  return sums;
}

export interface Run {
  key: string;
  /** For each process of the service. */
  env: Record<string, string>;
  phone: Phone;
  random: () => number;
  cast: Cast;
  load: Load;
  faults: History["faults"];
  /** Where the service answers from now on, its nodes one by one. */
  moved(...urls: string[]): void;
  /** Asks the service that answers what it counts; nothing is written down when it dies meanwhile. */
  read(): Promise<void>;
  /** Ends the load, waits for all that is due, and has the history. The service runs. */
  finish(): Promise<History>;
}

/** The phone and the key of a run; `start` makes the cast by the service at `url`, and the load, which waits for `moved`. */
export async function prepareRun(seed: number, slowness = 0) {
  const random = seeded(seed);
  const phone = await startPhone({ slowness: () => random() * slowness });
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const env = {
    MONITORD_NTFY_URL: phone.url,
    MONITORD_BOOTSTRAP_API_KEY: key,
    MONITORD_API_RATE_LIMIT: "1000000",
    MONITORD_LOG_LEVEL: "error",
  };
  return {
    env,
    phone,
    start: async (
      url: string,
      size: CastSize,
      rates: Pick<LoadOptions, "senders" | "pause" | "causes">,
    ): Promise<Run> => {
      const cast = await makeCast(url, key, size);
      let here: string[] = [];
      const anywhere = () => here[Math.floor(random() * here.length)] ?? null;
      const load = startLoad({ cast, phone, url: anywhere, random, ...rates });
      const faults: History["faults"] = [];
      const readings: Reading[] = [];
      const read = async () => {
        const from = Date.now();
        const counted = await witnessOf(here[0]!, key)
          .counted()
          .catch(() => null);
        if (counted) readings.push({ from, to: Date.now(), counted });
      };
      return {
        key,
        env,
        phone,
        random,
        cast,
        load,
        faults,
        moved: (...urls) => (here = urls),
        read,
        async finish() {
          await load.stop();
          const witness = witnessOf(here[0]!, key);
          const by = Date.now() + wait;
          let owed = await witness.owed(by);
          while (owed.length > 0 && Date.now() < by) {
            await sleep(500);
            owed = await witness.owed(by);
          }
          await read();
          return {
            faults,
            targets: cast.targets,
            reports: load.reports,
            alerts: load.alerts,
            readings,
            messages: phone.messages().map(messageOf),
            incidents: await witness.incidents(),
            owed,
          };
        },
      };
    },
  };
}
