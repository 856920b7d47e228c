/**
 * People on call: a line for each schedule, and the shifts of one. In the text times are those of the schedule, in the CSV those
 * of the API.
 */
import { csvText } from "../../../core/text/csv.ts";
import type { ScheduleNow, Shift } from "../../../api/on-call/schedules.ts";
import { hereText, type Answerer } from "../../../core/on-call/here-text.ts";
import { dayMinute } from "../../../core/hours/zone.ts";
import { personName } from "../../../core/text/person.ts";
import type { Style } from "../style.ts";
import { tableText } from "../table.ts";

const none = "-";

const namesOf = (people: readonly { name: string | null; email: string }[]): string =>
  people.map(personName).join(", ");

/** The frame in which schedules are shown. */
export interface Shown {
  /** The names of schedules, by id. */
  names: ReadonlyMap<string, string>;
  now: number;
  /** Another moment than now was asked about: no person has answered for it. */
  isOther?: boolean;
}

/** The schedules with the people on call, until when, whether they are there, and the next ones. */
export function onCallText(
  schedules: readonly ScheduleNow[],
  { names, now, isOther = false }: Shown,
  style: Style,
): string {
  const nobody = { text: "nobody", paint: style.red };
  const rows = schedules.map(({ schedule_id, timezone, on_call, next_shift }) => {
    const at = (instant: string | null | undefined) =>
      instant ? dayMinute(timezone, Date.parse(instant), now) : none;
    const ends = on_call.map(({ until }) => until).filter((until) => until !== null);
    const others = new Set(on_call.map(({ by }) => by).filter((by) => by !== schedule_id));
    return [
      names.get(schedule_id) ?? schedule_id,
      on_call.length === 0 ? nobody : namesOf(on_call),
      at(ends.toSorted()[0]),
      !next_shift ? none : next_shift.people.length === 0 ? nobody : namesOf(next_shift.people),
      at(next_shift?.from),
      timezone,
      [
        isOther ? "" : hereText(on_call.map((one) => answerer(one, at))),
        ...[...others].map((id) => `by ${names.get(id) ?? id}`),
      ]
        .filter((text) => text !== "")
        .join(", "),
    ];
  });
  const note = rows.some((row) => row.at(-1) !== "") ? "NOTE" : "";
  return tableText(["SCHEDULE", "NOW", "UNTIL", "NEXT", "FROM", "ZONE", note], rows, style, [
    "FROM",
    "NEXT",
  ]);
}

const answerer = (
  person: ScheduleNow["on_call"][number],
  at: (instant: string) => string,
): Answerer => ({
  name: personName(person),
  since: person.confirmed_at && at(person.confirmed_at),
});

/** The same for programs: a line for each person on call; a gap has one without a person. */
export const onCallCsv = (schedules: readonly ScheduleNow[], { names }: Shown): string =>
  csvText(
    [
      "schedule_id",
      "schedule",
      "user_id",
      "name",
      "email",
      "until",
      "confirmed_at",
      "next",
      "from",
    ],
    schedules.flatMap(({ schedule_id, on_call, next_shift }) =>
      (on_call.length > 0 ? on_call : [null]).map((person) => [
        schedule_id,
        names.get(schedule_id) ?? schedule_id,
        person && person.user_id,
        person && personName(person),
        person && person.email,
        person && person.until,
        person && person.confirmed_at,
        next_shift && namesOf(next_shift.people),
        next_shift && next_shift.from,
      ]),
    ),
  );

const reasons: Record<NonNullable<Shift["because"]>, string> = {
  turn: "",
  everyone: "",
  away: "in place of an absent person",
  take: "taken",
  cover: "cover",
  join: "joined",
};

/** The same for programs, with times of the API. */
export const shiftsCsv = (shifts: readonly Shift[], { names }: Shown): string =>
  csvText(
    ["schedule_id", "schedule", "user_id", "name", "from", "until", "because", "by"],
    shifts.map(({ schedule_id, user_id, name, from, until, because, by }) => [
      schedule_id,
      names.get(schedule_id) ?? schedule_id,
      user_id,
      name,
      from,
      until,
      because,
      by,
    ]),
  );

/** Shifts, one a line. `id`: of their schedule; null: each line names its own. */
export function shiftsText(
  shifts: readonly Shift[],
  { timezone, id }: { timezone: string; id: string | null },
  { names, now }: Shown,
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
