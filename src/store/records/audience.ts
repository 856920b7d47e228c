/** Loads the audiences of groups, and the devices of their people. */
import { asc, eq, inArray } from "drizzle-orm";
import type { AudiencePerson, AudiencePlace } from "../../core/on-call/audience.ts";
import type { Device, Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure, type RowsOf } from "../kit/procedure.ts";
import { handOff } from "./on-call.ts";

/** The audiences of groups, in the order in which people joined. */
export function* audiencesOf(
  c: Context,
  group_ids: readonly string[],
): Procedure<AudiencePerson[]> {
  const places = yield* placesOf(c, group_ids);
  const devices = yield* devicesOf(c, [...new Set(places.map(({ user }) => user.id))]);
  return places.map((one) => ({ ...one, devices: devices.get(one.user.id) ?? [] }));
}

/** The audiences of groups without devices, in the order in which people joined. */
export function* placesOf(
  { db, t: { users }, audience: { people, place } }: Context,
  group_ids: readonly string[],
): Procedure<Omit<AudiencePerson, "devices">[]> {
  if (group_ids.length === 0) return [];
  return yield* rows(
    db
      .select({ member: place, user: users })
      .from(people)
      .innerJoin(users, eq(users.id, people.user_id))
      .where(inArray(people.group_id, [...group_ids]))
      .orderBy(asc(people.inserted_at), asc(people.user_id)),
  );
}

/** The devices of users, by owner, in the order in which they were added. */
export function* devicesOf(
  { db, t: { devices } }: Context,
  user_ids: readonly string[],
): Procedure<Map<string, Device[]>> {
  if (user_ids.length === 0) return new Map();
  const all = yield* rows(
    db
      .select()
      .from(devices)
      .where(inArray(devices.user_id, [...user_ids]))
      .orderBy(asc(devices.inserted_at), asc(devices.id)),
  );
  return Map.groupBy(all, ({ user_id }) => user_id);
}

/** The devices of a group's audience at `now`: a handoff that is due is done first. */
export function* recipientsOf(
  c: Context,
  group_id: string,
  now: Instant,
): Procedure<RowsOf<Context["q"]["recipients"]>> {
  yield* handOffDue(c, group_id, now);
  return yield* rows(c.q.recipients, { group_id });
}

/** A person's place in the audience of a group at `now`; null: not in it. */
export function* placeOf(
  c: Context,
  group_id: string,
  user_id: string,
  now: Instant,
): Procedure<AudiencePlace | null> {
  yield* handOffDue(c, group_id, now);
  return (yield* first(c.q.placeOf, { group_id, user_id })) ?? null;
}

/** Hands off the schedules of a group that are due. */
function* handOffDue(c: Context, group_id: string, now: Instant): Procedure<void> {
  const due = yield* rows(c.q.dueSchedulesOf, { group_id, now });
  yield* handOff(
    c,
    due.map(({ id }) => id),
    now,
  );
}
