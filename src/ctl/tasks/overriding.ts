/** Shared by the commands that change the people on call for a time: their moments, and the shifts that come of it. */
import type { Overridden } from "../../api/on-call/schedules.ts";
import type { Static } from "../../api/schema.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { wrongInput } from "../call/failure.ts";
import { printResult } from "../call/structured.ts";
import { comingOf, durationOf, instantText } from "../input/duration.ts";
import { findOfKind, me } from "../input/find-one.ts";
import { shiftsText } from "../output/report/on-call.ts";

/** The answer to an override, a swap or an absence. */
type Answer = Static<typeof Overridden>;

/** The beginning and the end of `--from`, `--until` and `--for`, on the clocks of the schedule. */
export function timesOf({ io, options }: Call, timezone: string): { from: string; until: string } {
  const now = io.now();
  const { from: begins, until: ends, for: lasts } = options;
  const at = (flag: string, text: string) => comingOf(flag, text, now, timezone);
  const from = typeof begins === "string" ? at("--from", begins) : instantText(now);
  if (typeof ends === "string") return { from, until: at("--until", ends) };
  if (typeof lasts !== "string")
    throw wrongInput("usage", "no end time given", "--for 3h, or --until 2026-12-03");
  return { from, until: instantText(Date.parse(from) + durationOf("--for", lasts)) };
}

/** The reason of `--reason`. */
export const reasonOf = ({ options: { reason } }: Call) =>
  typeof reason === "string" ? { reason } : {};

/** Prints the shifts that change, or would. `id`: of the schedule; null: shifts of several are named by theirs. */
export async function printOverridden(
  call: Call,
  client: Client,
  answer: Answer,
  { timezone, id }: { timezone: string; id: string | null },
): Promise<number> {
  const { io, options, style } = call;
  const isDry = options["dryRun"] === true;
  const schedules = await client.send("GET /schedules");
  const names = new Map(schedules.map((one) => [one.id, one.external_id ?? one.title]));
  printResult(call, answer, () =>
    [
      ...answer.warnings.map((warning) => `${style.yellow(style.sign.warn)} ${warning}\n`),
      isDry ? "Nothing is stored. " : "",
      answer.shifts.length === 0 ? "No shift changes.\n" : isDry ? "It would be:\n" : "",
      answer.shifts.length === 0
        ? ""
        : shiftsText(answer.shifts, { id, timezone }, { names, now: io.now() }, style),
      ...(isDry
        ? []
        : answer.overrides.map((one) => `To end it: monitorctl oncall end ${one.id}\n`)),
    ].join(""),
  );
  return exitCodes.done;
}

/** A command that puts a person on call for a time: alone, or as well. */
export const putOnCall =
  (mode: "take" | "join"): Run =>
  async (call) => {
    const [name, person = me] = call.args;
    const client = await call.client();
    const schedule = await findOfKind(client, "schedules", name!);
    const user = await findOfKind(client, "users", person!);
    const answer = await client.send("POST /schedules/:id/overrides", {
      id: schedule.id,
      query: dryOf(call),
      body: {
        mode,
        user_id: user.id,
        ...timesOf(call, schedule.timezone),
        ...reasonOf(call),
      },
    });
    return printOverridden(call, client, answer, schedule);
  };

/** `--dry-run`, as the API takes it. */
export const dryOf = ({ options }: Call): { dry?: true } =>
  options["dryRun"] === true ? { dry: true } : {};
