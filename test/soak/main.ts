/**
 * `npm run soak -- hours|year [--minutes 60] [--days 365] [--seed 1]`: prints what was read and whether it grows, and exits
 * with 1 when something does. The readings stay in a file.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { soakHours } from "./hours.ts";
import { faultsOf, tableOf } from "./outcome.ts";
import { soakYear } from "./year.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
    days: { type: "string", default: "365" },
  },
});
const began = performance.now();
const common = {
  seed: Number(values.seed),
  say: (text: string) =>
    console.log(`${((performance.now() - began) / 60_000).toFixed(0).padStart(4)} min  ${text}`),
};
const runs: Record<string, () => ReturnType<typeof soakHours>> = {
  hours: () => soakHours({ ...common, minutes: Number(values.minutes) }),
  year: () => soakYear({ ...common, days: Number(values.days) }),
};
const run = runs[positionals[0] ?? ""];
if (!run) {
  console.error(`Name a run: ${Object.keys(runs).join(" or ")}`);
  process.exit(2);
}
const outcome = await run();
const file = join(mkdtempSync(join(tmpdir(), "monitord-soak-readings-")), "readings.json");
writeFileSync(file, JSON.stringify(outcome));
console.log(`readings: ${file}`);
console.table(outcome.figures);
console.table(tableOf(outcome));
const faults = faultsOf(outcome);
for (const fault of faults.slice(0, 20)) console.log(`✗ ${fault}`);
if (faults.length === 0) console.log("✓ nothing grows");
process.exitCode = faults.length === 0 ? 0 : 1;
