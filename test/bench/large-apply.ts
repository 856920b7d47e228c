/**
 * How long a report waits beside an apply of 200, 2,000 and 10,000 changes, which is one transaction: those that create,
 * those that edit a title, those that edit a threshold (each monitor decides again) and those that delete. Reports go to
 * a monitor that the apply does not name, every few ms. `node test/bench/large-apply.ts [PostgreSQL]` prints the table;
 * beside each wait stands its ratio to the same without an apply.
 */
import { Agent, request } from "node:http";
import { startServer } from "../support/postgres-server.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors } from "./ingest.ts";
import { cpuOf, percentiles, sleep } from "./processes.ts";

const sizes = process.env["SIZES"]?.split(",").map(Number) ?? [200, 2_000, 10_000];
const rounds = Number(process.env["ROUNDS"] ?? 3);
/** Time between two reports, ms. */
const pace = 4;

interface Change {
  name: string;
  body: (count: number) => object;
}

const monitors = (count: number, more: object = {}) =>
  Array.from({ length: count - 1 }, (_, i) => ({
    external_id: `m${i}`,
    title: `Monitor ${i}`,
    alert_group: "oncall",
    error_rate_threshold: 100,
    ...more,
  }));
const group = { external_id: "oncall", title: "On call" };
const declared = { project: "shop", alert_groups: [group] };

/** In this order: each begins where the one before it ended. */
const changes: Change[] = [
  { name: "create", body: (count) => ({ ...declared, webhook_monitors: monitors(count) }) },
  {
    name: "edit titles",
    body: (count) => ({
      project: "shop",
      alert_groups: [{ ...group, title: "Nights" }],
      webhook_monitors: monitors(count, { title: "Edited" }),
    }),
  },
  {
    name: "edit thresholds",
    body: (count) => ({
      ...declared,
      webhook_monitors: monitors(count, { title: "Edited", error_rate_threshold: 50 }),
    }),
  },
  { name: "delete", body: () => ({ project: "shop", prune: true, prune_max: 10_000 }) },
];

/** Reports every few ms, and how long each waited. */
function reportsTo(url: string) {
  const agent = new Agent({ keepAlive: true });
  const one = () =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now();
      const sent = request(
        url,
        { method: "POST", agent, headers: { "content-type": "application/json" } },
        (answer) => {
          if (answer.statusCode !== 202) reject(new Error(`a report got ${answer.statusCode}`));
          answer.resume().on("end", () => resolve(performance.now() - begun));
        },
      );
      sent.on("error", reject).end('{"message":"boom"}');
    });
  return async (work: Promise<unknown>): Promise<number[]> => {
    let over = false;
    const end = work.then(() => sleep(20)).finally(() => (over = true));
    const sent = [one()];
    while (!over) {
      await sleep(pace);
      sent.push(one());
    }
    await end;
    return Promise.all(sent);
  };
}

async function apply({ url, key }: BenchDaemon, body: object): Promise<void> {
  const answer = await fetch(`${url}/api/v1/apply`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.slice(0, 1000));
}

const median = (values: readonly number[]) => percentiles(values).p50;
const shown = (ms: number, idle: number) => `${ms.toFixed(1)} ms (× ${(ms / idle).toFixed(1)})`;

async function main(database: string): Promise<void> {
  const server = database === "PostgreSQL" ? await startServer() : null;
  const daemon = await startBenchDaemon(server?.url);
  try {
    const { paths } = await makeMonitors(daemon, 1);
    const beside = reportsTo(daemon.url + paths[0]);
    await beside(sleep(1000));
    const idle = percentiles(await beside(sleep(2000)));
    console.log(
      `${database}, idle: median ${idle.p50.toFixed(1)} ms, longest ${idle.max.toFixed(1)} ms`,
    );
    for (const size of sizes) {
      const taken = new Map<string, { took: number; cpu: number; p50: number; max: number }[]>();
      for (let round = 0; round < rounds; round++)
        for (const { name, body } of changes) {
          const cpu = cpuOf(daemon.pid);
          const begun = performance.now();
          const applied = apply(daemon, body(size)).then(() => performance.now() - begun);
          const { p50, max } = percentiles(await beside(applied));
          const list = taken.get(name) ?? [];
          list.push({ took: await applied, cpu: (cpuOf(daemon.pid) - cpu) * 1000, p50, max });
          taken.set(name, list);
          await sleep(300);
        }
      for (const [name, all] of taken) {
        const of = (key: keyof (typeof all)[number]) => median(all.map((one) => one[key]));
        console.log(
          `${size} × ${name}: ${of("took").toFixed(0)} ms, CPU ${of("cpu").toFixed(0)} ms; a report waits ${shown(of("p50"), idle.p50)}, at most ${shown(of("max"), idle.max)}, worst of all ${Math.max(...all.map(({ max }) => max)).toFixed(0)} ms`,
        );
      }
    }
  } finally {
    await daemon.stop();
    await server?.stop();
  }
}

await main(process.argv[2] === "PostgreSQL" ? "PostgreSQL" : "SQLite");
