/** What a store promises of drills: who was asked, who answered, and when it is over. */
import { describe, expect, test } from "vitest";
import { addressId } from "../../../src/core/access/signed-action.ts";
import { answerTime } from "../../../src/core/drill/drill.ts";
import { night } from "../../support/builders.ts";
import { accepted, minute, type Given } from "./given.ts";

export function drillPromises({
  store,
  actor,
  page,
  saved,
  group,
  addDevice,
  onCall,
  wakeDue,
  claimPushes,
  settle,
}: Given): void {
  describe("a drill", () => {
    const start = (group_id: string, now = night) =>
      store.run("start_drill", { actor, group_id, now });
    /** A group that may be asked at any hour, with Ada and Bo; Bo has no device. */
    const staffed = async () => {
      const { id } = await group({ contact_hours_all_day: true });
      const ada = await onCall(id);
      const bo = await saved("users", {
        email: "bo@example.com",
        name: "Bo",
        role: null,
        external_id: null,
      });
      await store.run("add_member", { actor, group_id: id, email: "bo@example.com", now: night });
      return { id, ada: ada.id, bo: bo.id };
    };

    test("asks each member, and sends to each device", async () => {
      const { id, ada, bo } = await staffed();
      const drill = await start(id);
      expect(drill).toMatchObject({
        ok: true,
        value: { drill: { started_by: "test", at: night, ends_at: night + answerTime } },
      });
      const found = (await store.read.last_drill(actor.org_id, id))!;
      expect(found.people.map(({ user_id, answered_at }) => [user_id, answered_at])).toEqual(
        expect.arrayContaining([
          [ada, null],
          [bo, null],
        ]),
      );
      expect(await claimPushes(night)).toMatchObject([{ event: "drill" }]);
    });

    test("is the only one of its group, however many ask for it at once", async () => {
      const { id } = await staffed();
      const asked = await Promise.all([start(id), start(id), start(id)]);
      expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
      expect(asked.filter(({ ok }) => !ok)).toMatchObject([
        { why: "conflict" },
        { why: "conflict" },
      ]);
      expect(await store.read.drills({ ...page(), alert_group_id: id })).toHaveLength(1);
    });

    test("needs a member, and a group of the same organization", async () => {
      const { id } = await group();
      expect(await start(id)).toMatchObject({ ok: false, why: "conflict" });
      const other = await store.run("create_organization", { name: "other", now: night });
      expect(
        await store.run("start_drill", {
          actor: { ...actor, org_id: other.id },
          group_id: id,
          now: night,
        }),
      ).toEqual({ ok: false, why: "not_found" });
    });

    test("has the first answer of each person, at the address that was asked", async () => {
      const { id, ada } = await staffed();
      await start(id);
      const [device] = (await store.read.devices(actor.org_id, ada))!;
      const confirm = (address: string, now: number) =>
        store.run("confirm_device", { id: device!.id, address, now });
      expect(await confirm("another address", night + 1)).toBe(false);
      expect(await confirm(addressId(device!), night + minute)).toBe(true);
      expect(await confirm(addressId(device!), night + 2 * minute)).toBe(true);
      const { people } = (await store.read.last_drill(actor.org_id, id))!;
      expect(people.find(({ user_id }) => user_id === ada)).toMatchObject({
        answered_at: night + minute,
        device_id: device!.id,
      });
    });

    test("ends after its day, and says who did not respond", async () => {
      const { id } = await staffed();
      await start(id);
      const [asking] = await claimPushes(night);
      await settle(asking!.claims, accepted, night);
      const end = night + answerTime;
      await wakeDue(end - 1);
      expect((await store.read.last_drill(actor.org_id, id))!.drill.ended_at).toBeNull();
      await wakeDue(end);
      expect((await store.read.last_drill(actor.org_id, id))!.drill.ended_at).toBe(end);
      expect(await claimPushes(end)).toMatchObject([{ event: "drill_report" }]);
      expect(await start(id, end + 1)).toMatchObject({ ok: true });
      expect(await store.read.drills({ ...page(), alert_group_id: id })).toHaveLength(2);
    });

    test("goes to all devices of a person", async () => {
      const { id, ada } = await staffed();
      await addDevice(ada, "ada-tablet");
      await start(id);
      expect(await claimPushes(night)).toHaveLength(2);
    });
  });
}
