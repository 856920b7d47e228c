/** What a store promises of the board: monitors of both kinds in one list, worst first, and their counts. */
import { describe, expect, test } from "vitest";
import { night } from "../../support/builders.ts";
import { reading, type Given } from "./given.ts";

export function boardPromises({
  store,
  actor,
  group,
  health,
  webhook,
  report,
  check,
}: Given): void {
  describe("the board", () => {
    const board = (more: Partial<Parameters<typeof store.read.board_monitors>[0]> = {}) =>
      store.read.board_monitors({
        org_id: actor.org_id,
        search: null,
        statuses: null,
        alert_group_ids: null,
        limit: 50,
        offset: 0,
        ...more,
      });
    const titles = async (more: Parameters<typeof board>[0] = {}) =>
      (await board(more)).map(({ title }) => title);
    const pause = (subject_id: string) =>
      store.run("command", {
        subject_id,
        command: { kind: "paused", by: "test", until: null },
        now: night,
      });

    /** A failing, a firing, a paused, a pending and a quiet monitor. */
    const mixed = async () => {
      const down = await health({ title: "down" });
      await check(reading("failed"), night);
      const firing = await webhook({ title: "firing", error_rate_threshold: 1 });
      await report(firing.id, night);
      const paused = await webhook({ title: "a paused one" });
      await pause(paused.id);
      await health({ title: "Pending" });
      await webhook({ title: "quiet 100%_" });
      return { down, firing, paused };
    };

    test("lists both kinds, worst first, paused ones last, then by title in any case", async () => {
      await mixed();
      await webhook({ title: "Also quiet" });
      expect(await titles()).toEqual([
        "down",
        "firing",
        "Pending",
        "Also quiet",
        "quiet 100%_",
        "a paused one",
      ]);
      expect(await titles({ limit: 2, offset: 1 })).toEqual(["firing", "Pending"]);
    });

    test("has numbers as numbers, and the title of each group", async () => {
      const team = await group({ title: "Team" });
      await health({ title: "down", alert_group_id: team.id });
      await check(reading("failed"), night);
      expect(await board()).toMatchObject([
        {
          kind: "health_check_monitors",
          group_title: "Team",
          status: "down",
          status_since: night,
          inserted_at: night,
          checked_at: night,
          paused_at: null,
          last_received_at: night,
          checks_total: 1,
          checks_passing: 0,
        },
      ]);
    });

    test("is searched by a part of the title, in which no character is a wildcard", async () => {
      await mixed();
      expect(await titles({ search: "QUIET" })).toEqual(["quiet 100%_"]);
      expect(await titles({ search: "100%" })).toEqual(["quiet 100%_"]);
      expect(await titles({ search: "f%ng" })).toEqual([]);
      expect(await titles({ search: "\\" })).toEqual([]);
    });

    test("is filtered by status and by group", async () => {
      const { down } = await mixed();
      expect(await titles({ statuses: ["paused"] })).toEqual(["a paused one"]);
      expect(await titles({ statuses: ["quiet"] })).toEqual(["quiet 100%_"]);
      expect(await titles({ alert_group_ids: [down.alert_group_id] })).toEqual(["down"]);
      expect(await titles({ org_id: "another" })).toEqual([]);
    });

    test("counts monitors by kind, status and pause", async () => {
      await mixed();
      const counts = await store.read.status_counts(actor.org_id);
      expect(counts.map((one) => JSON.stringify(one)).toSorted()).toEqual(
        (
          [
            ["health_check_monitor", "down", false],
            ["health_check_monitor", "pending", false],
            ["webhook_monitor", "firing", false],
            ["webhook_monitor", "quiet", false],
            ["webhook_monitor", "quiet", true],
          ] as const
        )
          .map(([kind, status, paused]) => JSON.stringify({ kind, status, paused, count: 1 }))
          .toSorted(),
      );
    });
  });
}
