/** The people on call in schedules: shifts, overrides and absences. */
import type { schedules } from "../../../api/routes/schedules.ts";
import type { AskedOverride, Overridden } from "../../../app/on-call/add-overrides.ts";
import type { Outcome } from "../../../app/outcome.ts";
import { longestRange } from "../../../core/on-call/shifts.ts";
import { day } from "../../../core/text/units.ts";
import type { Deps } from "../../deps.ts";
import type { Asked, Handlers } from "../../request/asked.ts";
import { dutyReport } from "../../answer/duty/load.ts";
import { instantOf } from "../../answer/instants.ts";
import * as present from "../../answer/present-on-call.ts";
import { invalid, notFound, valueOf } from "../../answer/problem.ts";

type Answering = Pick<Asked<"POST /schedules/:id/overrides">, "query" | "reply">;

/** The overrides of a verb, which were stored unless the request was dry. */
function overridden({ query, reply }: Answering, outcome: Outcome<Overridden>, what: string) {
  const value = valueOf(outcome, what);
  if (query.dry !== true) reply.code(201);
  return present.overridden(value);
}

export const scheduleRoutes = ({ store }: Deps): Handlers<keyof typeof schedules> => ({
  "GET /on_call": async ({ query, caller, now }) =>
    (await store.read.onCallAt(caller.org_id, instantOf(query.at) ?? now, now)).map(
      present.scheduleAt,
    ),

  "GET /reports/on_call": async ({ query, caller, now }) => {
    const until = instantOf(query.until) ?? now;
    const from = instantOf(query.from) ?? until - 28 * day;
    if (until > now) throw outOfRange("must not be in the future: a report is about the past");
    if (until <= from || until - from > longestRange) throw outOfRange(rangeText);
    return present.onCallReport(await dutyReport({ store }, caller.org_id, { from, until }));
  },

  "GET /schedules/:id/shifts": async ({ params, query, caller, now }) => {
    const from = instantOf(query.from) ?? now;
    const until = instantOf(query.until) ?? from + 28 * day;
    if (until <= from || until - from > longestRange) throw outOfRange(rangeText);
    const range = await store.read.shifts(caller.org_id, params.id, from, until);
    if (!range) throw notFound("schedule");
    return present.shifts(range);
  },

  "GET /schedules/:id/overrides": async ({ params, caller, now }) => {
    const overrides = await store.read.overrides(caller.org_id, params.id, now);
    if (!overrides) throw notFound("schedule");
    return overrides.map(present.override);
  },

  "POST /schedules/:id/overrides": async (asked) => {
    const { params, query, body, actor, now } = asked;
    const override: AskedOverride = {
      mode: body.mode,
      user_id: body.user_id,
      instead_of_user_id: body.instead_of_user_id ?? null,
      ...timesOf(body, now),
    };
    const input = { actor, schedule_id: params.id, asked: [override], now };
    const outcome = await store.run("add_overrides", { ...input, dry: query.dry === true });
    return overridden(asked, outcome, "schedule");
  },

  "POST /schedules/:id/swap": async (asked) => {
    const { params, query, body, actor, now } = asked;
    const at = (text: string) => instantOf(text) ?? now;
    const outcome = await store.run("swap_shifts", {
      actor,
      schedule_id: params.id,
      shifts: [
        { user_id: body.user_id, at: at(body.at) },
        { user_id: body.with_user_id, at: at(body.with_at) },
      ],
      reason: body.reason ?? null,
      dry: query.dry === true,
      now,
    });
    return overridden(asked, outcome, "schedule");
  },

  "DELETE /overrides/:id": async ({ params: { id }, actor, now }) => {
    valueOf(await store.run("end_override", { actor, id, now }), "override");
  },

  "GET /users/:user_id/absences": async ({ params, caller, now }) => {
    const absences = await store.read.absences(caller.org_id, params.user_id, now);
    if (!absences) throw notFound("user");
    return absences.map(present.override);
  },

  "POST /users/:user_id/absences": async (asked) => {
    const { params, query, body, actor, caller, now } = asked;
    const { user_id } = params;
    if (!(await store.read.absences(caller.org_id, user_id, now))) throw notFound("user");
    const mode = "away" as const;
    const absence = { mode, user_id, instead_of_user_id: null, ...timesOf(body, now) };
    const input = { actor, schedule_id: null, asked: [absence], now };
    const outcome = await store.run("add_overrides", { ...input, dry: query.dry === true });
    return overridden(asked, outcome, "user");
  },
});

const rangeText = "must be later than from, by a year at most";
const outOfRange = (message: string) => invalid([{ field: "until", code: "range", message }]);

const timesOf = (
  { from, until, reason }: { from?: string | null; until: string; reason?: string | null },
  now: number,
) => ({ from: instantOf(from) ?? now, until: instantOf(until)!, reason: reason ?? null });
