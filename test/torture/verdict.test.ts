import { describe, expect, test } from "vitest";
import type { History } from "./history.ts";
import { judge, putOff } from "./verdict.ts";

const patience = 5000;

/** A run with one kill, in which everything went well. */
const well = (): History => ({
  faults: [{ kind: "kill", at: 10_000, until: 11_000 }],
  targets: [
    { key: "sig-1", kind: "counts", threshold: 1_000_000, topics: ["ada"] },
    { key: "sig-2", kind: "fires", threshold: 2, topics: ["ada", "bo"] },
    { key: "sig-3", kind: "alerts", threshold: 1, topics: ["cleo"] },
    { key: "sig-4", kind: "fires", threshold: 1, topics: [] },
  ],
  reports: [
    { target: "sig-1", sent_at: 1000, acknowledged_at: 1010 },
    { target: "sig-1", sent_at: 9990, acknowledged_at: null },
    { target: "sig-2", sent_at: 2000, acknowledged_at: 2010 },
    { target: "sig-2", sent_at: 2001, acknowledged_at: 2011 },
    { target: "sig-4", sent_at: 2002, acknowledged_at: 2012 },
  ],
  alerts: [
    {
      name: "sig-5",
      target: "sig-3",
      sent_at: 3000,
      acknowledged_at: 3010,
      resolving_at: 4000,
      resolved_at: 4010,
    },
  ],
  readings: [{ from: 11_000, to: 11_010, counted: { "sig-1": 1, "sig-2": 2, "sig-4": 1 } }],
  messages: [
    { topic: "ada", about: "sig-2", kind: "page", at: 2100, title: "sig-2", sequence_id: "a" },
    { topic: "bo", about: "sig-2", kind: "page", at: 2100, title: "sig-2", sequence_id: "b" },
    { topic: "cleo", about: "sig-5", kind: "page", at: 3100, title: "sig-5", sequence_id: "c" },
    { topic: "cleo", about: "sig-5", kind: "recovery", at: 4100, title: "over", sequence_id: "c" },
  ],
  incidents: { "sig-2": 1, "sig-4": 1, "sig-5": 1 },
  owed: [],
});

/** The violations of that run with a fault planted. */
const planted = (plant: (history: History) => void) => {
  const history = well();
  plant(history);
  return judge(history, patience);
};

describe("the verdict of a run", () => {
  test("has nothing against one in which everything went well", () => {
    const { violations, figures } = judge(well(), patience);
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ acknowledged: 5, lost: 0, pages_due: 4, missed: 0, wrong: 0 });
  });

  test.each<[what: string, plant: (history: History) => void, violation: RegExp]>([
    [
      "a lost report",
      (h) => (h.readings[0]!.counted["sig-1"] = 0),
      /^sig-1: 1 reports were acknowledged, 0 count/,
    ],
    [
      "a report that counts twice",
      (h) => (h.readings[0]!.counted["sig-2"] = 3),
      /^sig-2: 2 reports were sent, 3 count/,
    ],
    ["a page that is missing", (h) => h.messages.splice(1, 1), /about sig-2 never reached bo/],
    ["a late page", (h) => (h.messages[0]!.at = 8000), /about sig-2 reached ada 989 ms late/],
    ["a recovery that is missing", (h) => h.messages.pop(), /recovery about sig-5 never reached/],
    [
      "a page to the wrong person",
      (h) => h.messages.push({ ...h.messages[0]!, topic: "cleo" }),
      /reached cleo, which is another person's/,
    ],
    [
      "a page that is held back until later",
      (h) => h.messages.push({ ...h.messages[0]!, topic: "cleo", about: "sig-4" }),
      /another person's/,
    ],
    [
      "a page about something that never was",
      (h) => h.messages.push({ ...h.messages[0]!, about: null, title: "2 new" }),
      /"2 new" reached ada, and nothing was sent/,
    ],
    ["a page before its cause", (h) => (h.messages[0]!.at = 1000), /before its cause was sent/],
    [
      "a page below the threshold",
      (h) => (h.targets[1]!.threshold = 3),
      /reached ada, and nothing was sent that could cause it/,
    ],
    [
      "a recovery that nobody sent",
      (h) => (h.alerts[0]!.resolving_at = 5000),
      /before its end was sent/,
    ],
    ["another kind of message", (h) => (h.messages[0]!.kind = "other"), /is neither a page nor/],
    ["an incident that is missing", (h) => delete h.incidents["sig-4"], /sig-4 opened no incident/],
    ["a second incident", (h) => (h.incidents["sig-5"] = 2), /sig-5 opened 2 incidents/],
    ["an invented incident", (h) => (h.incidents["sig-9"] = 1), /sig-9 opened an incident without/],
    [
      "a copy without a fault",
      (h) => h.messages.push({ ...h.messages[0]!, at: 2200 }),
      /about sig-2 to ada came 2 times, with 0 faults/,
    ],
    [
      "a copy under another id",
      (h) => h.messages.push({ ...h.messages[3]!, at: 10_500, sequence_id: "x" }),
      /came as two different messages/,
    ],
    [
      "a push that is still owed",
      (h) =>
        h.owed.push({
          about: "sig-2",
          topic: "bo",
          state: "queued",
          attempts: 3,
          due_at: 0,
          error: "refused",
        }),
      /sig-2 to bo did not go out: queued, 3 attempts, due 1970-01-01T00:00:00.000Z, refused/,
    ],
  ])("notices %s", (_, plant, violation) => {
    const { violations } = planted(plant);
    expect(violations).toContainEqual(expect.stringMatching(violation));
  });

  test("explains a copy by a fault that lies between it and the first", () => {
    const { violations, figures } = planted((h) =>
      h.messages.push({ ...h.messages[3]!, at: 27_000 }),
    );
    expect(violations).toEqual([]);
    expect(figures["duplicates"]).toBe(1);
  });

  test("asks for no recovery of an alert that ended before its page", () => {
    const { violations } = planted((h) => {
      h.messages.pop();
      h.messages[2]!.at = 4005;
    });
    expect(violations).toEqual([]);
  });

  test("lets a report of the millisecond of a reading count or not", () => {
    const { violations } = planted((h) => {
      h.reports.push({ target: "sig-1", sent_at: 10_990, acknowledged_at: 11_000 });
      h.readings[0]!.counted["sig-1"] = 1;
    });
    expect(violations).toEqual([]);
  });
});

test("a page is put off by each fault until the claim of the dead process has run out", () => {
  const faults = [
    { kind: "kill", at: 2000, until: 3000 },
    { kind: "kill", at: 20_000, until: 21_000 },
    { kind: "kill", at: 90_000, until: 91_000 },
  ];
  expect(putOff(0, [], 1000)).toBe(1000);
  expect(putOff(0, faults.slice(1), 1000)).toBe(1000);
  expect(putOff(1500, faults.slice(0, 1), 1000)).toBe(19_000);
  expect(putOff(1500, [{ kind: "kill", at: 2000, until: 5000 }, ...faults.slice(1)], 1000)).toBe(
    37_000,
  );
});
