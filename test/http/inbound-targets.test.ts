import { describe, expect, test } from "vitest";
import type { Reads } from "../../src/store/reads/reads.ts";
import { inboundTargets, type Target } from "../../src/http/inbound/inbound-targets.ts";

const target = (until: number | null): Target => ({
  kind: "alert_group",
  id: "g",
  org_id: "o",
  until,
  auth: null,
});

function finder(found: Target | null) {
  let now = 0;
  let reads = 0;
  const targets = inboundTargets(
    {
      inbound_target: async () => {
        reads++;
        return found;
      },
    } satisfies Pick<Reads, "inbound_target">,
    { now: () => now, steady: () => now, wall: () => now, stepped: () => 0, sleep: async () => {} },
  );
  const find = async (id: string) => targets.known(id) ?? (await targets.find(id));
  return { find, at: (ms: number) => (now = ms), reads: () => reads };
}

describe("who listens on a URL", () => {
  test("is remembered for a second", async () => {
    const { find, at, reads } = finder(target(null));
    expect(await find("a")).toMatchObject({ id: "g" });
    at(999);
    expect(await find("a")).toMatchObject({ id: "g" });
    expect(reads()).toBe(1);
    at(1000);
    await find("a");
    expect(reads()).toBe(2);
  });

  test("of a URL that was rotated away is nobody once its day is over", async () => {
    const { find, at } = finder(target(5_000));
    at(4_999);
    expect(await find("a")).not.toBeNull();
    at(6_000);
    expect(await find("a")).toBeNull();
  });

  test("of an unknown URL is asked for again each time", async () => {
    const { find, reads } = finder(null);
    expect(await find("a")).toBeNull();
    expect(await find("a")).toBeNull();
    expect(reads()).toBe(2);
  });
});
