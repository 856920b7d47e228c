/**
 * The mark of a copy, a row in each of its two databases. It is a table of its own, made when a copy begins and
 * dropped from a database that is in use, so that any version can read it before it touches the others.
 *
 * The old database is locked before the new one is released: at no moment can a daemon start on both.
 */
import { EnvironmentError } from "../kit/unavailable.ts";
import type { Kit } from "../kit/kit.ts";
import type { Dialect } from "../migrations/migrations.ts";

/**
 * `copying`: a copy of it is under way; a start drops the mark, because the copy is out of date then. `moved`: it was
 * copied, and is locked. `unfinished`: it holds an incomplete copy.
 */
type MarkState = "copying" | "moved" | "unfinished";

/** How far the copy came: the table under way, and the key of its last row that is there; null: none is. */
export interface Progress {
  table: string;
  after: Record<string, unknown> | null;
}

export interface Mark {
  id: number;
  state: MarkState;
  /** The same in both databases. */
  copy: string;
  /** The other database, as people know it. */
  other: string;
  /** When the copy began, or ended. */
  at: number;
  progress: Progress | null;
}

export const markName = "copy_mark";

/** Makes the table, in either dialect. */
export const createMark = `create table if not exists ${markName} (id integer primary key, state text not null, copy text not null, other text not null, at bigint not null, progress text)`;

export const markTable = (kit: Kit) =>
  kit.table(markName, {
    id: kit.integer().primaryKey(),
    state: kit.text<MarkState>().notNull(),
    copy: kit.text().notNull(),
    other: kit.text().notNull(),
    at: kit.integer().notNull(),
    progress: kit.json<Progress | null>(),
  });

/** The database was moved, or holds an incomplete copy; the message has the remedy. */
export class NotInUse extends EnvironmentError {}

/** Reads a mark whose table is there; the driver answers its row. */
export const readMark = `select state, other, at from ${markName}`;

/** Why a database with this mark is not used; null: it is. */
export function whyNotInUse(
  mark: { state: string; other: string; at: number } | undefined,
  dialect: Dialect,
): string | null {
  switch (mark?.state) {
    case "moved": {
      const instead = dialect === "sqlite" ? "with that --database-url" : "without --database-url";
      return `The database was copied to ${mark.other} on ${shownTime(mark.at)}, and everything goes on there: start monitord ${instead}. To use this one again, without what happened since: monitord take-back ${dialect}`;
    }
    case "unfinished":
      return `The database holds an unfinished copy of ${mark.other}. To finish it, repeat the monitord copy that began it; to give it up, delete the database.`;
    default:
      return null;
  }
}

/** `2026-11-24 08:10 UTC`. */
const shownTime = (at: number) =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
