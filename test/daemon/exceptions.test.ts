import { expect, test } from "vitest";
import { Exceptions } from "../../src/daemon/exceptions/exceptions.ts";
import { StoreUnavailable } from "../../src/store/kit/unavailable.ts";

test("exceptions are logged and counted by where they were thrown, for an hour and in all", () => {
  let now = 0;
  const lines: unknown[] = [];
  const log = { error: (_: unknown, line: string) => void lines.push(line) };
  const exceptions = new Exceptions(log as never, { count() {} }, { steady: () => now });
  exceptions.note("probe", new TypeError("planted"));
  now += 59 * 60_000;
  exceptions.of("push")("a text");
  exceptions.note("probe", new Error("planted"));
  expect(lines).toEqual(["probe: TypeError: planted", "push: a text", "probe: Error: planted"]);
  expect(exceptions.list()).toEqual([
    { where: "probe", total: 2, recent: 2 },
    { where: "push", total: 1, recent: 1 },
  ]);
  now += 60_000;
  expect(exceptions.list()[0]).toEqual({ where: "probe", total: 2, recent: 1 });
  now += 3600_000;
  exceptions.note("probe", new Error("planted"));
  expect(exceptions.list()).toEqual([
    { where: "probe", total: 3, recent: 1 },
    { where: "push", total: 1, recent: 0 },
  ]);
});

test("a database that is unavailable is no mistake: it is counted with its outage", () => {
  let counted = 0;
  const exceptions = new Exceptions(
    { error: () => expect.unreachable() } as never,
    { count: () => void counted++ },
    { steady: () => 0 },
  );
  exceptions.note("poller", new StoreUnavailable("away"));
  expect(counted).toBe(1);
  expect(exceptions.list()).toEqual([]);
});
