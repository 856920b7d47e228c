/** The weekly turns of which most cases of schedules are variants. */
import type { Rotation } from "../../src/core/on-call/turns.ts";

/** The instant of a time in UTC, `2026-12-09 12:00`. */
export const utc = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/** Ada, Bob and Cyd, from Monday to Monday at nine in Berlin. */
export const weekly: Rotation = {
  people: ["ada", "bob", "cyd"],
  everyone: false,
  cron: "0 9 * * MON",
  timezone: "Europe/Berlin",
  handoff_every: 1,
  start: "2026-11-30",
};
/** When their schedule is made, unless a case says otherwise: the Wednesday before. */
export const made = utc("2026-11-25 12:00");
