import { describe, expect, test } from "vitest";
import type { Reads } from "../../src/store/reads/reads.ts";
import { inboundTargets, type Target } from "../../src/http/inbound/inbound-targets.ts";

const target = (until: number | null): Target => ({
  kind: "alert_group",
  id: "g",
  org_id: "o",
  until,
  auth: null,
  mapping: null,
});

function finder(found: Target | null) {
  let now = 0;
  let reads = 0;
  let revision = 1;
  let target = found;
  let wait: Promise<void> | undefined;
  const targets = inboundTargets(
    {
      inbound_target: async () => {
        reads++;
        const read = target;
        await wait;
        return read;
      },
      inbound_revision: async () => revision,
    } satisfies Pick<Reads, "inbound_target" | "inbound_revision">,
    { now: () => now, steady: () => now, wall: () => now, stepped: () => 0, sleep: async () => {} },
  );
  const find = async (id: string) => targets.known(id) ?? (await targets.find(id));
  return {
    find,
    at: (ms: number) => (now = ms),
    reads: () => reads,
    /** A resource changes: from now on the URL has this target. */
    change: (to: Target | null) => {
      revision++;
      target = to;
    },
    /** Reads of targets take until `end` is called. */
    slowly: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait = promise;
      return { end: resolve };
    },
  };
}

describe("who listens on a URL", () => {
  test("is remembered while no resource changes", async () => {
    const { find, at, reads } = finder(target(null));
    for (const ms of [0, 999, 1000, 60_000]) {
      at(ms);
      expect(await find("a")).toMatchObject({ id: "g" });
    }
    expect(reads()).toBe(1);
  });

  test("is looked up again within a second of a change", async () => {
    const { find, at, change } = finder(target(null));
    await find("a");
    change({ ...target(null), id: "h" });
    at(1000);
    expect(await find("a")).toMatchObject({ id: "h" });
    change(null);
    at(2000);
    expect(await find("a")).toBeNull();
  });

  test("is not remembered if it was read before a change that was noticed meanwhile", async () => {
    const { find, at, change, slowly } = finder(target(null));
    await find("b");
    const reading = slowly();
    const before = find("a");
    change({ ...target(null), id: "h" });
    at(1000);
    const after = find("c");
    reading.end();
    expect(await before).toMatchObject({ id: "g" });
    expect(await after).toMatchObject({ id: "h" });
    expect(await find("a")).toMatchObject({ id: "h" });
  });

  test("of a URL that was rotated away is nobody once its day is over", async () => {
    const { find, at } = finder(target(5_000));
    at(4_999);
    expect(await find("a")).not.toBeNull();
    at(5_000);
    expect(await find("a")).toBeNull();
  });

  test("of an unknown URL is asked for again each time", async () => {
    const { find, reads } = finder(null);
    expect(await find("a")).toBeNull();
    expect(await find("a")).toBeNull();
    expect(reads()).toBe(2);
  });
});
