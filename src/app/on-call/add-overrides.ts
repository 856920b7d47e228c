/** Overrides of the people on call in a schedule for a time, and absences of a person in all of them. */
import { audit, type Acting, type Actor } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { followSchedules } from "../declare/rotate.ts";
import type { Fault } from "../../core/model/fault.ts";
import { startsOf } from "../../core/model/column.ts";
import type { Instant, StoredOverride, User } from "../../core/model/model.ts";
import { overrides as columns } from "../../core/model/on-call.ts";
import type { Override, Schedules } from "../../core/on-call/on-call.ts";
import { longestRange, shiftsOf, type Shift } from "../../core/on-call/shifts.ts";
import { personName } from "../../core/text/person.ts";
import { minute } from "../../core/text/units.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesFrom, schedulesOf } from "../../store/records/on-call.ts";
import { peopleOf, type ShiftOf } from "../../store/records/shifts.ts";

const starts = startsOf(columns);

/** Overrides of a schedule, or absences of a person, that have not ended. */
const mostOverrides = 1000;
const mostShifts = 1000;

/** An override that is asked for. */
export type AskedOverride = Pick<
  StoredOverride,
  "mode" | "user_id" | "instead_of_user_id" | "from" | "until" | "reason"
>;

/** Overrides that are stored, the shifts in their time, and sentences about those without effect. */
export interface Overridden {
  overrides: StoredOverride[];
  shifts: ShiftOf[];
  /** The names of the people in the shifts. */
  people: User[];
  warnings: string[];
}

export interface AddOverrides extends Acting {
  /** null: absences, in all schedules. */
  schedule_id: string | null;
  asked: readonly AskedOverride[];
  /** Only calculate the shifts. */
  dry: boolean;
}

/** Adds overrides to a schedule, or absences. One that began in the past begins now. */
export function* add_overrides(
  c: Context,
  { actor, schedule_id, asked, dry, now }: AddOverrides,
): Procedure<Outcome<Overridden>> {
  const { org_id } = actor;
  const schedule =
    schedule_id === null ? null : yield* c.of.schedules.first({ id: schedule_id, org_id });
  if (schedule === undefined) return { ok: false, why: "not_found" };
  const overrides = asked.map((one): StoredOverride => {
    const whole = (at: Instant) => Math.floor(at / minute) * minute;
    const from = whole(one.from) < now ? now : whole(one.from);
    const times = { from, until: whole(one.until) };
    const by = { created_by: actor.name, inserted_at: now };
    return { ...starts, ...one, ...times, ...by, id: c.newId(now), org_id, schedule_id };
  });
  const faults: Fault[] = [];
  for (const [index, one] of overrides.entries())
    faults.push(...(yield* faultsOf(c, actor, one, overrides.length > 1 ? index : null)));
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const ids =
    schedule_id === null
      ? yield* schedulesOf(
          c,
          org_id,
          overrides.map((one) => one.user_id),
          now,
        )
      : [schedule_id];
  const before = yield* schedulesFrom(c, ids, now);
  const current =
    schedule_id === null ? before.absences.length : before.byId.get(schedule_id)!.overrides.length;
  if (current + overrides.length > mostOverrides)
    return conflict(`At most ${mostOverrides} overrides can be planned. End some first.`);

  if (!dry) {
    yield* c.of.overrides.insertAll(overrides);
    const { mode, user_id } = overrides[0]!;
    if (schedule) yield* audit(c, { actor, now }, mode, "schedules", schedule);
    else
      yield* audit(c, { actor, now }, mode, "users", (yield* c.of.users.first({ id: user_id }))!);
    yield* followSchedules(c, actor, ids, now);
  }
  const after = withOverrides(before, overrides);
  const shifts = ids
    .flatMap((id) => overrides.flatMap((one) => changedBy(before, after, id, one)))
    .slice(0, mostShifts);
  const people = yield* peopleOf(c, shifts, overrides);
  return {
    ok: true,
    value: { overrides, shifts, people, warnings: warningsOf(after, shifts, overrides, people) },
  };
}

function* faultsOf(
  c: Context,
  { org_id }: Actor,
  { mode, user_id, instead_of_user_id, from, until }: StoredOverride,
  index: number | null,
): Procedure<Fault[]> {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string) =>
    faults.push({ field: index === null ? field : `[${index}].${field}`, code, message });
  for (const [field, id] of Object.entries({ user_id, instead_of_user_id }))
    if (id !== null && !(yield* c.of.users.first({ id, org_id })))
      fault(field, "unknown_user", `references unknown user "${id}"`);
  if (mode === "cover" && instead_of_user_id === null)
    fault("instead_of_user_id", "required", "is required to cover a person");
  if (mode !== "cover" && instead_of_user_id !== null)
    fault("instead_of_user_id", "not_allowed", "is only valid with the mode cover");
  if (instead_of_user_id === user_id)
    fault("user_id", "same", "must differ from instead_of_user_id");
  if (until <= from) fault("until", "range", "must be later than from, and than now");
  if (until - from > longestRange) fault("until", "range", "must be at most a year after from");
  return faults;
}

/** The schedules with overrides that were added. */
function withOverrides(before: Schedules, added: readonly StoredOverride[]): Schedules {
  const byId = new Map(before.byId);
  for (const one of added) {
    const schedule = byId.get(one.schedule_id ?? "");
    const overrides = [...(schedule?.overrides ?? []), one as Override];
    if (schedule) byId.set(schedule.id, { ...schedule, overrides });
  }
  const absences = added.filter(({ schedule_id }) => schedule_id === null);
  return { byId, absences: [...before.absences, ...absences] };
}

/** The shifts in the time of an override; of an absence, those in place of the person's own. */
function changedBy(
  before: Schedules,
  after: Schedules,
  id: string,
  { schedule_id, user_id, from, until }: StoredOverride,
): ShiftOf[] {
  const times =
    schedule_id === null
      ? shiftsOf(before, id, from, until).filter(({ on_call }) => on_call?.user_id === user_id)
      : [{ from, until }];
  return times.flatMap((time) =>
    shiftsOf(after, id, time.from, time.until).map((shift) => ({ ...shift, schedule_id: id })),
  );
}

function warningsOf(
  { absences }: Schedules,
  shifts: readonly Shift[],
  overrides: readonly StoredOverride[],
  people: readonly User[],
): string[] {
  const names = new Map(people.map((user) => [user.id, personName(user)]));
  return overrides.flatMap(({ id, mode, user_id, instead_of_user_id, from, until }) => {
    if (mode === "away") return [];
    const name = names.get(user_id);
    if (absences.some((one) => one.user_id === user_id && one.from < until && from < one.until))
      return [`${name} has an absence in this time.`];
    if (shifts.some(({ on_call }) => on_call?.override_id === id)) return [];
    return [
      mode === "cover"
        ? `This has no effect: ${names.get(instead_of_user_id!)} is not on call in this time.`
        : `This has no effect: ${name} is on call in this time, or another override is later.`,
    ];
  });
}
