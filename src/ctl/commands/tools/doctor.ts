import type { Run } from "../../call/call.ts";
import { diagnose } from "../../tasks/diagnosis.ts";
import type { DoctorStep } from "../../tasks/doctor-step.ts";
import { exitCodes } from "../../call/exit.ts";
import { widthOf } from "../../output/columns.ts";
import type { Style } from "../../output/style.ts";
import { oneLine } from "../../output/text.ts";
import { plural } from "../../../core/text/plural.ts";
import { foldedBehind } from "../../output/table.ts";
import { printResult } from "../../call/structured.ts";

/**
 * Checks each step from here to a page on a phone, with the remedy of each fault. Exits with 10 when the
 * server answers but cannot page.
 */
export const run: Run = async (call) => {
  const { style } = call;
  const steps = await diagnose(call);
  const failed = steps.find(({ state }) => state === "failed");
  const verdict = verdictOf(steps);
  printResult(
    call,
    {
      ok: !failed,
      verdict,
      steps: steps.map(({ exit: _exit, stopsPages: _stops, ofOneGroup: _one, ...step }) => step),
    },
    () => {
      const width = Math.max(...steps.map(({ name }) => widthOf(oneLine(name))));
      const lines = steps.map((step) => stepText(step, width, style));
      return `${lines.join("")}\n${(failed ? style.red : style.green)(oneLine(verdict))}\n`;
    },
  );
  return failed?.exit ?? exitCodes.done;
};

/** One sentence: whether a page would arrive. */
function verdictOf(steps: readonly DoctorStep[]): string {
  const failed = steps.find(({ state }) => state === "failed");
  if (!failed) return "Ready to page.";
  if (failed.exit !== exitCodes.down)
    return `Not ready: ${failed.name}: ${failed.detail.replace(/\.$/, "")}.`;
  const stopping = steps.filter(({ stopsPages }) => stopsPages !== null);
  const isPartial = stopping.every(({ ofOneGroup }) => ofOneGroup);
  const unpaged = isPartial
    ? `${plural(stopping.length, "alert group")} cannot be paged`
    : "nobody can be paged";
  return `Reachable, but ${unpaged}: ${stopping.map(({ stopsPages }) => stopsPages).join("; ")}.`;
}

function stepText(
  { name, state, detail, fix, guide }: DoctorStep,
  width: number,
  style: Style,
): string {
  const [sign, paint] = {
    ok: [style.sign.done, style.green] as const,
    warning: [style.sign.warn, style.yellow] as const,
    failed: [style.sign.bad, style.red] as const,
    skipped: ["-", style.dim] as const,
  }[state];
  const label = oneLine(name);
  const padding = " ".repeat(width - widthOf(label));
  const head = `${paint(sign.padEnd(2))} ${label}${padding}  ${foldedBehind(oneLine(detail), width + 5, style)}\n`;
  const below = [
    ...(fix === null ? [] : [`try: ${fix}`]),
    ...(guide === null ? [] : [`read: monitorctl guide ${guide}`]),
  ];
  return below.reduce((text, line) => `${text}${" ".repeat(width + 5)}${oneLine(line)}\n`, head);
}
