/** What a store promises of public status pages: their addresses, what is published on them, and deleted monitors. */
import { describe, expect, test } from "vitest";
import { night, statusPage } from "../../support/builders.ts";
import { minute, reading, type Given } from "./given.ts";

/** A section with one system. */
export const showing = (name: string, ...health_check_monitors: string[]) => [
  {
    title: "Systems",
    systems: [
      { name, description: null, health_check_monitors, webhook_monitors: [], alert_groups: [] },
    ],
  },
];

export function statusPagePromises({
  store,
  actor,
  health,
  remove,
  check,
  incidents,
  saved,
}: Given): void {
  const { id: _, ...fields } = statusPage({ slug: null });
  const statusPageOf = (more: Record<string, unknown>) =>
    saved("status_pages", { ...fields, ...more });
  const update = { actor, by: "Ada", now: night, message: "We look.", title: null, state: null };

  describe("status pages", () => {
    test("a public update is of its own incident: another neither has it nor may lose its only one for it", async () => {
      const monitors = [await health({ title: "Orders" }), await health({ title: "Search" })];
      for (const { id } of monitors) await statusPageOf({ sections: showing("Orders", id) });
      await check(reading("failed"), night);
      const [one, other] = (await incidents()).map(({ id }) => id) as [string, string];
      for (const incident_id of [one, other, other])
        await store.run("publish", { ...update, incident_id });
      const timelineOf = async (id: string) =>
        (await store.read.incident(actor.org_id, id))!.timeline;
      const updateOf = async (id: string) =>
        (await timelineOf(id)).find(({ kind }) => kind === "published")!.id;
      const of = { actor, by: "Ada", incident_id: one, now: night };
      const update_id = await updateOf(other);
      for (const verb of ["correct_update", "delete_update"] as const)
        expect(await store.run(verb, { ...of, update_id, message: "Other." })).toEqual({
          ok: false,
          why: "not_found",
        });
      const only = await store.run("delete_update", { ...of, update_id: await updateOf(one) });
      expect(only).toMatchObject({ ok: false, why: "conflict" });
    });

    test("a public update is read until it is removed", async () => {
      const monitor = await health();
      const { id: page_id } = await statusPageOf({ sections: showing("Orders", monitor.id) });
      await check(reading("failed"), night);
      const [incident] = await incidents();
      const incident_id = incident!.id;
      const published = async (since = night, of = page_id) => {
        const query = { org_id: actor.org_id, page_id: of, since, limit: 9 };
        return (await store.read.published_incidents(query)).map(({ timeline }) =>
          timeline.map(({ kind, text, public_state }) => [kind, text, public_state]),
        );
      };
      expect(await published()).toEqual([]);
      const first = { ...update, incident_id, title: "Orders", state: "identified" as const };
      expect(await store.run("publish", first)).toMatchObject({
        value: {
          published_at: night,
          public_title: "Orders",
          published_on: [{ page_id, systems: ["Orders"] }],
        },
      });
      await check(reading("ok"), night + 2 * minute);
      expect(await published()).toEqual([[["published", "We look.", "identified"]]]);
      expect(await published(night + 3 * minute)).toEqual([]);
      expect(await published(night, "another")).toEqual([]);
      // The second changes nothing.
      const by = { actor, incident_id, by: "Ada" };
      for (const now of [night + 2 * minute, night + 3 * minute])
        await store.run("unpublish", { ...by, now });
      expect(await published()).toEqual([]);
      const stranger = { ...actor, org_id: "another" };
      for (const refused of [
        await store.run("publish", { ...first, actor: stranger }),
        await store.run("unpublish", { ...by, actor: stranger, now: night }),
      ])
        expect(refused).toMatchObject({ ok: false, why: "not_found" });
    });

    test("updates from before an incident was published again are no longer public", async () => {
      const monitor = await health();
      await statusPageOf({ sections: showing("Orders", monitor.id) });
      await check(reading("failed"), night);
      const incident_id = (await incidents())[0]!.id;
      const by = { actor, incident_id, by: "Ada" };
      await store.run("publish", { ...update, incident_id });
      await store.run("unpublish", { ...by, now: night + minute });
      for (const [message, now] of [
        ["Found it.", night + 2 * minute],
        ["Mended.", night + 3 * minute],
      ] as const)
        await store.run("publish", { ...update, incident_id, message, now });
      const { timeline } = (await store.read.incident(actor.org_id, incident_id))!;
      const correct = async (text: string) => {
        const update_id = timeline.find((entry) => entry.text === text)!.id;
        const message = `${text} Truly.`;
        const corrected = { ...by, update_id, message, title: null, state: null };
        return store.run("correct_update", { ...corrected, now: night + 4 * minute });
      };
      expect(await correct("We look.")).toEqual({ ok: false, why: "not_found" });
      expect(await correct("Found it.")).toMatchObject({ ok: true });
      expect(await correct("Mended.")).toMatchObject({ ok: true });
    });

    test("a page has one address on the server, and is read while it is not off", async () => {
      const page = await statusPageOf({ slug: "shop", logo: "data:image/png;base64,iVBORw0KGgo=" });
      await statusPageOf({ public: "off" });
      expect(await store.read.status_pages(null)).toMatchObject([
        { id: page.id, has_logo: true, slug: "shop" },
      ]);
      expect(await store.read.status_pages("another")).toEqual([]);
      expect(await store.read.status_page_logo(page.id)).toContain("iVBOR");
      expect(await store.read.status_page_logo("another")).toBeNull();
      await expect(statusPageOf({ slug: "shop" })).rejects.toThrow(
        "belongs to another status page",
      );
    });

    test("an incident is published where it is shown, and stays there", async () => {
      const monitor = await health();
      await statusPageOf({ sections: [] });
      await check(reading("failed"), night);
      const [incident] = await incidents();
      const publish = () => store.run("publish", { ...update, incident_id: incident!.id });
      expect(await publish()).toMatchObject({ ok: false, why: "conflict" });
      const { id } = await statusPageOf({ sections: showing("Shop", monitor.id) });
      await publish();
      await remove("status_pages", id);
      expect(await publish()).toMatchObject({
        value: { published_on: [{ page_id: id, systems: ["Shop"] }] },
      });
    });

    test("a deleted monitor leaves its systems, and a page never keeps it from being deleted", async () => {
      const [first, second] = [await health({ title: "A" }), await health({ title: "B" })];
      const { id } = await statusPageOf({ sections: showing("Shop", first.id, second.id) });
      const shown = async () => {
        const page = await store.read.resource("status_pages", actor.org_id, id, night);
        return [page!.version, page!.sections[0]!.systems[0]!.health_check_monitors];
      };
      expect(await remove("health_check_monitors", first.id)).toMatchObject({ ok: true });
      expect(await shown()).toEqual([2, [second.id]]);
      expect(await remove("health_check_monitors", second.id)).toMatchObject({ ok: true });
      expect(await shown()).toEqual([3, []]);
      // It comes back without what was deleted since then.
      await remove("status_pages", id);
      const restored = { actor, kind: "status_pages" as const, id, external_id: null, now: night };
      expect(await store.run("restore", restored)).toMatchObject({ ok: true });
    });
  });
}
