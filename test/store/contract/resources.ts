/** What a store promises of declared resources: versions, races, tenants, pages. */
import { describe, expect, test } from "vitest";
import type { ShownResource } from "../../../src/store/reads/resources.ts";
import { statuses } from "../../../src/core/model/status.ts";
import { groupSpec, night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function resourcePromises({
  store,
  actor,
  save,
  group,
  health,
  webhook,
  remove,
  report,
  wakeDue,
}: Given): void {
  describe("resources", () => {
    test("forty racing creates with one external_id make one resource", async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          save("alert_groups", groupSpec({ title: `Racer ${i}`, external_id: "oncall" })),
        ),
      );
      const ids = outcomes.map((o) => (o.ok ? o.value.resource.id : null));
      expect(new Set(ids).size).toBe(1);
      expect(outcomes.filter((o) => o.ok && o.value.created)).toHaveLength(1);
    });

    test("saving what is stored already changes neither version nor time", async () => {
      const first = await group({ external_id: "oncall" });
      const again = await save("alert_groups", groupSpec({ external_id: "oncall" }), {
        now: night + minute,
      });
      expect(again).toMatchObject({
        ok: true,
        value: { created: false, resource: first },
      });
    });

    test("an update of another version is refused", async () => {
      const { id } = await group();
      const changes = { title: "New" };
      const outcome = await save("alert_groups", changes, { id, complete: null, if_version: [7] });
      expect(outcome).toEqual({ ok: false, why: "stale", version: 1 });
    });

    test("a group that is used is not deleted, and its users are named", async () => {
      const monitor = await webhook();
      const outcome = await remove("alert_groups", monitor.alert_group_id);
      expect(outcome).toMatchObject({
        why: "conflict",
        message: expect.stringContaining('"Errors"'),
      });
    });

    test("another organization's resources are not there", async () => {
      const { id } = await group();
      const other = await store.run("create_organization", {
        name: "other",
        now: night,
      });
      expect(await store.read.resource("alert_groups", other.id, id, night)).toBeNull();
      const stranger = { ...actor, org_id: other.id };
      expect(await save("alert_groups", { title: "Mine" }, { id, actor: stranger })).toEqual({
        ok: false,
        why: "not_found",
      });
    });

    test("lists are pages in the order of creation, also within one millisecond", async () => {
      const ids: string[] = [];
      for (let i = 0; i < 25; i++) ids.push((await group({ title: `Group ${i}` })).id);
      const listed: string[] = [];
      let after = null;
      for (;;) {
        const page: ShownResource<"alert_groups">[] = await store.read.resources(
          "alert_groups",
          { org_id: actor.org_id, limit: 10, after },
          night,
        );
        listed.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (page.length < 10 || !last) break;
        after = { inserted_at: last.inserted_at, id: last.id };
      }
      expect(listed).toEqual(ids);
    });

    test.each(["asc", "desc"] as const)(
      "pages in order %s have each row once while others are added and deleted",
      async (order) => {
        const add = async (title: string, now: number) => {
          const outcome = await save("alert_groups", groupSpec({ title }), { now });
          return outcome.ok ? outcome.value.resource.id : "";
        };
        const ids: string[] = [];
        for (let i = 0; i < 12; i++) ids.push(await add(`Group ${i}`, night + Math.floor(i / 3)));
        const stay = order === "asc" ? ids : ids.toReversed();
        const query = { org_id: actor.org_id, limit: 5, order };
        const first = await store.read.resources("alert_groups", { ...query, after: null }, night);
        const last = first.at(-1)!;
        // A row of the first page, the row at which the next one begins, and one of the rows after it.
        for (const id of [stay[1]!, last.id, stay[8]!]) await remove("alert_groups", id);
        await add("Before all", night - minute);
        await add("After all", night + minute);
        const rest = await store.read.resources(
          "alert_groups",
          { ...query, limit: 20, after: last },
          night,
        );
        const listed = [...first, ...rest].map(({ id }) => id);
        expect(listed.slice(0, -1)).toEqual(stay.filter((id) => id !== stay[8]));
        expect(rest.at(-1)!.title).toBe(order === "asc" ? "After all" : "Before all");
      },
    );

    test("the dashboard lists monitors worst first, in the order of their statuses", async () => {
      const failing = await webhook({ title: "C" });
      const resolved = await webhook({ title: "B" });
      const quiet = await webhook({ title: "A" });
      const pending = await health({ title: "A" });
      for (const { id } of [failing, resolved]) await report(id, night, 10);
      await wakeDue(night + 5 * minute);
      await report(failing.id, night + 5 * minute, 10);
      const all = { search: null, statuses: null, alert_group_ids: null, limit: 9, offset: 0 };
      const listed = await store.read.board_monitors({ org_id: actor.org_id, ...all });
      expect(listed.map(({ id }) => id)).toEqual(
        [failing, pending, resolved, quiet].map((one) => one.id),
      );
      const ranks = listed.map(({ status }) => statuses[status].rank);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });
  });
}
