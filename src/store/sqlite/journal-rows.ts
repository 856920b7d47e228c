/**
 * The rows of the report journal, and the way of their counts into the tables. A row has the counts of one batch, and its
 * number never comes twice. A replay writes the counts of all rows, each monitor's in one piece, and skips those that the
 * monitor's own number says are in the tables already: it may run any number of times.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Database as Sqlite } from "better-sqlite3";
import type { Instant } from "../../core/model/model.ts";
import type { Snapshot } from "../../core/command/snapshot.ts";
import {
  addCounts,
  changesOf,
  copyCounts,
  type Counted,
  type JournalEntry,
} from "../../core/reports/counted.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { writeChanges } from "../records/changes.ts";
import { loadSnapshot } from "../records/snapshot.ts";

export type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

/** The counts of one monitor in the row with this number. */
interface InRow {
  entry: JournalEntry;
  row: number;
}

export class JournalRows {
  readonly #statements: ReturnType<typeof statementsOf>;
  #last = 0;

  constructor(sqlite: Sqlite) {
    this.#statements = statementsOf(sqlite);
  }

  /** The number of the last row that was added or read. */
  get last(): number {
    return this.#last;
  }

  isEmpty(): boolean {
    return this.#statements.any.get() === undefined;
  }

  /** Another value after another program changed the file. */
  version(): unknown {
    return this.#statements.version.get();
  }

  /** Returns the number of the new row. */
  add(entries: readonly JournalEntry[]): number {
    const { lastInsertRowid } = this.#statements.add.run(pack(entries));
    this.#last = Number(lastInsertRowid);
    return this.#last;
  }

  removeBefore(row: number): void {
    this.#statements.remove.run(row);
  }

  /** The counts of all rows by monitor, the oldest first. */
  bySubject(): Map<string, InRow[]> {
    const bySubject = new Map<string, InRow[]>();
    for (const { id: row, entries } of this.#statements.all.all()) {
      this.#last = row;
      for (const entry of unpack(entries)) {
        const earlier = bySubject.get(entry.subject_id);
        if (earlier) earlier.push({ entry, row });
        else bySubject.set(entry.subject_id, [{ entry, row }]);
      }
    }
    return bySubject;
  }
}

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * The bodies of reports are written a second time, to their table. They are much alike: packed, those of a batch take one
 * page or two of the file in place of twenty.
 */
const pack = (entries: readonly JournalEntry[]): string =>
  zstdCompressSync(JSON.stringify(entries), packing).toString("base64");

const unpack = (packed: string): JournalEntry[] =>
  JSON.parse(zstdDecompressSync(Buffer.from(packed, "base64")).toString()) as JournalEntry[];

/** Writes the counts of all rows out, each monitor's in one piece. The rows stay. */
export function* replay(c: Context, journal: JournalRows): Procedure<void> {
  for (const [subject_id, entries] of journal.bySubject()) yield* replayOne(c, subject_id, entries);
}

function* replayOne(c: Context, subject_id: string, entries: readonly InRow[]): Procedure<void> {
  const now = entries.at(-1)!.entry.set.last_received_at!;
  const snapshot = yield* loadSnapshot(c, subject_id, { kind: "reported", reports: [] }, "", now);
  if (snapshot?.kind !== "webhook_monitor") return;
  const [first, ...later] = entries.filter(({ row }) => row > snapshot.subject.journaled);
  if (!first) return;
  const counted = copyCounts(first.entry);
  for (const { entry } of later) addCounts(counted, entry);
  const { entry, row } = later.at(-1) ?? first;
  // Another incident was opened after them: by a verb, which wrote the earlier ones out.
  if (snapshot.incident?.id !== entry.incident_id) counted.occurrences = null;
  yield* writeCounts(c, snapshot, counted, row, now);
}

/** Writes the counts of one monitor to its tables; `journaled`: the last row that has some of them. */
export function* writeCounts(
  c: Context,
  snapshot: WebhookSnapshot,
  counted: Counted,
  journaled: number,
  now: Instant,
): Procedure<void> {
  const set = { ...counted.set, journaled };
  yield* writeChanges(c, snapshot, changesOf({ ...counted, set }), now);
}

function statementsOf(sqlite: Sqlite) {
  return {
    add: sqlite.prepare<[string]>("insert into report_journal (entries) values (?)"),
    any: sqlite.prepare("select 1 from report_journal limit 1"),
    all: sqlite.prepare<[], { id: number; entries: string }>(
      "select id, entries from report_journal order by id",
    ),
    remove: sqlite.prepare<[number]>("delete from report_journal where id < ?"),
    version: sqlite.prepare("pragma data_version").pluck(),
  };
}
