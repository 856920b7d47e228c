/**
 * `npm run torture -- SCENARIO [--seed 1] [--seconds 60]`: prints what the verdict counts, and exits with 1 when a
 * promise was broken. The history of the run stays in a file.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kill, short } from "./kill.ts";
import { power } from "./power.ts";
import { disk } from "./machine.ts";
import { peers } from "./peers.ts";
import { postgres } from "./postgres.ts";
import type { Scenario } from "./service.ts";

const scenarios: Record<string, Scenario> = { kill, power, postgres, peers, disk, short };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
  },
});
const [name = ""] = positionals;
const scenario = scenarios[name];
if (!scenario) {
  console.error(`Name a scenario: ${Object.keys(scenarios).join(", ")}`);
  process.exit(2);
}
const seed = Number(values.seed);
const began = performance.now();
const { history, figures, violations } = await scenario({
  seed,
  seconds: Number(values.seconds),
  say: (text) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`),
});
console.log(`${name}, seed ${seed}`);
if (history) {
  const file = join(mkdtempSync(join(tmpdir(), "monitord-torture-history-")), "history.json");
  writeFileSync(file, JSON.stringify(history));
  console.log(`history: ${file}`);
}
console.table(figures);
for (const violation of violations) console.log(`✗ ${violation}`);
console.log(violations.length === 0 ? "✓ every promise held" : `✗ ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
