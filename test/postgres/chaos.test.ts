/** A short run of the chaos, of which `npm run chaos` is the long one. */
import { afterAll, expect, test } from "vitest";
import { runChaos } from "../chaos/run.ts";
import { judge } from "../chaos/verdict.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";

afterAll(dropDatabases);

test("three daemons keep every promise while one after the other fails", async () => {
  const history = await runChaos({
    databaseUrl: await freshDatabase(),
    seconds: 14,
    monitors: 30,
    webhooks: 10,
    seed: 7,
    longest: 18_000,
    say: () => {},
  });
  const { violations, figures } = judge(history);
  expect(violations).toEqual([]);
  expect(figures["faults"]).toBeGreaterThan(1);
  expect(figures["acknowledged"]).toBeGreaterThan(0);
  expect(figures["incidents"]).toBeGreaterThan(0);
}, 300_000);
