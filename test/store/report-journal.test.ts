/** Reports that go through the journal count as others do: at once, and once. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { isBulk } from "../../src/app/bulk.ts";
import { verbs } from "../../src/app/verbs.ts";
import { openWriter } from "../../src/store/sqlite/writer.ts";
import { night } from "../support/builders.ts";
import { writerBy } from "../support/writer.ts";
import { givenStore, minute } from "./contract/given.ts";

/** Its batches take no time: none ends before its last request. */
const writer = writerBy(() => 0);
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-journal-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A store whose batches use the journal from so many reports on, and the path of its file. */
function givenWith(journalFrom: number) {
  let path = "";
  const open = () => openSqlite({ path, now: night, journalFrom }, writer);
  const given = givenStore({
    open() {
      path = join(newFolder(), "monitord.db");
      return open();
    },
    async reopen(store) {
      await store.close();
      return open();
    },
  });
  return { ...given, path: () => path };
}

/** The rows of a file, past the store. */
function rowsOf(path: string, table: string): Record<string, unknown>[] {
  const sqlite = new Sqlite(path, { readonly: true });
  const rows = sqlite.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
  sqlite.close();
  return rows;
}

describe("a report that is in the journal", () => {
  const { actor, store, webhook, report, subjectOf, path, incidents } = givenWith(3);
  let ids: string[] = [];
  beforeEach(async () => {
    ids = [];
    for (let i = 0; i < 4; i++) ids.push((await webhook({ error_rate_threshold: 1000 })).id);
    // The writer has no idle time to write the journal out.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    return () => vi.useRealTimers();
  });
  const reportAll = (at: number, count = 1) => Promise.all(ids.map((id) => report(id, at, count)));
  const inFile = () => ({
    journal: rowsOf(path(), "report_journal").length,
    arrivals: rowsOf(path(), "arrivals").length,
  });

  test("is one row with the others of its batch, until somebody asks for reports", async () => {
    await reportAll(night);
    await reportAll(night + 1);
    expect(inFile()).toEqual({ journal: 2, arrivals: 0 });
    for (const id of ids)
      expect(await subjectOf("webhook_monitors", id, night + 1)).toMatchObject({ window_count: 2 });
    expect(inFile()).toEqual({ journal: 0, arrivals: 8 });
  });

  test("is written to its tables when nothing else is to be done", async () => {
    await reportAll(night);
    expect(inFile()).toEqual({ journal: 1, arrivals: 0 });
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    await expect.poll(inFile, { timeout: 10_000 }).toEqual({ journal: 0, arrivals: 4 });
  });

  test("holds nobody up who does not ask for reports", async () => {
    await reportAll(night);
    expect(await store.read.keys({ org_id: actor.org_id, limit: 1, after: null })).toEqual([]);
    expect(inFile()).toEqual({ journal: 1, arrivals: 0 });
  });

  test("holds no loop up that finds nothing to do, and is written out before one that does", async () => {
    await reportAll(night);
    await store.run("wake_due", { limit: 10, now: night });
    expect(inFile()).toEqual({ journal: 1, arrivals: 0 });
    await store.run("command", {
      subject_id: ids[0]!,
      command: { kind: "paused", by: "test", until: night + minute },
      now: night,
    });
    await reportAll(night + 1);
    await store.run("wake_due", { limit: 10, now: night + minute });
    expect(inFile()).toEqual({ journal: 0, arrivals: 8 });
    expect(await subjectOf("webhook_monitors", ids[0]!, night + minute)).toMatchObject({
      window_count: 2,
      paused_at: null,
    });
  });

  test("counts once after a crash, also when a part of the journal was written out", async () => {
    await reportAll(night);
    await reportAll(night + 1);
    // A command writes out what it looks at, and leaves the rest.
    const command = { kind: "woken" } as const;
    await store.run("command", { subject_id: ids[0]!, command, now: night + 1 });
    expect(inFile()).toEqual({ journal: 2, arrivals: 2 });

    const folder = newFolder();
    for (const file of ["monitord.db", "monitord.db-wal", "secrets.key"]) {
      const from = join(dirname(path()), file);
      if (existsSync(from)) copyFileSync(from, join(folder, file));
    }
    const copy = join(folder, "monitord.db");
    const after = await openSqlite({ path: copy, now: night }, writer);
    for (const id of ids)
      expect(
        await after.read.resource("webhook_monitors", actor.org_id, id, night + 1),
      ).toMatchObject({ subject: { window_count: 2 } });
    await after.close();
    expect(rowsOf(copy, "report_journal")).toEqual([]);
    expect(rowsOf(copy, "reports")).toHaveLength(8);
  });

  test("is counted by the one that opens the incident, and then by the incident", async () => {
    for (let i = 0; i < 260; i++) await reportAll(night + i, 4);
    expect((await incidents()).map(({ occurrences }) => occurrences)).toEqual(ids.map(() => 1040));
  });

  test("waits for no disk: what could not be committed is answered, and counts nothing", async () => {
    await reportAll(night);
    const other = new Sqlite(path());
    other.exec("begin immediate");
    await expect(reportAll(night + 1)).rejects.toThrow("database is locked");
    // Reads go on, with the counts in the tables.
    expect(await subjectOf("webhook_monitors", ids[0]!, night)).toMatchObject({ window_count: 0 });
    other.exec("rollback");
    other.close();
    await reportAll(night + 2);
    for (const id of ids)
      expect(await subjectOf("webhook_monitors", id, night + 2)).toMatchObject({ window_count: 2 });
  }, 20_000);

  test("counts once when its monitor has two in one batch and the journal is read again", async () => {
    const subject_id = ids[0]!;
    const own = openWriter({ path: path(), now: night, journalFrom: 1 }, verbs, isBulk, () => 0);
    const turnOf = (id: number) => {
      const reports = [{ at: night, message: `${id}`, source: null, meta: null }];
      const input = { subject_id, reports, now: night };
      return { id, source: subject_id, verb: "report", request: { verb: "report", input } };
    };
    expect(own.run([turnOf(1), turnOf(2)])).toMatchObject({ lost: null, unwritten: 2 });
    // Another program writes: the memory is dropped.
    const other = new Sqlite(path());
    other.exec("update organizations set revision = revision + 1");
    other.close();
    expect(own.run([])).toMatchObject({ lost: null, unwritten: 0 });
    own.close();
    expect(rowsOf(path(), "arrivals")).toMatchObject([{ subject_id, at: night, count: 2 }]);
    expect(rowsOf(path(), "reports").map(({ message }) => message)).toEqual(["1", "2"]);
  });

  test("makes room for the next when there are very many", async () => {
    for (let i = 0; i < 48; i++) await reportAll(night + i, 250);
    const rows = inFile();
    expect(rows.arrivals).toBeGreaterThan(0);
    expect(rows.journal).toBeGreaterThan(0);
    for (const id of ids)
      expect(await subjectOf("webhook_monitors", id, night + 48)).toMatchObject({
        window_count: 12_000,
      });
  });
});

/** What happens to some monitors: reports of one moment, or something else that looks at one of them. */
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("reports" as const),
      counts: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
    }),
  },
  fc.record({
    kind: fc.constantFrom("wake", "pause", "resume", "resolve", "look", "restart" as const),
    which: fc.nat(2),
  }),
);

describe("the same life with and without a journal", () => {
  const stores = [givenWith(1), givenWith(Infinity)];

  test("ends in the same rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(event, fc.nat(90_000)), { maxLength: 30 }),
        async (events) => {
          const ends = await Promise.all(stores.map((given) => live(given, events)));
          expect(ends[0]).toEqual(ends[1]);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  type Events = [typeof event extends fc.Arbitrary<infer E> ? E : never, number][];

  async function live(given: (typeof stores)[number], events: Events) {
    const { actor, store, webhook, report, wakeDue, restart, path } = given;
    const ids: string[] = [];
    for (const threshold of [1, 4, 1000])
      ids.push(
        (await webhook({ error_rate_threshold: threshold, error_rate_window_minutes: 2 })).id,
      );
    let now = night;
    for (const [one, passed] of events) {
      now += passed;
      if (one.kind === "reports") {
        await Promise.all(
          ids.flatMap((id, i) => (one.counts[i]! > 0 ? [report(id, now, one.counts[i])] : [])),
        );
        continue;
      }
      const id = ids[one.which]!;
      if (one.kind === "wake") await wakeDue(now);
      else if (one.kind === "restart") await restart();
      else if (one.kind === "look")
        await store.read.resource("webhook_monitors", actor.org_id, id, now);
      else if (one.kind === "resolve") {
        const command = { kind: "resolved", by: "test", reason: null } as const;
        await store.run("command", { subject_id: id, command, now });
      } else {
        const paused = one.kind === "pause";
        const until = paused ? now + minute : null;
        await store.run("pause", { actor, kind: "webhook_monitors", id, until, paused, now });
      }
    }
    // Written out by looking.
    await wakeDue(now);
    await store.read.resource("webhook_monitors", actor.org_id, ids[0]!, now);
    const places = new Map(ids.map((id, i) => [id, i]));
    const rows = (table: string, of: string, ...names: string[]) =>
      rowsOf(path(), table)
        .filter((row) => places.has(row[of] as string))
        .map((row) => [places.get(row[of] as string), ...names.map((name) => row[name])])
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return {
      subjects: await Promise.all(
        ids.map(async (id) => {
          const shown = await store.read.resource("webhook_monitors", actor.org_id, id, now);
          const { window_count, status, status_since, wake_at, last_received_at, burst_count } =
            shown!.subject;
          return { window_count, status, status_since, wake_at, last_received_at, burst_count };
        }),
      ),
      arrivals: rows("arrivals", "subject_id", "at", "count"),
      minutes: rows("error_minutes", "subject_id", "at", "count"),
      reports: rows("reports", "subject_id", "at", "message"),
      incidents: rows(
        "incidents",
        "source_id",
        "status",
        "occurrences",
        "opened_at",
        "resolved_at",
        "summary",
        "title",
      ),
      history: rows("history", "subject_id", "at", "status", "reason"),
    };
  }
});
