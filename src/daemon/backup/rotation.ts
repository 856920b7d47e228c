/** Decides when a backup is due, and which backups are kept. Pure. */
import type { BackupState } from "../../app/ports.ts";
import type { Instant } from "../../core/model/model.ts";
import { day, minute } from "../../core/text/units.ts";

export interface BackupSettings {
  folder: string;
  /** How many are kept. */
  keep: number;
  /** Time of day in UTC, `03:30`. */
  at: string;
}

/** The newest backup: when it was made (null: none yet), and its size. */
export type Backup = Pick<BackupState, "made_at" | "bytes">;

/** `monitord-2026-11-23T03-30-00Z.db`: sorted by name is sorted by time. */
export const backupName = (now: Instant): string =>
  `monitord-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`;

/** When the backup with this name was made; null: not a backup of ours. */
export function backupTime(name: string): Instant | null {
  const match = /^monitord-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/.exec(name);
  return match ? Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`) : null;
}

/** The latest instant up to now with the time of day `at`, `03:30` in UTC. */
function lastDue(at: string, now: Instant): Instant {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const today = now - (now % day) + (hours * 60 + minutes) * minute;
  return today <= now ? today : today - day;
}

/** When the next backup is made: at once if the last one is from before the latest due instant. */
export function nextBackup(at: string, last: Instant | null, now: Instant): Instant {
  const due = lastDue(at, now);
  return last === null || last < due ? now : due + day;
}

/** The backups to delete, so that the newest `keep` stay. Other files are not touched. */
export function surplus(names: readonly string[], keep: number): string[] {
  const backups = names.filter((name) => backupTime(name) !== null).toSorted();
  return backups.slice(0, Math.max(0, backups.length - keep));
}
