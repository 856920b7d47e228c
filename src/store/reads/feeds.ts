/** Reads of calendar feeds, and of the schedules in them. */
import { and, asc, eq } from "drizzle-orm";
import type { Schedules } from "../../core/on-call/on-call.ts";
import type { Instant, Resources, StoredFeed, User } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { schedulesFrom } from "../records/on-call.ts";
import { among, pageOf, type PageQuery, type Reader } from "./reader.ts";

/** Schedules as they answer from an instant on, and the people that they name. */
export interface Rotas {
  schedules: readonly Resources["schedules"][];
  all: Schedules;
  /** By id. */
  users: ReadonlyMap<string, Pick<User, "id" | "email" | "name">>;
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
    const named = new Set<string>();
    for (const { versions, overrides } of all.byId.values()) {
      for (const { people } of versions) for (const user of people) named.add(user);
      for (const { user_id } of overrides) named.add(user_id);
    }
    const users = yield* rows(
      db
        .select({ id: t.users.id, email: t.users.email, name: t.users.name })
        .from(t.users)
        .where(among(t.users.id, [...named])),
    );
    return { schedules, all, users: new Map(users.map((user) => [user.id, user])) };
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
