/** The budget of the writer: verbs of the test, on a clock of the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cut } from "../../src/store/kit/procedure.ts";
import type { Registry } from "../../src/store/store.ts";
import { GroupCommit } from "../../src/store/sqlite/group-commit.ts";
import type { Batch, Turn } from "../../src/store/sqlite/wire.ts";
import { openWriter, type Writer } from "../../src/store/sqlite/writer.ts";
import { night } from "../support/builders.ts";
import { answerTo } from "../support/writer.ts";

let folder: string;
let writer: Writer;
let elapsed = 0;

const verbs = {
  /** Makes organizations, each in a piece that takes `ms`; throws at the one named "bad", and nudges for "due". */
  *make(c, { names, ms }: { names: string[]; ms: number }) {
    for (const [i, name] of names.entries()) {
      if (i > 0) yield* cut();
      if (name === "bad") throw new Error("bad");
      if (name === "due") c.nudge("pushes");
      yield* c.of.organizations.insertNew({
        id: name,
        name,
        revision: 0,
        people_declared_by: [],
        inserted_at: night,
        action_secret: "",
      } as never);
      elapsed += ms;
    }
    return names.length;
  },
  *names(c) {
    return (yield* c.of.organizations.find({ revision: 0 })).map(({ id }) => id).toSorted();
  },
} as Partial<Registry> as Registry;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-writer-"));
  writer = openWriter(
    { path: join(folder, "monitord.db"), now: night },
    verbs,
    () => false,
    () => elapsed,
  );
});

afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true });
});

let nextId = 1;
/** Runs after a turn that nudges. */
const following = (ms: number, ...names: string[]): Turn => ({
  ...make("following", ms, ...names),
  after: "pushes",
});
const make = (source: string, ms: number, ...names: string[]): Turn => ({
  id: nextId++,
  source,
  verb: "make",
  request: { verb: "make", input: { names, ms } },
});
const run = (...turns: Batch) => writer.run(turns).results;
const stored = () => {
  const request = { verb: "names", input: {} };
  const [result] = run({ id: nextId++, source: "names", verb: "names", request });
  return (result as { value: string[] }).value;
};

test("a verb that has used its share stops at a cut, and goes on in a later batch", () => {
  const large = make("a", 3, "1", "2", "3");
  expect(run(large, make("b", 1, "4"))).toEqual(["unfinished", { value: 1 }]);
  expect(stored()).toEqual(["1", "2", "4"]);
  expect(run({ id: large.id, source: "a", verb: "make" })).toEqual([{ value: 3 }]);
  expect(stored()).toEqual(["1", "2", "3", "4"]);
});

test("what does not fit into the time of a batch has not begun, and its request crosses threads once", () => {
  const second = make("b", 1, "2");
  expect(run(make("a", 25, "1"), second)).toEqual([{ value: 1 }, "waiting"]);
  expect(stored()).toEqual(["1"]);
  expect(run({ id: second.id, source: "b", verb: "make" })).toEqual([{ value: 1 }]);
});

test("a request waits for the unfinished one of its source", () => {
  const [first, second] = [make("a", 6, "1", "2"), make("a", 1, "3")];
  expect(run(first, second, make("b", 1, "4"))).toEqual(["unfinished", "waiting", { value: 1 }]);
});

test("the transaction of a batch is counted for the verb that took the longest in it", () => {
  const request = { verb: "names", input: {} };
  const quick = { id: nextId++, source: "names", verb: "names", request };
  expect(writer.run([quick, make("a", 6, "1"), { ...quick, id: nextId++, source: "b" }]).verb).toBe(
    "make",
  );
});

test("a verb that fails after a cut takes back what it wrote since, and no other's work", () => {
  const large = make("a", 20, "1", "bad");
  expect(run(large)).toEqual(["unfinished"]);
  const [failed, other] = run({ id: large.id, source: "a", verb: "make" }, make("b", 1, "2"));
  expect(failed).toHaveProperty("error");
  expect(other).toEqual({ value: 1 });
  expect(stored()).toEqual(["1", "2"]);
});

test("what follows a nudge runs in the same transaction, in place of the nudge", () => {
  const { results, nudges } = writer.run([make("a", 1, "due"), following(1, "claimed")]);
  expect(results).toEqual([{ value: 1 }, { value: 1 }]);
  expect(nudges).toEqual([]);
  expect(stored()).toEqual(["claimed", "due"]);
});

test("what follows a nudge does not run without one", () => {
  expect(run(make("a", 1, "1"), following(1, "claimed"))).toEqual([{ value: 1 }, "skipped"]);
  expect(stored()).toEqual(["1"]);
});

test.each([
  ["when there is no time left", 10, following(1, "claimed"), "skipped"],
  ["when what follows fails", 1, following(1, "bad"), { error: expect.any(String) as string }],
  ["when what follows stops at a cut", 1, following(9, "claimed", "later"), "unfinished"],
])("the nudge stays %s", (_, ms, follows, result) => {
  const { results, nudges } = writer.run([make("a", ms, "due"), follows]);
  expect(results).toEqual([{ value: 1 }, result]);
  expect(nudges).toEqual([["pushes", 0]]);
});

test("whoever follows a nudge hears of each batch, before the next one begins", async () => {
  const order: unknown[] = [];
  const commits = new GroupCommit(
    (batch) => {
      order.push(batch.map(({ source }) => source));
      setImmediate(() => commits.settle(writer.run(batch)));
    },
    () => elapsed,
  );
  commits.follow(
    "pushes",
    "make",
    () => ({ id: "followed", names: [`claimed ${order.length}`], ms: 1 }),
    (answer) => order.push(answer),
  );
  const ask = (...names: string[]) => commits.run("make", { subject_id: "a", names, ms: 1 });
  await Promise.all([ask("1"), new Promise(setImmediate).then(() => ask("due"))]);
  expect(order).toEqual([["a", "make followed"], null, ["a", "make followed"], 1]);
});

test("callers are answered when the last part is on disk, and sources take turns until then", async () => {
  const order: string[] = [];
  const commits = new GroupCommit(
    (batch) => setImmediate(() => commits.settle(writer.run(batch))),
    () => elapsed,
  );
  const ask = async (subject_id: string, ms: number, ...names: string[]) => {
    await commits.run("make", { subject_id, ms, names });
    order.push(subject_id);
  };
  await Promise.all([ask("bulk", 12, "1", "2", "3"), ask("bulk", 12, "4"), ask("other", 1, "5")]);
  expect(order).toEqual(["other", "bulk", "bulk"]);
  expect(stored()).toEqual(["1", "2", "3", "4", "5"]);
});

test("many requests of one turn of the event loop are sent before its end, and answers are heard in it", async () => {
  const sent: number[] = [];
  let answer: (() => void) | null = null;
  const commits = new GroupCommit(
    (batch) => {
      sent.push(batch.length);
      answer = () => commits.settle(writer.run(batch));
    },
    () => elapsed,
    () => {},
    () => {
      const settle = answer;
      answer = null;
      settle?.();
    },
  );
  const asked = Array.from({ length: 120 }, (_, i) =>
    commits.run("make", { subject_id: `${i}`, names: [`${i}`], ms: 0 }),
  );
  expect(sent).toEqual([48, 48]);
  await new Promise(setImmediate);
  expect(sent).toEqual([48, 48]);
  answer!();
  await new Promise(setImmediate);
  expect(sent).toEqual([48, 48, 24]);
  const drained = commits.drain();
  answer!();
  await drained;
  expect(await Promise.all(asked)).toEqual(asked.map(() => 1));
});

describe("after two batches that took long", () => {
  const sent: number[] = [];
  let commits: GroupCommit;
  let asked = 0;
  const ask = (count: number) => {
    for (let i = 0; i < count; i++)
      void commits.run("report", { subject_id: `${asked++}`, reports: [] });
    return new Promise(setImmediate);
  };
  /** Answers the batch in flight. */
  const answer = (took: number) => {
    commits.settle(answerTo(sent.at(-1)!, null, { took }));
    return new Promise(setImmediate);
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    sent.length = 0;
    commits = new GroupCommit(
      (batch) => sent.push(batch.length),
      () => elapsed,
      (ms, run) => setTimeout(run, ms),
    );
    await ask(20);
    await ask(30);
    await answer(6);
    expect(sent).toEqual([20, 30]);
    await ask(20);
    await answer(6);
    return () => vi.useRealTimers();
  });

  test("the next one has the senders of both", async () => {
    expect(sent).toEqual([20, 30]);
    await ask(29);
    expect(sent).toEqual([20, 30]);
    await ask(1);
    expect(sent).toEqual([20, 30, 50]);
  });

  test("it waits for as long as they took, and for 5 ms at most", async () => {
    await ask(1);
    vi.advanceTimersByTime(4);
    expect(sent).toEqual([20, 30]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([20, 30, 21]);
    await answer(4);
    await ask(1);
    vi.advanceTimersByTime(3);
    expect(sent).toEqual([20, 30, 21]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([20, 30, 21, 1]);
  });

  test("a few senders are not waited for", async () => {
    await ask(30);
    await answer(6);
    await ask(5);
    vi.advanceTimersByTime(5);
    await answer(6);
    await ask(1);
    expect(sent).toEqual([20, 30, 50, 5, 1]);
  });
});

test("when the writer hangs, a sender is answered and told that it may still be counted", async () => {
  let answer = () => {};
  const commits = new GroupCommit(
    (batch) => {
      answer = () => commits.settle(answerTo(batch.length, null));
    },
    () => elapsed,
  );
  const report = () => commits.run("report", { subject_id: "m", reports: [{}], now: night });
  const hanging = report();
  const chore = commits.run("beat", {});
  await new Promise((resolve) => setImmediate(resolve));
  elapsed += 2_001;
  await expect(report()).rejects.toThrow("more than 2 s");
  elapsed += 7_000;
  commits.refuseLate();
  await expect(hanging).rejects.toThrow("and may still be counted");
  answer();
  expect(await chore).toBeNull();
});
