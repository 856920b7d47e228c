/**
 * From the moment at which an error report is sent to the arrival of its push at a push server, beside Alertmanager with
 * `group_wait: 0s` and a webhook, which keeps its alerts in memory. One run after the other; each opens an incident of
 * its own. The sender and both receivers are this process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stormBudget } from "../../src/core/paging/storm.ts";
import { startAlertmanager } from "./alertmanager.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import type { Row } from "./row.ts";
import { makeOnCall, post, startReceiver, type Receiver } from "./on-call.ts";
import { percentiles, sleep, spread } from "./processes.ts";

const rounds = 5;
const runs = 40;
/** Runs that are not counted: connections are made, and code is compiled. */
const warmUp = 20;
/** Runs that come after a rest of so many ms each: disk, threads and caches have gone to sleep. */
const rested = { runs: 40, after: 20 };

/** Sends the report or alert `n`; answers how long its push took, ms. */
type Run = (n: number) => Promise<number>;

export async function benchPush(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-push-"));
  const receiver = await startReceiver();
  const daemon = await startBenchDaemon();
  const alertmanager = await startAlertmanager(join(folder, "alertmanager"), {
    route: { group_wait: "0s", group_by: ["..."] },
    receiver: { webhook_configs: [{ url: receiver.url }] },
  });
  const agent = new Agent({ keepAlive: true });
  try {
    const urls = await makeMonitors(daemon, receiver.url, warmUp + rounds * runs + rested.runs);
    const ours: Run = (n) =>
      took(agent, receiver, nameOf(n), urls[n]!, { message: "the card was refused by the bank" });
    const alerts = `${alertmanager.url}/api/v2/alerts`;
    const theirs: Run = (n) =>
      took(agent, receiver, nameOf(n), alerts, [{ labels: { alertname: nameOf(n) } }]);

    await several(ours, 0, warmUp);
    await several(theirs, 0, warmUp);
    const all: { ours: number[]; theirs: number[] }[] = [];
    for (let from = warmUp; from < warmUp + rounds * runs; from += runs)
      all.push({
        ours: await several(ours, from, runs),
        theirs: await several(theirs, from, runs),
      });
    const from = warmUp + rounds * runs;
    const [ourRest, theirRest] = [
      await several(ours, from, rested.runs, rested.after),
      await several(theirs, from, rested.runs, rested.after),
    ].map((times) => percentiles(times).p50.toFixed(2));
    const own = all.flatMap((round) => round.ours);
    const { p50, p99 } = percentiles(own);
    return {
      name: `from an error report to the push about its incident, ${rounds * runs} one after the other (after ${rested.after} ms of rest p50 ${ourRest} ms, Alertmanager ${theirRest} ms)`,
      ours: described(own),
      peer: `Alertmanager, group_wait 0s: ${described(all.flatMap((round) => round.theirs))}`,
      ratio: spread(all.map(({ ours, theirs }) => percentiles(ours).p50 / percentiles(theirs).p50)),
      measures: [
        { name: "p50", value: p50, unit: "ms", goal: { most: 2.5 } },
        { name: "p99", value: p99, unit: "ms", goal: { most: 10 } },
      ],
    };
  } finally {
    agent.destroy();
    await alertmanager.stop();
    await daemon.stop();
    receiver.stop();
    rmSync(folder, { recursive: true });
  }
}

/** In the text of the push; none contains another. */
const nameOf = (n: number) => `Bench-${n}-`;

/** The URLs of monitors that fire at the first report, a few for each phone: more at once would be folded into a summary. */
async function makeMonitors(daemon: BenchDaemon, server: string, count: number): Promise<string[]> {
  const urls: string[] = [];
  let alert_group_id = "";
  for (let n = 0; n < count; n++) {
    if (n % stormBudget === 0) alert_group_id = await makeOnCall(daemon, `on-call-${n}`, server);
    const monitor = { title: nameOf(n), alert_group_id, error_rate_threshold: 1 };
    const made = await daemon.api<{ webhook_id: string }>("POST", "/webhook_monitors", monitor);
    urls.push(`${daemon.url}/api/webhook/${made.webhook_id}`);
  }
  return urls;
}

async function several(run: Run, from: number, count: number, rest = 0): Promise<number[]> {
  const times: number[] = [];
  for (let n = from; n < from + count; n++) {
    if (rest > 0) await sleep(rest);
    times.push(await run(n));
  }
  return times;
}

async function took(agent: Agent, receiver: Receiver, name: string, url: string, body: unknown) {
  const arrived = receiver.next(name);
  const began = performance.now();
  const answered = post(agent, url, body);
  const at = await arrived;
  await answered;
  return at - began;
}

function described(values: number[]): string {
  const { p50, p99, max } = percentiles(values);
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, longest ${max.toFixed(1)} ms`;
}
