/** Drills. */
import { instant, text, type Row } from "./column.ts";

/** The people of a group are asked whether they can be reached. */
export interface Drill extends Row<typeof drills> {}
export const drills = {
  id: text().key(),
  org_id: text(),
  alert_group_id: text(),
  /** When they were asked. */
  at: instant("moves"),
  /** The name of the person who started it; null: the schedule. */
  started_by: text().orNull(),
  /** Until when they can answer. */
  ends_at: instant("moves"),
  /** When the drill ended; null: it is under way. */
  ended_at: instant("stays").orNull(),
};

/** A participant of a drill. */
export interface DrillPerson extends Row<typeof drill_people> {}
export const drill_people = {
  drill_id: text().key(),
  org_id: text(),
  user_id: text().key(),
  answered_at: instant("stays").orNull(),
  /** The device on which they responded. */
  device_id: text().orNull(),
};

/** A drill and its participants. */
export interface DrillFound {
  drill: Drill;
  people: DrillPerson[];
}
