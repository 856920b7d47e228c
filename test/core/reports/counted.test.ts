import { describe, expect, it, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import {
  addCounts,
  applyCounts,
  changesOf,
  copyCounts,
  countedBy,
  isDecidedByAny,
} from "../../../src/core/reports/counted.ts";
import { incident, night, subject } from "../../support/builders.ts";

const set = { last_received_at: night, burst_at: night, burst_count: 2, window_count: 2 };
const kept = [{ at: night, message: "boom", source: null, meta: null }];
const counts = [{ at: night, count: 2 }];
const counting: Change[] = [
  { kind: "reports", counts, kept },
  { kind: "subject", set: { ...set, wake_at: null } },
];
const snapshot = { subject: subject({ kind: "webhook_monitor", wake_at: null }), incident: null };

describe("a decision that counts and does nothing else", () => {
  it("is what it counted, without columns that stay", () => {
    const counted = countedBy(counting, snapshot);
    expect(counted).toEqual({ set, counts, kept, occurrences: null });
    expect(changesOf(counted!)).toEqual([
      { kind: "reports", counts, kept },
      { kind: "subject", set },
    ]);
  });

  it("counts into its incident too", () => {
    const firing = { ...snapshot, incident: incident({ occurrences: 5 }) };
    const change: Change = { kind: "incident", set: { occurrences: 7 } };
    expect(countedBy([...counting, change], firing)?.occurrences).toBe(7);
    expect(countedBy(counting, firing)?.occurrences).toBe(5);
    expect(countedBy([{ kind: "incident", set: {} }], firing)?.occurrences).toBe(5);
    expect(changesOf(countedBy([change], firing)!)).toContainEqual(change);
  });

  test.each<[string, Change]>([
    ["a deadline", { kind: "subject", set: { wake_at: night } }],
    ["a status", { kind: "history", status: "firing", reason: null }],
    ["a text", { kind: "incident", set: { occurrences: 3, title: "Errors" } }],
  ])("is none when it sets %s", (_, change) => {
    expect(countedBy([...counting, change], snapshot)).toBeNull();
  });
});

test("counts of several decisions are added, and those of the first stay as they were", () => {
  const first = countedBy(counting, snapshot)!;
  const sum = copyCounts(first);
  addCounts(sum, { ...copyCounts(first), set: { window_count: 4 }, occurrences: 4 });
  expect(sum).toEqual({
    set: { ...set, window_count: 4 },
    counts: [...counts, ...counts],
    kept: [...kept, ...kept],
    occurrences: 4,
  });
  expect(first).toEqual({ set, counts, kept, occurrences: null });
});

test("counts are put into a monitor in memory, and into its unresolved incident alone", () => {
  const monitor = {
    subject: subject({ kind: "webhook_monitor" }),
    incident: incident({ occurrences: 5 }),
  };
  const counted = { ...countedBy(counting, snapshot)!, occurrences: 7 };
  applyCounts(monitor, counted);
  expect(monitor).toMatchObject({ subject: set, incident: { occurrences: 7 } });
  applyCounts(monitor, { ...counted, occurrences: null });
  expect(monitor.incident.occurrences).toBe(7);
  const quiet = { ...monitor, incident: null };
  applyCounts(quiet, counted);
  expect(quiet.incident).toBeNull();
});

test.each`
  status      | window_count | arriving | recent | alike
  ${"quiet"}  | ${8}         | ${1}     | ${0}   | ${true}
  ${"quiet"}  | ${9}         | ${1}     | ${0}   | ${false}
  ${"firing"} | ${50}        | ${1}     | ${8}   | ${false}
  ${"firing"} | ${50}        | ${1}     | ${9}   | ${true}
`(
  "$status with $window_count counted, $arriving arriving and $recent recent of 10 is decided alike: $alike",
  ({ status, window_count, arriving, recent, alike }) => {
    expect(isDecidedByAny(subject({ status, window_count }), 10, { arriving, recent })).toBe(alike);
  },
);
