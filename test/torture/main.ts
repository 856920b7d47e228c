/**
 * `npm run torture -- SCENARIO [--seed 1] [--seconds 60]`: prints what the verdict counts, and exits with 1 when a
 * promise was broken. The history of the run stays in a file.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kill, shortKill } from "./kill.ts";
import type { Scenario } from "./service.ts";
import { judge } from "./verdict.ts";

const scenarios: Record<string, Scenario> = { kill, short: shortKill };
/** How long a push may take on a busy machine, ms. */
const patience = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    seconds: { type: "string" },
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
const { history, figures, violations = [] } = await scenario({
  seed,
  seconds: Number(values.seconds ?? (name === "short" ? 6 : 60)),
  say: (text) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`),
});
const verdict = judge(history, patience);
const broken = [...verdict.violations, ...violations];
const file = join(mkdtempSync(join(tmpdir(), "monitord-torture-history-")), "history.json");
writeFileSync(file, JSON.stringify(history));
console.log(`${name}, seed ${seed}; history: ${file}`);
console.table({ ...verdict.figures, ...figures });
for (const violation of broken) console.log(`✗ ${violation}`);
console.log(broken.length === 0 ? "✓ every promise held" : `✗ ${broken.length} violations`);
process.exitCode = broken.length === 0 ? 0 : 1;
