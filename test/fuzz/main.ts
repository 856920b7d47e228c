/**
 * `npm run fuzz -- [--seconds 60] [--seed N] [--only PART] [--keep FOLDER]`: every parser, each for so long. Exit 1 when one
 * does not keep its promises.
 * `npm run fuzz -- http [--requests 100000] [--seed N]`: requests to a daemon (`http/main.ts`).
 */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { fuzzHttp } from "./http/main.ts";
import type { Finding, Outcome } from "./loop.ts";
import { targets } from "./targets/all.ts";
import type { Target } from "./target.ts";
import type { Task } from "./thread.ts";

/** No text is read for so long, ms, on the busiest machine. */
const endless = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    keep: { type: "string" },
    requests: { type: "string", default: "100000" },
    inside: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);

process.exitCode =
  positionals[0] === "http"
    ? await fuzzHttp({ requests: Number(values.requests), seed, inside: values.inside })
    : await fuzzAll();

async function fuzzAll(): Promise<number> {
  console.log(`seed ${seed}`);
  const findings: Finding[] = [];
  for (const target of targets.filter(({ name }) => name.includes(values.only))) {
    const outcome = await fuzzOne(target);
    findings.push(...outcome.findings);
    console.log(
      `${target.name}: ${outcome.runs} texts, ${outcome.corpus.length} of them new, longest turn ${outcome.slowest.toFixed(1)} MB of JSON`,
    );
    for (const { what, input } of outcome.findings)
      console.log(`✗ ${target.name}: ${what}\n  ${JSON.stringify(shortened(input))}`);
    if (values.keep !== undefined) keep(values.keep, target, outcome);
  }
  console.log(`${process.cpuUsage().user / 1e6} s of CPU, ${findings.length} findings`);
  return findings.length > 0 ? 1 : 0;
}

/** In a thread; a text that has no end is a finding, too. */
async function fuzzOne({ name, most }: Target): Promise<Outcome> {
  const input = new SharedArrayBuffer(8 + 2 * most);
  const task: Task = { target: name, seed, seconds: Number(values.seconds), input };
  const worker = new Worker(new URL("thread.ts", import.meta.url), { workerData: task });
  const length = new Int32Array(input, 0, 2);
  let before = -1;
  let watch: NodeJS.Timeout | undefined;
  const hung = new Promise<Outcome>((resolve) => {
    watch = setInterval(() => {
      const runs = Atomics.load(length, 1);
      if (runs === before) {
        const text = Buffer.from(new Uint8Array(input, 8, 2 * length[0]!)).toString("utf16le");
        const finding = { target: name, what: "has no end", input: text };
        resolve({ runs, corpus: [], findings: [finding], slowest: Infinity });
      }
      before = runs;
    }, endless);
  });
  const ended = once(worker, "message").then(([outcome]) => outcome as Outcome);
  try {
    return await Promise.race([ended, hung]);
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function shortened(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 300)} … (${text.length} characters)`;
}

/** The texts that went new ways, and those that were not borne, as JSON. */
function keep(folder: string, { name }: Target, { corpus, findings }: Outcome): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(/[^a-z]+/gi, "-")}.json`);
  writeFileSync(file, JSON.stringify({ findings, corpus }, null, 1));
}
