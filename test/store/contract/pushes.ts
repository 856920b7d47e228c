/** What a store promises of pushes: claims, outcomes, lanes. */
import { describe, expect, test } from "vitest";
import type { PushClaim, PushOutcome } from "../../../src/core/paging/push.ts";
import { night } from "../../support/builders.ts";
import { accepted, minute, reading, type Given } from "./given.ts";

export function pushPromises({
  save,
  store,
  actor,
  group,
  health,
  webhook,
  report,
  addDevice,
  onCall,
  check,
  wakeDue,
  claimPushes,
  renewPushes,
  settle,
}: Given): void {
  /** Ada, who is on call already, is a member of this group, too. */
  const joinsToo = (group_id: string) =>
    store.run("add_member", { actor, group_id, email: "ada@example.com", now: night });

  describe("pushes", () => {
    test("a settled push is not claimed again; one whose claim ran out is", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [first] = await claimPushes(night);
      expect(first).toMatchObject({
        claims: [{ attempt: 1 }],
        device: { target: "ada" },
      });
      expect(await claimPushes(night + 14_999)).toEqual([]);
      const [second] = await claimPushes(night + 15_000);
      const [{ notification_id, attempt }] = second!.claims as [PushClaim];
      expect(attempt).toBe(2);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "leased", perhaps_delivered: true },
      });
      const settled = (attempt: number) =>
        settle([{ notification_id, attempt }], accepted, night + 16_000);
      // The first holder wakes up late: its answer has no effect.
      await settled(1);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "leased" },
        attempts: [{ attempt: 1, outcome: "lost" }],
      });
      await settled(2);
      expect(await claimPushes(night + 3600_000)).toEqual([]);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "delivered" },
        attempts: [{ outcome: "lost" }, { attempt: 2, outcome: "delivered" }],
      });
    });

    test("a claim that is renewed while the push is being sent is nobody else's, until that ends", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [first] = await claimPushes(night);
      for (let seconds = 10; seconds <= 300; seconds += 10)
        await renewPushes(first!.claims, night + seconds * 1000);
      expect(await claimPushes(night + 314_999)).toEqual([]);
      const [second] = await claimPushes(night + 315_000);
      expect(second!.claims).toMatchObject([{ attempt: 2 }]);
      // What is lost stays lost.
      await renewPushes(first!.claims, night + 320_000);
      expect(await claimPushes(night + 330_000)).toMatchObject([{ claims: [{ attempt: 3 }] }]);
    });

    test("a recovery is sent when its page was perhaps accepted", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const tagsOf = async (now: number) => (await claimPushes(now)).map(({ text }) => text.tags);
      expect(await tagsOf(night)).toEqual([["rotating_light"]]);
      const later = night + 2 * minute;
      await check(reading("ok"), later);
      // The page was never answered, so perhaps it rang. One claim cancels it, the next takes its recovery.
      const tags = [...(await tagsOf(later)), ...(await tagsOf(later))];
      expect(tags).toEqual([["white_check_mark"]]);
    });

    describe("that may have arrived", () => {
      const perhaps: PushOutcome = {
        kind: "perhaps_delivered",
        http_status: null,
        detail: "timed out while waiting for headers",
      };
      /** Ada's only device is paged, and nothing is heard of the page. */
      async function pagedPerhaps() {
        const monitor = await health();
        const user = await onCall(monitor.alert_group_id);
        await check(reading("failed"), night);
        const [page] = await claimPushes(night);
        await settle(page!.claims, perhaps, night);
        const notification = async () => {
          const { notification_id } = page!.claims[0]!;
          return (await store.read.notification(actor.org_id, notification_id))!;
        };
        return { user, notification };
      }

      test("are sent again after 5, 15 and 60 minutes, and then not", async () => {
        const { notification } = await pagedPerhaps();
        let now = night;
        for (const wait of [5, 15, 60]) {
          expect(await claimPushes(now + wait * minute - 1)).toEqual([]);
          now += wait * minute;
          const [again] = await claimPushes(now);
          await settle(again!.claims, perhaps, now);
        }
        expect(await claimPushes(now + 1440 * minute)).toEqual([]);
        const { notification: page, attempts } = await notification();
        expect(page).toMatchObject({ state: "perhaps_delivered", delivered_at: null });
        expect(attempts.map(({ outcome }) => outcome)).toEqual(
          Array.from({ length: 4 }, () => "perhaps_delivered"),
        );
        const incident = await store.read.incident(actor.org_id, page.incident_id!);
        const said = incident!.timeline.filter(({ kind }) => kind === "perhaps_delivered");
        expect(said.map(({ text }) => text)).toEqual([
          expect.stringContaining("timed out while waiting for headers. Sent again in 5 min."),
          expect.stringContaining("Not sent again after 4 attempts."),
        ]);
        // Nobody is known to have been reached.
        expect((await store.read.vitals(now)).unreached_incidents).toHaveLength(1);
      });

      test("and then fail for certain are tried as often as others", async () => {
        const { notification } = await pagedPerhaps();
        const now = night + 5 * minute;
        const [again] = await claimPushes(now);
        const failed: PushOutcome = {
          kind: "retry",
          http_status: 503,
          detail: "HTTP 503",
          retry_after_ms: null,
          perhaps_delivered: false,
        };
        await settle(again!.claims, failed, now);
        expect(await claimPushes(now + 3000)).toHaveLength(1);
        expect((await notification()).notification).toMatchObject({ perhaps_delivered: true });
      });

      test("go to another address of the device at once", async () => {
        const { user } = await pagedPerhaps();
        const [device] = (await store.read.devices(actor.org_id, user.id))!;
        const now = night + minute;
        await store.run("save_device", {
          actor,
          user_id: user.id,
          id: device!.id,
          given: { target: "other" },
          complete: null,
          if_version: null,
          now,
        });
        expect(await claimPushes(now)).toMatchObject([{ device: { target: "other" } }]);
      });
    });

    test.each([
      ["normal", 3],
      ["low", 2],
      ["same", 5],
    ] as const)(
      "a recovery is as loud as its group says: %s",
      async (recovery_priority, expected) => {
        const { id } = await group({ priority_level: 1, recovery_priority });
        await health({ alert_group_id: id });
        await onCall(id);
        await check(reading("failed"), night);
        const [page] = await claimPushes(night);
        expect(page!.text.priority).toBe(5);
        await settle(page!.claims, accepted, night);
        await check(reading("ok"), night + 2 * minute);
        const [recovery] = await claimPushes(night + 2 * minute);
        expect(recovery!.text).toMatchObject({ priority: expected, tags: ["white_check_mark"] });
      },
    );

    test("a group that only an escalation leads to is named when nobody of it can be reached", async () => {
      const leads = await group({ title: "Leads" });
      const named = async () =>
        (await store.read.vitals(night)).unreachable_groups.map(({ title }) => title);
      expect(await named()).not.toContain("Leads");
      await group({ title: "First line", escalate_to: leads.id, escalate_after_minutes: 5 });
      expect(await named()).toContain("Leads");
      await onCall(leads.id);
      expect(await named()).not.toContain("Leads");
    });

    test("a group of priority 1 whose members' own hours leave a gap in a week is named with it", async () => {
      const hours = { contact_hours_all_day: false, contact_hours_to: "08:00:00" };
      const { id } = await group({
        title: "Nights",
        priority_level: 1,
        contact_hours_from: "20:00:00",
        ...hours,
      });
      const named = async (now = night) =>
        (await store.read.vitals(now)).uncovered_groups.map(({ title, timezone, gap }) => [
          title,
          timezone,
          new Date(gap.from).toISOString().slice(0, 16),
          new Date(gap.until).toISOString().slice(0, 16),
        ]);
      const user = await onCall(id);
      const setMember = (of: object) =>
        store.run("set_member", { actor, group_id: id, user_id: user.id, given: of, now: night });
      expect(await named()).toEqual([]);
      await setMember({ ...hours, contact_hours_from: "22:00:00" });
      expect(await named()).toEqual([]);
      await health({ alert_group_id: id });
      expect(await named()).toEqual([["Nights", "UTC", "2026-11-21T20:00", "2026-11-21T22:00"]]);
      const ignoresHours = (urgent_ignores_contact_hours: boolean) =>
        save("alert_groups", { urgent_ignores_contact_hours }, { id, complete: null });
      await ignoresHours(true);
      expect(await named()).toEqual([]);
      await ignoresHours(false);
      await setMember({ contact_hours_from: "20:00:00" });
      expect(await named()).toEqual([]);
      const days = [1, 2, 3, 4, 5, 6];
      await setMember({ contact_days: days });
      expect(await named()).toEqual([["Nights", "UTC", "2026-11-22T20:00", "2026-11-23T08:00"]]);
    });

    test("a rejected push marks its device as broken, an accepted one clears that", async () => {
      const monitor = await health();
      const user = await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const deviceAfter = async (outcome: PushOutcome, now: number) => {
        const [due] = await claimPushes(now);
        await settle(due!.claims, outcome, now);
        return (await store.read.devices(actor.org_id, user.id))![0]!;
      };
      const rejected: PushOutcome = { kind: "refused", http_status: 403, detail: "HTTP 403" };
      expect(await deviceAfter(rejected, night)).toMatchObject({
        broken_at: night,
        broken_reason: "HTTP 403",
      });
      expect((await store.read.vitals(night)).unreachable_groups).toHaveLength(1);
      await check(reading("ok"), night + 2 * minute);
      await check(reading("failed"), night + 4 * minute);
      expect(await deviceAfter(accepted, night + 4 * minute)).toMatchObject({ broken_at: null });
    });

    test("a rejected push hurries the other devices of its person that wait to be tried again, about its incident alone", async () => {
      const { id: alert_group_id } = await group();
      const first = await health({ alert_group_id });
      await health({ title: "Search", alert_group_id });
      const user = await onCall(alert_group_id);
      await addDevice(user.id, "tablet");
      await check(reading("failed"), night);
      const sourceOf = async (claims: readonly PushClaim[]) => {
        const found = await store.read.notification(actor.org_id, claims[0]!.notification_id);
        const incident = await store.read.incident(actor.org_id, found!.notification.incident_id!);
        return incident!.incident.source_id;
      };
      const retry: PushOutcome = {
        kind: "retry",
        http_status: 503,
        detail: "HTTP 503",
        retry_after_ms: null,
        perhaps_delivered: false,
        of_push_alone: true,
      };
      const due = await claimPushes(night);
      expect(due).toHaveLength(4);
      for (const { claims, device } of due)
        if (device.target === "tablet") await settle(claims, retry, night);
      for (const { claims, device } of due)
        if (device.target === "ada")
          await settle(
            claims,
            (await sourceOf(claims)) === first.id
              ? { kind: "refused", http_status: 400, detail: "HTTP 400" }
              : accepted,
            night,
          );
      const hurried = await claimPushes(night + 1);
      expect(hurried.map(({ device }) => device.target)).toEqual(["tablet"]);
      expect(await sourceOf(hurried[0]!.claims)).toBe(first.id);
    });

    test("a raised priority is that of the group's unsent pages, and of no others", async () => {
      const raised = await group({ priority_level: 2 });
      const other = await group({ title: "Other", priority_level: 2 });
      await onCall(raised.id);
      await joinsToo(other.id);
      for (const [title, { id }] of Object.entries({ Shop: raised, Search: other }))
        await health({ title, alert_group_id: id });
      await check(reading("failed"), night);
      await save("alert_groups", { priority_level: 1 }, { id: raised.id, complete: null });
      await wakeDue(night);
      const due = await claimPushes(night);
      expect(
        Object.fromEntries(
          due.map(({ text }) => [/Shop|Search/.exec(text.title)?.[0], text.priority]),
        ),
      ).toEqual({ Shop: 5, Search: 4 });
    });

    test("what waits for the next summary of a device leaves with one that cannot wait, once", async () => {
      const calm = await group({ priority_level: 3 });
      const urgent = await group({ title: "Urgent", priority_level: 1 });
      await onCall(calm.id);
      await joinsToo(urgent.id);
      const fire = async (count: number, alert_group_id: string, now: number) => {
        for (let i = 0; i < count; i++) {
          const { id } = await webhook({ title: `Errors ${now} ${i}`, alert_group_id });
          await report(id, now, 9);
        }
        const due = await claimPushes(now);
        for (const { claims } of due) await settle(claims, accepted, now);
        return due.map(({ claims }) => claims.length);
      };
      expect(await fire(7, calm.id, night)).toEqual([7]);
      expect(await fire(7, calm.id, night + 10_000)).toEqual([]);
      expect(await fire(1, urgent.id, night + 20_000)).toEqual([8]);
      expect(await claimPushes(night + 2 * minute)).toEqual([]);
    });

    test("the outcome of a test is an event of its device: a person waits for it", async () => {
      const monitor = await health();
      const { id: user_id } = await onCall(monitor.alert_group_id);
      const [phone] = (await store.read.devices(actor.org_id, user_id))!;
      const { id } = phone!;
      const after = await store.read.last_event();
      const about = async () =>
        (await store.read.events({ org_id: actor.org_id, after, limit: 99 })).events.flatMap(
          (one) => (one.kind === "resource" && one.object_id === id ? [one.about] : []),
        );
      await check(reading("failed"), night);
      await store.run("test_device", { actor, user_id, id, now: night });
      for (const { claims } of await claimPushes(night)) await settle(claims, accepted, night);
      await expect
        .poll(about, { timeout: 60_000 })
        .toContainEqual({ resource: "devices", action: "tested" });
    });

    test("pushes of a busy lane wait while those of other lanes are claimed", async () => {
      const monitor = await health();
      const user = await onCall(monitor.alert_group_id);
      await addDevice(user.id, "tablet", { server: "https://push.example.com" });
      await check(reading("failed"), night);
      const due = await claimPushes(night, { "": 8 });
      expect(due.map((push) => push.device.target)).toEqual(["tablet"]);
    });
  });
}
