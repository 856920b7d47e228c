/** Loads the facts that explain who was notified, and who would be. */
import { asc, eq, inArray, min } from "drizzle-orm";
import type { Evidence, RecipientEvidence } from "../../core/explain/explain.ts";
import type { AlertGroup, Incident, Instant, Notification } from "../../core/model/model.ts";
import { receiptsOf, type ReceiptEvidence } from "../../core/explain/receipt.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { among } from "./reader.ts";

/** A group with its members, and the silences that are in effect. */
export interface Roster extends Pick<Evidence, "silences" | "people"> {
  group: AlertGroup;
}

/** The notifications of an incident, oldest first. */
export function* notificationsOf(
  { t: { notifications }, db }: Context,
  incident_id: string,
): Procedure<Notification[]> {
  return yield* rows(
    db
      .select()
      .from(notifications)
      .where(eq(notifications.incident_id, incident_id))
      .orderBy(asc(notifications.inserted_at), asc(notifications.id)),
  );
}

/** The members of a group, in the order in which they joined it. */
export function* rosterOf(c: Context, group: AlertGroup, at: Instant): Procedure<Roster> {
  const { t, db } = c;
  const roster = yield* rows(
    db
      .select({ member: t.members, user: t.users })
      .from(t.members)
      .innerJoin(t.users, eq(t.users.id, t.members.user_id))
      .where(eq(t.members.group_id, group.id))
      .orderBy(asc(t.members.inserted_at), asc(t.members.user_id)),
  );
  const people: RecipientEvidence[] = [];
  for (const { member, user } of roster)
    people.push({
      user,
      member,
      devices: yield* c.of.devices.find({ user_id: user.id }),
      notifications: [],
    });
  const silences = yield* rows(c.q.silencesOf, {
    org_id: group.org_id,
    now: at,
  });
  return { group, people, silences };
}

/** Loads the members of the incident's group and all other recipients (escalation, former members). */
export function* evidenceOf(c: Context, incident: Incident, now: Instant): Procedure<Evidence> {
  const { t, db } = c;
  const group = yield* c.of.alert_groups.first({ id: incident.alert_group_id });
  const roster = group ? yield* rosterOf(c, group, now) : null;
  const notifications = yield* notificationsOf(c, incident.id);
  const people = [...(roster?.people ?? [])];
  const known = new Set(people.map(({ user }) => user.id));
  for (const user_id of new Set(notifications.map((one) => one.user_id))) {
    if (known.has(user_id)) continue;
    const user = yield* c.of.users.first({ id: user_id });
    const devices = yield* c.of.devices.find({ user_id });
    if (user) people.push({ user, member: null, devices, notifications: [] });
  }
  const subject = yield* c.of.subjects.first({ id: incident.source_id });
  const ids = notifications.map(({ id }) => id);
  const attempts =
    ids.length === 0
      ? []
      : yield* rows(
          db
            .select()
            .from(t.notification_attempts)
            .where(inArray(t.notification_attempts.notification_id, ids))
            .orderBy(asc(t.notification_attempts.started_at), asc(t.notification_attempts.attempt)),
        );
  return {
    incident,
    group: group ?? null,
    silences: roster?.silences ?? [],
    people: people.map((person) => ({
      ...person,
      notifications: notifications.filter(({ user_id }) => user_id === person.user.id),
    })),
    attempts,
    flapping_since: subject?.flapping_since ?? null,
    receipts: receiptsOf(yield* receiptEvidenceOf(c, incident, notifications)),
  };
}

/** Loads the facts about the recipients of these notifications of an incident. */
export function* receiptEvidenceOf(
  c: Context,
  incident: Incident,
  notifications: readonly Notification[],
): Procedure<ReceiptEvidence> {
  const { t, db } = c;
  const answers = yield* c.of.answers.find({ incident_id: incident.id });
  const rowsOfPeople = [...notifications, ...answers];
  const user_ids = [...new Set(rowsOfPeople.map(({ user_id }) => user_id))];
  const device_ids = [...new Set(rowsOfPeople.map(({ device_id }) => device_id))];
  const attempts = t.notification_attempts;
  const ids = notifications.filter(({ transition }) => transition === "opened").map(({ id }) => id);
  const started = yield* rows(
    db
      .select({
        id: attempts.notification_id,
        at: min(attempts.started_at),
      })
      .from(attempts)
      .where(among(attempts.notification_id, ids))
      .groupBy(attempts.notification_id),
  );
  return {
    incident,
    people: yield* rows(db.select().from(t.users).where(among(t.users.id, user_ids))),
    devices: yield* rows(db.select().from(t.devices).where(among(t.devices.id, device_ids))),
    notifications,
    started: new Map(started.map(({ id, at }) => [id, at ?? 0])),
    answers,
  };
}
