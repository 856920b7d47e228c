import { expect, test } from "vitest";
import { freeSlots, hostOf, paceOf, type UnderWay } from "../../../src/core/health/slots.ts";
import { answered, failedProbe, seen } from "../../support/builders.ts";

const none = { quick: 0, slow: 0, late: 0, stalled: 0 };

test.each<[string, Partial<UnderWay>, ReturnType<typeof freeSlots>]>([
  ["nothing under way", {}, { all: 256, others: 128, slow: 96, late: 96 }],
  ["checks that hang", { late: 96 }, { all: 160, others: 32, slow: 32, late: 0 }],
  ["slow ones", { slow: 96 }, { all: 160, others: 32, slow: 0, late: 32 }],
  ["both", { slow: 64, late: 64 }, { all: 128, others: 0, slow: 0, late: 0 }],
  ["quick ones", { quick: 200 }, { all: 56, others: 56, slow: 56, late: 56 }],
  ["all slots", { quick: 128, slow: 64, late: 64 }, { all: 0, others: 0, slow: 0, late: 0 }],
  ["quick ones that hang", { stalled: 50 }, { all: 206, others: 78, slow: 78, late: 78 }],
  ["a thousand of them", { stalled: 1000 }, { all: 192, others: 64, slow: 64, late: 64 }],
  [
    "these and the others",
    { quick: 28, slow: 64, late: 64, stalled: 999 },
    { all: 100, others: 0, slow: 0, late: 0 },
  ],
  [
    "as many as there may be",
    { quick: 48, stalled: 2000 },
    { all: 0, others: 0, slow: 0, late: 0 },
  ],
])("beside %s there is room for the others", (_, underWay, free) => {
  expect(freeSlots({ ...none, ...underWay })).toEqual(free);
});

test("the pace of a check is how long it took, or that it timed out", () => {
  const timing = (total: number) => ({ timing: { ...seen().timing, total } });
  expect(paceOf(answered(200, "", timing(1000)))).toBe(0);
  expect(paceOf(answered(503, "", timing(1001)))).toBe(1);
  expect(paceOf(failedProbe("connection refused", timing(1)))).toBe(0);
  expect(paceOf({ kind: "failure", during: "answer", reason: "", late: true, seen: seen() })).toBe(
    2,
  );
});

test.each([
  ["https://user:pass@Shop.example.com:8443/a?b#c", "shop.example.com:8443"],
  ["http://[::1]:80", "[::1]:80"],
  ["tcp://db:5432", "db:5432"],
  ["dns:///example.com", ""],
  ["nothing", ""],
])("the host of %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});
