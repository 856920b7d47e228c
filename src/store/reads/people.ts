/** Reads of members, their devices, invitations to add a phone, and the people on call in schedules. */
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Roster } from "../../core/on-call/audience.ts";
import { rulesOf } from "../../resource/member.ts";
import type {
  AlertGroup,
  Device,
  DeviceInvitation,
  GroupSchedule,
  Instant,
  Member,
  MemberRules,
  Notification,
  User,
} from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { declaredFields } from "../queries/declared-fields.ts";
import { audiencesOf } from "../records/audience.ts";
import { rostersOf } from "./reach.ts";
import { among, type Reader } from "../queries/reader.ts";
import { personName } from "../../core/text/person.ts";

export interface ShownMember extends MemberRules {
  user_id: string;
  email: string;
  name: string | null;
  devices: number;
  /** Devices that have answered a test or a drill. */
  verified_devices: number;
  inserted_at: Instant;
}

/** A member with their devices, as the API shows it. */
export const shownMember = ({
  member,
  user,
  devices,
}: {
  member: Member;
  user: User;
  devices: readonly Device[];
}): ShownMember => ({
  user_id: user.id,
  email: user.email,
  name: user.name,
  devices: devices.length,
  verified_devices: devices.filter((one) => one.verified_at !== null).length,
  ...rulesOf(member),
  inserted_at: member.inserted_at,
});

/** A user's place in one group. */
export interface Membership {
  member: Member;
  group: AlertGroup;
}

/** The owner of a device, and the secret that signs the device's buttons. */
export interface DeviceOwner {
  org_id: string;
  secret: string;
  user_id: string;
  /** Name or email of the person. */
  person: string;
}

/** An invitation to add a phone, and its progress. */
export interface Invited {
  invitation: DeviceInvitation;
  /** Name or email of the person. */
  person: string;
  /** The last test; null: none was sent. */
  test: Notification | null;
  /** The device that the first test made; null: none yet. */
  device: Pick<Device, "kind" | "target"> | null;
}

/** A person, and the fields of theirs that a project decides. */
export interface Profile {
  user: User;
  declared: readonly string[];
}

export function peopleReads(c: Context, read: Reader) {
  const { t, db, of } = c;

  function* invited(invitation: DeviceInvitation | undefined): Procedure<Invited | null> {
    if (!invitation) return null;
    const { user_id, device_id } = invitation;
    const user = yield* of.users.first({ id: user_id });
    if (!user) return null;
    return {
      invitation,
      person: personName(user),
      test: device_id === null ? null : ((yield* first(c.q.lastTest, { device_id })) ?? null),
      device: device_id === null ? null : ((yield* of.devices.first({ id: device_id })) ?? null),
    };
  }

  return {
    /** null: no such user. */
    profile: read(function* (org_id: string, id: string): Procedure<Profile | null> {
      const user = yield* of.users.first({ id, org_id });
      return user ? { user, declared: yield* declaredFields(c, user) } : null;
    }),

    /** The members of a group, in the order in which they joined; null: no such group. */
    members: read(function* (org_id: string, group_id: string): Procedure<ShownMember[] | null> {
      const group = yield* of.alert_groups.first({ id: group_id, org_id });
      if (!group) return null;
      const people = yield* audiencesOf(c, [group_id]);
      return people.filter(({ member }) => member.via === "member").map(shownMember);
    }),

    /** The schedules of a group, in the order in which they joined; null: no such group. */
    groupSchedules: read(function* (
      org_id: string,
      group_id: string,
    ): Procedure<(GroupSchedule & { title: string })[] | null> {
      const group = yield* of.alert_groups.first({ id: group_id, org_id });
      if (!group) return null;
      return yield* rows(c.q.schedulesOfGroups, { ids: JSON.stringify([group_id]) });
    }),

    /** The schedules of these groups, in the order in which they joined. */
    schedulesIn: read(
      (group_ids: readonly string[]): Procedure<(GroupSchedule & { title: string })[]> =>
        rows(c.q.schedulesOfGroups, { ids: JSON.stringify(group_ids) }),
    ),

    /** The members of a group with the facts that decide when each is notified; null: no such group. */
    roster: read(function* (
      org_id: string,
      group_id: string,
      at: Instant,
    ): Procedure<Roster | null> {
      const group: AlertGroup | undefined = yield* of.alert_groups.first({ id: group_id, org_id });
      return group ? ((yield* rostersOf(c, org_id, [group], at))[0] ?? null) : null;
    }),

    /** The same of each of these groups, in their order. */
    rosters: read(
      (org_id: string, groups: readonly AlertGroup[], at: Instant): Procedure<Roster[]> =>
        rostersOf(c, org_id, groups, at),
    ),

    /** The memberships of users, by user; groups by title. */
    memberships: read(function* (
      org_id: string,
      user_ids: readonly string[],
    ): Procedure<Map<string, Membership[]>> {
      const { people, place } = c.audience;
      const selected = yield* rows(
        db
          .select({ member: place, group: t.alert_groups })
          .from(people)
          .innerJoin(t.alert_groups, eq(t.alert_groups.id, people.group_id))
          .where(
            and(
              eq(people.org_id, org_id),
              eq(people.via, "member"),
              among(people.user_id, user_ids),
            ),
          )
          .orderBy(asc(t.alert_groups.title), asc(t.alert_groups.id)),
      );
      return Map.groupBy(selected, ({ member }) => member.user_id);
    }),

    /** The devices of every user of an organization, by owner, in the order in which they were added. */
    all_devices: read(function* (org_id: string): Procedure<Map<string, Device[]>> {
      const selected = yield* rows(
        db
          .select()
          .from(t.devices)
          .where(eq(t.devices.org_id, org_id))
          .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
      );
      return Map.groupBy(selected, ({ user_id }) => user_id);
    }),

    /** The devices of a user; null: no such user. */
    devices: read(function* (org_id: string, user_id: string): Procedure<Device[] | null> {
      const user = yield* of.users.first({ id: user_id, org_id });
      if (!user) return null;
      return yield* rows(
        db
          .select()
          .from(t.devices)
          .where(eq(t.devices.user_id, user_id))
          .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
      );
    }),

    /** null: no such device. */
    device_owner: read(function* (device_id: string): Procedure<DeviceOwner | null> {
      const device = yield* of.devices.first({ id: device_id });
      if (!device) return null;
      const user = yield* of.users.first({ id: device.user_id });
      const organization = yield* of.organizations.first({ id: device.org_id });
      return user && organization
        ? {
            org_id: device.org_id,
            secret: organization.action_secret,
            user_id: user.id,
            person: personName(user),
          }
        : null;
    }),

    /** The working devices of monitord's operators, fifty at most. */
    operator_devices: read((): Procedure<Device[]> => rows(c.q.operatorDevices)),

    /** The configured push servers that enabled devices use. */
    channels_used: read(function* (): Procedure<string[]> {
      const devices = yield* rows(
        db
          .selectDistinct({ kind: t.devices.kind })
          .from(t.devices)
          .where(and(eq(t.devices.enabled, true), isNull(t.devices.server))),
      );
      return devices.map(({ kind }) => kind);
    }),

    /** The invitation whose link has a token with this hash, in any state; null: none. */
    invited: read(function* (hash: string): Procedure<Invited | null> {
      return yield* invited(yield* of.device_invitations.first({ hash }));
    }),

    invitation: read(function* (
      org_id: string,
      user_id: string,
      id: string,
    ): Procedure<Invited | null> {
      return yield* invited(yield* of.device_invitations.first({ id, user_id, org_id }));
    }),
  };
}
