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
  });
}
