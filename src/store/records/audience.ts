/** Loads the audiences of groups, and the devices of their people. */
import { asc, eq, inArray } from "drizzle-orm";
import type { AudiencePerson } from "../../core/on-call/audience.ts";
import type { Device } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

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
