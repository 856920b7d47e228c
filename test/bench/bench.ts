/**
 * `npm run bench [-- NAME …]`: every row, or those that are named. Both sides of a ratio are taken in turn within one
 * run, because machines are shared and noisy. `figures.json` has the last result of each row; the tables of
 * `README.md` are made of it.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resultOf, resultText, withResult, type Result, type Taken } from "./result.ts";
import { rows } from "./rows.ts";
import { shortfalls } from "./shortfalls.ts";

const file = new URL("figures.json", import.meta.url);
const names = rows.map(([name]) => name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`no row is called ${unknown.join(", ")}; the rows: ${names.join(", ")}`);

const has = (tool: string) => !spawnSync(tool, ["--version"]).error;
const taken = (): Taken => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${cpus().length} × ${cpus()[0]!.model}, ${process.platform}`,
});
function keep(result: Result): void {
  const before = JSON.parse(readFileSync(file, "utf8")) as Result[];
  writeFileSync(file, `${JSON.stringify(withResult(before, result, names), null, 2)}\n`);
}

for (const [name, tool, bench] of rows) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!has(tool)) {
    console.log(`${name}: left out, ${tool} is not installed`);
    continue;
  }
  try {
    const result = resultOf(name, await bench(), taken());
    keep(result);
    console.log(resultText(result, shortfalls[name]));
  } catch (error) {
    console.log(`${name}: failed`, error);
    process.exitCode = 1;
  }
}
