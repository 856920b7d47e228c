/**
 * The audience of alert groups in SQL (`core/on-call/audience`): a row per group and person, with the person's rules and
 * why they belong to it. Statements about recipients join it; only writers of memberships name the table `members`.
 */
import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Via } from "../../core/on-call/audience.ts";
import type { Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export type Audience = ReturnType<typeof audienceIn>;

/** The audience as a source of statements (`people`), and its columns as a part of an answer (`place`). */
export function audienceIn(db: Database, { members }: Tables) {
  const columns = { ...getTableColumns(members), via: sql<Via>`'member'`.as("via") };
  const people = db.select(columns).from(members).as("audience");
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const place = Object.fromEntries(names.map((name) => [name, people[name]]));
  return { people, place: place as Pick<typeof people, keyof typeof columns> };
}

export function audienceQueries(db: Database, t: Tables, { people, place }: Audience) {
  return {
    /** The devices of a group's audience. */
    recipients: taking((p: Placeholders<{ group_id: string }>) =>
      db
        .select({
          device: t.devices,
          user: { id: t.users.id, name: t.users.name, email: t.users.email },
        })
        .from(people)
        .innerJoin(t.users, eq(t.users.id, people.user_id))
        .innerJoin(t.devices, eq(t.devices.user_id, people.user_id))
        .where(eq(people.group_id, p("group_id")))
        .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
    ),
    /** A person's place in the audience of a group. */
    placeOf: taking((p: Placeholders<{ group_id: string; user_id: string }>) =>
      db
        .select(place)
        .from(people)
        .where(and(eq(people.group_id, p("group_id")), eq(people.user_id, p("user_id")))),
    ),
  };
}
