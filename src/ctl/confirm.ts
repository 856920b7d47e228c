/** Asking before something is gone. */
import type { Call } from "./call.ts";
import { exitCodes } from "./exit.ts";
import { Failure } from "./failure.ts";
import { ask, canAsk } from "./io.ts";

/** Goes on when somebody says yes, on the terminal or with `--yes`; fails otherwise. */
export async function confirm(call: Call, question: string): Promise<void> {
  const { io, options } = call;
  if (options["yes"] === true) return;
  const asked = canAsk(io, options);
  const answer = asked ? await ask(io, `${question} [y/N] `) : null;
  if (answer !== null && /^y(es)?$/i.test(answer)) return;
  throw new Failure(
    asked
      ? "not confirmed; nothing was changed"
      : `${question} Nobody is there to answer; nothing was changed`,
    {
      exit: exitCodes.unconfirmed,
      code: "unconfirmed",
      next: asked ? "answer y, or add --yes" : "add --yes",
    },
  );
}
