/**
 * `npm run chaos -- [--seconds 600] [--nodes 3] [--monitors 3000] [--webhooks 50] [--seed 1]`: the long run, with its
 * history in a file and its verdict on the terminal. Exit 1 when a promise was broken. A busy machine needs fewer
 * monitors: each is checked every ten seconds.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "../support/postgres-server.ts";
import { runChaos } from "./run.ts";
import { judge } from "./verdict.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    nodes: { type: "string", default: "3" },
    monitors: { type: "string", default: "3000" },
    webhooks: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
  },
});
const began = performance.now();
const server = await startServer();
try {
  const history = await runChaos({
    databaseUrl: server.url,
    restart: (ms) => server.restart(ms),
    nodes: Number(values.nodes),
    seconds: Number(values.seconds),
    monitors: Number(values.monitors),
    webhooks: Number(values.webhooks),
    seed: Number(values.seed),
    longest: 35_000,
    say: (text) =>
      console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`),
  });
  const verdict = judge(history);
  const file = join(mkdtempSync(join(tmpdir(), "monitord-chaos-")), "history.json");
  writeFileSync(file, JSON.stringify(history, null, 1));
  console.log(`history: ${file}`);
  console.table(verdict.figures);
  for (const violation of verdict.violations) console.log(`✗ ${violation}`);
  console.log(
    verdict.violations.length === 0
      ? "✓ every promise held"
      : `✗ ${verdict.violations.length} violations`,
  );
  process.exitCode = verdict.violations.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}
