import { expect, test } from "vitest";
import type { History, LeaseChange } from "./history.ts";
import { judge } from "./verdict.ts";

const a = "00000000-0000-4000-8000-00000000000a";
const b = "00000000-0000-4000-8000-00000000000b";

const historyOf = (more: Partial<History>): History => ({
  faults: [],
  reports: [],
  breaks: [],
  incidents: [],
  pages: [],
  leases: [],
  owed: 0,
  ...more,
});
const lease = (more: Partial<LeaseChange>): LeaseChange => ({
  at: 0,
  subject_id: "s",
  before: null,
  after: null,
  ended_at: null,
  due_at: null,
  holder_seen_at: null,
  ...more,
});
const incident = {
  id: "i",
  source_id: "s",
  summary: "break-1",
  opened_at: 10,
  resolved: true,
  sent: true,
  recovery: true,
};
const paged = [
  { incident_id: "i", opening: true, at: 20 },
  { incident_id: "i", opening: false, at: 90 },
];
const broken = { subject_id: "s", message: "break-1", at: 0, until: 80 };

const violations = (more: Partial<History>) => judge(historyOf(more)).violations;

test("a run in which everything held has no violation", () => {
  const { violations, figures } = judge(
    historyOf({
      breaks: [broken],
      incidents: [incident],
      pages: paged,
      reports: [{ monitor_id: "m", acknowledged: 5, unknown: 2, counted: 6 }],
      leases: [
        lease({ at: 1, after: `${a}.1` }),
        lease({ at: 2, before: `${a}.1`, ended_at: 30, due_at: 60 }),
      ],
    }),
  );
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ counted: 6, duplicates: 0 });
});

test.each([
  ["lost", 4],
  ["counted twice", 8],
])("reports that are %s are found", (_, counted) => {
  const reports = [{ monitor_id: "m", acknowledged: 5, unknown: 2, counted }];
  expect(violations({ reports })).toHaveLength(1);
});

test("a break that nobody noticed counts when it was long, two incidents always", () => {
  const long = { ...broken, until: 61_000 };
  expect(violations({ breaks: [broken] })).toEqual([]);
  expect(violations({ breaks: [long] })).toHaveLength(1);
  const restart = { fault: "restart" as const, at: 5000, until: 9000, node_id: "" };
  expect(violations({ breaks: [long], faults: [restart] })).toEqual([]);
  const incidents = [incident, { ...incident, id: "j" }];
  const pages = [...paged, ...paged.map((p) => ({ ...p, incident_id: "j" }))];
  expect(violations({ breaks: [broken], incidents, pages })).toHaveLength(1);
});

test("a page that never came is found, unless there was nothing to send", () => {
  expect(violations({ incidents: [incident], pages: [paged[0]!] })).toEqual([
    "the recovery of incident i never arrived",
  ]);
  const moot = { ...incident, sent: false, recovery: false };
  expect(violations({ incidents: [moot] })).toEqual([]);
});

test("a page that came twice needs a fault for it", () => {
  const pages = [...paged, { incident_id: "i", opening: true, at: 30 }];
  expect(violations({ incidents: [incident], pages })).toHaveLength(1);
  const faults = [{ fault: "cut" as const, at: 21, until: 21, node_id: a }];
  expect(violations({ incidents: [incident], pages, faults })).toEqual([]);
});

test("a lease may be taken when it has run out, and released when its holder is silent", () => {
  const taken = { before: `${a}.1`, after: `${b}.1`, ended_at: 30 };
  expect(violations({ leases: [lease({ ...taken, at: 30 })] })).toEqual([]);
  expect(violations({ leases: [lease({ ...taken, at: 29 })] })).toHaveLength(1);
  const released = { before: `${a}.1`, at: 20_000, due_at: 20_000 };
  expect(violations({ leases: [lease({ ...released, holder_seen_at: 4000 })] })).toEqual([]);
  expect(violations({ leases: [lease({ ...released, holder_seen_at: 6000 })] })).toHaveLength(1);
});

test("a node that stood still may write a result whose next check is due already", () => {
  const late = { before: `${a}.1`, at: 20_000, holder_seen_at: 19_950 };
  expect(violations({ leases: [lease({ ...late, due_at: 18_000 })] })).toEqual([]);
  expect(violations({ leases: [lease({ ...late, due_at: 19_900 })] })).toHaveLength(1);
});

test("what a killed node held is taken by another in thirty seconds", () => {
  const faults = [{ fault: "kill" as const, at: 5, until: 9, node_id: a }];
  const first = lease({ at: 1, after: `${a}.1` });
  const next = (at: number) => lease({ at, before: null, after: `${b}.1` });
  expect(violations({ faults, leases: [first, next(29_000)] })).toEqual([]);
  expect(violations({ faults, leases: [first, next(31_000)] })).toHaveLength(1);
  expect(violations({ faults, leases: [first] })).toHaveLength(1);
  // While the server was away nobody could take it.
  const restart = { fault: "restart" as const, at: 10, until: 20_000, node_id: "" };
  const both = [...faults, restart];
  expect(violations({ faults: both, leases: [first, next(60_000)] })).toEqual([]);
  expect(violations({ faults: both, leases: [first, next(66_000)] })).toHaveLength(1);
});
