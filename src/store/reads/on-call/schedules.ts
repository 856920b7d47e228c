/** Reads of people on call: at an instant, shifts, overrides and absences; and calendar feeds with the schedules in them. */
import { and, asc, eq } from "drizzle-orm";
import type { Interval } from "../../../core/hours/interval.ts";
import { nextShiftOf } from "../../../core/on-call/next-shift.ts";
import { onCallAt, type Schedules } from "../../../core/on-call/on-call.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { standingAt } from "../../../core/on-call/stays.ts";
import type {
  Instant,
  Resources,
  Stay,
  StoredFeed,
  StoredOverride,
  User,
} from "../../../core/model/model.ts";
import type { Context } from "../../queries/context.ts";
import { first, rows, type Procedure } from "../../kit/procedure.ts";
import { confirmedIn, type Confirmed } from "../../records/shifts.ts";
import { peopleIn, schedulesFrom } from "../../records/on-call.ts";
import { peopleOf, type ShiftOf } from "../../records/shifts.ts";
import { pageOf, type PageQuery, type Reader } from "../../queries/reader.ts";

/** Schedules as they answer from an instant on, and the people that they name. */
export interface Rotas {
  schedules: readonly Resources["schedules"][];
  all: Schedules;
  /** By id. */
  users: ReadonlyMap<string, Pick<User, "id" | "email" | "name">>;
  /** Whether people on call have answered for their shifts. */
  confirmed: Confirmed;
}

export function feedReads(c: Context, read: Reader) {
  const { db, t } = c;

  function* rotasOf(org_id: string, id: string | null, from: Instant): Procedure<Rotas> {
    const schedules = yield* rows(
      db
        .select()
        .from(t.schedules)
        .where(
          and(eq(t.schedules.org_id, org_id), ...(id === null ? [] : [eq(t.schedules.id, id)])),
        )
        .orderBy(asc(t.schedules.title), asc(t.schedules.id)),
    );
    const ids = schedules.map((one) => one.id);
    const all = yield* schedulesFrom(c, ids, from);
    const named = JSON.stringify(peopleIn(all.byId.values()));
    const users = yield* rows(c.q.usersAmong, { ids: named });
    const confirmed = yield* confirmedIn(c, [...all.byId.keys()]);
    return { schedules, all, users: new Map(users.map((user) => [user.id, user])), confirmed };
  }

  return {
    /** The schedules of an organization, or the one with an id, as they answer from an instant on. */
    rotas: read(rotasOf),

    calendar_feeds: read(function* (query: PageQuery): Procedure<StoredFeed[]> {
      return yield* pageOf(c, t.calendar_feeds, t.calendar_feeds.inserted_at, query);
    }),

    /** The feed whose token has this hash; null: none. */
    calendar_feed: read(function* (hash: string): Procedure<StoredFeed | null> {
      const feed = db.select().from(t.calendar_feeds).where(eq(t.calendar_feeds.hash, hash));
      return (yield* first(feed)) ?? null;
    }),
  };
}

/** A schedule, with the people on call at an instant. */
export interface ScheduleAt extends Pick<
  Resources["schedules"],
  "external_id" | "title" | "timezone"
> {
  schedule_id: string;
  /** `by`: the schedule that answers, of those who are on call; `confirmed_at`: their answer to it. */
  stays: (Stay & Pick<User, "email" | "name"> & { by: string; confirmed_at: Instant | null })[];
  /** The shift after the present ones, without people that were deleted; null: none within 90 days. */
  next_shift: (Interval & { people: readonly Pick<User, "id" | "email" | "name">[] }) | null;
}

export function onCallReads(c: Context, read: Reader) {
  return {
    /** The shifts and gaps of a schedule in a range, and the users in them; null: no such schedule. */
    shifts: read(function* (
      org_id: string,
      schedule_id: string,
      from: Instant,
      until: Instant,
    ): Procedure<{ shifts: ShiftOf[]; people: User[] } | null> {
      if (!(yield* c.of.schedules.first({ id: schedule_id, org_id }))) return null;
      const all = yield* schedulesFrom(c, [schedule_id], from);
      const shifts = shiftsOf(all, schedule_id, from, until).map((one) => ({
        ...one,
        schedule_id,
      }));
      return { shifts, people: yield* peopleOf(c, shifts, []) };
    }),

    /** The people on call in all schedules at an instant, by title. Only `now` they have answered for their shifts. */
    onCallAt: read(function* (org_id: string, at: Instant, now: Instant): Procedure<ScheduleAt[]> {
      const schedules = yield* c.of.schedules.find({ org_id });
      const all = yield* schedulesFrom(
        c,
        schedules.map(({ id }) => id),
        at,
      );
      const ids = JSON.stringify(peopleIn(all.byId.values()));
      const users = new Map((yield* rows(c.q.usersAmong, { ids })).map((user) => [user.id, user]));
      const confirmed = at === now ? yield* confirmedIn(c, [...all.byId.keys()]) : () => null;
      return schedules
        .toSorted((a, b) => a.title.localeCompare(b.title, "en"))
        .map(({ id: schedule_id, external_id, title, timezone }) => {
          const by = new Map(onCallAt(all, schedule_id, at).map((one) => [one.user_id, one.by]));
          const stays = standingAt(all, schedule_id, [], at, at).stays.flatMap((stay) => {
            const user = users.get(stay.user_id);
            if (!user) return [];
            const { email, name } = user;
            const answers = by.get(user.id) ?? schedule_id;
            return { ...stay, email, name, by: answers, confirmed_at: confirmed(answers, user.id) };
          });
          const next = nextShiftOf(all, schedule_id, at);
          const next_shift = next && {
            from: next.from,
            until: next.until,
            people: next.user_ids.flatMap((id) => users.get(id) ?? []),
          };
          return { schedule_id, external_id, title, timezone, stays, next_shift };
        });
    }),

    /** The overrides of a schedule that end after an instant, in order of creation; null: no such schedule. */
    overrides: read(function* (
      org_id: string,
      id: string,
      now: Instant,
    ): Procedure<StoredOverride[] | null> {
      if (!(yield* c.of.schedules.first({ id, org_id }))) return null;
      return yield* rows(c.q.overridesAmong, { ids: JSON.stringify([id]), from: now });
    }),

    /** The absences of a user that end after an instant, in order of creation; null: no such user. */
    absences: read(function* (
      org_id: string,
      id: string,
      now: Instant,
    ): Procedure<StoredOverride[] | null> {
      if (!(yield* c.of.users.first({ id, org_id }))) return null;
      return yield* rows(c.q.absencesAmong, { ids: JSON.stringify([id]), from: now });
    }),
  };
}
