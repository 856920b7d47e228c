/** What a store promises of monitors that depend on others. */
import { describe, expect, test } from "vitest";
import { healthSpec, night } from "../../support/builders.ts";
import { minute, reading, type Given } from "./given.ts";

export function dependencyPromises({
  store,
  saved,
  health,
  claimChecks,
  checked,
  wakeDue,
  incidents,
}: Given): void {
  describe("dependencies", () => {
    test("a page waits at most half a minute for the check of a dependency", async () => {
      const router = await health({ title: "Router" });
      const shop = await health({ depends_on: [router.id] });
      const { due } = await claimChecks(night);
      const { lease } = due.find(({ subject_id }) => subject_id === shop.id)!;
      await checked(shop.id, lease, reading("failed"), night);
      // The other check hangs.
      const wake = async (now: number) => {
        const { next_at } = await wakeDue(now);
        return next_at! - night;
      };
      expect(await wake(night)).toBe(10_000);
      expect(await wake(night + 10_000)).toBe(20_000);
      expect(await wake(night + 20_000)).toBe(30_000);
      expect(await incidents()).toEqual([]);
      await wakeDue(night + 30_000);
      expect(await incidents()).toMatchObject([
        {
          source_id: shop.id,
          summary: expect.stringContaining(
            'Dependency "Router" did not answer within 30 s.',
          ) as string,
        },
      ]);
    });

    test("a check that began before its dependency recovered counts no more; another one does", async () => {
      const router = await health({ title: "Router" });
      const shop = await health({ depends_on: [router.id] });
      const bystander = await health({ title: "Other" });
      const claimed = async (now: number) => {
        const { due } = await claimChecks(now);
        return (id: string) => due.find((one) => one.subject_id === id)?.lease ?? "";
      };
      const first = await claimed(night);
      for (const { id } of [router, shop]) await checked(id, first(id), reading("failed"), night);
      await checked(bystander.id, first(bystander.id), reading("ok"), night);
      const now = night + 2 * minute;
      const second = await claimed(now);
      await checked(router.id, second(router.id), reading("ok"), now);
      await store.run("recheck_dependents", { subject_id: router.id, now });
      await checked(shop.id, second(shop.id), reading("failed"), now);
      const openOf = async () =>
        (await incidents()).filter(({ source_id }) => source_id === shop.id);
      expect(await openOf()).toEqual([]);
      const third = await claimed(now);
      expect(third(bystander.id)).toBe("");
      await checked(shop.id, third(shop.id), reading("failed"), now);
      expect(await openOf()).toMatchObject([{ status: "open" }]);
    });

    test("a monitor that is suppressed at the moment its dependency recovers is checked again", async () => {
      const router = await health({ title: "Router" });
      const children = await Promise.all(
        Array.from({ length: 120 }, (_, i) =>
          saved(
            "health_check_monitors",
            healthSpec({
              title: `Child ${i}`,
              alert_group_id: router.alert_group_id,
              interval_seconds: 3600,
              fetch_retries: 0,
              depends_on: [router.id],
            }),
          ),
        ),
      );
      const claimed = async (now: number) => {
        const { due } = await claimChecks(now);
        return new Map(due.map((one) => [one.subject_id, one.lease]));
      };
      const answer = (
        id: string,
        leases: Map<string, string>,
        status: "ok" | "failed",
        now: number,
      ) => checked(id, leases.get(id) ?? "", reading(status), now);
      let now = night;
      const first = await claimed(now);
      expect(first.size).toBe(121);
      await answer(router.id, first, "failed", now);
      now += 2 * minute;
      const again = await claimed(now);
      await Promise.all([
        answer(router.id, again, "ok", now),
        ...children.map(({ id }) => answer(id, again, "failed", now)),
      ]);
      const { recheck } = await wakeDue(now);
      expect(recheck).toEqual([router.id]);
      await Promise.all(
        [1, 2].map(() => store.run("recheck_dependents", { subject_id: router.id, now })),
      );
      await wakeDue(now);
      // Suppressed monitors are checked again; the others have their incident.
      for (const later of [0, 1000]) {
        const leases = await claimed(now + later);
        await Promise.all(
          [...leases.keys()].map((id) => answer(id, leases, "failed", now + later)),
        );
      }
      const opened = new Set((await incidents()).map((one) => one.source_id));
      expect(children.filter(({ id }) => !opened.has(id))).toEqual([]);
    });
  });
}
