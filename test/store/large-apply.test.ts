/** An apply that takes several transactions: what others see meanwhile, and what a crash leaves. */
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { Applied, Declaration } from "../../src/app/declare/declaration.ts";
import { fromParts, toParts } from "../../src/app/declare/parts.ts";
import type { Verbs } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import { contextOf, type Context } from "../../src/store/queries/context.ts";
import { rows, runNow, runToCut, type Procedure } from "../../src/store/kit/procedure.ts";
import { makeExecute } from "../../src/store/sqlite/execute.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { makeKey, Secrets } from "../../src/store/kit/secrets.ts";
import { sqliteTablesOf } from "../../src/store/sqlite/schema.ts";
import { alert, arrival, delivered, groupSpec, night, packed } from "../support/builders.ts";
import { wantedResource } from "../../src/manifest/wanted.ts";

const actor: Actor = { org_id: "", name: "ci", request_id: "request" };
let c: Context;
const execute = makeExecute();
beforeEach(() => {
  const sqlite = new Sqlite(":memory:");
  migrate(sqlite, night);
  const secrets = new Secrets();
  secrets.use([makeKey()]);
  c = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  actor.org_id = run("create_organization", { name: "Shop", now: night }).id;
  runNow(
    c.of.nodes.insert({ id: "running", name: "a", version: "1", started_at: 0, seen_at: 0 }),
    execute,
  );
});

const started = <V extends keyof Verbs>(verb: V, input: Parameters<Verbs[V]>[0]) =>
  (verbs[verb] as (context: Context, given: typeof input) => Procedure<ReturnType<Verbs[V]>>)(
    c,
    input,
  );
const run = <V extends keyof Verbs>(verb: V, input: Parameters<Verbs[V]>[0]) =>
  runNow(started(verb, input), execute) as Awaited<ReturnType<Verbs[V]>>;

const count = 500;
const declaration = (many = count, more: Partial<Declaration> = {}): Declaration => ({
  actor,
  project: "shop",
  wanted: toParts([
    wantedResource("alert_groups", { external_id: "oncall", title: "On call" }),
    ...Array.from({ length: many }, (_, i) =>
      wantedResource("webhook_monitors", {
        external_id: `m${i}`,
        title: `Monitor ${i}`,
        alert_group: "oncall",
      }),
    ),
  ]),
  adopt: false,
  prune: { max: 10_000, detach: false },
  revision: null,
  dry: false,
  node: "running",
  now: night,
  ...more,
});
const monitors = () => runNow(c.of.webhook_monitors.find({ org_id: actor.org_id }), execute).length;
const isUnderWay = () => runNow(c.of.applies.find({ org_id: actor.org_id }), execute).length > 0;

/** Runs to the next cut at which `ends` says so; the answer once it has ended. */
function step(apply: Procedure<Applied>, ends = () => true): Applied | null {
  const ran = runToCut(apply, execute, ends);
  return ran.done ? ran.value : null;
}
const partlyWritten = () => monitors() > 100;

test("is recorded while it is written, and everything is there at its end", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  let answer: Applied | null = null;
  const seen = new Set<boolean>();
  while (answer === null) {
    answer = step(apply);
    if (monitors() > 0 && monitors() < count) seen.add(isUnderWay());
  }
  expect([...seen]).toEqual([true]);
  expect([monitors(), isUnderWay()]).toEqual([count, false]);
  const changes = answer.ok ? fromParts(answer.value.changes) : [];
  expect(changes).toHaveLength(count + 1);
  const ids = runNow(c.of.webhook_monitors.find({ org_id: actor.org_id }), execute);
  const answered = new Set(changes.map(({ id }) => id));
  expect(ids.every(({ id }) => answered.has(id))).toBe(true);
  const again = run("apply", declaration());
  expect(
    again.ok && fromParts(again.value.changes).every((one) => one.action === "unchanged"),
  ).toBe(true);
});

/** The rows of every table. */
function everything(): Record<string, unknown[]> {
  const tables = Object.entries(c.t).map(([name, table]) => {
    const found = rows(c.db.select().from(table));
    return [name, runNow(found, execute)] as const;
  });
  return Object.fromEntries(tables);
}

test("writes nothing but the time when it is applied again, and others need not wait for it", () => {
  run("apply", declaration(2500));
  const { projects: _, ...before } = everything();
  const bo = { ...actor, name: "Bo" };
  const apply = started("apply", declaration(2500, { actor: bo, now: night + 1 }));
  let answer: Applied | null = null;
  while (answer === null) {
    answer = step(apply as Procedure<Applied>);
    expect(isUnderWay()).toBe(false);
  }
  expect(answer).toMatchObject({ ok: true });
  const { projects, ...after } = everything();
  expect(after).toEqual(before);
  expect(projects).toEqual([
    { org_id: actor.org_id, name: "shop", applied_at: night + 1, applied_by: "Bo" },
  ]);
});

test("applied again, it plans anew when another apply of the project comes in between, at any cut", () => {
  run("apply", declaration());
  const { project_parts: whole } = everything();
  const other = { ...actor, name: "Bo", request_id: "another" };
  const lastApplied = () => runNow(c.of.projects.first({ name: "shop" }), execute)!.applied_at;
  // Neither changes a resource, so the revision stays.
  const others = [declaration(), declaration(1, { prune: null })];
  let isOver = false;
  for (let at = 1; !isOver; at++)
    for (const [index, declared] of others.entries()) {
      const now = night + at * 2 + index;
      const apply = started("apply", declaration(count, { now })) as Procedure<Applied>;
      let cuts = 0;
      isOver = step(apply, () => ++cuts === at) !== null || lastApplied() === now;
      if (isOver) break;
      expect(run("apply", { ...declared, actor: other, now: now - 1 })).toMatchObject({ ok: true });
      const answer = step(apply, () => false);
      expect(answer).toMatchObject({ ok: true });
      const { project_parts, projects } = everything();
      expect(project_parts).toEqual(whole);
      expect(projects).toMatchObject([{ applied_at: now, applied_by: "ci" }]);
    }
});

test("is finished by a node that finds it after its own has ended, and only then", () => {
  const apply = started("apply", declaration(count, { node: "gone" })) as Procedure<Applied>;
  runNow(
    c.of.nodes.insert({ id: "gone", name: "b", version: "1", started_at: 0, seen_at: 0 }),
    execute,
  );
  expect(step(apply, partlyWritten)).toBeNull();
  expect(monitors()).toBeLessThan(count);
  expect(run("finish_applies", { node: "running" })).toEqual([]);
  runNow(c.of.nodes.remove({ id: "gone" }), execute);
  expect(run("finish_applies", { node: "running" })).toEqual([{ project: "shop", problem: null }]);
  expect([monitors(), isUnderWay()]).toEqual([count, false]);
});

test("is recorded in parts, and dropped when its node ends before all are there: nothing of it is written", () => {
  const apply = started("apply", declaration(count, { node: "gone" })) as Procedure<Applied>;
  const recorded = () => runNow(c.of.applies.find({ org_id: actor.org_id }), execute).length;
  expect(step(apply, () => recorded() > 1)).toBeNull();
  expect(recorded()).toBeLessThan(declaration().wanted.length + 1);
  expect(run("finish_applies", { node: "running" })).toEqual([]);
  expect([monitors(), isUnderWay()]).toEqual([0, false]);
  expect(run("apply", declaration())).toMatchObject({ ok: true });
  expect(monitors()).toBe(count);
});

test("plans again when something is changed while it is recorded", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  expect(step(apply, isUnderWay)).toBeNull();
  const save = {
    actor,
    kind: "alert_groups" as const,
    id: null,
    given: { title: "By hand" },
    complete: groupSpec({ external_id: "oncall", title: "By hand" }),
    if_version: null,
    now: night,
  };
  expect(run("save", save as never)).toMatchObject({ ok: true });
  const answer = step(apply, () => false);
  if (!answer?.ok) throw new Error(JSON.stringify(answer));
  expect(fromParts(answer.value.changes)[0]).toMatchObject({ action: "update" });
  expect([monitors(), isUnderWay()]).toEqual([count, false]);
});

test("plans again when something was changed in between, and refuses another apply meanwhile", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  expect(step(apply, partlyWritten)).toBeNull();
  const other: Actor = { ...actor, request_id: "another" };
  expect(run("apply", declaration(1, { actor: other }))).toMatchObject({
    ok: false,
    why: "conflict",
  });
  const [written] = runNow(c.of.webhook_monitors.find({ external_id: "m3" }), execute);
  const save = {
    actor,
    kind: "webhook_monitors" as const,
    id: written!.id,
    given: { title: "By hand" },
    complete: null,
    if_version: null,
    now: night,
  };
  expect(run("save", save as never)).toMatchObject({ ok: true });
  const answer = step(apply, () => false);
  expect(answer).toMatchObject({ ok: true });
  const [again] = runNow(c.of.webhook_monitors.find({ external_id: "m3" }), execute);
  expect([monitors(), again!.title, isUnderWay()]).toEqual([count, "Monitor 3", false]);
});

test("deletes in steps too, and says what had to stay", () => {
  run("apply", declaration());
  const empty = { ...declaration(0), wanted: [] };
  const apply = started("apply", empty) as Procedure<Applied>;
  expect(step(apply, () => monitors() < count / 2)).toBeNull();
  const [group] = runNow(c.of.alert_groups.find({ org_id: actor.org_id }), execute);
  run("deliver", {
    subject_id: group!.id,
    deliveries: [
      packed({
        delivered: delivered([alert()]),
        arrival: arrival({ target_kind: "alert_group" }),
      }),
    ],
  });
  const answer = step(apply, () => false);
  expect(answer).toMatchObject({
    ok: true,
    value: { warnings: [expect.stringContaining("alert_groups oncall stays: ")] },
  });
  expect([monitors(), isUnderWay()]).toEqual([0, false]);
});
