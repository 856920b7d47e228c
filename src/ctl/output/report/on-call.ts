/** People on call as text: a line for each schedule, and the shifts of one. Times are those of the schedule. */
import type { ScheduleNow, Shift } from "../../../api/on-call/schedules.ts";
import { dayMinute } from "../../../core/hours/zone.ts";
import { personName } from "../../../core/text/person.ts";
import type { Style } from "../style.ts";
import { tableText } from "../table.ts";

const none = "-";

const namesOf = (people: readonly { name: string | null; email: string }[]): string =>
  people.map(personName).join(", ");

/** The schedules with the people on call, until when, and the next person. `names`: of schedules, by id. */
export function onCallText(
  schedules: readonly ScheduleNow[],
  names: ReadonlyMap<string, string>,
  now: number,
  style: Style,
): string {
  const rows = schedules.map(({ schedule_id, timezone, on_call, next }) => {
    const at = (instant: string | null | undefined) =>
      instant ? dayMinute(timezone, Date.parse(instant), now) : none;
    const ends = on_call.map(({ until }) => until).filter((until) => until !== null);
    const others = new Set(on_call.map(({ by }) => by).filter((by) => by !== schedule_id));
    const by = [...others].map((id) => `by ${names.get(id) ?? id}`).join(", ");
    return [
      names.get(schedule_id) ?? schedule_id,
      on_call.length === 0 ? { text: "nobody", paint: style.red } : namesOf(on_call),
      at(ends.toSorted()[0]),
      next ? namesOf([next]) : none,
      at(next?.from),
      timezone,
      by,
    ];
  });
  return tableText(["SCHEDULE", "NOW", "UNTIL", "NEXT", "FROM", "ZONE", ""], rows, style);
}

const reasons: Record<NonNullable<Shift["because"]>, string> = {
  turn: "",
  everyone: "",
  away: "in place of an absent person",
  take: "taken",
  cover: "cover",
  join: "joined",
};

/** Shifts, one a line. `id`: of their schedule; null: each line names its own. `names`: of schedules, by id. */
export function shiftsText(
  shifts: readonly Shift[],
  { timezone, id }: { timezone: string; id: string | null },
  names: ReadonlyMap<string, string>,
  now: number,
  style: Style,
): string {
  const rows = shifts.map(({ from, until, name, user_id, because, by, schedule_id }) => [
    ...(id === null ? [names.get(schedule_id) ?? schedule_id] : []),
    dayMinute(timezone, Date.parse(from), now),
    dayMinute(timezone, Date.parse(until), now),
    user_id === null ? { text: "nobody", paint: style.red } : (name ?? user_id),
    [
      because === null ? "" : reasons[because],
      by === null || by === schedule_id ? "" : `by ${names.get(by) ?? by}`,
    ]
      .filter((text) => text !== "")
      .join(", "),
  ]);
  const heads = ["FROM", "UNTIL", "PERSON", ""];
  return tableText(id === null ? ["SCHEDULE", ...heads] : heads, rows, style);
}
