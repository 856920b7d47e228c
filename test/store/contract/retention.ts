/** What a store promises of old records. */
import { describe, expect, test } from "vitest";
import { keeping, night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function retentionPromises({
  store,
  restart,
  group,
  webhook,
  report,
  wakeDue,
  incidents,
}: Given): void {
  describe("retention", () => {
    test("records older than their retention are deleted, younger ones are kept", async () => {
      const { id } = await webhook();
      await report(id, night, 3);
      await wakeDue(night + 5 * minute);
      const retention = keeping(minute);
      await store.run("expire_rows", { now: night + 5 * minute, retention });
      expect(await incidents()).toHaveLength(1);
      await store.run("expire_rows", { now: night + 7 * minute, retention });
      expect(await incidents()).toHaveLength(0);
    });

    test("arrivals that count in no window any more are deleted, and a run says when some remain", async () => {
      const { id } = await webhook({ error_rate_threshold: 1000 });
      const reports = Array.from({ length: 300 }, (_, i) => ({
        at: night - i,
        message: null,
        source: null,
        meta: null,
      }));
      await store.run("report", { subject_id: id, reports, now: night });
      const later = night + 9 * 24 * 60 * minute;
      const expire = () =>
        store.run("expire_rows", { now: later, retention: keeping(365 * 24 * 60 * minute) });
      const runs = [await expire()];
      while (runs.at(-1)!.more && runs.length < 3) runs.push(await expire());
      expect(runs.reduce((sum, { deleted }) => sum + (deleted["arrivals"] ?? 0), 0)).toBe(300);
      expect(runs.map(({ left }) => left)).toEqual([...runs.slice(1).map(() => ["arrivals"]), []]);
    });

    test("reports are deleted by their age, those of each monitor", async () => {
      const ids = [];
      for (let i = 0; i < 3; i++) ids.push((await webhook({ error_rate_threshold: 1000 })).id);
      for (const id of ids)
        for (let second = 0; second < 15; second++) await report(id, night + 1000 * second, 20);
      const young = night + 60 * minute;
      await report(ids[1]!, young, 20);
      let deleted = 0;
      for (let more = true; more;) {
        const retention = keeping(minute);
        const run = await store.run("expire_rows", { now: young + 1000, retention });
        deleted += run.deleted["reports"] ?? 0;
        more = run.more;
      }
      expect(deleted).toBe(900);
      const left = ids.map((id) => store.read.report_page(id, { limit: 100, after: null }));
      expect((await Promise.all(left)).map(({ length }) => length)).toEqual([0, 20, 0]);
    });

    test("a run deletes a few hundred rows of a table, and says which has more; the next one looks at that alone", async () => {
      for (let i = 0; i < 250; i++) await group();
      const now = night + 60 * minute;
      const expire = (tables?: string[]) =>
        store.run("expire_rows", { now, retention: keeping(minute), ...(tables && { tables }) });
      const run = await expire();
      expect(run).toMatchObject({ more: true, left: ["audit_events"] });
      expect(run.deleted["audit_events"]).toBe(200);
      const next = await expire(run.left);
      expect(next).toMatchObject({ more: false, left: [] });
      expect(Object.keys(next.deleted)).toEqual(["audit_events"]);
    });

    test("waits for a day when time has jumped by one, and across restarts, unless it is allowed to go on", async () => {
      const { id } = await webhook();
      await report(id, night, 3);
      await wakeDue(night + 5 * minute);
      const day = 24 * 60 * minute;
      const retention = keeping(minute);
      const expire = (now: number) => store.run("expire_rows", { now, retention });
      await expire(night);
      const later = night + 370 * day;
      expect(await expire(later)).toEqual({
        more: false,
        left: [],
        deleted: {},
        dropped: [],
        waits_until: later + day,
      });
      await restart();
      expect(await expire(later + day - 1)).toMatchObject({ deleted: {} });
      const { clock } = await store.read.vitals(later);
      expect(clock).toBeNull();
      expect(await incidents()).toHaveLength(1);
      await store.run("allow_retention", { now: later });
      expect(await expire(later)).toMatchObject({ waits_until: null, deleted: { incidents: 1 } });
    });

    test("catches up by thirty days a day after the wait", async () => {
      const { id } = await webhook();
      const day = 24 * 60 * minute;
      const retention = keeping(minute);
      const expire = (now: number) => store.run("expire_rows", { now, retention });
      await expire(night);
      const opened = night + 40 * day;
      await report(id, opened, 3);
      await wakeDue(opened + 5 * minute);
      const later = night + 100 * day;
      await expire(later);
      for (let hours = 1; hours <= 48; hours++) await expire(later + hours * 60 * minute);
      expect(await incidents()).toHaveLength(1);
      for (let hours = 49; hours <= 72; hours++) await expire(later + hours * 60 * minute);
      expect(await incidents()).toHaveLength(0);
    });
  });
}
