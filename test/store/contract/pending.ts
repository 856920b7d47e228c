/** What a store promises of devices that can be paged only after an incident opened. */
import { describe, expect, test } from "vitest";
import type { PushOutcome } from "../../../src/core/paging/push.ts";
import { night } from "../../support/builders.ts";
import { accepted, minute, reading, type Given } from "./given.ts";

const day = 24 * 60 * minute;

export function pendingPromises(given: Given): void {
  const { store, actor, health, group, saved, addDevice, onCall, check, claimPushes } = given;
  const { settle, wakeDue } = given;
  const pagePending = (now: number, after = "", limit = 200) =>
    store.run("page_pending", { after, limit, now });

  /** A member with a device, both of this name. */
  const person = async (group_id: string, name: string) => {
    const email = `${name}@example.com`;
    const user = await saved("users", { email, name: null, role: null, external_id: null });
    await addDevice(user.id, name);
    await store.run("add_member", { actor, group_id, email, now: night });
  };

  describe("devices that are pending", () => {
    test("are paged once, whichever node is faster", async () => {
      const monitor = await health();
      await check(reading("failed"), night);
      await onCall(monitor.alert_group_id);
      await Promise.all([1, 2, 3].map(() => pagePending(night + minute)));
      const due = await claimPushes(night + minute);
      expect(due.map(({ device }) => device.target)).toEqual(["ada"]);
      await pagePending(night + 2 * minute);
      expect(await claimPushes(night + 2 * minute)).toMatchObject([{ claims: [{ attempt: 2 }] }]);
    });

    test("are looked for in so many incidents at once, one after the other", async () => {
      const { id } = await group();
      for (const title of ["A", "B", "C"]) await health({ title, alert_group_id: id });
      await check(reading("failed"), night);
      await onCall(id);
      const found: number[] = [];
      for (let after: string | null = ""; after !== null;) {
        ({ next: after } = await pagePending(night + minute, after, 2));
        found.push((await claimPushes(night + minute)).length);
      }
      expect(found).toEqual([2, 1]);
    });

    test("have no page: one that expired is none, one that perhaps rang is one", async () => {
      const monitor = await health();
      const user = await onCall(monitor.alert_group_id);
      await addDevice(user.id, "tablet");
      await check(reading("failed"), night);
      for (const { device, claims } of await claimPushes(night)) {
        const failed: PushOutcome = {
          kind: "retry",
          http_status: 500,
          detail: "HTTP 500",
          retry_after_ms: null,
          perhaps_delivered: device.target === "tablet",
        };
        await settle(claims, failed, night);
      }
      expect(await claimPushes(night + day)).toEqual([]);
      await pagePending(night + day);
      const due = await claimPushes(night + day);
      expect(due.map(({ device }) => device.target)).toEqual(["ada"]);
    });

    test("of somebody who left with a page that perhaps rang get the news that others have it", async () => {
      const { alert_group_id: group_id } = await health();
      const { id: user_id } = await onCall(group_id);
      await person(group_id, "bo");
      await check(reading("failed"), night);
      for (const { device, claims } of await claimPushes(night)) {
        const perhaps_delivered = device.target === "ada";
        const unsure = { kind: "retry", http_status: 500, detail: "HTTP 500" } as const;
        const failed = { ...unsure, retry_after_ms: null, perhaps_delivered };
        await settle(claims, perhaps_delivered ? failed : accepted, night);
      }
      // The page has expired by then.
      expect(await claimPushes(night + day)).toEqual([]);
      await store.run("remove_member", { actor, group_id, user_id, now: night + day });
      await pagePending(night + day);
      expect(await claimPushes(night + day)).toMatchObject([
        { device: { target: "ada" }, event: "handed_over" },
      ]);
    });

    test("are those of groups that the incident was escalated to, until paging restarts", async () => {
      const leads = await group({ title: "Leads", external_id: "leads" });
      const first = await group({ escalate_to: leads.id, escalate_after_minutes: 5 });
      await health({ alert_group_id: first.id });
      await check(reading("failed"), night);
      await wakeDue(night + 5 * minute);
      const join = (name: string) => person(leads.id, name);
      const paged = async (now: number) => {
        await pagePending(now);
        return (await claimPushes(now)).map(({ device }) => device.target);
      };
      await join("ada");
      expect(await paged(night + 5 * minute)).toEqual(["ada"]);
      const incident_id = (await given.incidents())[0]!.id;
      for (const kind of ["acknowledged", "unacknowledged"] as const)
        await store.run("incident", {
          org_id: actor.org_id,
          incident_id,
          command: { kind, by: "Ada" },
          now: night + 6 * minute,
        });
      await join("bo");
      expect(await paged(night + 6 * minute)).not.toContain("bo");
      await wakeDue(night + 11 * minute);
      expect(await paged(night + 11 * minute)).toContain("bo");
    });

    test("leave the incident to the next group at once when the page on hold is for one that is switched off", async () => {
      const leads = await group({ title: "Leads", external_id: "leads" });
      const { id: alert_group_id } = await group({
        escalate_to: leads.id,
        escalate_after_minutes: 60,
        contact_hours_all_day: false,
        contact_hours_from: "08:00:00",
        contact_hours_to: "18:00:00",
      });
      await health({ alert_group_id });
      const { id: user_id } = await onCall(alert_group_id);
      await person(leads.id, "bo");
      await check(reading("failed"), night);
      const paged = async (now: number) => {
        await pagePending(now);
        await wakeDue(now);
        return (await claimPushes(now)).map(({ device }) => device.target);
      };
      for (const minutes of [1, 2]) expect(await paged(night + minutes * minute)).toEqual([]);
      const [phone] = (await store.read.devices(actor.org_id, user_id))!;
      await store.run("save_device", {
        actor,
        user_id,
        id: phone!.id,
        given: { enabled: false },
        complete: null,
        if_version: null,
        now: night + 3 * minute,
      });
      // The phone of somebody else works, and has nothing on hold.
      expect(await paged(night + 3 * minute)).toEqual(["bo"]);
    });
  });
}
