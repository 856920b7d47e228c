/** Pushes that are due while another transaction holds their rows, which may end without waking the dispatcher. */
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { night } from "../support/builders.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { givenStore } from "../store/contract/given.ts";

afterAll(dropDatabases);

describe("due pushes", () => {
  let other: Client;
  const { store, group, webhook, report, onCall } = givenStore({
    open: async () => {
      const url = await emptyDatabase();
      other = new Client({ connectionString: url });
      await other.connect();
      return storeAt(url, () => night);
    },
    reopen: () => Promise.reject(new Error("not needed")),
  });
  const claim = () => store.run("claim_pushes", { per_lane: 8, busy: {}, now: night });

  /** Holds those of the pushes that are due whose title begins so, until the transaction ends. */
  async function hold(title: string): Promise<void> {
    await other.query("begin");
    const held = await other.query("select 1 from notifications where title like $1 for update", [
      `${title}%`,
    ]);
    expect(held.rowCount).toBe(1);
  }

  beforeEach(async () => {
    const { id } = await group();
    await onCall(id);
    for (const title of ["Shop", "Mail"]) {
      const monitor = await webhook({ title, alert_group_id: id, error_rate_threshold: 1 });
      await report(monitor.id, night);
    }
    return () => other.end();
  });

  test.each(["Shop", "Mail"])(
    "held beside others that leave are tried again: %s",
    async (title) => {
      await hold(title);
      const first = await claim();
      expect(first.due).toHaveLength(1);
      expect(first.due[0]!.text.title).not.toMatch(title);
      // Soon, although nothing else says that the transaction has ended.
      expect(first.next_at).toBe(night + 50);
      await other.query("rollback");
      const { due, more } = await claim();
      expect(due.map(({ text }) => text.title)).toEqual([expect.stringMatching(title)]);
      expect(more).toBe(false);
    },
  );

  test("that wait for a slot are tried when one is free", async () => {
    const { due, next_at, more } = await store.run("claim_pushes", {
      per_lane: 1,
      busy: {},
      now: night,
    });
    expect(due).toHaveLength(1);
    expect(more).toBe(true);
    expect(next_at).not.toBe(night + 50);
  });
});
