/**
 * Asks the OpenID Connect providers for their settings, so that a sign-in finds them at hand, and so that one that is
 * down is noticed before a person is. The service starts and runs without them.
 */
import type { SingleSignOn } from "../core/access/issuer.ts";
import { minute } from "../core/text/units.ts";
import type { Log } from "./log.ts";
import { startLoop, timerOf, type Loop, type LoopContext, type Timer } from "./loop.ts";

/** Pause after an answer, and after a failure, ms. */
const pauses = { well: 10 * minute, failing: 30_000 };

export function startProviders(
  context: LoopContext & { singleSignOn: SingleSignOn; log: Pick<Log, "info" | "warn"> },
): Loop {
  const { singleSignOn, clock, log } = context;
  const timers = new Map<string, Timer>();
  const problems = new Map<string, string | null>();
  return startLoop(async () => {
    await Promise.all(
      singleSignOn.issuers.map(async (issuer) => {
        const timer = timers.get(issuer.issuer) ?? timerOf(clock, 0);
        timers.set(issuer.issuer, timer);
        if (timer.isDue()) {
          await singleSignOn.look(issuer);
          const failed = singleSignOn.stateOf(issuer).problem !== null;
          timer.set(failed ? pauses.failing : pauses.well);
        }
        const { problem } = singleSignOn.stateOf(issuer);
        const before = problems.get(issuer.issuer) ?? null;
        problems.set(issuer.issuer, problem);
        if (problem === before) return;
        if (problem === null) log.info(`single sign-on with ${issuer.name} works`);
        else log.warn(`single sign-on with ${issuer.name} does not work: ${problem}`);
      }),
    );
    return Math.min(...[...timers.values()].map((timer) => timer.at()));
  }, context);
}
