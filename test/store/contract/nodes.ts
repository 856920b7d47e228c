/** What a store promises of the nodes that share it: restarts, claims of checks, silent nodes. */
import { describe, expect, test } from "vitest";
import { diskText } from "../../../src/core/disk/notice.ts";
import { night } from "../../support/builders.ts";
import { databaseTime, minute, node, nodeOf, otherNode, reading, type Given } from "./given.ts";

export function nodePromises({
  store,
  actor,
  restart,
  health,
  webhook,
  onCall,
  addDevice,
  report,
  claimChecks,
  checked,
  check,
  claimPushes,
  incidents,
  subjectOf,
}: Given): void {
  describe("nodes", () => {
    test("counts, pushes and incidents survive a restart", async () => {
      const { id, alert_group_id } = await webhook();
      await onCall(alert_group_id);
      await report(id, night, 3);
      await restart();
      await store.run("begin", { node: nodeOf(node), alone: true, anchor: null, now: night + 1 });
      expect((await subjectOf("webhook_monitors", id)).window_count).toBe(3);
      expect(await claimPushes(night + 1)).toHaveLength(1);
      await report(id, night + minute);
      expect(await incidents()).toMatchObject([{ occurrences: 4 }]);
    });

    test("the operators are notified of a disk once per state, also after a restart, and of room again", async () => {
      const { id, alert_group_id } = await webhook();
      await onCall(alert_group_id);
      const room = { folder: "/data", free: 1, size: 2 };
      const told = async (state: "ok" | "low" | "full", now: number) => {
        const text = diskText({ room, state, sentence: "The disk." });
        await store.run("notify_disk", { state, text, now });
        return (await claimPushes(now)).map((push) => push.text.title);
      };
      expect(await told("ok", night)).toEqual([]);
      expect(await told("low", night + 1)).toEqual(["monitord is low on disk space"]);
      // A page is the latest push now.
      await report(id, night + 1, 3);
      expect(await claimPushes(night + 1)).toHaveLength(1);
      await restart();
      expect(await told("low", night + 2)).toEqual([]);
      expect(await told("full", night + 3)).toEqual(["The disk of monitord is full"]);
      expect(await told("low", night + 4)).toEqual([]);
      expect(await told("ok", night + 5)).toEqual(["monitord has disk space again"]);
      expect(await told("ok", night + 6)).toEqual([]);
    });

    test("a disk is news for the people of the first organization, on working devices", async () => {
      const { id } = await onCall((await webhook()).alert_group_id);
      await addDevice(id, "off", { enabled: false });
      const first = actor.org_id;
      actor.org_id = (await store.run("create_organization", { name: "other", now: night })).id;
      await onCall((await webhook()).alert_group_id);
      actor.org_id = first;
      const room = { folder: "/data", free: 1, size: 2 };
      const text = diskText({ room, state: "low", sentence: "The disk." });
      await store.run("notify_disk", { state: "low", text, now: night });
      const due = await claimPushes(night);
      expect(due.map(({ device: { org_id, target } }) => [org_id, target])).toEqual([
        [first, "ada"],
      ]);
    });

    test("a check is claimed once, and due again when its claim runs out", async () => {
      const { id } = await health();
      const first = await claimChecks(night);
      expect(first.due.map((due) => due.subject_id)).toEqual([id]);
      const again = await claimChecks(night);
      expect(again).toEqual({ due: [], from: {}, next_at: night + 25_000 });
      const later = await claimChecks(night + 25_000);
      expect(later.due).toHaveLength(1);
      const { lease } = first.due[0]!;
      const late = await checked(id, lease, reading("failed"), night + 25_001);
      expect(late?.status).toBe("pending");
    });

    test("a start makes due the checks that were under way", async () => {
      await health();
      await claimChecks(night);
      await store.run("begin", { node: nodeOf(node), alone: true, anchor: null, now: night + 1 });
      expect(await check(reading("ok"), night + 1)).toBe(1);
    });

    test("a start claims the pushes that were under way; one beside other nodes leaves them their claims", async () => {
      await onCall((await health()).alert_group_id);
      await check(reading("failed"), night);
      expect(await claimPushes(night)).toMatchObject([{ claims: [{ attempt: 1 }] }]);
      const begin = (alone: boolean) =>
        store.run("begin", { node: nodeOf(node), alone, anchor: null, now: night + 1000 });
      await begin(false);
      expect(await claimPushes(night + 1000)).toEqual([]);
      await begin(true);
      const [push] = await claimPushes(night + 1000);
      expect(push).toMatchObject({ claims: [{ attempt: 2 }] });
      const { notification_id } = push!.claims[0]!;
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "leased", perhaps_delivered: true },
        attempts: [{ attempt: 1, outcome: "lost", started_at: night }],
      });
    });

    test("a node that fell silent is reported as gone, and the checks it had claimed are due", async () => {
      const beat = (id: string, now: number) =>
        store.run("beat", { reason: "suspended", node: nodeOf(id), ...databaseTime, now });
      await health();
      await beat(otherNode, night);
      const { due } = await claimChecks(night, otherNode);
      expect(due).toHaveLength(1);
      expect(await beat(node, night + 14_000)).toMatchObject({ gone: [] });
      expect(await check(reading("ok"), night + 14_000)).toBe(0);
      expect(await beat(node, night + 16_000)).toMatchObject({
        gone: [{ id: otherNode, name: "host" }],
      });
      expect(await check(reading("ok"), night + 16_000)).toBe(1);
      const { nodes } = await store.read.vitals(night + 16_000);
      expect(nodes.map(({ id }) => id)).toEqual([node]);
    });

    test("a start beside other nodes leaves their claims alone; a node that ends gives back its own", async () => {
      await health();
      await store.run("beat", {
        reason: "suspended",
        node: nodeOf(otherNode),
        ...databaseTime,
        now: night,
      });
      await claimChecks(night, otherNode);
      const now = night + 1;
      await store.run("begin", { node: nodeOf(node), alone: false, anchor: null, now });
      expect(await check(reading("ok"), now)).toBe(0);
      const { nodes } = await store.read.vitals(now);
      const claims = new Map(nodes.map((one) => [one.id, one.claims]));
      expect(claims).toEqual(
        new Map([
          [node, 0],
          [otherNode, 1],
        ]),
      );
      await store.run("leave", { node: otherNode, anchor: null, now });
      expect(await check(reading("ok"), now)).toBe(1);
    });
  });
}
