/** The shifts of the visitor as their page shows them. Pure. */
import type { Interval } from "../../core/hours/interval.ts";
import type { DutyRow } from "../../core/on-call/report.ts";
import type { Device, StoredFeed } from "../../core/model/model.ts";
import type { IncidentRow } from "../board/model.ts";
import type { ShiftBand } from "../schedule/bands.ts";
import type { Rejected } from "../schedule/model.ts";

/** A schedule by its title and zone. */
export interface MySchedule {
  id: string;
  title: string;
  timezone: string;
}

/** A shift under way or to come. */
export interface MyShift {
  schedule: MySchedule;
  band: ShiftBand;
  /** The time without a stand-in while the visitor is absent; null: none. */
  missing: Interval | null;
}

/** A shift under way: the people before and after it. */
export interface MyDuty extends MyShift {
  until: number | null;
  before: readonly string[];
  after: readonly string[];
}

/** A time in which another person, or no one, has a shift of the visitor. */
export interface StandIn extends Interval {
  schedule: string;
  /** Null: no one. */
  name: string | null;
}

export interface MyAbsence extends Interval {
  id: string;
  reason: string | null;
  changes: readonly StandIn[];
}

/** The form of an absence, with the shifts that it would change. */
export interface AbsenceForm {
  typed: Rejected["typed"];
  /** Null: not asked yet. */
  changes: readonly StandIn[] | null;
  reason: string | null;
}

export interface MyShiftsModel {
  /** Null: signed in with a key, which has no shifts. */
  user_id: string | null;
  duties: readonly MyDuty[];
  shifts: readonly MyShift[];
  /** Schedules with turns of the visitor; the first is offered to be taken. */
  schedules: readonly (MySchedule & { now: readonly string[]; until: number | null })[];
  /** The groups that have the visitor as a member, on call or not. */
  memberOf: readonly { id: string; title: string }[];
  incidents: readonly IncidentRow[];
  absences: readonly MyAbsence[];
  absence: AbsenceForm;
  feeds: readonly StoredFeed[];
  devices: readonly Device[];
  /** The duty of the visitor in the last 90 days, by schedule. */
  load: readonly DutyRow[];
  weeks: number;
  nameOf: (user_id: string) => string;
}
