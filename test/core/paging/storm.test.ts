import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  foldStorm,
  isInSummary,
  stormBudget,
  summaryText,
  type StormDevice,
  type StormPush,
  type SummaryLine,
  type SummaryLines,
} from "../../../src/core/paging/storm.ts";
import { night } from "../../support/builders.ts";

const second = 1000;
const minute = 60_000;
const device = (more: Partial<StormDevice> = {}): StormDevice => ({
  recent: [],
  single: new Set(),
  summary: null,
  ...more,
});
const push = (name: string, more: Partial<StormPush> = {}): StormPush => ({
  id: `push of ${name}`,
  incident_id: name,
  over: false,
  priority: 5,
  title: `${name} is down`,
  rings: true,
  ...more,
});
const many = (count: number, more: Partial<StormPush> = {}) =>
  Array.from({ length: count }, (_, i) => push(`shop ${i + 1}`, more));
const line = (name: string, more: Partial<SummaryLine> = {}): SummaryLine => ({
  incident_id: name,
  over: false,
  priority: 5,
  title: `${name} is down`,
  ...more,
});
const linesOf = (lines: readonly SummaryLine[]): SummaryLines =>
  new Map(lines.map((one) => [one.incident_id, one]));
const ago = (count: number, ms: number) => Array.from({ length: count }, () => night - ms);

describe("a storm", () => {
  // sent before, how long ago, due now, sent singly
  test.each([
    [0, 0, 0, 0],
    [0, 0, 5, 5],
    [0, 0, 6, 0],
    [3, 30 * second, 2, 2],
    [3, 30 * second, 3, 0],
    [5, 59_999, 1, 0],
    [5, 60_000, 1, 1],
    [50, 61 * second, 5, 5],
  ])("after %i pushes %i ms ago, of %i: %i go singly", (sent, ms, due, single) => {
    const decision = foldStorm(device({ recent: ago(sent, ms) }), many(due), night);
    expect(decision.single).toHaveLength(single);
    expect(decision.folded).toHaveLength(due - single);
    expect(decision.summary === null).toBe(due === single);
  });

  test("becomes one summary, at once", () => {
    expect(foldStorm(device(), many(6, { priority: 4 }), night).summary).toEqual({
      lines: linesOf(many(6).map(({ incident_id }) => line(incident_id, { priority: 4 }))),
      title: "6 incidents open",
      message: [1, 2, 3, 4, 5, 6].map((i) => `• shop ${i} is down`).join("\n"),
      priority: 4,
      rings: true,
      tags: ["rotating_light"],
      send_at: night,
    });
  });

  test("leaves what the phone shows already where it is, without a sound", () => {
    const decision = foldStorm(
      device({ recent: ago(5, second), single: new Set(["shop 1"]) }),
      [push("shop 1", { over: true }), push("shop 9")],
      night,
    );
    expect(decision.single).toEqual([{ push: push("shop 1", { over: true }), quiet: true }]);
    expect(decision.folded.map(({ incident_id }) => incident_id)).toEqual(["shop 9"]);
  });

  test("that is over leaves single pushes their sound", () => {
    expect(
      foldStorm(
        device({ single: new Set(["shop 1"]) }),
        [push("shop 1", { over: true }), push("shop 2")],
        night,
      ).single.map(({ quiet }) => quiet),
    ).toEqual([false, false]);
  });
});

test("an incident is in the summary as long as that says that it is open", () => {
  const shown = device({
    summary: {
      lines: linesOf([line("a"), line("b", { over: true })]),
      sent_at: night,
      rang_at: night,
    },
  });
  const inside = ["a", "b", "c"].filter((id) => isInSummary(shown, id));
  expect(inside).toEqual(["a"]);
  expect(isInSummary(device(), "a")).toBe(false);
});

describe("the summary", () => {
  const shown = (more: Partial<StormDevice["summary"] & object> = {}) => ({
    lines: linesOf([line("a", { priority: 4 }), line("b", { priority: 4 })]),
    sent_at: night - 5 * second,
    rang_at: night - 30 * second,
    ...more,
  });
  const busy = (more = {}) => device({ recent: ago(6, second), summary: shown(more) });

  test("takes in what joins it, and waits a little for more", () => {
    const { summary } = foldStorm(busy(), [push("c", { priority: 3 })], night);
    expect(summary).toMatchObject({
      title: "3 incidents open",
      message: "• a is down\n• b is down\n• c is down",
      send_at: night + 55 * second,
    });
  });

  test("is sent at once when it was not sent for a while", () => {
    const { summary } = foldStorm(busy({ sent_at: night - minute }), [push("c")], night);
    expect(summary?.send_at).toBe(night);
  });

  test.each<[string, StormPush[], object, number]>([
    ["nothing worse is silent", [push("c", { priority: 4 })], {}, 2],
    ["something worse rings", [push("c", { priority: 5 })], {}, 5],
    ["news after a minute rings", [push("c", { priority: 3 })], { rang_at: night - minute }, 3],
    ["a repeat after a minute rings", [push("a", { priority: 4 })], { rang_at: night - minute }, 4],
    ["an acknowledgement never rings", [push("a", { rings: false })], { rang_at: 0 }, 2],
    ["one recovery of several never rings", [push("a", { over: true })], { rang_at: 0 }, 2],
    [
      "the end of all of it is said aloud",
      [push("a", { over: true }), push("b", { over: true })],
      {},
      3,
    ],
  ])("%s", (_, due, more, priority) => {
    const { summary } = foldStorm(busy(more), due, night);
    expect(summary).toMatchObject({ priority, rings: priority !== 2 });
  });

  test("hears of what is in it when the storm has passed", () => {
    const after = device({ summary: shown() });
    const { single, summary } = foldStorm(
      after,
      [push("a", { over: true, title: "a is up" }), push("c")],
      night,
    );
    expect(single.map(({ push }) => push.incident_id)).toEqual(["c"]);
    expect(summary).toMatchObject({
      title: "1 incident open, 1 resolved",
      message: "• b is down\n✓ a is up",
      tags: ["rotating_light"],
    });
  });

  test("says that all is over, once", () => {
    const { summary } = foldStorm(
      device({ recent: ago(6, second), summary: shown() }),
      [push("a", { over: true }), push("b", { over: true })],
      night,
    );
    expect(summary).toMatchObject({
      title: "All clear: 2 incidents resolved",
      tags: ["white_check_mark"],
    });
  });

  test("of a storm that is over begins anew with the next", () => {
    const { summary } = foldStorm(
      busy({ lines: linesOf([line("a", { over: true })]) }),
      [push("c")],
      night,
    );
    expect(summary).toMatchObject({
      lines: linesOf([line("c")]),
      priority: 5,
      rings: true,
    });
  });

  test("lists the worst first, the older first among equals, and what is over last", () => {
    expect(
      summaryText(
        linesOf([
          line("a", { priority: 3 }),
          line("b", { priority: 5, over: true }),
          line("c", { priority: 5 }),
          line("d", { priority: 5, title: " two\n lines " }),
        ]),
      ),
    ).toEqual({
      title: "3 incidents open, 1 resolved",
      message: "• c is down\n• two lines\n• a is down\n✓ b is down",
    });
  });

  test.each([false, true])("of a single incident has its own title (over: %s)", (over) => {
    const one = line("a", { over, title: "Shop\nis as it is" });
    expect(summaryText(linesOf([one])).title).toBe("Shop is as it is");
  });

  test("shows what fits a push, and says how many more there are", () => {
    const { title, message } = summaryText(
      linesOf(
        Array.from({ length: 5000 }, (_, i) => line(`shop ${i}`, { title: "é".repeat(255) })),
      ),
    );
    expect(title).toBe("5000 incidents open");
    expect(Buffer.byteLength(message)).toBeLessThan(2900);
    expect(message.split("\n")).toHaveLength(19);
    expect(message).toMatch(/\n… and 4982 more$/);
  });
});

test("every push that is due is sent or folded, exactly once; a quiet device gets them as they are", () => {
  const anyPush = fc
    .record({
      name: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
      over: fc.boolean(),
      priority: fc.integer({ min: 1, max: 5 }),
      rings: fc.boolean(),
    })
    .map(({ name, ...more }) => push(name, more));
  fc.assert(
    fc.property(
      fc.array(fc.array(anyPush, { maxLength: 12 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 90 * second }), {
        minLength: 12,
        maxLength: 12,
      }),
      (rounds, waits) => {
        let now = night;
        const recent: number[] = [];
        const single = new Set<string>();
        let summary: StormDevice["summary"] = null;
        for (const [i, due] of rounds.entries()) {
          now += waits[i]!;
          const decision = foldStorm({ recent, single, summary }, due, now);
          const sent = decision.single.map(({ push }) => push);
          expect([...sent, ...decision.folded].toSorted(byPlace(due))).toEqual(due);
          for (const { incident_id } of sent) single.add(incident_id);
          for (const { incident_id } of decision.folded)
            expect(decision.summary!.lines.has(incident_id)).toBe(true);
          if (due.length <= stormBudget && recent.length === 0) expect(decision.folded).toEqual([]);
          recent.push(...due.map(() => now));
          if (decision.summary)
            summary = {
              lines: decision.summary.lines,
              sent_at: decision.summary.send_at,
              rang_at: decision.summary.rings
                ? now
                : ((summary as StormDevice["summary"])?.rang_at ?? now),
            };
        }
      },
    ),
  );
});

const byPlace = (order: StormPush[]) => (a: StormPush, b: StormPush) =>
  order.indexOf(a) - order.indexOf(b);
