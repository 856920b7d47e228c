/** What a store promises of the facts that say who is reached. */
import { describe, expect, test } from "vitest";
import { reachOf } from "../../../src/core/explain/reach.ts";
import { night } from "../../support/builders.ts";
import { accepted, minute, reading, type Given } from "./given.ts";

export function reachPromises({
  store,
  actor,
  group,
  health,
  save,
  saved,
  addDevice,
  onCall,
  check,
  wakeDue,
  claimPushes,
  settle,
  incidents,
}: Given): void {
  const change = (id: string, given: Record<string, unknown>) =>
    save("alert_groups", given, { id, complete: null });
  /** The state of each person, by name, of every incident. */
  const reach = async (now: number) =>
    (await store.read.reach(actor.org_id, await incidents(), now)).map((one) =>
      Object.fromEntries(
        reachOf(one, now).people.map(({ name, state, accepted: pages, last_accepted_at }) => [
          name,
          [state, pages, last_accepted_at],
        ]),
      ),
    );
  const join = async (group_id: string, name: string) => {
    const email = `${name}@example.com`;
    const user = await saved("users", { email, name, role: null, external_id: null });
    await store.run("add_member", { actor, group_id, email, now: night });
    return user;
  };
  const sendAll = async (now: number) => {
    for (const { claims } of await claimPushes(now)) await settle(claims, accepted, now);
  };

  describe("who is reached", () => {
    test("is known of several incidents at once, of pages that were sent again, and of people without a device", async () => {
      const monitor = await health();
      await health({ alert_group_id: monitor.alert_group_id, title: "Blog" });
      await change(monitor.alert_group_id, { repeat_minutes: 5, repeat_limit: 3 });
      await onCall(monitor.alert_group_id);
      await join(monitor.alert_group_id, "Bo");
      expect(await store.read.reach(actor.org_id, [], night)).toEqual([]);
      await check(reading("failed"), night);
      const before = { Ada: ["sending", 0, null], Bo: ["no_device", 0, null] };
      expect(await reach(night)).toEqual([before, before]);
      await sendAll(night);
      const again = night + 5 * minute;
      await wakeDue(again);
      await sendAll(again);
      const after = { ...before, Ada: ["unverified", 2, again] };
      expect(await reach(again)).toEqual([after, after]);
    });

    test("has the members of a group that the incident was escalated to, and people who have left", async () => {
      const managers = await group({ title: "Managers" });
      const monitor = await health();
      await change(monitor.alert_group_id, {
        escalate_to: managers.id,
        escalate_after_minutes: 15,
      });
      const ada = await onCall(monitor.alert_group_id);
      const boss = await join(managers.id, "Boss");
      await addDevice(boss.id, "boss");
      await check(reading("failed"), night);
      await sendAll(night);
      expect(await reach(night)).toEqual([{ Ada: ["unverified", 1, night] }]);
      const later = night + 15 * minute;
      await wakeDue(later);
      await store.run("remove_member", {
        actor,
        group_id: monitor.alert_group_id,
        user_id: ada.id,
        now: later,
      });
      expect(await reach(later)).toEqual([
        { Ada: ["unverified", 1, night], Boss: ["sending", 0, null] },
      ]);
    });
  });
}
