/** What a store promises of monitors that change their status again and again. */
import { describe, expect, test } from "vitest";
import { night } from "../../support/builders.ts";
import { accepted, minute, reading, type Given } from "./given.ts";

export function flappingPromises({
  store,
  group,
  health,
  onCall,
  check,
  wakeDue,
  claimPushes,
  settle,
  page,
  incidents,
}: Given): void {
  describe("flapping", () => {
    /** A monitor that is due every minute, whatever its phase, of a group that is paged once. */
    const onceAMinute = async () => {
      const monitor = await health({
        alert_group_id: (await group({ repeat_minutes: 0 })).id,
        staleness_threshold_minutes: 600,
        interval_seconds: 20,
      });
      await onCall(monitor.alert_group_id);
      return monitor;
    };

    test("a monitor that goes up and down for three hours causes six pushes, of three incidents", async () => {
      const { id } = await onceAMinute();
      let now = night;
      const pushes = async () => (await store.read.notifications(page())).map(({ title }) => title);
      const minutes = async (many: number, of: () => "ok" | "failed") => {
        for (let i = 0; i < many; i++) {
          now += minute;
          // The phone accepts every page, so that a recovery is due for it.
          for (const { claims } of await claimPushes(now)) await settle(claims, accepted, now);
          await wakeDue(now);
          await check(reading(of()), now);
        }
      };
      let status: "ok" | "failed" = "ok";
      await minutes(180, () => (status = status === "ok" ? "failed" : "ok"));
      const titles = [
        "Shop is down",
        "Shop is up again",
        "Shop is down",
        "Shop is up again",
        "Shop is flapping",
      ];
      expect(await pushes()).toEqual(titles);
      const flapping = async (is: boolean) => {
        const query = { ...page(), flapping: is };
        const monitors = await store.read.resources("health_check_monitors", query, now);
        return monitors.map((monitor) => monitor.id);
      };
      expect([await flapping(true), await flapping(false)]).toEqual([[id], []]);
      expect((await store.read.vitals(now)).flapping_monitors).toBe(1);
      await minutes(32, () => "ok");
      expect(await pushes()).toEqual([...titles, "Shop stopped flapping: up"]);
      expect((await incidents()).map(({ status }) => status)).toEqual([
        "resolved",
        "resolved",
        "resolved",
      ]);
      expect(await flapping(true)).toEqual([]);
    });

    test("a push that was not sent yet says what is true when it is sent", async () => {
      await onceAMinute();
      let now = night;
      const minutes = async (many: number, of: (i: number) => "ok" | "failed") => {
        for (let i = 0; i < many; i++) {
          now += minute;
          await wakeDue(now);
          await check(reading(of(i)), now);
        }
      };
      await minutes(7, (i) => (i % 2 === 0 ? "failed" : "ok"));
      await minutes(33, () => "failed");
      const queued = await store.read.notifications({ ...page(), states: ["queued"] });
      expect(queued.map(({ title, transition }) => [title, transition])).toEqual([
        ["Shop stopped flapping: down", "opened"],
      ]);
    });
  });
}
