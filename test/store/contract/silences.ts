/** What a store promises of silences. */
import { describe, expect, test } from "vitest";
import { night, silence } from "../../support/builders.ts";
import { minute, reading, type Given } from "./given.ts";

export function silencePromises({ store, actor, health, onCall, check, claimPushes }: Given): void {
  describe("silences", () => {
    test("hold back pages of their own organization alone", async () => {
      const { alert_group_id } = await health();
      await onCall(alert_group_id);
      const other = await store.run("create_organization", { name: "other", now: night });
      const everything = { monitor_id: null, alert_group_id: null, from: night, until: null };
      await store.run("create_silence", {
        actor: { ...actor, org_id: other.id },
        silence: silence(everything),
        now: night,
      });
      await check(reading("failed"), night);
      expect(await claimPushes(night)).toMatchObject([{ claims: [{}] }]);
    });

    test("ended silences are listed, the last to end first", async () => {
      const { id: monitor_id, alert_group_id } = await health();
      for (const minutes of [1, 3, 2]) {
        const made = await store.run("create_silence", {
          actor,
          silence: silence({ monitor_id, from: night, until: null, reason: `${minutes} min` }),
          now: night,
        });
        await store.run("end_silence", {
          actor,
          id: made.ok ? made.value.id : "",
          now: night + minutes * minute,
        });
      }
      const ended = await store.read.ended_silences({
        org_id: actor.org_id,
        now: night + 3 * minute,
        limit: 2,
      });
      expect(ended.map(({ reason }) => reason)).toEqual(["3 min", "2 min"]);
      const places = await store.read.places(actor.org_id, [monitor_id, alert_group_id, "nobody"]);
      expect([...places.values()].map(({ kind }) => kind).sort()).toEqual([
        "alert_groups",
        "health_check_monitors",
      ]);
    });
  });
}
