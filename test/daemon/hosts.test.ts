import { expect, test } from "vitest";
import type { DueCheck } from "../../src/app/subject/claim-checks.ts";
import { Hosts } from "../../src/daemon/checks/hosts.ts";

/** Hosts by a clock of the test, and the checks that have begun. */
function start() {
  let now = 0;
  const hosts = new Hosts({ steady: () => now });
  const begun: string[] = [];
  return {
    hosts,
    begun,
    add: (host: string, count: number) => {
      for (let i = 0; i < count; i++) {
        const subject_id = `${host}${i}`;
        hosts.add(host, { subject_id } as DueCheck, () => void begun.push(host));
      }
    },
    pass: (ms: number) => void (now += ms),
  };
}

test("a host has 32 checks under way at once, and the next one begins when one ends", () => {
  const { hosts, begun, add } = start();
  add("dead", 40);
  add("well", 1);
  expect(begun.filter((host) => host === "dead")).toHaveLength(32);
  expect(begun.at(-1)).toBe("well");
  hosts.leave("dead");
  expect(begun.filter((host) => host === "dead")).toHaveLength(33);
});

test("checks that wait for a second wait no longer, and of their host only those are claimed that can begin", () => {
  const { hosts, begun, add, pass } = start();
  add("dead", 40);
  pass(1000);
  expect(hosts.takeStuck()).toEqual([]);
  pass(1);
  expect(hosts.takeStuck()).toHaveLength(8);
  expect(hosts.room()).toEqual({ dead: 0 });
  hosts.leave("dead");
  expect(begun).toHaveLength(32);
  expect(hosts.room()).toEqual({ dead: 1 });
  pass(60_000);
  for (let i = 0; i < 31; i++) hosts.leave("dead");
  expect(hosts.room()).toEqual({});
});
