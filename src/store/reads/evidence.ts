/** Loads the facts that explain who was notified, and who would be. */
import { asc, eq, min } from "drizzle-orm";
import type { Evidence } from "../../core/explain/explain.ts";
import type { Incident, Instant, Notification } from "../../core/model/model.ts";
import { receiptsOf, type ReceiptEvidence } from "../../core/explain/receipt.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { reachEvidenceOf } from "./reach.ts";
import { among } from "../queries/reader.ts";

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

/** Loads the recipients of an incident, their notifications and their answers. */
export function* evidenceOf(c: Context, incident: Incident, now: Instant): Procedure<Evidence> {
  const { t, db } = c;
  const [reach] = yield* reachEvidenceOf(c, incident.org_id, [incident], now);
  const notifications = yield* notificationsOf(c, incident.id);
  const subject = yield* c.of.subjects.first({ id: incident.source_id });
  const attempts = yield* rows(
    db
      .select()
      .from(t.notification_attempts)
      .where(
        among(
          t.notification_attempts.notification_id,
          notifications.map(({ id }) => id),
        ),
      )
      .orderBy(asc(t.notification_attempts.started_at), asc(t.notification_attempts.attempt)),
  );
  return {
    incident,
    group: reach?.plan?.group ?? null,
    silences: reach?.silences ?? [],
    people: (reach?.people ?? []).map(({ user, group, member, devices }) => ({
      user,
      group,
      member,
      devices,
      notifications: notifications.filter(({ user_id }) => user_id === user.id),
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
