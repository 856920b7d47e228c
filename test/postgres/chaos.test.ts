/** A short run of the chaos, of which `npm run chaos` is the long one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runChaos } from "../chaos/run.ts";
import { judge } from "../chaos/verdict.ts";
import { startServer, type Server } from "../support/postgres-server.ts";

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("three daemons keep every promise while one after the other fails, and the server restarts", async () => {
  const history = await runChaos({
    databaseUrl: server.url,
    restart: (ms) => server.restart(ms),
    nodes: 3,
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
  expect(figures["restarts"]).toBeGreaterThan(0);
  expect(figures["acknowledged"]).toBeGreaterThan(0);
  expect(figures["incidents"]).toBeGreaterThan(0);
}, 300_000);
