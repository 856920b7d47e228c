/** What a store promises of old records. */
import { describe, expect, test } from "vitest";
import { night } from "../../support/builders.ts";
import { keeping, minute, type Given } from "./given.ts";

export function retentionPromises({ store, webhook, report, wakeDue, incidents }: Given): void {
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

    test("arrivals that count in no window any more are deleted, and it says when some remain", async () => {
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
      expect(await expire()).toEqual({ more: true });
      expect(await expire()).toEqual({ more: false });
    });
  });
}
