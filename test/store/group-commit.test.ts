// Which requests are on their way to the writer at once; what becomes of them is in `writer.test.ts`.
import { expect, test } from "vitest";
import { GroupCommit } from "../../src/store/sqlite/group-commit.ts";
import type { Batch, WriterAnswer } from "../../src/store/sqlite/wire.ts";
import { answerTo } from "../support/writer.ts";

/** A store whose writer answers when it is told to, and the batches that it was sent. */
function makeStore() {
  const sent: Batch[] = [];
  let settled = 0;
  let time = 0;
  const commits = new GroupCommit(
    (batch) => void sent.push(batch),
    () => time,
  );
  return {
    sent,
    commits,
    pass: (ms: number) => void (time += ms),
    /** Reports of monitors from a number to another, without it. */
    report: (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, i) => {
          const input = { subject_id: `m${from + i}`, reports: [{}], now: 1 };
          return commits.run("report", input);
        }),
      ),
    /** Answers the first batch that has no answer. */
    settle: (more: Partial<WriterAnswer> = {}) =>
      commits.settle(answerTo(sent[settled++]!.length, { accepted: 1 }, more)),
    sources: () => sent.map((batch) => batch.map(({ source }) => source)),
    sizes: () => sent.map(({ length }) => length),
  };
}

test("a full batch goes to the writer while it has another, and a third waits", async () => {
  const { report, settle, sizes } = makeStore();
  const answered = [report(0, 48), report(48, 96), report(96, 144)];
  expect(sizes()).toEqual([48, 48]);
  settle();
  expect(sizes()).toEqual([48, 48, 48]);
  settle();
  settle();
  expect((await Promise.all(answered)).flat()).toHaveLength(144);
});

test("a batch that is not full waits for the end of the other", async () => {
  const { report, settle, sizes } = makeStore();
  const answered = [report(0, 48), report(48, 95)];
  await new Promise(setImmediate);
  expect(sizes()).toEqual([48]);
  settle();
  await new Promise(setImmediate);
  expect(sizes()).toEqual([48, 47]);
  settle();
  await Promise.all(answered);
});

test("requests of a source wait for those that the writer has", async () => {
  const { report, settle, sources } = makeStore();
  const answered = [report(0, 48), report(47, 95)];
  expect(sources()[1]).toHaveLength(47);
  expect(sources()[1]).not.toContain("m47");
  settle();
  settle();
  await new Promise(setImmediate);
  expect(sources()[2]).toEqual(["m47"]);
  settle();
  await Promise.all(answered);
});

test("on a slow disk no batch goes ahead", async () => {
  const { report, settle, sizes } = makeStore();
  const first = report(0, 48);
  settle({ took: 4 });
  await first;
  const answered = [report(0, 48), report(48, 96)];
  expect(sizes()).toEqual([48, 48]);
  settle({ took: 1 });
  expect(sizes()).toEqual([48, 48, 48]);
  settle();
  await Promise.all(answered);
});

test("senders are answered after pushes that their batch claimed, which are written at the end of the turn", async () => {
  const { commits, report, settle } = makeStore();
  const order: string[] = [];
  commits.follow(
    "pushes",
    "claim_pushes",
    () => ({}),
    () => void setImmediate(() => order.push("push")),
  );
  const answered = report(0, 1).then(() => order.push("answer"));
  await new Promise(setImmediate);
  settle();
  await answered;
  expect(order).toEqual(["push", "answer"]);
});

test("all that the writer has is refused when it stops", async () => {
  const { commits, report } = makeStore();
  const answered = [report(0, 48), report(48, 96)];
  commits.fail(new Error("The writer stopped."));
  expect(await Promise.allSettled(answered)).toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
});

test("the last requests are written before the end, also those of a batch that waits for other senders", async () => {
  const { commits, report, settle, sizes } = makeStore();
  const first = [report(0, 48), report(48, 96)];
  settle({ took: 4 });
  settle({ took: 4 });
  await Promise.all(first);
  const last = report(0, 1);
  await new Promise(setImmediate);
  expect(sizes()).toEqual([48, 48]);
  // The timer that ends the wait never fires.
  const drained = commits.drain();
  await new Promise(setImmediate);
  expect(sizes()).toEqual([48, 48, 1]);
  settle({ took: 4 });
  await Promise.all([last, drained]);
});

test.each([
  ["a transaction that hangs", "save", ["rejected", "rejected"]],
  ["the one of an apply, which is known to end", "apply", ["fulfilled", "fulfilled"]],
])("reports beside %s are answered after 2 s: %s → %j", async (_, verb, expected) => {
  const { commits, report, settle, pass } = makeStore();
  const written = commits.run(verb, { actor: { org_id: "shop" } });
  await new Promise(setImmediate);
  const early = verb === "apply" ? report(0, 1) : null;
  pass(2_500);
  const late = Promise.allSettled([report(0, 1), report(1, 2)]);
  settle();
  await written;
  await new Promise(setImmediate);
  if (early) settle();
  await early;
  expect((await late).map(({ status }) => status)).toEqual(expected);
});
