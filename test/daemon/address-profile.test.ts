import { expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { followProfile } from "../../src/daemon/address-profile.ts";

/** A store with this many organizations, which answers when it is told to. */
function following(organizations: () => Promise<number>) {
  let now = 0;
  const sleeps: (() => void)[] = [];
  const errors: unknown[] = [];
  const read = {
    organizations: async () => Array.from({ length: await organizations() }, () => ({})),
  };
  const clock = {
    steady: () => now,
    sleep: (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleeps.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
  };
  return {
    follow: () =>
      followProfile({ read } as unknown as Pick<Store, "read">, clock, (error) => {
        errors.push(error);
      }),
    errors,
    pass: (ms: number) => {
      now += ms;
      for (const wake of sleeps.splice(0)) wake();
    },
  };
}

test("an answer that is older than a second is read again before a connection", async () => {
  let count = 1;
  const { follow, pass } = following(() => Promise.resolve(count));
  const { profile, fresh } = await follow();
  count = 2;
  expect([fresh(), profile()]).toEqual([null, "single"]);
  pass(1001);
  await fresh();
  expect([fresh(), profile()]).toEqual([null, "multi"]);
});

test("a database that is unavailable leaves the last answer, and is asked again later", async () => {
  let answer = () => Promise.resolve(1);
  const { follow, pass, errors } = following(() => answer());
  const { profile, fresh } = await follow();
  answer = () => Promise.reject(new Error("gone"));
  pass(1001);
  await fresh();
  expect([profile(), errors.length]).toEqual(["single", 1]);
  answer = () => Promise.resolve(2);
  pass(1001);
  await fresh();
  expect(profile()).toBe("multi");
});

test("a database that hangs holds up no connection for more than a moment, and is believed when it answers", async () => {
  let answer = () => Promise.resolve(1);
  const { follow, pass } = following(() => answer());
  const { profile, fresh } = await follow();
  const late = Promise.withResolvers<number>();
  answer = () => late.promise;
  pass(1001);
  const waiting = fresh();
  pass(1000);
  await waiting;
  expect([fresh(), profile()]).toEqual([null, "single"]);
  late.resolve(2);
  await late.promise;
  await new Promise(setImmediate);
  expect(profile()).toBe("multi");
});
