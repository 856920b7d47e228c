/**
 * Takes reports that arrive faster than their rows can be written. A report that is only counted changes four tables, in
 * each at another place: a hundred of them in one commit, of as many monitors, would write hundreds of pages. So a batch
 * of many reports writes one row here, with all of their counts, and the monitors stay in memory in the state after
 * them. The counts of a monitor go to its tables later, in one piece: when the writer is idle, when the journal is full,
 * and always before another verb or a read uses them.
 *
 * `core/reports/quiet` and `core/decision/decide` decide about each report; one that does more than count is left to its
 * verb. The journal is as durable as the tables. Its rows have numbers that never come twice, and a monitor has the number
 * of the last row that is in its tables, so that no report counts twice after a crash.
 */
import type { Database as Sqlite } from "better-sqlite3";
import { decide } from "../../core/decision/decide.ts";
import type { ErrorReport } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Snapshot } from "../../core/command/snapshot.ts";
import {
  applyCounts,
  addCounts,
  copyCounts,
  countedBy,
  isDecidedByAny,
  type Counted,
  type JournalEntry,
} from "../../core/reports/counted.ts";
import { countQuiet, isJudgedByNumber, isQuiet } from "../../core/reports/quiet.ts";
import { shareTexts } from "../../core/reports/texts.ts";
import type { Context } from "../queries/context.ts";
import { runNow, type Procedure, type BoundStatement } from "../kit/procedure.ts";
import type { ReportInput } from "../kit/request.ts";
import { isOfTheDisk } from "./file-errors.ts";
import { JournalRows, replay, writeCounts, type WebhookSnapshot } from "./journal-rows.ts";
import { loadSnapshot } from "../records/snapshot.ts";
import { countWindow } from "../records/window.ts";

/**
 * How much the journal takes, and from how much on each batch writes some out: reports, and characters of the bodies that
 * are kept. With 2,000 monitors and 4,000, 20,000 and 40,000 reports, a report took the writer 27, 22 and 20 µs of CPU; the
 * memory has to be paid for, and a read of reports waits until all are in their tables, with 20,000 and 40,000 for 0.3 and
 * 0.5 s.
 */
const capacity = {
  full: { reports: 45_000, characters: 30_000_000 },
  high: { reports: 30_000, characters: 20_000_000 },
};
/** Monitors in memory at most. */
const mostKnown = 10_000;
const nothing = { reports: 0, characters: 0 };
/** Reports that came within this time are in every window, ms. */
const shortestWindow = 60_000;

/** A monitor in memory, in the state after all of its reports. */
interface JournalMonitor {
  snapshot: WebhookSnapshot;
  /** Its reports are only counted, below the threshold. */
  isQuiet: boolean;
  /** The reports since `since`. */
  recent: number;
  since: Instant;
}

/** The counts of one monitor that are in the journal and not in the tables. */
interface Unwritten extends Counted {
  known: JournalMonitor;
  reports: number;
  /** Length of the bodies that are kept. */
  characters: number;
  now: Instant;
  /** The first row with some of it; null: that row is still to be written. */
  row: number | null;
}

export class ReportJournal {
  readonly #c: Context;
  readonly #execute: (step: BoundStatement) => unknown[];
  readonly #rows: JournalRows;
  /** By monitor; null: its reports are left to the verb. */
  readonly #known = new Map<string, JournalMonitor | null>();
  /** By monitor, the oldest first. */
  readonly #unwritten = new Map<string, Unwritten>();
  /** For the next row, one for each monitor. */
  #entries = new Map<string, JournalEntry>();
  #version: unknown;
  /** The memory may differ from the tables and the rows. */
  #isStale = true;
  #size = 0;
  /** Length of the bodies that are kept. */
  #characters = 0;

  constructor(sqlite: Sqlite, c: Context, execute: (step: BoundStatement) => unknown[]) {
    this.#c = c;
    this.#execute = execute;
    this.#rows = new JournalRows(sqlite);
  }

  /** Reports that are in the journal and not in the tables. */
  get size(): number {
    return this.#size;
  }

  /** True when the tables have everything. */
  isEmpty(): boolean {
    return this.#rows.isEmpty();
  }

  /** At the begin of each transaction. The memory is dropped when another program changed rows. */
  begin(): void {
    const version = this.#rows.version();
    if (version === this.#version && !this.#isStale) return;
    this.#replay();
    this.#version = version;
    this.#isStale = false;
  }

  /** The transaction was rolled back. */
  rolledBack(): void {
    this.#isStale = true;
  }

  /** Takes reports that are only counted. False: they are not, or it is full, and their verb has to run. */
  take({ subject_id, reports, now }: ReportInput): boolean {
    const known = this.#isAbove(capacity.full) ? null : this.#know(subject_id, now);
    if (!known) return false;
    const { snapshot } = known;
    if (now - known.since >= shortestWindow) [known.recent, known.since] = [0, now];
    const counted = this.#count(known, reports, now);
    if (!counted) return false;
    applyCounts(snapshot, counted);
    known.recent += reports.length;
    this.#keep(subject_id, known, counted, reports.length, now);
    return true;
  }

  /** The counts of a decision; null: it does more than count. */
  #count(known: JournalMonitor, reports: ErrorReport[], now: Instant): Counted | null {
    const { snapshot } = known;
    const { subject, monitor } = snapshot;
    const counted = known.isQuiet
      ? countQuiet(subject, monitor.error_rate_threshold, reports)
      : null;
    return (
      counted ??
      countedBy(
        decide(
          { ...snapshot, ...this.#window(known, reports.length, now) },
          { kind: "reported", reports },
          now,
        ),
        snapshot,
      )
    );
  }

  /** Before the commit: writes the row, and makes room until `ends` says so. */
  end(ends: () => boolean): void {
    this.#writeRow();
    if (this.#isAbove(capacity.high)) this.writeOut(ends, capacity.high);
  }

  /** Writes out and drops a monitor that a verb may use. */
  flushMonitor(subject_id: string): void {
    this.#writeOne(subject_id);
    this.#known.delete(subject_id);
  }

  /** Writes out and drops all monitors. False: `ends` said so before the last. */
  flushAll(ends: () => boolean): boolean {
    if (!this.writeOut(ends)) return false;
    this.#known.clear();
    return true;
  }

  /** Writes out the oldest until no more than `left` is in the journal. False: `ends` said so before. */
  writeOut(ends: () => boolean, left: typeof capacity.high = nothing): boolean {
    for (const id of this.#unwritten.keys()) {
      if (!this.#isAbove(left)) break;
      if (ends()) return false;
      this.#writeOne(id);
    }
    this.#removeRows();
    return true;
  }

  #isAbove({ reports, characters }: typeof capacity.high): boolean {
    return this.#size > reports || this.#characters > characters;
  }

  /** The monitor in memory; null: its reports are not taken. */
  #know(subject_id: string, now: Instant): JournalMonitor | null {
    const known = this.#known.get(subject_id);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKnown)
      for (const id of this.#known.keys()) if (!this.#unwritten.has(id)) this.#known.delete(id);
    const loaded = this.#load(subject_id, now);
    this.#known.set(subject_id, loaded);
    return loaded;
  }

  #load(subject_id: string, now: Instant): JournalMonitor | null {
    try {
      const snapshot = this.#run(
        loadSnapshot(this.#c, subject_id, { kind: "reported", reports: [] }, "", now),
      );
      return snapshot && isPlain(snapshot)
        ? { snapshot, isQuiet: isQuiet(snapshot.subject), recent: 0, since: now }
        : null;
    } catch (error) {
      if (isOfTheDisk(error)) throw error;
      // The verb fails alone, without the others of the batch.
      return null;
    }
  }

  /** The count for `decide`. Reports that have left the window are subtracted only when that can change the decision. */
  #window(
    { snapshot: { subject, monitor }, recent }: JournalMonitor,
    arriving: number,
    now: Instant,
  ): Pick<WebhookSnapshot, "in_window" | "window_from"> {
    const { window_count, window_from } = subject;
    if (isDecidedByAny(subject, monitor.error_rate_threshold, { arriving, recent }))
      return { in_window: window_count, window_from };
    const from = now - monitor.error_rate_window_minutes * 60_000;
    // The count is made in the tables.
    this.#writeOne(subject.id);
    return { in_window: this.#run(countWindow(this.#c, subject, from)), window_from: from };
  }

  /** Adds the counts to those of the next row, and to those of the monitor that are unwritten. */
  #keep(
    subject_id: string,
    known: JournalMonitor,
    decided: Counted,
    reports: number,
    now: Instant,
  ): void {
    const before = this.#unwritten.get(subject_id);
    const { reports: kept, characters } = shareTexts(decided.kept, before?.kept.at(-1));
    const counted = { ...decided, kept };
    const entry = this.#entries.get(subject_id);
    const incident_id = known.snapshot.incident?.id ?? null;
    if (entry) addCounts(entry, counted);
    else this.#entries.set(subject_id, { subject_id, incident_id, ...copyCounts(counted) });
    this.#size += reports;
    this.#characters += characters;
    if (!before) {
      const first = { ...copyCounts(counted), known, reports, characters, now, row: null };
      this.#unwritten.set(subject_id, first);
      return;
    }
    addCounts(before, counted);
    before.reports += reports;
    before.characters += characters;
    before.now = now;
  }

  #writeRow(): void {
    if (this.#entries.size === 0) return;
    const row = this.#rows.add([...this.#entries.values()]);
    for (const id of this.#entries.keys()) this.#unwritten.get(id)!.row ??= row;
    this.#entries = new Map();
  }

  #writeOne(subject_id: string): void {
    const unwritten = this.#unwritten.get(subject_id);
    if (!unwritten) return;
    // Counts that are still to be put into a row would be replayed from it.
    this.#writeRow();
    const { known, now } = unwritten;
    this.#run(writeCounts(this.#c, known.snapshot, unwritten, this.#rows.last, now));
    this.#unwritten.delete(subject_id);
    this.#size -= unwritten.reports;
    this.#characters -= unwritten.characters;
  }

  /** Removes the rows whose counts are all in the tables. */
  #removeRows(): void {
    const [oldest] = this.#unwritten.values();
    this.#rows.removeBefore(oldest?.row ?? this.#rows.last + 1);
  }

  /** Writes the counts of all rows out, each monitor's in one piece, and drops the memory. */
  #replay(): void {
    this.#known.clear();
    this.#unwritten.clear();
    this.#entries.clear();
    this.#size = 0;
    this.#characters = 0;
    this.#run(replay(this.#c, this.#rows));
    this.#removeRows();
  }

  #run<T>(procedure: Procedure<T>): T {
    return runNow(procedure, this.#execute);
  }
}

/** True for a monitor about which a report decides by its count alone. */
const isPlain = (snapshot: Snapshot): snapshot is WebhookSnapshot =>
  snapshot.kind === "webhook_monitor" && isJudgedByNumber(snapshot.monitor);
