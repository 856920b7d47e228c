/** What a store promises of silences. */
import { describe, expect, test } from "vitest";
import { night, silence } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function silencePromises({ store, actor, health }: Given): void {
  describe("silences", () => {
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
