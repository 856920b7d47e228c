/** From shifts and overrides to the answers of the API. Pure. */
import type { OnCallReport } from "../../api/on-call/report.ts";
import type { Override, ScheduleNow, Shift } from "../../api/on-call/schedules.ts";
import type { Overridden } from "../../app/on-call/add-overrides.ts";
import type { StoredOverride, User } from "../../core/model/model.ts";
import type { OnCallReport as CalculatedReport } from "../../core/on-call/report.ts";
import { personName } from "../../core/text/person.ts";
import type { ScheduleAt } from "../../store/reads/on-call/schedules.ts";
import { onCallNow, timestamp } from "./present.ts";

export const override = ({ org_id: _org, ...row }: StoredOverride): Override => ({
  ...row,
  from: timestamp(row.from),
  until: timestamp(row.until),
  inserted_at: timestamp(row.inserted_at),
});

export function shifts({
  shifts,
  people,
}: Pick<Overridden, "shifts"> & { people: readonly User[] }): Shift[] {
  const names = new Map(people.map((user) => [user.id, personName(user)]));
  return shifts.map(({ schedule_id, from, until, on_call }) => ({
    schedule_id,
    user_id: on_call?.user_id ?? null,
    name: (on_call && names.get(on_call.user_id)) ?? null,
    from: timestamp(from),
    until: timestamp(until),
    by: on_call?.by ?? null,
    because: on_call?.because ?? null,
    override_id: on_call?.override_id ?? null,
    instead_of_user_id: on_call?.instead_of_user_id ?? null,
  }));
}

export const overridden = (value: Overridden) => ({
  overrides: value.overrides.map(override),
  shifts: shifts(value),
  warnings: value.warnings,
});

export function scheduleAt({ stays, next_shift, ...schedule }: ScheduleAt): ScheduleNow {
  const now = stays.filter(({ turn }) => turn === "now");
  const next = stays.find(({ turn }) => turn === "next") ?? null;
  const shown = onCallNow({ on_call: now, next });
  return {
    ...schedule,
    ...shown,
    on_call: shown.on_call.map((person, i) => ({ ...person, by: now[i]!.by })),
    next_shift: next_shift && {
      from: timestamp(next_shift.from),
      until: timestamp(next_shift.until),
      people: next_shift.people.map(({ id, email, name }) => ({ user_id: id, email, name })),
    },
  };
}

export const onCallReport = ({
  from,
  until,
  schedules,
  people,
}: CalculatedReport): OnCallReport => ({
  from: timestamp(from),
  until: timestamp(until),
  schedules: schedules.map((one) => ({ ...one, flags: [...one.flags] })),
  people: people.map((one) => ({ ...one, flags: [...one.flags] })),
});
