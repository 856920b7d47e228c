/** Silences. */
import { flag, instant, integer, json, text, type Row } from "./column.ts";

/** A silence: it stops notifications only. Without conditions it applies to all incidents. */
export interface Silence extends Row<typeof silences> {}
export const silences = {
  id: text().key(),
  org_id: text(),
  monitor_id: text().orNull(),
  alert_group_id: text().orNull(),
  /** Monitors and groups whose incidents it is about, such as those of a project; empty: any. */
  source_ids: json<string[]>().defaultsTo([]),
  /** One alert of a group: the `key` of its incidents. */
  key: text().orNull(),
  /** On the labels of alerts: `env=prod`, `host!=db-*`. */
  matchers: json<string[]>(),
  from: instant("moves"),
  /** null: until it is ended. */
  until: instant("moves").orNull(),
  /** Applies only to incidents that had opened by `from`, until they resolve. */
  until_recovered: flag(),
  /** Maintenance that comes back: each time for this long, in local time; null: all the time. */
  cron: text().orNull(),
  duration_minutes: integer().orNull(),
  timezone: text(),
  created_by: text(),
  /** Why; for people. */
  reason: text(),
  inserted_at: instant("stays"),
};
