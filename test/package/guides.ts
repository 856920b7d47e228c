/** Runs the commands of the guides, the README and the examples as they are printed, by the programs that are installed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { blocksOf } from "../support/blocks.ts";
import type { Place } from "./install.ts";
import type { BlockEnded, Job } from "./machine.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The texts whose commands are run. */
export const texts = globSync("{README.md,src/guide/*.md,examples/**/README.md}", { cwd: root });

export interface GuidesEnded {
  /** A sentence for each block that did not end as its text promises. */
  faults: string[];
  /** How many blocks ran, and how many say why they cannot. */
  ran: number;
  others: number;
}

/** Null where this machine gives no namespaces for another one. */
export async function guides(place: Place, paths = texts): Promise<GuidesEnded | null> {
  if (spawnSync("unshare", ["--net", "--mount", "true"]).status !== 0) return null;
  const job = (name: string, more: Pick<Job, "from" | "markdown">): Job => {
    const base = join(place.home, "machines", name.replaceAll("/", "-"));
    mkdirSync(base, { recursive: true });
    return { base, installed: place.home, path: place.env["PATH"]!, ...more };
  };
  const first = job("first", { from: null, markdown: "" });
  await onMachine(first);
  const all: GuidesEnded = { faults: [], ran: 0, others: 0 };
  const waiting = [...paths];
  const one = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const markdown = readFileSync(root + path, "utf8");
      if (blocksOf(markdown, "sh").length === 0) continue;
      const text = await onMachine(job(path, { from: `${first.base}.written`, markdown }));
      for (const { line, norun, fault } of JSON.parse(text) as BlockEnded[]) {
        if (norun === null) all.ran++;
        else all.others++;
        if (fault !== null) all.faults.push(`${path}:${line}: ${fault}`);
      }
    }
  };
  await Promise.all([one(), one(), one()]);
  return all;
}

/** What the machine prints. */
async function onMachine(job: Job): Promise<string> {
  const program = fileURLToPath(new URL("machine.ts", import.meta.url));
  const args = ["--net", "--mount", process.execPath, program, JSON.stringify(job)];
  const child = spawn("unshare", args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the machine of ${job.base} ended with ${code}`);
  return text;
}
