import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { KnownUrls } from "../../src/http/inbound/known-urls.ts";

const hashOf = (id: string) => hash("sha256", id, "hex");

/** URLs over a table of hashes whose reads can be held up, and are counted. */
function urlsOver(ids: Set<string>) {
  const asked = { revisions: 0, pages: 0 };
  let revision = 1;
  let held: Promise<void> | undefined;
  let broken = false;
  const urls = new KnownUrls({
    inbound_revision: async () => {
      asked.revisions++;
      if (broken) throw new Error("away");
      const read = revision;
      await held;
      return read;
    },
    webhook_hashes: async ({ kind, column, after }) => {
      asked.pages++;
      if (kind === "alert_groups" || column === "previous_webhook_hash") return [];
      const all = [...ids].map(hashOf).toSorted();
      return all.filter((one) => one > after).slice(0, 2);
    },
  });
  return {
    asked,
    has: (id: string) => urls.mayExist(hashOf(id)),
    make: (id: string) => {
      ids.add(id);
      revision++;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    fail: (is: boolean) => (broken = is),
  };
}

test("all URLs are known, page by page, and read again only after a change", async () => {
  const { has, make, asked } = urlsOver(new Set(["a", "b", "c", "d", "e"]));
  expect(await Promise.all(["a", "c", "e", "x"].map(has))).toEqual([true, true, true, false]);
  const { pages } = asked;
  await has("y");
  expect(asked.pages).toBe(pages);
  make("y");
  expect([await has("y"), await has("x")]).toEqual([true, false]);
});

test("a flood that waits for one comparison shares the next", async () => {
  const { has, hold, asked } = urlsOver(new Set());
  const letGo = hold();
  const flood = Array.from({ length: 1000 }, (_, i) => has(`invented ${i}`));
  letGo();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([false]));
  expect(asked.revisions).toBeLessThanOrEqual(2);
});

test("a URL that is made while others are compared is known to who asks after that", async () => {
  const { has, hold, make } = urlsOver(new Set());
  const letGo = hold();
  const before = has("x");
  await Promise.resolve();
  make("y");
  const after = has("y");
  letGo();
  expect([await before, await after]).toEqual([false, true]);
});

test("a database that is away is an error for who asks, and for nobody later", async () => {
  const { has, fail } = urlsOver(new Set(["a"]));
  fail(true);
  await expect(has("a")).rejects.toThrow("away");
  fail(false);
  expect(await has("a")).toBe(true);
});
