/** What a store promises when the clock is stepped: unfinished work moves along, and nothing else. */
import { describe, expect, test } from "vitest";
import { keeping, night, silence } from "../../support/builders.ts";
import { databaseTime, minute, node, nodeOf, reading, type Given } from "./given.ts";

const hour = 60 * minute;
const day = 24 * hour;

export function clockPromises(given: Given): void {
  const { store, actor, health, webhook, onCall, report, claimChecks, check, wakeDue } = given;
  const { claimPushes, incidents, subjectOf, page } = given;

  const begin = (now: number) =>
    store.run("begin", { node: nodeOf(node), alone: true, anchor: null, now });
  const anchor = (at: number, step: { by: number; since: number } | null) => ({
    boot: "boot",
    steady: at - night,
    at,
    step,
  });
  const beat = (now: number, step: { by: number; since: number } | null) =>
    store.run("beat", {
      node: nodeOf(node),
      reason: "suspended",
      anchor: anchor(now, step),
      disturbed: step !== null,
      now,
    });
  /** The clock is stepped by `by` at `since`, and adopted as soon as that is possible. */
  async function adopted(by: number, since: number): Promise<number> {
    for (let minutes = 0; minutes <= 5; minutes += 2.5)
      await beat(since + minutes * minute, { by, since });
    const now = since + 5 * minute;
    expect(await store.run("adopt_step", { now })).toEqual({ by });
    return now + by;
  }
  const gaps = () => store.read.blind_periods({ limit: 9, after: null, since: undefined });

  describe.each([
    ["ahead by 370 days", 370 * day],
    ["back by 370 days", -370 * day],
    ["back by five minutes", -5 * minute],
  ])("a clock that is stepped %s", (_, by) => {
    test("is adopted once, after five minutes", async () => {
      await begin(night);
      await beat(night + 1, { by, since: night });
      expect(await store.run("adopt_step", { now: night + 5 * minute - 1 })).toEqual({ by: 0 });
      expect(await store.run("adopt_step", { now: night + 5 * minute })).toEqual({ by });
      expect(await store.run("adopt_step", { now: night + 10 * minute })).toEqual({ by: 0 });
    });

    test("moves checks, incidents, pushes, windows and silences along", async () => {
      const check1 = await health();
      const errors = await webhook({ error_rate_threshold: 2, error_rate_window_minutes: 10 });
      await onCall(errors.alert_group_id);
      await store.run("create_silence", {
        actor,
        silence: silence({ monitor_id: check1.id, from: night, until: night + hour }),
        now: night,
      });
      await begin(night);
      await check(reading("ok"), night);
      await report(errors.id, night, 3);
      const before = {
        check: await subjectOf("health_check_monitors", check1.id),
        errors: await subjectOf("webhook_monitors", errors.id),
      };
      const [incident] = await incidents();
      const now = await adopted(by, night);
      const after = {
        check: await subjectOf("health_check_monitors", check1.id, now),
        errors: await subjectOf("webhook_monitors", errors.id, now),
      };
      expect(after.check.due_at).toBe(before.check.due_at! + by);
      expect(after.check.checked_at).toBe(before.check.checked_at! + by);
      expect(after.errors).toMatchObject({ window_count: 3, status: "firing" });
      const [moved] = await incidents();
      expect(moved!.opened_at).toBe(incident!.opened_at + by);
      expect(moved!.act_at).toBe(incident!.act_at === null ? null : incident!.act_at + by);
      const [push] = await store.read.notifications(page());
      expect(push).toMatchObject({ due_at: night + by });
      const [held] = await store.read.silences(page(), now);
      expect(held).toMatchObject({ from: night + by, until: night + hour + by });
      expect(await claimPushes(now)).toHaveLength(1);
      await store.run("allow_retention", { now });
      await store.run("expire_rows", { now, retention: keeping(400 * day) });
      // Five minutes of the window have passed, and five more are to come.
      await wakeDue(night + by + 10 * minute - 1);
      expect(await subjectOf("webhook_monitors", errors.id)).toMatchObject({ status: "firing" });
      await wakeDue(night + by + 10 * minute);
      expect(await subjectOf("webhook_monitors", errors.id)).toMatchObject({ status: "resolved" });
    });

    test("is one gap, which delays no push and is no gap of the first checks", async () => {
      await begin(night);
      const now = await adopted(by, night);
      const [gap, ...more] = await gaps();
      expect(more).toEqual([]);
      expect(gap).toMatchObject({ reason: "clock", from: night + by, to: now });
      expect(await beat(now, null)).toMatchObject({ gap: null, gone: [], settling: false });
    });

    test("leaves history where it was", async () => {
      const { id } = await health();
      await begin(night);
      await check(reading("ok"), night);
      await adopted(by, night);
      const entries = await store.read.history(actor.org_id, id, page());
      expect(entries.map(({ at }) => at)).toEqual([night]);
    });
  });

  describe("a clock", () => {
    test("that is set back while nothing runs is adopted at the start", async () => {
      const { id } = await health();
      await begin(night);
      await check(reading("ok"), night);
      const { due_at } = await subjectOf("health_check_monitors", id);
      await store.run("leave", { node, anchor: null, now: night + 1000 });
      expect(await begin(night - day + 1000)).toEqual({ gap: null, stepped_by: -day });
      expect((await subjectOf("health_check_monitors", id)).due_at).toBe(due_at! - day);
      expect(await gaps()).toMatchObject([{ reason: "clock" }]);
    });

    test("that is stepped again and again is one gap until it was steady for five minutes", async () => {
      await begin(night);
      await beat(night, { by: hour, since: night });
      await beat(night + minute, null);
      await beat(night + 2 * minute, { by: -hour, since: night + 2 * minute });
      expect(await gaps()).toMatchObject([{ from: night, to: night + 2 * minute }]);
      await beat(night + 3 * minute, null);
      await beat(night + 5 * minute, null);
      await beat(night + 7.5 * minute, null);
      await beat(night + 9 * minute, { by: day, since: night + 9 * minute });
      expect(await gaps()).toHaveLength(2);
    });

    test("is kept for the next process of the same boot", async () => {
      await begin(night);
      await beat(night + minute, { by: hour, since: night + minute });
      expect(await store.read.clock(night)).toMatchObject(
        anchor(night + minute, { by: hour, since: night + minute }),
      );
    });
  });

  describe("a check that is due further ahead than any decision puts it", () => {
    test.each([hour, 370 * day])("is due within half a minute (%i ms ahead)", async (ahead) => {
      const { id } = await health();
      await check(reading("ok"), night + ahead);
      expect((await claimChecks(night)).due).toEqual([]);
      const recall = { node, limit: 9, recall: true };
      const { due } = await store.run("claim_checks", { ...recall, now: night });
      expect(due.map(({ subject_id }) => subject_id)).toEqual([id]);
    });

    test("is due at the start", async () => {
      await health();
      await check(reading("ok"), night + hour);
      await begin(night);
      expect((await claimChecks(night)).due).toHaveLength(1);
    });

    test("is none that waits for its interval, or is being made", async () => {
      await health({ interval_seconds: 86_400 });
      await check(reading("ok"), night);
      await health({ interval_seconds: 10, timeout_seconds: 60 });
      const recall = { node, limit: 9, recall: true, now: night };
      expect((await store.run("claim_checks", recall)).due).toHaveLength(1);
      expect((await store.run("claim_checks", recall)).due).toEqual([]);
    });
  });

  test("a beat of a node that goes by the database's time leaves the stored clock alone", async () => {
    await begin(night);
    const input = { node: nodeOf(node), reason: "suspended" as const, ...databaseTime };
    expect(await store.run("beat", { ...input, now: night + 1 })).toMatchObject({ step: null });
    expect(await store.read.clock(night)).toMatchObject({ at: night, boot: null });
  });
}
