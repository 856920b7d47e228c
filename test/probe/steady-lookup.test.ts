/** Names of database servers while the name server fails, is silent, or never knew them. */
import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { steadyLookup, type Lookup, type LookupResult } from "../../src/probe/lookup.ts";

/** A name server that answers what it is told to; null: nothing, ever. */
function names(first: LookupResult) {
  let answer: LookupResult | null = first;
  const lookup: Lookup = () =>
    answer ? Promise.resolve(answer) : new Promise<LookupResult>(() => {});
  const steady = steadyLookup(lookup);
  return {
    answers: (next: LookupResult | null) => void (answer = next),
    addresses: (host: string) =>
      new Promise<LookupAddress[] | string>((resolve) => {
        steady(host, { all: true }, (error, found) =>
          resolve(error ? error.code! : (found as LookupAddress[])),
        );
      }),
  };
}
const one = { ok: true as const, addresses: ["192.0.2.1"] };
const two = { ok: true as const, addresses: ["192.0.2.2", "2001:db8::2"] };

test.each([
  ["fails", { ok: false as const, reason: "DNS: no answer", broken: true as const }],
  ["knows the name no more", { ok: false as const, reason: "DNS: no such host" }],
  ["says nothing", null],
])("the last addresses hold while the name server %s", async (_, failure) => {
  const server = names(one);
  expect(await server.addresses("db.example.com")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  server.answers(failure);
  expect(await server.addresses("db.example.com")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  server.answers(two);
  expect(await server.addresses("db.example.com")).toEqual([
    { address: "192.0.2.2", family: 4 },
    { address: "2001:db8::2", family: 6 },
  ]);
});

test("a name that it never knew is asked of the system", async () => {
  const server = names({ ok: false, reason: "DNS: no such host" });
  expect(await server.addresses("localhost")).toContainEqual({ address: "127.0.0.1", family: 4 });
  expect(await server.addresses("no-such-host.invalid")).toMatch(/^E/);
});
