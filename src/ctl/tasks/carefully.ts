/**
 * Acts on all that flags choose, in one request. On a terminal more than 20 changes are shown and confirmed first.
 * Prints a line for each, or for the first of them.
 */
import { ApiProblem } from "../../client/errors.ts";
import { plural } from "../../core/text/plural.ts";
import type { Call, Options } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import { exitCodes, type ExitCode } from "../call/exit.ts";
import { confirm } from "../input/confirm.ts";
import { canAsk } from "../io.ts";
import { doneLine } from "../output/style.ts";
import { printedAsJson, wantsJson } from "../call/structured.ts";

/** More than this are asked about on a terminal, and are not printed one by one. */
const many = 20;

/** `dry_run` of a body, as the flags say. */
export const dryIn = ({ dryRun }: Options) => (dryRun === true ? { dry_run: true } : {});

export async function actCarefully<Acted extends { changed: boolean }>(
  call: Call,
  {
    noun,
    line,
    send,
  }: {
    /** Names one of them: `incident`. */
    noun: string;
    line: (one: Acted, isDry: boolean) => string;
    send: (more: { max?: number; dry_run?: boolean }) => Promise<Acted[]>;
  },
): Promise<ExitCode> {
  const { io, options } = call;
  const isDry = options["dryRun"] === true;
  const asks = !isDry && canAsk(io, options) && !wantsJson(call) && options["yes"] !== true;
  const acted = asks
    ? await send({ max: many }).catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
        const planned = (await send({ dry_run: true })).filter(({ changed }) => changed);
        printLines(call, planned, (one) => line(one, true), many);
        await confirm(call, `Change ${plural(planned.length, noun)}?`);
        return send({});
      })
    : await send(dryIn(options));
  if (printedAsJson(call, acted)) return exitCodes.done;
  const changed = acted.filter((one) => one.changed);
  printLines(call, changed, (one) => line(one, isDry), many);
  const verb = isDry ? "would change" : "changed";
  if (changed.length === 0) io.stdout.write(`No ${noun} ${isDry ? verb : "has changed"}.\n`);
  if (acted.length > 1)
    io.stdout.write(`${changed.length} of ${plural(acted.length, noun)} ${verb}.\n`);
  return exitCodes.done;
}

/** True when flags choose, false when names do; fails on both, on neither, and on `--all` beside others. */
export function flagsChoose(
  { args, options }: Call,
  flags: readonly string[],
  noun: string,
): boolean {
  const passed = flags.filter((flag) => options[flag] !== undefined);
  const typed = flags.map((flag) => `--${flag}`).join(", ");
  if (passed.length === 0 && args.length === 0)
    throw wrongInput("usage", `no ${noun} is named`, `name one, or choose by ${typed}`);
  if (passed.length > 0 && args.length > 0)
    throw wrongInput(
      "usage",
      `${noun}s and flags that choose some exclude each other`,
      "leave one of them out",
    );
  if (options["all"] === true && passed.length > 1)
    throw wrongInput(
      "usage",
      "--all leaves nothing to narrow down",
      "leave it out, or leave out the other flags",
    );
  return passed.length > 0;
}

/** A line for each, or for the first of them and the number of the others. */
export function printLines<Acted>(
  { io, style }: Call,
  acted: readonly Acted[],
  line: (one: Acted) => string,
  most: number,
): void {
  const shown = acted.length > most ? acted.slice(0, most / 2) : acted;
  for (const one of shown) io.stdout.write(doneLine(style, line(one)));
  if (shown.length < acted.length)
    io.stdout.write(`  … and ${plural(acted.length - shown.length, "other")}\n`);
}
