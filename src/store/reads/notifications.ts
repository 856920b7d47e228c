/** Reads of notifications, and their attempts. */
import { asc, eq, inArray, isNull } from "drizzle-orm";
import type {
  Notification,
  NotificationAttempt,
  NotificationState,
} from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, together, type Procedure } from "../kit/procedure.ts";
import { pageOf, when, type PageQuery, type Reader } from "../queries/reader.ts";
import { personName } from "../../core/text/person.ts";

/** A page of notifications; absent filters match all. */
export interface NotificationQuery extends PageQuery {
  /** Those in one of these. */
  states?: readonly NotificationState[] | undefined;
  /** Empty: notifications of no incident. */
  incident_id?: string | undefined;
  user_id?: string | undefined;
}

/** A notification with the names of its user, device and incident. */
export interface LoggedNotification {
  notification: Notification;
  /** Name or email; null: the user was deleted. */
  person: string | null;
  /** Name or kind; null: the device was deleted. */
  device: string | null;
  /** null: it is about no incident. */
  incident: { number: number; title: string } | null;
}

export interface NotificationDetails {
  notification: Notification;
  attempts: NotificationAttempt[];
}

export function notificationReads(c: Context, read: Reader) {
  const { t, db } = c;
  const { notifications, notification_attempts } = t;

  const page = (query: NotificationQuery): Procedure<Notification[]> =>
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
    );

  function* named(notification: Notification): Procedure<LoggedNotification> {
    const { incident_id, user_id, device_id } = notification;
    const user = yield* c.of.users.first({ id: user_id });
    const device = yield* c.of.devices.first({ id: device_id });
    const incident = yield* c.of.incidents.first({ id: incident_id ?? "" });
    return {
      notification,
      person: user ? personName(user) : null,
      device: device ? (device.name ?? device.kind) : null,
      incident: incident ? { number: incident.number, title: incident.title } : null,
    };
  }

  return {
    notifications: read(page),

    /** A page of notifications with the names of their users, devices and incidents. */
    notification_log: read(function* (query: NotificationQuery): Procedure<LoggedNotification[]> {
      return yield* together((yield* page(query)).map(named));
    }),

    /** null: no such notification. */
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
  };
}
