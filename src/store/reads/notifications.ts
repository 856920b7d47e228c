/** Reads of notifications, and their attempts. */
import { asc, eq, inArray, isNull } from "drizzle-orm";
import type {
  Notification,
  NotificationAttempt,
  NotificationState,
} from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, when, type PageQuery, type Reader } from "./reader.ts";

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
  };
}
