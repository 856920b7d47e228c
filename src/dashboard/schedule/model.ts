/** A schedule as its page shows it. Pure. */
import type { Interval } from "../../core/hours/interval.ts";
import type { AlertGroup, Instant, Resources, StoredOverride } from "../../core/model/model.ts";
import type { NextShift } from "../../core/on-call/next-shift.ts";
import type { DutyRow } from "../../core/on-call/report.ts";
import type { Schedules } from "../../core/on-call/on-call.ts";
import type { Span } from "../chart/lane.ts";
import type { ScheduleBands, ShiftBand } from "./bands.ts";

export type ShownSchedule = Resources["schedules"];

/** A group that takes people from the schedule. */
export interface UsingGroup extends Pick<AlertGroup, "id" | "title"> {
  turn: "now" | "next";
  /** The group that is paged after it; null: none. */
  escalation: {
    id: string;
    title: string;
    /** 0: at once, because the group is unreachable. */
    after_minutes: number;
    people: readonly string[];
  } | null;
}

/** A person on call, until when; null: not within a year. */
export interface OnCallPerson {
  user_id: string;
  until: Instant | null;
}

/** A person on call now; `confirmed_at`: when they pressed "I am here"; null: not yet. */
export interface PresentPerson extends OnCallPerson {
  confirmed_at: Instant | null;
}

/** The state of the page that its address names. */
export interface ScheduleView {
  /** The first day and the number of days. */
  span: Span;
  /** The first day that the address names; null: of this week. */
  day: number | null;
  /** The band whose popover is open; null: none, or none of this key. */
  open: ShiftBand | null;
  byDay: boolean;
  /** The form to add an override is open. */
  adding: boolean;
}

/** Turns that can be swapped, of all people, in order. */
export interface SwapChoice extends Interval {
  user_id: string;
}

/** Why a form was rejected, and the text that was typed in it. */
export interface Rejected {
  reason: string;
  typed: Readonly<Record<string, string>>;
}

export interface ScheduleModel {
  schedule: ShownSchedule;
  all: Schedules;
  bands: ScheduleBands;
  now: readonly PresentPerson[];
  /** The person whose turn is next, and when their shift begins; null: none. */
  next: OnCallPerson | null;
  /** Null: no change within 90 days. */
  after: NextShift | null;
  /** The first gap of 53 weeks, and a line for each kind of gap. */
  gap: Interval | null;
  gaps: readonly string[];
  groups: readonly UsingGroup[];
  /** The schedules that fall back to this one. */
  before: readonly Pick<ShownSchedule, "id" | "title">[];
  /** Those that have not ended. */
  overrides: readonly StoredOverride[];
  absences: readonly Pick<StoredOverride, "id" | "user_id" | "from" | "until">[];
  swaps: readonly SwapChoice[];
  /** How duty was shared in the last 90 days, by person. */
  load: readonly DutyRow[];
  /** Users and schedules by their ids. */
  nameOf: (user_id: string) => string;
  titleOf: (schedule_id: string) => string;
  /** People that can be put on call. */
  users: readonly { id: string; name: string }[];
  /** People without a verified device. */
  unverified: ReadonlySet<string>;
  view: ScheduleView;
  /** The form that was rejected; null: none was. */
  rejected: Rejected | null;
}
