/** Reads of notifications, and their attempts. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type {
  Instant,
  Notification,
  NotificationAttempt,
  NotificationState,
  Transition,
} from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { among, pageOf, when, type PageQuery, type Reader } from "./reader.ts";

/** A page of notifications; absent filters match all. */
export interface NotificationQuery extends PageQuery {
  /** Those in one of these. */
  states?: readonly NotificationState[] | undefined;
  /** Empty: notifications of no incident. */
  incident_id?: string | undefined;
  user_id?: string | undefined;
}

export interface NotificationDetails {
  notification: Notification;
  attempts: NotificationAttempt[];
}

/** One notification of an incident to one device. */
export interface Told {
  incident_id: string;
  transition: Transition;
  state: NotificationState;
  person: string;
  device: string | null;
  delivered_at: Instant | null;
  last_error: string | null;
}

export function notificationReads(c: Context, read: Reader) {
  const { t, db } = c;
  const { notifications, notification_attempts } = t;

  return {
    notifications: read((query: NotificationQuery): Procedure<Notification[]> =>
      pageOf(
        c,
        notifications,
        notifications.inserted_at,
        query,
        when(query.states, (v) => inArray(notifications.state, [...v])),
        // As it is shown: empty for notifications of no incident.
        when(query.incident_id, (v) =>
          v === "" ? isNull(notifications.incident_id) : eq(notifications.incident_id, v),
        ),
        when(query.user_id, (v) => eq(notifications.user_id, v)),
      ),
    ),

    /** Null: there is no such notification. */
    notification: read(function* (
      org_id: string,
      id: string,
    ): Procedure<NotificationDetails | null> {
      const notification = yield* c.of.notifications.first({ id, org_id });
      if (!notification) return null;
      const attempts = yield* rows(
        db
          .select()
          .from(notification_attempts)
          .where(eq(notification_attempts.notification_id, id))
          .orderBy(asc(notification_attempts.attempt)),
      );
      return { notification, attempts };
    }),

    /** The notifications of these incidents, and whether each was delivered. */
    told: read(function* (org_id: string, incident_ids: readonly string[]): Procedure<Told[]> {
      const found = yield* rows(
        db
          .select({
            incident_id: sql<string>`${notifications.incident_id}`,
            transition: notifications.transition,
            state: notifications.state,
            name: t.users.name,
            email: t.users.email,
            device: t.devices.name,
            delivered_at: notifications.delivered_at,
            last_error: notifications.last_error,
          })
          .from(notifications)
          .leftJoin(t.users, eq(t.users.id, notifications.user_id))
          .leftJoin(t.devices, eq(t.devices.id, notifications.device_id))
          .where(
            and(eq(notifications.org_id, org_id), among(notifications.incident_id, incident_ids)),
          )
          .orderBy(asc(notifications.inserted_at), asc(notifications.id)),
      );
      return found.map(({ name, email, ...row }) => ({
        ...row,
        person: name ?? email ?? "somebody who was removed",
      }));
    }),
  };
}
