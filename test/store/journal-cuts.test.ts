/** Reports that come while a verb stands at a cut, and go through the journal, count as if there were none. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { isBulk } from "../../src/app/bulk.ts";
import { toParts } from "../../src/app/declare/parts.ts";
import type { Verbs } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import { wantedResource } from "../../src/manifest/wanted.ts";
import type { Procedure } from "../../src/store/kit/procedure.ts";
import { sourceOf } from "../../src/store/kit/request.ts";
import type { Registry } from "../../src/store/store.ts";
import type { Turn } from "../../src/store/sqlite/wire.ts";
import { openWriter } from "../../src/store/sqlite/writer.ts";
import {
  alert,
  arrival,
  delivered,
  groupSpec,
  keeping,
  night,
  packed,
  silence,
  webhookSpec,
  scheduleSpec,
} from "../support/builders.ts";
import type { CutVerb } from "./bounds.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const hour = 3_600_000;
/** The windows of the monitors, of a minute, have run dry. */
const dry = night + 61_000;
const most = { firing: 4, quiet: 2 };

type World = ReturnType<typeof worldWith>;

/** A writer whose verbs stop at each of their cuts, and whose batches use the journal from so many reports on. */
function worldWith(journalFrom: number) {
  const folder = mkdtempSync(join(tmpdir(), "monitord-journal-cuts-"));
  folders.push(folder);
  const path = join(folder, "monitord.db");
  let elapsed = 0;
  function* stopping(procedure: Procedure<unknown>): Procedure<unknown> {
    let next = procedure.next();
    while (!next.done) {
      if (next.value === "cut") elapsed += 1000;
      next = procedure.next(yield next.value);
    }
    return next.value;
  }
  const stoppingVerbs = Object.fromEntries(
    Object.entries(verbs as unknown as Registry).map(([name, verb]) => [
      name,
      (...given: Parameters<typeof verb>) => stopping(verb(...given)),
    ]),
  ) as unknown as Registry;
  const writer = openWriter(
    { path, now: night, journalFrom },
    stoppingVerbs,
    isBulk,
    () => elapsed,
  );
  let nextId = 1;
  const turn = (verb: string, input: unknown): Turn => {
    const request = { verb, input };
    return { id: nextId++, source: sourceOf(request), verb, request };
  };

  /** Runs a verb, and `atCut` wherever it stops; undefined: it was killed at a cut, as `atCut` said. */
  function run<V extends keyof Verbs>(
    verb: V,
    input: Parameters<Verbs[V]>[0],
    atCut: () => boolean | void = () => {},
  ): Awaited<ReturnType<Verbs[V]>> {
    const first = turn(verb, input);
    for (let next = first; ; next = { id: first.id, source: first.source, verb }) {
      const { results, lost } = writer.run([next]);
      const [result] = results;
      if (result === "unfinished") {
        if (atCut() === false) return undefined as never;
      } else if (typeof result !== "object" || !("value" in result))
        throw new Error(`${verb}: ${JSON.stringify(result ?? lost)}`);
      else return result.value as never;
    }
  }

  function report(ids: readonly string[], now: number): void {
    const reports = [{ at: now, message: "boom", source: null, meta: null }];
    const turns = ids.map((subject_id) => turn("report", { subject_id, reports, now }));
    const { results } = writer.run(turns);
    expect(results).toEqual(ids.map(() => ({ value: { accepted: 1 } })));
  }

  const actor = { org_id: "", name: "test", request_id: null };
  actor.org_id = run("create_organization", { name: "default", now: night }).id;
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
  const group = saved(
    "alert_groups",
    groupSpec({ external_id: "oncall", repeat_every_minutes: 1 } as object),
  );
  const ada = { email: "ada@example.com", name: "Ada", role: null, external_id: null };
  const user = saved("users", ada);
  run("add_member", { actor, group_id: group, email: ada.email, now: night });
  function addPhone(target: string): void {
    const complete = { kind: "ntfy", target, name: target, server: null, access_token: null };
    const all = { ...complete, format: null, secret: null, enabled: true };
    const input = { actor, user_id: user, id: null, given: {}, complete: all, if_version: null };
    run("save_device", { ...input, now: night } as never);
  }
  addPhone("ada");
  const monitor = (title: string, error_rate_threshold: number) =>
    saved("webhook_monitors", {
      ...webhookSpec({ title, alert_group_id: group, error_rate_threshold }),
      error_rate_window_minutes: 1,
    });
  const firing = Array.from({ length: most.firing }, (_, i) => monitor(`F${i}`, 1));
  const quiet = Array.from({ length: most.quiet }, (_, i) => monitor(`Q${i}`, 1000));
  const ids = [...firing, ...quiet];
  report(ids, night);
  // The writer is idle.
  writer.run([]);

  return {
    run,
    report,
    addPhone,
    saved,
    actor,
    group,
    user,
    ids,
    firing,
    /** Changes the file beside the writer. */
    change: (statement: string): void => {
      const sqlite = new Sqlite(path);
      sqlite.exec(statement);
      sqlite.close();
    },
    /** Ends the writer. What is in the file then, without ids. */
    end() {
      writer.close();
      const sqlite = new Sqlite(path, { readonly: true });
      const of = "(select title from webhook_monitors where id =";
      const rows = (statement: string) =>
        sqlite
          .prepare(statement)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .toSorted();
      const end = {
        subjects: rows(
          `select ${of} subjects.id), status, status_since, paused_at, last_received_at, wake_at from subjects where kind = 'webhook_monitor'`,
        ),
        arrivals: rows(`select ${of} subject_id), at, count from arrivals`),
        minutes: rows(`select ${of} subject_id), at, count from error_minutes`),
        reports: rows(`select ${of} subject_id), at, message from reports`),
        incidents: rows(
          `select ${of} source_id), title, status, occurrences, opened_at, resolved_at from incidents`,
        ),
        notifications: rows(
          `select ${of} (select source_id from incidents where incidents.id = incident_id)), transition, state, count(*) from notifications group by 1, 2, 3`,
        ),
        measures: rows(`select ${of} subject_id), level, at, entries from measures`),
        journal: rows("select id from report_journal"),
      };
      sqlite.close();
      return end;
    },
  };
}

const alerts = (many: number) =>
  Array.from({ length: many }, (_, i) => alert({ identity: `a${i}`, title: `Alert ${i}` }));

/** Delivers many alerts to the group. */
function deliver({ run, group, actor }: World, many: number, atCut?: () => void): void {
  const about = arrival({ org_id: actor.org_id, target_id: group, body: "firing" });
  const deliveries = [packed({ delivered: delivered(alerts(many)), arrival: about })];
  run("deliver", { subject_id: group, deliveries }, atCut);
}

const claim = ({ run }: World, atCut?: () => void) =>
  run("claim_pushes", { per_lane: 8, busy: {}, now: night }, atCut).due;

/** More changes than one transaction takes, and the monitors that had reports among them. */
const declaration = ({ actor }: World, many = 210) => ({
  actor,
  project: "shop",
  wanted: toParts(
    Array.from({ length: many }, (_, i) =>
      wantedResource("webhook_monitors", {
        external_id: `m${i}`,
        title: i < most.firing ? `F${i}` : `Monitor ${i}`,
        alert_group: "oncall",
        error_rate_threshold: 2,
        error_rate_window_minutes: 1,
      }),
    ),
  ),
  adopt: true,
  prune: null,
  revision: null,
  dry: false,
  now: dry,
});

/** Applies it; it finds the monitors that fire by their names. */
function apply(world: World, many?: number, atCut?: () => boolean | void): void {
  world.firing.forEach((id, i) =>
    world.change(`update webhook_monitors set external_id = 'm${i}' where id = '${id}'`),
  );
  const outcome = world.run("apply", declaration(world, many), atCut) as
    { ok: boolean } | undefined;
  if (outcome && !outcome.ok) throw new Error(JSON.stringify(outcome));
}

/** A case of each verb that may end its transaction in between: prepares what it needs, and runs it. */
const cases: Record<CutVerb, (world: World, atCut: (now?: number) => void) => void> = {
  wake_due: ({ run }, atCut) => run("wake_due", { limit: 200, now: dry }, atCut),
  apply: (world, atCut) => apply(world, undefined, atCut),
  drift(world, atCut) {
    apply(world);
    world.run("drift", { actor: world.actor, project: "shop", wanted: null, now: dry }, atCut);
  },
  save(world, atCut) {
    // A page of its incidents, and one more.
    deliver(world, 201);
    const { actor, group } = world;
    const given = { priority_level: 2 };
    const complete = groupSpec(given);
    const input = { actor, kind: "alert_groups", id: group, given, complete, if_version: null };
    world.run("save", { ...input, now: dry } as never, atCut);
  },
  deliver: (world, atCut) => deliver(world, 100, atCut),
  deliver_once({ run, group, actor }, atCut) {
    const about = arrival({ org_id: actor.org_id, target_id: group, body: "firing" });
    const command = { kind: "alerted", delivered: delivered(alerts(100)), arrival: about };
    const input = { subject_id: group, key: "key", command, answer: { status: 202 }, now: dry };
    run("deliver_once", input as never, atCut);
  },
  online({ run, change }, atCut) {
    change("update notifications set transition = 'offline'");
    run("online", { from: night, page: true, mistaken: false, now: dry }, atCut);
  },
  roll_up: ({ run }, atCut) => run("roll_up", { now: night + 3 * hour, limit: 100 }, atCut),
  expire_rows({ run }, atCut) {
    const now = night + 400 * 24 * hour;
    run("expire_rows", { now, retention: keeping(24 * hour) }, () => atCut(now));
  },
  add_member(world, atCut) {
    deliver(world, 201);
    world.change("update notifications set state = 'held', due_at = null");
    const { actor, group: group_id } = world;
    const input = { actor, group_id, email: "ada@example.com", now: dry };
    world.run("add_member", { ...input, given: { minimum_priority: 1 } }, atCut);
  },
  set_member(world, atCut) {
    deliver(world, 201);
    world.change("update notifications set state = 'held', due_at = null");
    const { actor, group, user } = world;
    const given = { minimum_priority: 1 };
    world.run("set_member", { actor, group_id: group, user_id: user, given, now: dry }, atCut);
  },
  set_group_schedule(world, atCut) {
    deliver(world, 201);
    world.change("update notifications set state = 'held', due_at = null");
    const { actor, group: group_id, user } = world;
    const schedule_id = world.saved("schedules", scheduleSpec({ people: [user] }));
    const input = { actor, group_id, schedule_id, turn: "now", given: {}, now: dry } as const;
    world.run("set_group_schedule", input, atCut);
  },
  claim_pushes: (world, atCut) => void claim(world, atCut),
  page_pending({ run, addPhone }, atCut) {
    addPhone("pixel");
    run("page_pending", { after: "", limit: 200, now: night }, atCut);
  },
  notify_shifts(world, atCut) {
    for (const title of ["Primary", "Backup"])
      world.saved("schedules", scheduleSpec({ title, people: [world.user] }));
    world.run("notify_shifts", { limit: 100, now: dry }, atCut);
  },
  renew_pushes(world, atCut) {
    deliver(world, 201);
    for (const { claims } of claim(world)) world.run("renew_pushes", { claims, now: dry }, atCut);
  },
  settle_push(world, atCut) {
    deliver(world, 201);
    const outcome = { kind: "delivered", http_status: 200, provider_id: null } as const;
    for (const { claims } of claim(world))
      world.run("settle_push", { claims, started_at: night, outcome, jitter: 0, now: dry }, atCut);
  },
  end_silence(world, atCut) {
    deliver(world, 201);
    const { actor, run, change } = world;
    change("update notifications set state = 'held', due_at = null");
    const made = run("create_silence", {
      actor,
      silence: silence({ from: night, until: null }),
      now: night,
    });
    if (!made.ok) throw new Error(JSON.stringify(made));
    run("end_silence", { actor, id: made.value.id, now: dry }, atCut);
  },
  recheck_dependents(world, atCut) {
    // A part of the dependents, and some more.
    apply(world, 110);
    const [parent] = world.firing;
    world.change(
      `insert into dependencies select id, '${parent}' from webhook_monitors where id <> '${parent}';
       update subjects set release_at = 1 where id = '${parent}'`,
    );
    world.run("recheck_dependents", { subject_id: parent!, now: dry }, atCut);
  },
};

/** Lets each monitor report wherever the verb stands at a cut, and wakes those that are due then. */
function live(verb: CutVerb, journalFrom: number, prepare: (world: World) => void = () => {}) {
  const world = worldWith(journalFrom);
  let cuts = 0;
  let last = 0;
  prepare(world);
  cases[verb](world, (now = dry) => {
    last = now + ++cuts;
    world.report(world.ids, last);
  });
  expect(cuts).toBeGreaterThan(0);
  world.run("wake_due", { limit: 200, now: last });
  return world.end();
}

describe("a verb that stands at a cut while reports go through the journal", () => {
  test.each(Object.keys(cases) as CutVerb[])("%s ends as without a journal", (verb) => {
    expect(live(verb, 1)).toEqual(live(verb, Infinity));
  });

  test("wake_due resolves no monitor that has an error in its window", () => {
    for (const row of live("wake_due", 1).subjects)
      expect(JSON.parse(row)[1]).toBe(
        (JSON.parse(row)[0] as string).startsWith("F") ? "firing" : "quiet",
      );
  });

  test("wake_due resumes monitors whose pause ends with all that they were told meanwhile", () => {
    const paused = ({ firing, run }: World) => {
      for (const subject_id of firing) {
        const command = { kind: "paused", by: "test", until: dry } as const;
        run("command", { subject_id, command, now: night + 1 });
      }
    };
    expect(live("wake_due", 1, paused)).toEqual(live("wake_due", Infinity, paused));
  });
});
