import { afterEach, describe, expect, test, vi } from "vitest";
import { StoreUnavailable } from "../../src/store/kit/unavailable.ts";
import { TxSlots, type Result } from "../../src/store/postgres/tx-slots.ts";
import type { Request } from "../../src/store/kit/request.ts";

/** Transaction slots whose transactions end when the test says so. */
function held(
  limits: Partial<ConstructorParameters<typeof TxSlots>[0]> = {},
  elapsed?: () => number,
) {
  const running: { requests: Request[]; end: () => void }[] = [];
  const slots = new TxSlots(
    { slots: 3, reserved: 1, together: 2, results: 2, waiting: 10, ...limits },
    (requests) =>
      new Promise<Result[]>((resolve) => {
        const end = () => resolve(requests.map(() => ({ value: { ok: true } })));
        running.push({ requests, end });
      }),
    elapsed,
  );
  const report = (subject_id: string) =>
    slots.run("report", {
      subject_id,
      reports: [{ at: 1, message: null, source: null, meta: null }],
      now: 1,
    });
  return { slots, running, report };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const subjects = (requests: Request[]) =>
  requests.map(({ input }) => (input as { subject_id: string }).subject_id);

test("reports of several monitors that wait share a transaction, up to a limit", async () => {
  const { running, report } = held();
  for (const monitor of ["a", "b", "c"]) void report(monitor);
  await turn();
  expect(running.map(({ requests }) => subjects(requests))).toEqual([["a", "b"]]);
  running[0]!.end();
  await turn();
  expect(subjects(running[1]!.requests)).toEqual(["c"]);
});

test("reports of one monitor join while others of it are written", async () => {
  const { running, report } = held();
  const first = report("a");
  await turn();
  const later = [report("a"), report("a")];
  await turn();
  expect(running).toHaveLength(1);
  running[0]!.end();
  expect(await first).toEqual({ accepted: 1 });
  await turn();
  const { reports } = running[1]!.requests[0]!.input as { reports: unknown[] };
  expect(reports).toHaveLength(2);
  running[1]!.end();
  expect(await Promise.all(later)).toEqual([{ accepted: 1 }, { accepted: 1 }]);
});

test("a transaction of reports that is stuck is not waited for by other monitors", async () => {
  const { running, report } = held();
  void report("a");
  await turn();
  void report("b");
  while (running.length < 2) await new Promise((r) => setTimeout(r, 5));
  expect(subjects(running[1]!.requests)).toEqual(["b"]);
});

describe("after a transaction of many senders", () => {
  afterEach(() => void vi.useRealTimers());

  /** One of sixteen senders ends after 10 ms, while one more waits. */
  async function ended() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let now = 0;
    const slots = held({ together: 100, waiting: 100 }, () => now);
    const sixteen = Array.from({ length: 16 }, (_, i) => `m${i}`);
    const answers = sixteen.map(slots.report);
    await turn();
    void slots.report("late");
    now = 10;
    slots.running[0]!.end();
    await Promise.all(answers);
    await turn();
    return { ...slots, sixteen };
  }

  test("the next one has their next reports too", async () => {
    const { running, report, sixteen } = await ended();
    for (const monitor of sixteen) {
      expect(running).toHaveLength(1);
      void report(monitor);
      await turn();
    }
    expect(subjects(running[1]!.requests)).toEqual(["late", ...sixteen]);
  });

  test("the next one does not wait long for them", async () => {
    const { running, report } = await ended();
    void report("m0");
    await turn();
    expect(running).toHaveLength(1);
    vi.advanceTimersByTime(5);
    await turn();
    expect(subjects(running[1]!.requests)).toEqual(["late", "m0"]);
  });
});

test("however many reports are stuck, a slot is left for everything else", async () => {
  const { slots, running, report } = held({ together: 1 });
  for (const monitor of ["a", "b", "c", "d"]) void report(monitor);
  await turn();
  expect(running).toHaveLength(2);
  void slots.run("wake_due", { limit: 1, now: 1 });
  await turn();
  expect(running[2]!.requests[0]!.verb).toBe("wake_due");
});

test("however many checks end at once, reports go first and a slot is left for everything else", async () => {
  const { slots, running, report } = held({ slots: 4, reserved: 2 });
  const command = { kind: "checked" };
  for (const subject_id of ["a", "b", "c", "d", "e", "f", "g"])
    void slots.run("command", { subject_id, command });
  void report("m");
  void slots.run("claim_pushes", { now: 1 });
  await turn();
  const verbs = running.map(({ requests }) => requests.map(({ verb }) => verb).join());
  expect(verbs).toEqual(["report", "command,command", "command,command", "claim_pushes"]);
});

test("when the database is away, reports that wait hear it at once", async () => {
  const away = new StoreUnavailable("gone");
  let fail = () => {};
  const slots = new TxSlots(
    { slots: 2, reserved: 1, together: 1, results: 1, waiting: 10 },
    (requests) =>
      new Promise((resolve) => {
        fail = () => resolve(requests.map(() => ({ error: away })));
      }),
  );
  const asked = ["a", "b", "c"].map((subject_id) =>
    slots.run("report", { subject_id, reports: [], now: 1 }),
  );
  const heard = Promise.allSettled(asked);
  await turn();
  fail();
  for (const result of await heard) expect(result).toEqual({ status: "rejected", reason: away });
});

test("what waits beyond the limit is refused, and nothing that was taken is lost", async () => {
  const { slots, running, report } = held({ waiting: 1 });
  const taken = report("a");
  await turn();
  const waits = report("b");
  await expect(report("c")).rejects.toThrow("too much is waiting");
  running[0]!.end();
  expect(await taken).toEqual({ accepted: 1 });
  await turn();
  running[1]!.end();
  expect(await waits).toEqual({ accepted: 1 });
  await slots.drain();
  await expect(report("d")).rejects.toThrow("closed");
});
