import { expect, test } from "vitest";
import { Waiting, type Entry } from "../../src/store/kit/waiting.ts";
import { verbs } from "../../src/app/verbs.ts";
import { sourceOf } from "../../src/store/kit/request.ts";
import { isLate, refusedAtOnce } from "../../src/store/kit/patience.ts";

/** Adds requests named `verb source`; answers a queue. */
function queueOf(...names: string[]): Waiting {
  const waiting = new Waiting();
  for (const name of names) {
    const [verb, subject_id] = name.split(" ") as [string, string];
    const input = verb === "report" ? { subject_id, reports: [{}], now: 1 } : { subject_id };
    void waiting.add({ verb, input }, 1);
  }
  return waiting;
}

const named = (entries: readonly Entry[]) =>
  entries.map(({ request: { verb }, source }) => `${verb} ${source}`);

test("sources take turns: one with many requests does not stand before the others", () => {
  const queue = queueOf("command a", "command a", "command a", "command b", "command c");
  expect(named(queue.take(9))).toEqual([
    "command a",
    "command b",
    "command c",
    "command a",
    "command a",
  ]);
  expect(queue.size).toBe(0);
});

test("reports go before everything but the first other request, which is not put off for ever", () => {
  const queue = queueOf("command a", "command b", "report m1", "report m2");
  expect(named(queue.take(3))).toEqual(["command a", "report m1", "report m2"]);
  expect(named(queue.take(3))).toEqual(["command b"]);
});

test("thousands of checks that end at once do not stand before a report, nor reports before a check", () => {
  const queue = queueOf("report m1");
  for (let i = 0; i < 2000; i++)
    void queue.add(
      { verb: "command", input: { subject_id: `c${i}`, command: { kind: "checked" } } },
      1,
    );
  void queue.add({ verb: "report", input: { subject_id: "m2", reports: [{}], now: 1 } }, 2);
  expect(named(queue.take(5))).toEqual([
    "report m1",
    "command c0",
    "report m2",
    "command c1",
    "command c2",
  ]);
});

test("a source whose request is unfinished has its next turn after the others, and its own order stays", () => {
  const queue = queueOf("command a", "command a", "command b", "command b");
  const [a1, b1] = queue.take(2) as [Entry, Entry];
  void queue.add({ verb: "command", input: { subject_id: "c" } }, 2);
  queue.putBack([b1], [a1]);
  expect(queue.size).toBe(5);
  const next = queue.take(9);
  expect(named(next)).toEqual(["command b", "command c", "command a", "command b", "command a"]);
  expect(next[0]).toBe(b1);
  expect(next[2]).toBe(a1);
});

test("nothing joins a report that a driver has taken", () => {
  const queue = queueOf("report m");
  const [taken] = queue.take(1) as [Entry];
  queue.putBack([taken], []);
  void queue.add({ verb: "report", input: { subject_id: "m", reports: [{}], now: 1 } }, 2);
  expect(queue.take(9)).toHaveLength(2);
});

/** A call of `deliver` with one delivery of so many alerts. */
const deliverOf = (alerts: number) => ({
  verb: "deliver",
  input: { subject_id: "g", deliveries: [{ at: 1, alerts, text: "", body: new Uint8Array() }] },
});

test("deliveries to one group that wait become one request, up to 64, and large ones stay apart", () => {
  const queue = new Waiting();
  for (const alerts of [...Array<number>(70).fill(10), 11, 1]) void queue.add(deliverOf(alerts), 1);
  const all = queue.take(9);
  const counts = all.map(
    ({ request }) => (request.input as { deliveries: unknown[] }).deliveries.length,
  );
  expect(counts).toEqual([64, 6, 1, 1]);
  expect(all.map(({ callers }) => callers.length)).toEqual([64, 6, 1, 1]);
});

test("joining changes no request of a caller", () => {
  const queue = new Waiting();
  const [first, second] = [deliverOf(1), deliverOf(2)];
  void queue.add(first, 1);
  void queue.add(second, 1);
  expect([first, second]).toEqual([deliverOf(1), deliverOf(2)]);
});

test("a source that is busy is passed over, and the others keep their order", () => {
  const queue = queueOf("command a", "command b", "command c");
  expect(queue.takeOther(new Set(["a"]))?.source).toBe("b");
  expect(queue.takeOther(new Set())?.source).toBe("a");
  expect(queue.takeOther(new Set(["c"]))).toBeUndefined();
});

const report = { verb: "report", input: { subject_id: "m" } };
const delivery = { verb: "deliver", input: { subject_id: "g", deliveries: [] } };
const chore = { verb: "beat", input: {} };

test("a report is refused at once when it would wait too long, and work of our own never", () => {
  expect(refusedAtOnce(report, null, null, 9_000)).toBeNull();
  expect(refusedAtOnce(report, 7_000, null, 9_000)).toBeNull();
  expect(refusedAtOnce(report, 6_999, null, 9_000)?.message).toContain("more than 2 s");
  expect(refusedAtOnce(report, null, 6_999, 9_000)?.message).toContain("more than 2 s");
  expect(refusedAtOnce(delivery, null, 1_000, 9_000)).toBeNull();
  expect(refusedAtOnce(delivery, null, 999, 9_000)?.message).toContain("more than 8 s");
  expect(refusedAtOnce(chore, 0, 0, 9_000)).toBeNull();
});

test("a sender that has waited for 9 s gets an answer, and work of our own waits on", () => {
  expect(isLate({ request: report, since: 1 }, 9_000)).toBe(false);
  expect(isLate({ request: report, since: 0 }, 9_000)).toBe(true);
  expect(isLate({ request: chore, since: 0 }, 9_000)).toBe(false);
});

test("verbs that hold the organization are one source of it, so that one alone has a transaction", () => {
  const input = { actor: { org_id: "shop" }, id: "one" };
  const holding = Object.entries(verbs).filter(([, verb]) => {
    let holds = false;
    const hold = () => {
      holds = true;
      throw new Error("it holds");
    };
    try {
      (verb as (c: unknown, input: unknown) => Iterator<unknown>)(
        { of: { organizations: { hold } } },
        input,
      ).next();
    } catch {
      // Most want more of a store than this.
    }
    return holds;
  });
  const sources = holding.map(([verb]) => sourceOf({ verb, input }));
  expect([new Set(sources), sources.length > 10]).toEqual([new Set(["declaring shop"]), true]);
});
