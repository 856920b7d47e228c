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

    test("lists at most so many monitors of each group, the worst of each", async () => {
      await mixed();
      const team = await group({ title: "Team" });
      for (const title of ["one", "two", "three"])
        await webhook({ title, alert_group_id: team.id });
      expect(await titles({ per_group: 2 })).not.toContain("two");
      expect(await titles({ per_group: 2, alert_group_ids: [team.id] })).toEqual(["one", "three"]);
      expect(await titles({ alert_group_ids: [team.id], order: "title" })).toEqual([
        "one",
        "three",
        "two",
      ]);
    });

    test("counts what a filter matches, and the monitors of each group by status", async () => {
      const { down } = await mixed();
      const filter = { org_id: actor.org_id, search: null, statuses: null, alert_group_ids: null };
      expect(await store.read.monitor_count(filter)).toBe(5);
      expect(await store.read.monitor_count({ ...filter, search: "DOWN" })).toBe(1);
      const counts = await store.read.group_counts({ ...filter, statuses: ["down", "paused"] });
      expect(counts).toHaveLength(2);
      expect(counts).toContainEqual({
        alert_group_id: down.alert_group_id,
        status: "down",
        paused: false,
        count: 1,
      });
    });

    test("says which monitors changed in a period, and the statuses of all others", async () => {
      const { down, firing } = await mixed();
      const changes = await store.read.group_changes(actor.org_id, night, 10);
      expect(changes.changed.map(({ id }) => id)).toEqual(
        expect.arrayContaining([down.id, firing.id]),
      );
      const later = await store.read.group_changes(actor.org_id, night + 1, 10);
      expect(later.changed).toEqual([]);
      expect(later.steady.map(({ status }) => status)).toContain("down");
    });

    test("counts incidents that wait, and says when incidents opened", async () => {
      await mixed();
      expect(await store.read.unacknowledged(actor.org_id)).toBe(2);
      expect(await store.read.opened_since(actor.org_id, night, 10)).toEqual([night, night]);
      expect(await store.read.opened_since(actor.org_id, night + 1, 10)).toEqual([]);
      const { incidents, open } = await store.read.open_incidents(actor.org_id, 1);
      expect([open, incidents.length]).toEqual([2, 1]);
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
