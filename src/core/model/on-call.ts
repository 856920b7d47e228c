/** The rows that belong to schedules: versions of their turns, overrides, and the people on call now. */
import type { WhoseTurn } from "../../resource/group-schedule.ts";
import { described } from "../../resource/resources.ts";
import { flag, instant, integer, json, text, type Instant, type Row } from "./column.ts";

/** A rotation from an instant on (`core/on-call/turns`). */
export const schedule_versions = {
  schedule_id: text().key(),
  /** Its edit, or the handoff at which a planned one begins. */
  since: instant("chosen").key(),
  /** Ids of users in the order of turns; one may stand twice. */
  people: json<readonly string[]>(),
  /** All of them at once, without turns. */
  everyone: flag(),
  cron: text(),
  timezone: text(),
  /** Every n-th handoff ends a turn. */
  handoff_every: integer(),
  /** Where turns are counted from: within the turn of the person at `position`. */
  counted_from: instant("chosen"),
  position: integer(),
  /** The handoffs after `counted_from` until that turn ends, from 1. */
  handoffs_left: integer(),
};

/** An address of a calendar with shifts: of a user in all schedules, or of a schedule. */
export interface StoredFeed extends Row<typeof calendar_feeds> {}
export const calendar_feeds = {
  id: text().key(),
  org_id: text(),
  /** Hash of the token in its address. */
  hash: text(),
  schedule_id: text().orNull(),
  user_id: text().orNull(),
  created_by: text(),
  inserted_at: instant("stays"),
};

/**
 * `take`: the person alone. `cover`: in place of another one. `join`: in addition. The last one is an absence: the person is
 * not on call, in any schedule.
 */
export const overrideModes = ["take", "cover", "join", "away"] as const;

/** A change of the people on call for a time, which no manifest declares. */
export interface StoredOverride extends Row<typeof overrides> {}
export const overrides = {
  id: text().key(),
  org_id: text(),
  /** null: an absence, which counts in all. */
  schedule_id: text().orNull(),
  mode: text<(typeof overrideModes)[number]>(),
  user_id: text(),
  /** The person whose place is taken, by `cover`. */
  instead_of_user_id: text().orNull(),
  from: instant("chosen"),
  /** Not part of it. */
  until: instant("chosen"),
  reason: text().orNull(),
  created_by: text(),
  inserted_at: instant("stays"),
};

/** Why the people of a schedule stand by: it has no person on call, or no next one. */
export const standBys = ["gap", "no_next"] as const;
export type StandBy = (typeof standBys)[number];

/**
 * A person on call now, or next, as `core/on-call` answers, for statements that join it. While it has none, its people stand
 * by: they are notified where no other person is.
 */
export interface Stay extends Row<typeof on_call> {}
export const on_call = {
  schedule_id: text().key(),
  turn: text<WhoseTurn | StandBy>().key(),
  user_id: text().key(),
  /** The instant of the handoff, edit or override at which the person came. */
  since: instant("chosen"),
  /** When the stay ends, or with `next` the first shift begins; null: not within a year. */
  until: instant("chosen").orNull(),
};

/**
 * A shift that its person was notified of: by a notice before it, or by the push of the handoff. A person on call without a
 * row is still to be notified, so that no handoff is missed, and none is pushed twice.
 */
export interface KnownShift extends Row<typeof known_shifts> {}
export const known_shifts = {
  schedule_id: text().key(),
  user_id: text().key(),
  /** Its beginning, as it was known first. */
  from: instant("chosen").key(),
  /** null: not known, or not within eight weeks. */
  until: instant("chosen").orNull(),
  /** The person was notified of the handoff. */
  began: flag(),
  /** When the person pressed "I am here"; null: not yet. */
  confirmed_at: instant("stays").orNull(),
};

/** A schedule as it is calculated with, and those that it falls back to. */
export interface KnownSchedule {
  chain: readonly (Pick<
    Row<(typeof described)["schedules"]["fields"]>,
    "contact_hours_from" | "contact_hours_to" | "contact_days" | "otherwise"
  > & {
    id: string;
    versions: readonly Omit<Row<typeof schedule_versions>, "schedule_id">[];
    overrides: readonly (KnownTime & {
      mode: Exclude<StoredOverride["mode"], "away">;
      instead_of_user_id: string | null;
    })[];
  })[];
  absences: readonly KnownTime[];
}

type KnownTime = Pick<StoredOverride, "id" | "user_id" | "from" | "until" | "inserted_at">;

/** A gap that was pushed. Gaps at the same time of other days are the same one. */
export interface KnownGap {
  /** As `18:00–20:00`. */
  times: string;
  /** The beginning of the first of them. */
  from: Instant;
  /** Its beginning needs no push. */
  began: boolean;
}

/** When pushes about a schedule are due, and the state that its people know. */
export const schedule_pushes = {
  schedule_id: text().key(),
  org_id: text(),
  /** When a push could be due; null: never. */
  due_at: instant("chosen").orNull(),
  /** The first edit or override that its people were not notified of; null: none. */
  changed_at: instant("moves").orNull(),
  /** The names of their authors. */
  changed_by: json<readonly string[]>(),
  /** The schedule as its people know it, with which it is compared for the next changes; null: it is new. */
  known: json<KnownSchedule>().orNull(),
  /** The gaps that were pushed. */
  gaps: json<readonly KnownGap[]>(),
};

/** The shifts of a person that changed, until they are pushed together. */
export const shift_changes = {
  user_id: text().key(),
  schedule_id: text().key(),
  at: instant("stays").key(),
  org_id: text(),
  added: json<readonly { from: Instant; until: Instant }[]>(),
  removed: json<readonly { from: Instant; until: Instant }[]>(),
  by: json<readonly string[]>(),
};

/** A schedule in a group. */
export interface GroupSchedule extends Row<typeof group_schedules> {}
export const group_schedules = {
  group_id: text().key(),
  schedule_id: text().key(),
  turn: text<WhoseTurn>().key(),
  org_id: text(),
  ...described.members.fields,
  inserted_at: instant("stays"),
};
