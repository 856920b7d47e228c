/**
 * Anything may go up and down, answer slowly or not at all: what holds for a small graph of monitors all the
 * same. The store is played by a map; time goes in steps of a second.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Command, Reading } from "../../../src/core/command/command.ts";
import type { Dependency } from "../../../src/core/command/snapshot.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import {
  answerWithin,
  isDown,
  spread,
  splitDependents,
} from "../../../src/core/incident/dependency.ts";
import type { Subject } from "../../../src/core/model/model.ts";
import { healthMonitor, incident, night, result, subject } from "../../support/builders.ts";

const second = 1000;
const interval = 300 * second;
/** The longest that a probe of `a` and `x` takes: far beyond the bound. The others answer at once. */
const slowest = 150 * second;

/** `c` depends on `b`, which depends on `a`; `d` on two of them. */
const graph: Record<string, string[]> = {
  a: [],
  b: ["a"],
  c: ["b"],
  d: ["a", "x"],
  x: [],
};
const names = Object.keys(graph);
const childrenOf = (parent: string) => names.filter((name) => graph[name]!.includes(parent));

interface Node {
  subject: Subject;
  open: boolean;
  /** The application: whether it is well, and how long it takes to say so. */
  well: boolean;
  takes: number;
  /** A probe under way, with what was found when it began. */
  probe: { lease: string; well: boolean; ends: number } | null;
}

class Field {
  now = night;
  readonly nodes = new Map<string, Node>();
  private leases = 0;

  constructor() {
    for (const [i, id] of names.entries())
      this.nodes.set(id, {
        subject: subject({ id, due_at: night + i * 7 * second }),
        open: false,
        well: true,
        takes: 0,
        probe: null,
      });
  }

  of(id: string): Node {
    return this.nodes.get(id)!;
  }

  parentsOf(id: string): Dependency[] {
    return graph[id]!.map((parent) => ({
      ...this.of(parent).subject,
      title: parent,
    }));
  }

  private command(id: string, command: Command): void {
    const node = this.of(id);
    const parents = this.parentsOf(id);
    const changes = decide(
      {
        kind: "health_check_monitor",
        subject: node.subject,
        monitor: healthMonitor({ id, interval_seconds: interval / second }),
        incident: node.open ? incident() : null,
        parents,
      },
      command,
      this.now,
    );
    for (const change of changes)
      switch (change.kind) {
        case "subject":
          Object.assign(node.subject, change.set);
          break;
        case "incident-opened":
          expect(parents.filter(isDown), `${id} opened`).toEqual([]);
          expect(node.open).toBe(false);
          node.open = true;
          break;
        case "incident":
          if (change.set.status === "resolved") node.open = false;
          break;
        case "ask":
          for (const asked of change.ids) this.ask(this.of(asked).subject);
          break;
        case "recheck-dependents":
          if (childrenOf(id).length > 0)
            Object.assign(node.subject, {
              release_at: this.now,
              asked_at: null,
            });
          break;
      }
  }

  private ask(asked: Subject): void {
    asked.asked_at ??= this.now;
    if (asked.lease_token === null && asked.due_at! > this.now) asked.due_at = this.now;
  }

  private release(id: string): void {
    this.of(id).subject.release_at = null;
    const children = childrenOf(id).map((child) => this.of(child).subject);
    const { check, wake } = splitDependents(children, id);
    for (const { at, ids } of spread(check, this.now))
      for (const child of ids)
        Object.assign(this.of(child).subject, {
          due_at: at,
          lease_token: null,
          fetch_attempts: 0,
        });
    for (const { at, ids } of spread(wake, this.now))
      for (const child of ids) this.of(child).subject.wake_at = at;
  }

  private claim({ subject: one, ...node }: Node): Node["probe"] {
    one.lease_token = `lease-${++this.leases}`;
    one.due_at = this.now + slowest + 15 * second;
    return {
      lease: one.lease_token,
      well: node.well,
      ends: this.now + node.takes,
    };
  }

  /** All that is due at this second, in an order that changes nothing that must hold. */
  step(): void {
    const due = (at: number | null) => at !== null && at <= this.now;
    for (const [id, node] of this.nodes) {
      if (due(node.subject.due_at)) node.probe = this.claim(node);
      const { probe } = node;
      if (!probe || probe.ends > this.now) continue;
      node.probe = null;
      const reading: Reading = {
        ok: true,
        finished_at: this.now,
        results: [result({ status: probe.well ? "ok" : "failed" })],
        remarks: [],
      };
      this.command(id, { kind: "checked", lease: probe.lease, reading });
    }
    for (const [id, { subject: one }] of this.nodes)
      if (due(one.wake_at)) this.command(id, { kind: "woken" });
    for (const [id, { subject: one }] of this.nodes) if (one.release_at !== null) this.release(id);
    this.now += second;
  }
}

/** Bad, and all that it depends on is well: this long after both began, it must have an incident. */
const mostPatience = answerWithin + 5 * second;

const what = fc.record({
  id: fc.constantFrom(...names),
  well: fc.boolean(),
  takes: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: slowest / second }) },
  ),
  /** Seconds until the next thing happens. */
  pause: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 600 })),
});

test("whatever happens, nothing opens below what is known to be down, and what is bad below what is well is told in time", () => {
  fc.assert(
    fc.property(fc.array(what, { minLength: 10, maxLength: 30 }), (story) => {
      const field = new Field();
      const owed = new Map<string, number>();
      const pass = (seconds: number) => {
        for (let i = 0; i < seconds; i++) {
          field.step();
          for (const [id, { subject: one, open }] of field.nodes) {
            const isOwed = isDown(one) && !open && !field.parentsOf(id).some(isDown);
            if (!isOwed) owed.delete(id);
            else if (!owed.has(id)) owed.set(id, field.now);
            expect(field.now - (owed.get(id) ?? field.now), `${id} waits`).toBeLessThanOrEqual(
              mostPatience,
            );
          }
        }
      };
      for (const { id, well, takes, pause } of story) {
        field.of(id).well = well;
        if (graph[id]!.length === 0) field.of(id).takes = takes * second;
        pass(pause);
      }
      // Nothing happens any more: everything is as it is.
      for (const node of field.nodes.values()) node.takes = 0;
      pass(600);
      for (const [id, node] of field.nodes) {
        expect(isDown(node.subject), id).toBe(!node.well);
        if (node.well) expect(node.open, id).toBe(false);
        else if (graph[id]!.every((parent) => field.of(parent).well))
          expect(node.open, id).toBe(true);
        expect(node.subject.suppression !== null, id).toBe(!node.well && !node.open);
      }
    }),
    { seed: 20_261_121, numRuns: 20 },
  );
});
