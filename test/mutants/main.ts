/**
 * `npm run mutants -- FOLDER… [--sample 150] [--seed 1] [--results FOLDER] [--again] [--budget SECONDS]`: plants faults
 * in folders of `src`, one at a time, and runs the tests that reach them. README.md says how, and what survives.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeCopy, plantedIn, syncTests, type Planted } from "./copy.ts";
import { measure, reachingTests } from "./reach.ts";
import { isNoticed, tableOf, textOf, type Result } from "./result.ts";
import { Tester } from "./tester.ts";
import { testsOf } from "./rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "150" },
    seed: { type: "string", default: "1" },
    results: { type: "string", default: join(tmpdir(), "monitord-mutants") },
    again: { type: "boolean", default: false },
    budget: { type: "string", default: "120" },
    tests: { type: "string", multiple: true },
  },
});
const results = resolve(values.results);
if (rooms.length === 0) throw new Error("name at least one folder of src, for example core");
if (`${results}/`.startsWith(root)) throw new Error("--results must be outside of the repository");
const copy = join(results, "copy");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const planted = plantedIn(rooms);
mkdirSync(results, { recursive: true });
const sources = globSync("src/**/*.*", { cwd: root })
  .toSorted()
  .map((path) => path + readFileSync(join(root, path), "utf8"));
const made = hashOf([...rooms, ...planted.map(({ key }) => key), ...sources].join("\0"));
const madeFile = join(results, "made");
if (existsSync(madeFile) && readFileSync(madeFile, "utf8") === made) syncTests(copy);
else {
  makeCopy(copy, planted);
  writeFileSync(madeFile, made);
}

const tester = new Tester(copy);
/** `exit` would leave the workers of a test. */
process.once("SIGINT", () => {
  tester.end();
  setImmediate(() => process.exit(130));
});

const outcomes = join(results, "results.jsonl");
const known = new Map<string, Result>(
  existsSync(outcomes)
    ? readFileSync(outcomes, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Result)
        .map((result) => [result.key, result])
    : [],
);

for (const room of rooms) {
  const tests = testsOf(room, values.tests);
  console.log(`${room}: measuring ${tests.length} test files`);
  // What a test reaches of other folders was not measured.
  const memory = join(results, `reach-${hashOf(rooms.join("\0")).slice(0, 8)}.json`);
  const measured = await measure(tests, planted, tester, { copy, memory, root });
  const reaching = reachingTests(measured, planted);
  for (const id of sampleOf(room)) {
    const mutant = planted[id]!;
    const old = known.get(mutant.key);
    if (old && (isNoticed(old) || !values.again)) continue;
    const result = await resultOf(id, mutant, reaching[id]!);
    known.set(mutant.key, result);
    appendFileSync(outcomes, `${JSON.stringify(result)}\n`);
    if (!isNoticed(result)) console.log(textOf(mutant, result));
  }
}
tester.end();

const all = rooms.map((room) => ({
  room,
  results: sampleOf(room).map((id) => ({
    mutant: planted[id]!,
    result: known.get(planted[id]!.key)!,
  })),
}));
console.log("\nSurvivors\n");
for (const { results: of } of all)
  for (const { mutant, result } of of) if (!isNoticed(result)) console.log(textOf(mutant, result));
console.log(
  tableOf(all.map(({ room, results: of }) => ({ room, results: of.map((one) => one.result) }))),
);

/** The places of the mutants of a room that the seed picks. A change elsewhere picks the same ones. */
function sampleOf(room: string): number[] {
  return planted
    .entries()
    .filter(([, { file }]) => file === room || file.startsWith(`${room}/`))
    .map(([id, { key }]) => ({ id, order: hashOf(`${values.seed}\0${key}`) }))
    .toArray()
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, Number(values.sample))
    .map(({ id }) => id);
}

async function resultOf(
  on: number,
  { key }: Planted,
  reaching: readonly { test: string; ms: number }[],
): Promise<Result> {
  if (reaching.length === 0) return { key, outcome: "unreached", by: null, left: 0 };
  let left = Number(values.budget) * 1000;
  // The cheapest one runs whatever it costs.
  const tests = reaching.filter(({ ms }, index) => (left -= ms) >= 0 || index === 0);
  const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
  const names = tests.map(({ test }) => test);
  const ran = await tester.run(names, { on, reached: null }, usual);
  if (ran === null) return { key, outcome: "endless", by: null, left: 0 };
  const outcome = ran.failed === null ? "survived" : "noticed";
  return { key, outcome, by: ran.failed, left: reaching.length - tests.length };
}
