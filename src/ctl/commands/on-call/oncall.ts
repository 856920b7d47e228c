import type { ScheduleNow } from "../../../api/on-call/schedules.ts";
import type { Client } from "../../../client/client.ts";
import { day } from "../../../core/text/units.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { printResult } from "../../call/structured.ts";
import { comingOf, instantText } from "../../input/duration.ts";
import { findOfKind } from "../../input/find-one.ts";
import { onCallCsv, onCallText, shiftsCsv, shiftsText } from "../../output/report/on-call.ts";

const week = 7 * day;

/**
 * Shows the people on call in all schedules, or in one; with `--week` the shifts of seven days. Exits with 10 when a schedule has
 * a gap then.
 */
export const run: Run = async (call) => {
  const { args, options } = call;
  const client = await call.client();
  const schedule = args[0] === undefined ? null : await findOfKind(client, "schedules", args[0]);
  const at = atOf(call, schedule?.timezone ?? "UTC");
  const schedules = await client.send("GET /on_call", { query: at });
  if (options["week"] === true) {
    if (schedule === null)
      throw wrongInput("usage", "--week is for one schedule", "monitorctl oncall primary --week");
    return shifts(call, client, { ...schedule, ...at }, namesOf(schedules));
  }
  const shown = schedules.filter((one) => schedule === null || one.schedule_id === schedule.id);
  const about = { names: namesOf(schedules), now: call.io.now(), isOther: at.at !== undefined };
  printResult(call, shown, () =>
    options.output === "csv"
      ? onCallCsv(shown, about)
      : shown.length === 0
        ? "No schedules yet. How to declare one: monitorctl guide on-call\n"
        : onCallText(shown, about, call.style),
  );
  return shown.some(({ on_call }) => on_call.length === 0) ? exitCodes.down : exitCodes.done;
};

async function shifts(
  call: Call,
  client: Client,
  { id, timezone, at }: { id: string; timezone: string; at?: string },
  names: ReadonlyMap<string, string>,
): Promise<number> {
  const from = at ?? instantText(call.io.now());
  const until = instantText(Date.parse(from) + week);
  const all = await client.send("GET /schedules/:id/shifts", { id, query: { from, until } });
  const about = { names, now: call.io.now() };
  printResult(call, all, () =>
    call.options.output === "csv"
      ? shiftsCsv(all, about)
      : shiftsText(all, { id, timezone }, about, call.style),
  );
  return all.some(({ user_id }) => user_id === null) ? exitCodes.down : exitCodes.done;
}

/** `--at`, as the API takes it, on the clocks of the schedule. */
function atOf({ io, options }: Call, timezone: string): { at?: string } {
  const { at } = options;
  return typeof at === "string" ? { at: comingOf("--at", at, io.now(), timezone) } : {};
}

/** The names by which people type schedules, by id. */
const namesOf = (schedules: readonly ScheduleNow[]): Map<string, string> =>
  new Map(schedules.map((one) => [one.schedule_id, one.external_id ?? one.title]));
