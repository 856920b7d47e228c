/** What one transaction of each verb does, when every cut ends one, and what is left when monitord is killed at a cut. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Verbs } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import type { DuePush } from "../../src/core/paging/push.ts";
import { contextOf } from "../../src/store/queries/context.ts";
import { runToCut, type Procedure, type BoundStatement } from "../../src/store/kit/procedure.ts";
import { makeExecute } from "../../src/store/sqlite/execute.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import { openFile } from "../../src/store/sqlite/open-file.ts";
import { makeKey, Secrets } from "../../src/store/kit/secrets.ts";
import { sqliteTablesOf } from "../../src/store/sqlite/schema.ts";
import { bounds } from "./bounds.ts";
import {
  alert,
  arrival,
  delivered,
  groupSpec,
  keeping,
  night,
  packed,
  webhookSpec,
  scheduleSpec,
} from "../support/builders.ts";

/** Rows and statements in one transaction: SQLite takes some 10 ms for as many. */
const most = 700;
/** Alerts in a large delivery. */
const many = 500;

let folder: string;
let sqlite: Sqlite.Database;
let pieces: number[];
let run: <V extends keyof Verbs>(
  verb: V,
  input: Parameters<Verbs[V]>[0],
  /** Transactions after which monitord is killed. */
  killedAfter?: number,
) => ReturnType<Verbs[V]>;
const actor = { org_id: "", name: "test", request_id: null };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-cuts-"));
  sqlite = openFile({ path: join(folder, "monitord.db"), now: night });
  const secrets = new Secrets();
  secrets.use([makeKey()]);
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const execute = makeExecute();
  pieces = [];
  run = (verb, input, killedAfter = Infinity) => {
    const procedure = verbs[verb](context, input as never) as Procedure<never>;
    for (let left = killedAfter; left > 0; left--) {
      let work = 0;
      const counted = (step: BoundStatement) => {
        const answer = execute(step);
        work += Math.max(1, answer.length, step.each?.rows.length ?? 0);
        return answer;
      };
      sqlite.exec("begin immediate");
      const ran = runToCut(procedure, counted, () => true);
      sqlite.exec("commit");
      pieces.push(work);
      if (ran.done) return ran.value;
    }
    return undefined as never;
  };
  actor.org_id = run("create_organization", { name: "default", now: night }).id;
});

afterEach(() => {
  sqlite.close();
  rmSync(folder, { recursive: true });
});

const count = (sql: string) => sqlite.prepare(sql).pluck().get() as number;

function saved(
  kind: "alert_groups" | "schedules" | "users" | "webhook_monitors",
  fields: object,
): string {
  const outcome = run("save", {
    actor,
    kind,
    id: null,
    given: fields,
    complete: fields,
    if_version: null,
    now: night,
  } as never);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value.resource.id;
}

const phone = {
  kind: "ntfy",
  name: "Pixel",
  server: null,
  access_token: null,
  format: null,
  secret: null,
  enabled: true,
};

/** A group with Ada and her phone. */
function onCall(): string {
  const group_id = saved("alert_groups", groupSpec());
  const user_id = saved("users", {
    email: "ada@example.com",
    name: "Ada",
    role: null,
    external_id: null,
  });
  run("add_member", { actor, group_id, email: "ada@example.com", now: night });
  const complete = { ...phone, target: "ada" };
  const input = { actor, user_id, id: null, given: {}, complete, if_version: null, now: night };
  run("save_device", input as never);
  return group_id;
}

const alertsOf = (status: "firing" | "resolved") =>
  Array.from({ length: many }, (_, i) => alert({ identity: `a${i}`, title: `Alert ${i}`, status }));

/** Delivers many alerts to a group. */
const deliver = (subject_id: string, status: "firing" | "resolved", killedAfter?: number) => {
  const delivery = packed({
    delivered: delivered(alertsOf(status)),
    arrival: arrival({ org_id: actor.org_id, target_id: subject_id, body: status }),
  });
  return run("deliver", { subject_id, deliveries: [delivery] }, killedAfter);
};

const claim = (now = night): DuePush[] => run("claim_pushes", { per_lane: 8, busy: {}, now }).due;

const settle = ({ claims }: DuePush, killedAfter?: number) =>
  run(
    "settle_push",
    {
      claims,
      started_at: night,
      outcome: { kind: "delivered", http_status: 200, provider_id: null },
      jitter: 0,
      now: night,
    },
    killedAfter,
  );

test("every verb has a bound", () => {
  expect(Object.keys(bounds).toSorted()).toEqual(Object.keys(verbs).toSorted());
});

test("a large delivery, its pages, their settling and its end are many small transactions", () => {
  const group = onCall();
  pieces = [];
  deliver(group, "firing");
  const pushes = claim();
  expect(pushes.map(({ text }) => text.title)).toEqual([`${many} incidents open`]);
  expect(pushes[0]!.claims).toHaveLength(many);
  settle(pushes[0]!);
  expect(count("select count(*) from notifications where state = 'delivered'")).toBe(many);
  run("page_pending", { after: "", limit: 200, now: night });
  deliver(group, "resolved");
  expect(claim().map(({ text }) => text.title)).toEqual([`All clear: ${many} incidents resolved`]);
  expect(count("select count(*) from incidents where resolved_at is null")).toBe(0);
  expect(Math.max(...pieces)).toBeLessThan(most);
});

test("reminders, held pushes, retention and deletion are many small transactions", () => {
  const group = onCall();
  deliver(group, "firing");
  settle(claim()[0]!);
  const monitor = saved("webhook_monitors", webhookSpec({ title: "M", alert_group_id: group }));
  const reports = Array.from({ length: 100 }, (_, i) => ({
    at: night + i,
    message: "boom",
    source: null,
    meta: null,
  }));
  for (let i = 0; i < 10; i++) run("report", { subject_id: monitor, reports, now: night + i });
  sqlite.exec("update notifications set state = 'held', due_at = null");
  pieces = [];
  run("set_member", {
    actor,
    group_id: group,
    user_id: sqlite.prepare("select id from users").pluck().get() as string,
    given: { minimum_priority: 1 },
    now: night,
  });
  expect(count("select count(*) from notifications where due_at is null")).toBe(0);
  const again = { email: "ada@example.com", given: { minimum_priority: 2 }, now: night };
  run("add_member", { actor, group_id: group, ...again });
  const user = sqlite.prepare("select id from users").pluck().get() as string;
  const schedule_id = saved("schedules", scheduleSpec({ people: [user] }));
  const added = {
    actor,
    group_id: group,
    schedule_id,
    turn: "now",
    given: {},
    now: night,
  } as const;
  run("set_group_schedule", added);
  run("wake_due", { limit: 200, now: night + 3_600_000 });
  run("remove", { actor, kind: "webhook_monitors", id: monitor, if_version: null, now: night });
  deliver(group, "resolved");
  // monitord was killed while it deleted those of a monitor.
  sqlite.exec("insert into reports (id, subject_id, at) values ('left', 'gone', 1)");
  const year = night + 366 * 86_400_000;
  run("expire_rows", { now: year, retention: keeping(86_400_000) });
  expect(count("select count(*) from reports")).toBe(0);
  expect(Math.max(...pieces)).toBeLessThan(most);
});

/** A hundred people with two phones each. */
function hundredPeople(): string[] {
  return Array.from({ length: 100 }, (_, i) => {
    const email = `person-${i}@example.com`;
    const user_id = saved("users", { email, name: null, role: null, external_id: null });
    for (const target of [`a${i}`, `b${i}`]) {
      const complete = { ...phone, target };
      const input = { actor, user_id, id: null, given: {}, complete, if_version: null, now: night };
      run("save_device", input as never);
    }
    return user_id;
  });
}

describe("a handoff of a hundred people", () => {
  const pushed = (kind: string) =>
    count(`select count(*) from notifications where transition = '${kind}'`);

  test("is many small transactions, and once more pushes nothing", () => {
    const announce_to = saved("alert_groups", groupSpec());
    const people = hundredPeople();
    const all = { people, everyone: true, announce_to, otherwise: null };
    saved("schedules", { ...scheduleSpec(all), handoff_cron: "0 9 * * MON", start: null });
    pieces = [];
    run("notify_shifts", { limit: 100, now: night });
    expect(pushed("shift_began")).toBe(200);
    run("notify_shifts", { limit: 100, now: night + 10 * 60_000 });
    expect(pushed("shifts_changed")).toBe(0);
    const later = { limit: 100, now: night + 24 * 3_600_000 };
    run("notify_shifts", later);
    expect(count("select count(*) from notifications")).toBe(200);
    expect(Math.max(...pieces)).toBeLessThan(most);
  });

  test("that is killed at any cut is pushed to each of them, and to none twice", () => {
    const people = hundredPeople();
    saved("schedules", scheduleSpec({ people, everyone: true }));
    for (let killedAfter = 1; killedAfter < 6; killedAfter++)
      run("notify_shifts", { limit: 100, now: night + killedAfter }, killedAfter);
    run("notify_shifts", { limit: 100, now: night + 10 });
    expect(pushed("shift_began")).toBe(200);
    expect(count("select count(distinct device_id) from notifications")).toBe(200);
  });

  test("after edits notifies all of them of their shifts, each once, also when it is killed", () => {
    const people = hundredPeople();
    saved("schedules", scheduleSpec({ people, handoff_cron: "0 8,20 * * *", timezone: "UTC" }));
    const now = night + 10 * 60_000;
    pieces = [];
    for (let killedAfter = 1; killedAfter < 60; killedAfter += 7)
      run("notify_shifts", { limit: 100, now: now + killedAfter }, killedAfter);
    run("notify_shifts", { limit: 100, now: now + 100 });
    expect(pushed("shifts_changed")).toBe(200);
    expect(Math.max(...pieces)).toBeLessThan(most);
  });
});

test("deleting a group takes as much work with a thousand drills as with one", () => {
  const group = onCall();
  const [user] = sqlite.prepare("select id from users").pluck().all() as [string];
  const drill = sqlite.prepare(
    "insert into drills (id, org_id, alert_group_id, started_by, at, ends_at, ended_at) values (?, ?, ?, 'Ada', ?, ?, ?)",
  );
  const asked = sqlite.prepare(
    "insert into drill_people (drill_id, org_id, user_id) values (?, ?, ?)",
  );
  for (let i = 0; i < 1000; i++) {
    drill.run(`d${i}`, actor.org_id, group, night, night, night);
    asked.run(`d${i}`, actor.org_id, user);
  }
  pieces = [];
  run("remove", { actor, kind: "alert_groups", id: group, if_version: null, now: night });
  expect(count("select count(*) from drills") + count("select count(*) from drill_people")).toBe(0);
  expect(Math.max(...pieces)).toBeLessThan(most);
});

/** A webhook monitor, and its error reports of some hours. */
function reported(hours: number): string {
  const alert_group_id = saved("alert_groups", groupSpec());
  const monitor = saved("webhook_monitors", webhookSpec({ title: "M", alert_group_id }));
  for (let n = 0; n < hours * 60; n++) {
    const at = night + n * 60_000;
    const reports = [{ at, message: null, source: null, meta: null }];
    run("report", { subject_id: monitor, reports, now: at });
  }
  return monitor;
}

test("rolling up is a small transaction for each monitor, and one that was killed goes on", () => {
  for (let i = 0; i < 5; i++) reported(2);
  pieces = [];
  const now = night + 3 * 3_600_000;
  run("roll_up", { now, limit: 100 }, 3);
  expect(count("select count(*) from measures where level = 'hour'")).toBe(3);
  run("roll_up", { now, limit: 100 });
  expect(count("select count(*) from measures where level = 'hour'")).toBe(5);
  expect(
    count("select max(length(entries) - length(replace(entries, ';', ''))) from measures"),
  ).toBe(2);
  expect(Math.max(...pieces)).toBeLessThan(most);
});

test("a delivery that was killed in between loses nothing and counts nothing twice when it is sent again", () => {
  const group = onCall();
  deliver(group, "firing", 7);
  const written = count("select count(*) from incidents");
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(many);
  expect(count("select count(*) from inbound_events")).toBe(0);
  deliver(group, "firing");
  expect(count("select count(*) from incidents")).toBe(many);
  expect(count("select max(occurrences) from incidents")).toBe(1);
  expect(sqlite.prepare("select accepted, reason from inbound_events").all()).toEqual([
    { accepted: many, reason: `${many} opened.` },
  ]);
  expect(count("select count(*) from unfinished_deliveries")).toBe(0);
});

test("a body that is sent again after its delivery is news: it counts", () => {
  const group = onCall();
  deliver(group, "firing");
  deliver(group, "firing");
  expect(count("select min(occurrences) from incidents")).toBe(2);
});

test("a push whose settling was killed in between is sent again for the rest alone", () => {
  const group = onCall();
  deliver(group, "firing");
  const [push] = claim();
  settle(push!, 8);
  expect(count("select count(*) from notifications where state = 'delivered'")).toBe(200);
  expect(claim()).toEqual([]);
  const [again] = claim(night + 120_000);
  expect(again!.claims).toHaveLength(many - 200);
  expect(again!.text.title).toBe(`${many} incidents open`);
  settle(again!);
  expect(count("select count(*) from notifications where state = 'delivered'")).toBe(many);
});
