/**
 * What the same work costs as a database grows: a batch of reports, a claim of due checks, pages of lists, and the reads
 * of an incident's page, with ten and a hundred times the monitors and the stored reports. One database grows from scale
 * to scale. CPU of the whole process, in whose thread the writer of SQLite is, and of the server of PostgreSQL.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Store } from "../../src/app/store.ts";
import { growing, type Growing } from "./growing.ts";
import { fill, idOf, madeAt, now, type Scale } from "./growth-fill.ts";
import { spread } from "./processes.ts";
import type { Measure, Row } from "./row.ts";

const scales: readonly Scale[] = [1e3, 1e4, 1e5].map((monitors) => ({
  monitors,
  reports: monitors * 1000,
}));
const rounds = 50;
/** Until V8 has compiled what it will. A claim is not made as often: the smallest size has 500 checks that are due. */
const warmUp = { most: 200, claim: 50 };
const batch = 200;
const claim = 4;
/**
 * Monitors that something happens to, in blocks that are spread over all: as many at each size, so that their pages are in
 * memory. How fast a disk answers is another question. A page of a list shows one block.
 */
const active = { blocks: 5, each: 100 };

/** What is measured, and the rows of which the cost may grow like the logarithm. */
const works = {
  ingest: { name: "a report of a batch of 200", rows: "reports" },
  claim: { name: "a claim of 4 checks", rows: "monitors" },
  list: { name: "a page of 100 monitors", rows: "monitors" },
  incidents: { name: "a page of 100 incidents", rows: "monitors" },
  incident: { name: "an incident with its reports", rows: "reports" },
} as const satisfies Record<string, { name: string; rows: keyof Scale }>;
type Work = keyof typeof works;

interface Taken {
  scale: Scale;
  /** µs of CPU. */
  costs: Record<Work, number>;
  /** Of the database, bytes. */
  size: number;
}

/**
 * The largest scale takes minutes and 16 GB, on PostgreSQL a quarter of an hour and 30 GB, so that it is for the variable
 * `GROWTH`: a folder that stays, with what was measured in it, so that a file of SQLite can be filled in several runs.
 */
export async function benchGrowth(name: "SQLite" | "PostgreSQL"): Promise<Row> {
  const kept = process.env["GROWTH"];
  const folder = join(kept ?? join(tmpdir(), `monitord-growth-${process.pid}`), name);
  mkdirSync(folder, { recursive: true });
  const database = await growing[name](folder, now);
  try {
    const taken: Taken[] = [];
    for (const scale of kept === undefined ? scales.slice(0, -1) : scales)
      taken.push(await takenAt(database, folder, scale));
    return rowOf(name, taken);
  } finally {
    await database.end();
    if (kept === undefined) rmSync(dirname(folder), { recursive: true });
  }
}

async function takenAt(database: Growing, folder: string, scale: Scale): Promise<Taken> {
  const file = join(folder, `taken-${scale.monitors}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Taken;
  await fill(database, folder, scale);
  const store = await database.open();
  try {
    const size = await database.size();
    const taken = { scale, size, costs: await costsOf(store, database.cpu, scale.monitors / 2) };
    writeFileSync(file, JSON.stringify(taken));
    return taken;
  } finally {
    await store.close();
  }
}

/** `cpu`: what was used until now, µs. `half`: monitors of each kind. */
async function costsOf(
  store: Store,
  cpu: () => number,
  half: number,
): Promise<Record<Work, number>> {
  const cpuOf = makeCpuOf(cpu);
  const org_id = (await store.read.organizations())[0]!.id;
  const block = () => Math.floor(Math.random() * active.blocks) * (half / active.blocks);
  const any = () => block() + Math.floor(Math.random() * active.each);
  const page = (kind: "webhook" | "incident") => {
    const before = block() - 1;
    const after = { inserted_at: madeAt(before), id: idOf(kind, before) };
    return { org_id, limit: active.each, after };
  };
  const actor = { org_id, name: "bench", request_id: null };
  let later = now;
  return {
    ingest:
      (await cpuOf(
        async () => {
          later += 1000;
          const report = { at: later, message: "boom", source: null, meta: null };
          const ids = Array.from({ length: batch }, () => idOf("webhook", any()));
          await Promise.all(
            ids.map((subject_id) =>
              store.run("report", { subject_id, reports: [report], now: later }),
            ),
          );
          // What is in the journal goes to its tables before this is read.
          await store.read.report_page(ids[0]!, { limit: 1, after: null });
        },
        {
          // The journal forgets its monitors: a few would stay in its memory, and many would not.
          prepare: () => store.run("remove_mark", { actor, id: "none", now: later }),
        },
      )) / batch,
    claim: await cpuOf(() => store.run("claim_checks", { node: "bench", limit: claim, now }), {
      first: warmUp.claim,
    }),
    list: await cpuOf(() => store.read.resources("webhook_monitors", page("webhook"), later)),
    incidents: await cpuOf(() => store.read.incidents(page("incident"))),
    incident: await cpuOf(async () => {
      const i = any();
      const shown = await store.read.incident(org_id, idOf("incident", i));
      const newest = { limit: 20, after: null, order: "desc" } as const;
      const reports = await store.read.report_page(idOf("webhook", i), newest);
      if (!shown || reports.length < 20) throw new Error("an incident is not complete");
    }),
  };
}

/**
 * Measures the µs of CPU that work takes, the median of many times. The `first` times and what `prepare` does are not
 * counted.
 */
const makeCpuOf =
  (cpu: () => number) =>
  async (
    work: () => Promise<unknown>,
    { first = warmUp.most, prepare }: { first?: number; prepare?: () => Promise<unknown> } = {},
  ): Promise<number> => {
    const taken: number[] = [];
    for (let i = 0; i < first + rounds; i++) {
      await prepare?.();
      const before = cpu();
      await work();
      if (i >= first) taken.push(cpu() - before);
    }
    return spread(taken).median;
  };

function rowOf(database: string, taken: readonly Taken[]): Row {
  const [first, last] = [taken[0]!, taken.at(-1)!];
  const sizes = taken.map(
    ({ scale, size }) =>
      `${scale.monitors} monitors with ${scale.reports / 1e6} M reports, ${(size / 1e9).toFixed(1)} GB`,
  );
  const each = Object.entries(works) as [Work, (typeof works)[Work]][];
  const number = (value: number) => value.toLocaleString("en");
  return {
    name: `work on ${database} as it grows: ${sizes.join("; ")}`,
    series: {
      sizes: taken.map(
        ({ scale }) =>
          `${number(scale.monitors)} monitors, ${number(scale.reports / 1e6)} M reports`,
      ),
      all: each.map(([work, { name }]) => ({
        name,
        unit: "µs",
        values: taken.map(({ costs }) => Math.round(costs[work])),
      })),
    },
    ours: each
      .map(([work, { name }]) => {
        const costs = taken.map(({ costs }) => costs[work].toPrecision(3));
        return `${name} ${costs.join(", ")} µs`;
      })
      .join("; "),
    measures: each.map(([work, { name, rows }]): Measure => {
      const most = Math.log(last.scale[rows]) / Math.log(first.scale[rows]);
      return {
        name: `${name}, the last ÷ the first`,
        value: last.costs[work] / first.costs[work],
        goal: { most: Number(most.toFixed(2)) },
      };
    }),
  };
}
