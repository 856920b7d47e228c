/** A copy of the database before an upgrade changes it: `monitord.db.before-0002-name`. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Database as Sqlite } from "better-sqlite3";
import { formatBytes } from "../../core/text/bytes.ts";
import { EnvironmentError } from "../kit/unavailable.ts";
import { roomIn } from "./reserve.ts";
import { keepOwner } from "../kit/on-disk.ts";
import { copyTo } from "./copy.ts";

/** How many copies of earlier upgrades are kept, the latest. */
const maxCopies = 2;

/** The copy that is made before the migration `name`. */
const copyBefore = (path: string, name: string) => `${path}.before-${name.replace(/\.sql$/, "")}`;

/** Copies the database at `path` before `migrations` change it; throws one sentence when the disk has no room for that. */
export function copyBeforeMigrations(
  path: string,
  sqlite: Sqlite,
  migrations: readonly string[],
): void {
  const target = copyBefore(path, migrations[0]!);
  // Left by an upgrade that did not end.
  rmSync(target, { force: true });
  const pages = Number(sqlite.pragma("page_count", { simple: true }));
  const free = Number(sqlite.pragma("freelist_count", { simple: true }));
  const needed = (pages - free) * Number(sqlite.pragma("page_size", { simple: true }));
  const { free: room } = roomIn(dirname(path));
  // The migrations need room as well: as much again at most.
  if (room < 2 * needed)
    throw new EnvironmentError(
      `The upgrade of ${path} needs ${formatBytes(2 * needed)} for itself and for a copy of the database, and the disk has ${formatBytes(room)} free. Free some space, or make a backup elsewhere and start once with --migration-copy no.`,
    );
  copyTo(target, sqlite);
  keepOwner(target, path);
  for (const old of copiesOf(path).slice(maxCopies)) rmSync(old);
}

/** The copies beside the database, the latest first. */
export function copiesOf(path: string): string[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.before-`))
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
}
