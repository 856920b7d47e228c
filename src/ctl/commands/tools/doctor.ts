import type { Run } from "../../program/call.ts";
import { diagnose, type Step } from "../../tasks/diagnosis.ts";
import { exitCodes } from "../../program/exit.ts";
import type { Style } from "../../output/style.ts";
import { oneLine } from "../../output/text.ts";
import { printResult } from "../../output/structured.ts";

/** Goes through every step to a server that works, and says how to mend what is not well. */
export const run: Run = async (call) => {
  const { style } = call;
  const steps = await diagnose(call);
  const failed = steps.find(({ state }) => state === "failed");
  printResult(
    call,
    { ok: !failed, steps: steps.map(({ exit: _exit, ...step }) => step) },
    () =>
      steps.map((step) => stepText(step, style)).join("") +
      (failed ? "" : `\n${style.green("Everything works.")}\n`),
  );
  return failed?.exit ?? exitCodes.done;
};

function stepText({ name, state, detail, fix }: Step, style: Style): string {
  const [sign, paint] = {
    ok: [style.sign.done, style.green] as const,
    warning: [style.sign.warn, style.yellow] as const,
    failed: [style.sign.bad, style.red] as const,
    skipped: ["-", style.dim] as const,
  }[state];
  const head = `${paint(sign.padEnd(2))} ${name.padEnd(13)}  ${oneLine(detail)}\n`;
  return fix === null ? head : `${head}${" ".repeat(18)}try: ${oneLine(fix)}\n`;
}
