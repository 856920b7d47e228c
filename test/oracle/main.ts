/**
 * `npm run oracle -- [--seed 1] [--lives 100 | --seeds 3,17] [--features reminders,escalation,…] [--at-once 20]
 * [--postgres] [--keep FOLDER | --again FOLDER]`: plays lives of teams, and compares the pushes with those that the rules ask for. Exit 1 when something
 * differs.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freshDatabase } from "../support/postgres.ts";
import { startServer } from "../support/postgres-server.ts";
import { heard, told } from "./compare.ts";
import { features, lifeOf, type Feature } from "./life.ts";
import { judge, shrink, verdictOf, type Played, type Verdict } from "./run.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    lives: { type: "string", default: "100" },
    seeds: { type: "string" },
    features: { type: "string", default: features.join(",") },
    "at-once": { type: "string", default: "20" },
    shrink: { type: "string", default: "3" },
    keep: { type: "string" },
    again: { type: "string" },
    postgres: { type: "boolean", default: false },
  },
});
const wanted = new Set(values.features.split(",") as Feature[]);
const server = values.postgres ? await startServer() : null;
const database = async () => (server ? { databaseUrl: await freshDatabase(server.url) } : {});
const began = performance.now();
const [first, count, atOnce] = [values.seed, values.lives, values["at-once"]].map(Number);
const seeds =
  values.seeds?.split(",").map(Number) ?? Array.from({ length: count! }, (_, n) => first! + n);
const differing: Verdict[] = [];
const kindOf = (verdict: Verdict) => verdict.differences[0]!.kind;
const kinds = new Map<string, number>();
function count_(verdict: Verdict): void {
  if (verdict.differences.length === 0) return;
  differing.push(verdict);
  const kind = kindOf(verdict);
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  console.log(`seed ${verdict.life.seed}: ${verdict.differences[0]!.text}`);
}
function show({ life, pushes, differences }: Verdict): void {
  console.log(`\n— seed ${life.seed}, ${differences[0]?.kind}`);
  console.log(told(life.steps));
  console.log(`heard:\n${heard(pushes)}`);
  for (const { text } of differences) console.log(`✗ ${text}`);
}
const { keep: folder, again } = values;
if (folder !== undefined) mkdirSync(folder, { recursive: true });
const keep =
  folder === undefined
    ? undefined
    : (played: Played) =>
        writeFileSync(join(folder, `${played.life.seed}.json`), JSON.stringify(played, null, 1));
if (again !== undefined) {
  for (const file of readdirSync(again)) {
    const { life, record } = JSON.parse(readFileSync(join(again, file), "utf8")) as Played;
    const verdict = verdictOf(life, record);
    if (verdict.differences.length > 0) show(verdict);
  }
  process.exit();
}
try {
  for (let at = 0; at < seeds.length; at += atOnce!) {
    const lives = seeds.slice(at, at + atOnce!).map((seed) => lifeOf(seed, wanted));
    for (const verdict of await judge(lives, database, keep)) count_(verdict);
    console.error(`${at + lives.length} of ${seeds.length} lives`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${seeds.length} lives on ${server ? "PostgreSQL" : "SQLite"} in ${seconds} s, ${differing.length} differ`,
    Object.fromEntries(kinds),
  );
  const shown: Verdict[] = [];
  for (const verdict of differing)
    if (
      shown.length < Number(values.shrink) &&
      shown.every((one) => kindOf(one) !== kindOf(verdict))
    )
      shown.push(verdict);
  for (const verdict of shown.length > 0 ? await shrink(shown, database) : []) show(verdict);
  process.exitCode = differing.length === 0 ? 0 : 1;
} finally {
  await server?.stop();
}
