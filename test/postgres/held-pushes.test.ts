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
  let [user_id, group_id] = ["", ""];
  const { store, group, webhook, report, onCall, addDevice } = givenStore({
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
  async function hold(title: string, lane = "%"): Promise<void> {
    await other.query("begin");
    const held = await other.query(
      "select 1 from notifications where title like $1 and lane like $2 for update",
      [`${title}%`, lane],
    );
    expect(held.rowCount).toBe(1);
  }

  beforeEach(async () => {
    const { id } = await group();
    user_id = (await onCall(id)).id;
    group_id = id;
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

  test("held in one lane are tried again while another lane is full", async () => {
    await addDevice(user_id, "ada-tablet", { server: "https://other.example" });
    const { id } = await webhook({
      title: "Pay",
      alert_group_id: group_id,
      error_rate_threshold: 1,
    });
    await report(id, night);
    const { rows } = await other.query<{ lane: string }>("select lane from notifications");
    const lanes = new Set(rows.map(({ lane }) => lane));
    expect(lanes.size).toBe(2);
    const [free, full] = [...lanes].toSorted((a) => (a.includes("other.example") ? -1 : 1));
    await hold("Pay", free);
    const { due, next_at, more } = await store.run("claim_pushes", {
      per_lane: 8,
      busy: { [full!]: 8 },
      now: night,
    });
    expect([due, next_at, more]).toEqual([[], night + 50, true]);
    await other.query("rollback");
  });
});
