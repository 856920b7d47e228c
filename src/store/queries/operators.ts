/** Statements about the operators of monitord: the people of its first organization. */
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Tables } from "../kit/tables.ts";
import type { Database } from "../kit/kit.ts";

/** Devices that are notified at most. */
const maxDevices = 50;

export function operatorQueries(db: Database, t: Tables) {
  const { devices, organizations, notifications } = t;
  return {
    /** The working devices of the oldest organization. */
    operatorDevices: db
      .select()
      .from(devices)
      .where(
        and(
          eq(devices.enabled, true),
          isNull(devices.broken_at),
          inArray(
            devices.org_id,
            db
              .select({ id: organizations.id })
              .from(organizations)
              .orderBy(asc(organizations.inserted_at), asc(organizations.id))
              .limit(1),
          ),
        ),
      )
      .orderBy(asc(devices.inserted_at), asc(devices.id))
      .limit(maxDevices),
    /** The latest notice about the disk. */
    lastDiskNotice: db
      .select({ key: notifications.key })
      .from(notifications)
      .where(
        and(
          isNull(notifications.incident_id),
          inArray(notifications.transition, ["disk_warning", "disk_recovered"]),
        ),
      )
      .orderBy(desc(notifications.inserted_at), desc(notifications.id))
      .limit(1),
  };
}
