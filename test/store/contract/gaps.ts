/** What a store promises of monitoring gaps: time without a node, and a network that is down. */
import { describe, expect, test } from "vitest";
import { night } from "../../support/builders.ts";
import { databaseTime, node, nodeOf, otherNode, reading, type Given } from "./given.ts";

export function gapPromises({
  store,
  group,
  health,
  checked,
  onCall,
  claimChecks,
  check,
  claimPushes,
  settle,
  page,
  subjectOf,
}: Given): void {
  describe("a monitoring gap", () => {
    const beat = (id: string, now: number, reason = "suspended" as const) =>
      store.run("beat", { reason, node: nodeOf(id), ...databaseTime, now });
    const begin = (now: number) =>
      store.run("begin", { node: nodeOf(node), alone: false, anchor: null, now });
    const recorded = (since?: number) => store.read.blind_periods({ limit: 9, after: null, since });

    test("of less than three minutes is none", async () => {
      expect(await begin(night)).toEqual({ gap: null, stepped_by: 0 });
      expect(await beat(node, night + 179_999)).toEqual({
        gone: [],
        gap: null,
        settling: false,
        step: null,
      });
      await store.run("leave", { node, anchor: null, now: night + 180_000 });
      expect(await begin(night + 359_999)).toEqual({ gap: null, stepped_by: 0 });
      expect(await recorded()).toEqual([]);
    });

    test("is none as long as another node is there", async () => {
      await begin(night);
      await beat(otherNode, night + 170_000);
      const { gap } = await beat(node, night + 200_000);
      expect(gap).toBeNull();
    });

    test("is recorded once, with its reason, from the last heartbeat to the next", async () => {
      await begin(night);
      await beat(otherNode, night + 1);
      const now = night + 600_000;
      const found = await Promise.all([beat(node, now), beat(otherNode, now)]);
      expect(found.filter(({ gap }) => gap !== null)).toHaveLength(1);
      const period = {
        id: expect.any(String) as string,
        from: night + 1,
        to: now,
        reason: "suspended",
        settling_until: now,
      };
      expect(await recorded()).toEqual([period]);
      await store.run("leave", { node, anchor: null, now: now + 1 });
      await store.run("leave", { node: otherNode, anchor: null, now: now + 2 });
      const { gap } = await begin(now + 400_000);
      expect(gap).toMatchObject({
        from: now + 2,
        to: now + 400_000,
        reason: "stopped",
      });
      expect(await recorded()).toHaveLength(2);
      expect(await recorded(now + 1)).toHaveLength(1);
      const { blind_periods } = await store.read.vitals(now + 400_000);
      expect(blind_periods.map(({ reason }) => reason)).toEqual(["stopped", "suspended"]);
      expect((await store.read.vitals(now + 25 * 3600_000)).blind_periods).toEqual([]);
    });

    test("ends when every monitor that was due has been checked", async () => {
      await health();
      await begin(night);
      await check(reading("ok"), night);
      const now = night + 600_000;
      expect((await beat(node, now)).settling).toBe(true);
      expect((await beat(node, now + 1_000)).settling).toBe(true);
      await check(reading("ok"), now + 1_000);
      expect((await beat(node, now + 2_000)).settling).toBe(false);
    });

    test("is settled after two minutes in any case", async () => {
      await health();
      await begin(night);
      await beat(node, night + 600_000);
      const { settling } = await beat(node, night + 720_000);
      expect(settling).toBe(false);
    });

    test("becomes one push for each device, with all incidents found afterwards", async () => {
      const { id: alert_group_id } = await group({ priority_level: 2 });
      await onCall(alert_group_id);
      await health({ alert_group_id });
      await health({ alert_group_id });
      await begin(night);
      await check(reading("ok"), night);
      const now = night + 600_000;
      await beat(node, now);
      await check(reading("failed"), now);
      expect(await claimPushes(now)).toEqual([]);
      await beat(node, now + 1_000);
      const [push, ...more] = await claimPushes(now + 1_000);
      expect(more).toEqual([]);
      expect(push!.claims).toHaveLength(2);
      expect(push!.text.title).toContain("2 incidents opened");
    });

    test("sends its own pushes when it is over: those of an earlier one wait for their next attempt", async () => {
      const { id: alert_group_id } = await group({ priority_level: 2 });
      await onCall(alert_group_id);
      await health({ alert_group_id });
      await begin(night);
      await check(reading("ok"), night);
      const first = night + 600_000;
      await beat(node, first);
      await check(reading("failed"), first);
      await beat(node, first + 1_000);
      const refused = { http_status: 500, detail: "HTTP 500", retry_after_ms: null };
      const outcome = { kind: "retry" as const, ...refused, perhaps_delivered: false };
      const fails = async (now: number) => {
        for (const { claims } of await claimPushes(now)) await settle(claims, outcome, now);
      };
      // Each attempt is followed by a longer pause.
      for (let n = 1; n <= 10; n++) await fails(first + n * 60_000);
      const second = first + 600_000;
      expect(await beat(node, second)).toMatchObject({ gap: { to: second } });
      await check(reading("failed"), second);
      expect((await beat(node, second + 1_000)).settling).toBe(false);
      expect(await claimPushes(second + 1_000)).toEqual([]);
      expect(await claimPushes(second + 60_000)).toHaveLength(1);
    });
  });

  describe("a network that is down", () => {
    const online = (now: number, page = false, mistaken = false) =>
      store.run("online", { from: night, page, mistaken, now });

    test("is one push for each device, when it is back", async () => {
      const { id, alert_group_id } = await health();
      await onCall(alert_group_id);
      const offline = (now: number) =>
        store.run("offline", { since: night, subject_ids: [id], now });
      await offline(night + 5_000);
      await offline(night + 10_000);
      expect(await claimPushes(night + 10_000)).toEqual([]);
      const now = night + 70_000;
      const { gap } = await online(now, true);
      expect(gap).toMatchObject({ from: night, to: now, reason: "offline" });
      const [push, ...more] = await claimPushes(now + 120_000);
      expect(more).toEqual([]);
      expect(push!.text).toMatchObject({
        title: expect.stringContaining("nothing changed") as string,
        priority: 5,
      });
      const listed = await store.read.notifications(page());
      expect(listed.map(({ transition }) => transition)).toEqual(["offline"]);
    });

    test.each([
      ["for a moment", { page: false, mistaken: false }],
      ["by mistake", { page: true, mistaken: true }],
    ])("%s is no push", async (_, { page, mistaken }) => {
      const { id, alert_group_id } = await health();
      await onCall(alert_group_id);
      await store.run("offline", { since: night, subject_ids: [id], now: night });
      const { gap } = await online(night + 1, page, mistaken);
      expect(gap === null).toBe(mistaken);
      expect(await claimPushes(night + 600_000)).toEqual([]);
    });

    test("leaves the status of monitors that could not be checked, which are due when it is back", async () => {
      const { id } = await health();
      const { due } = await claimChecks(night);
      await store.run("command", {
        subject_id: id,
        command: { kind: "reading_skipped", lease: due[0]!.lease },
        now: night,
      });
      const subject = () => subjectOf("health_check_monitors", id);
      expect(await subject()).toMatchObject({
        status: "pending",
        status_reason: "not checked: monitord has no network",
        due_at: night + 15_000,
      });
      await online(night + 2);
      expect(await subject()).toMatchObject({ due_at: night + 2 });
    });

    test("makes those due that were found down since it was lost, and leaves those that were up", async () => {
      const [up, down] = [await health(), await health({ title: "Search" })];
      for (const { subject_id, lease } of (await claimChecks(night)).due)
        await checked(
          subject_id,
          lease,
          reading(subject_id === up.id ? "ok" : "failed"),
          night + 1,
        );
      await online(night + 2);
      const dueAt = async ({ id }: { id: string }) =>
        (await subjectOf("health_check_monitors", id)).due_at;
      expect(await dueAt(down)).toBe(night + 2);
      expect(await dueAt(up)).toBeGreaterThan(night + 2);
    });
  });
}
