/** Schedules for tests: weekly turns, Mondays at 9 in Berlin. */
import type { Absence, Override, Schedule, Schedules } from "../../src/core/on-call/on-call.ts";
import type { DutyRow } from "../../src/core/on-call/report.ts";
import { firstVersion, type Rotation } from "../../src/core/on-call/turns.ts";

export const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);
export const text = (at: number | null) =>
  at === null ? null : new Date(at).toISOString().slice(0, 16).replace("T", " ");

export const everyDay = [0, 1, 2, 3, 4, 5, 6];

export const weekly: Rotation = {
  people: ["ada", "bob", "cyd"],
  everyone: false,
  cron: "0 9 * * MON",
  timezone: "Europe/Berlin",
  handoff_every: 1,
  start: "2026-11-30",
};

export interface Given extends Partial<Omit<Schedule, "id" | "versions">> {
  rotation?: Partial<Rotation>;
  made?: number;
}

/** When schedules are made: before their first turn. */
export const made = utc("2026-11-25 12:00");

export const schedule = (
  id: string,
  { rotation, made: at = made, ...rest }: Given = {},
): Schedule => ({
  id,
  otherwise: null,
  overrides: [],
  contact_hours_from: null,
  contact_hours_to: null,
  contact_days: everyDay,
  versions: [firstVersion({ ...weekly, ...rotation }, at)],
  ...rest,
});

export const officeHours = {
  contact_hours_from: "09:00:00",
  contact_hours_to: "17:00:00",
  contact_days: [1, 2, 3, 4, 5],
};

export const all = (schedules: Schedule[], absences: Absence[] = []): Schedules => ({
  byId: new Map(schedules.map((one) => [one.id, one])),
  absences,
});

export const override = (of: Partial<Override> & { from: number; until: number }): Override => ({
  id: `o${of.from}`,
  mode: "take",
  user_id: "cyd",
  instead_of_user_id: null,
  inserted_at: made,
  ...of,
});

/** A person's line of a report. */
export const dutyRow = (of: Partial<DutyRow> = {}): DutyRow => ({
  schedule_id: "s1",
  schedule: "Primary",
  user_id: "u1",
  name: "Ada",
  hours: 336.25,
  night_hours: 126,
  weekend_hours: 96,
  shifts: 2,
  incidents: 3,
  pages: 5,
  night_pages: 2,
  reminders: 1,
  median_minutes: 4,
  worst_minutes: 10.5,
  escalated: 1,
  above_share: 12.04,
  flags: [],
  ...of,
});
