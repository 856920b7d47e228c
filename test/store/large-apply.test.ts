/** A large apply: what it plans may end its transaction, what it writes is one. */
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
import { Undo } from "../../src/store/kit/undo.ts";
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
  now: night,
  ...more,
});
const monitors = () => runNow(c.of.webhook_monitors.find({ org_id: actor.org_id }), execute).length;
/** Runs to the next cut at which `ends` says so; the answer once it has ended. */
function step(apply: Procedure<Applied>, ends = () => true): Applied | null {
  const ran = runToCut(apply, execute, ends);
  return ran.done ? ran.value : null;
}

const save = (
  about: { kind: "alert_groups" | "webhook_monitors"; id: string | null },
  given: object,
) =>
  run("save", {
    actor,
    ...about,
    given,
    complete: groupSpec(given),
    if_version: null,
    now: night,
  } as never);

test("ends its transaction only before it writes the first change, and after the last", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  let answer: Applied | null = null;
  const seen = new Set<number>();
  while (answer === null) {
    answer = step(apply);
    seen.add(monitors());
  }
  expect([...seen]).toEqual([0, count]);
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

test("is one revision, and an audit entry and a live event for each change", () => {
  const revision = () =>
    runNow(c.of.organizations.find({ id: actor.org_id }), execute)[0]!.revision;
  const before = revision();
  run("apply", declaration());
  expect(revision()).toBe(before + 1);
  const { audit_events, events } = everything();
  const created = audit_events!.filter((one) => (one as { action: string }).action === "create");
  expect([created.length, events!.length]).toEqual([count + 1, count + 1]);
});

/** The rows of every table. */
function everything(): Record<string, unknown[]> {
  const tables = Object.entries(c.t).map(([name, table]) => {
    const found = rows(c.db.select().from(table));
    return [name, runNow(found, execute)] as const;
  });
  return Object.fromEntries(tables);
}

test("writes nothing but the time when it is applied again", () => {
  run("apply", declaration(2500));
  const { projects: _, ...before } = everything();
  const bo = { ...actor, name: "Bo" };
  const apply = started("apply", declaration(2500, { actor: bo, now: night + 1 }));
  let answer: Applied | null = null;
  while (answer === null) {
    answer = step(apply as Procedure<Applied>);
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

test("plans again when something is changed before it is written", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  let cuts = 0;
  expect(step(apply, () => ++cuts === 5)).toBeNull();
  const given = { external_id: "oncall", title: "By hand" };
  expect(save({ kind: "alert_groups", id: null }, given)).toMatchObject({ ok: true });
  const answer = step(apply, () => false);
  if (!answer?.ok) throw new Error(JSON.stringify(answer));
  expect(fromParts(answer.value.changes)[0]).toMatchObject({ action: "update" });
  expect(monitors()).toBe(count);
});

test("gives up when something is changed before each of its plans is written", () => {
  const apply = started("apply", declaration()) as Procedure<Applied>;
  let answer: Applied | null = null;
  for (let title = 0; answer === null; title++) {
    answer = step(apply);
    save({ kind: "alert_groups", id: null }, { external_id: "own", title: `${title}` });
  }
  expect(answer).toMatchObject({ ok: false, why: "conflict" });
  expect(monitors()).toBe(0);
});

const unresolved = () =>
  runNow(c.of.incidents.find({ org_id: actor.org_id }), execute).filter(
    ({ resolved_at }) => resolved_at === null,
  ).length;
const nothing = () => started("apply", { ...declaration(0), wanted: [] }) as Procedure<Applied>;

test("resolves the incidents of the monitors that it deletes", () => {
  run("apply", declaration());
  const [monitor] = runNow(c.of.webhook_monitors.find({ external_id: "m3" }), execute);
  const report = { at: night, message: "boom", source: null, meta: null };
  run("report", { subject_id: monitor!.id, reports: Array(20).fill(report), now: night });
  expect(unresolved()).toBe(1);
  expect(step(nothing(), () => false)).toMatchObject({ ok: true });
  expect([monitors(), unresolved()]).toEqual([0, 0]);
});

test("is undone when a group that it deletes has got an incident since it was planned", () => {
  run("apply", declaration());
  const [group] = runNow(c.of.alert_groups.find({ org_id: actor.org_id }), execute);
  const apply = nothing();
  // Unresolved incidents of groups are read first; the revision goes by what is declared alone.
  expect(step(apply)).toBeNull();
  expect(step(apply)).toBeNull();
  run("deliver", {
    subject_id: group!.id,
    deliveries: [
      packed({
        delivered: delivered([alert()]),
        arrival: arrival({ target_kind: "alert_group" }),
      }),
    ],
  });
  expect(() => step(apply, () => false)).toThrow(Undo);
});

test("of more changes than one apply takes is refused, and so is its plan", () => {
  run("apply", declaration(6_000));
  const wanted = declaration(6_000).wanted.map((part) => part.replaceAll(/"m(\d)/g, '"n$1'));
  for (const dry of [true, false])
    expect(run("apply", { ...declaration(), wanted, dry })).toMatchObject({
      ok: false,
      why: "invalid",
      faults: [{ code: "too_many_changes" }],
    });
  expect(monitors()).toBe(6_000);
});
