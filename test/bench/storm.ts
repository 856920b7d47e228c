/**
 * A thousand incidents at once, and a person with three phones: until the last push has arrived, and how late the event
 * loop is meanwhile. A phone gets the first few by themselves and the others in a summary. With a group for each few
 * incidents nothing is folded, and three pushes leave for each incident.
 */
import { Agent } from "node:http";
import { stormBudget } from "../../src/core/paging/storm.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeOnCall, post, startReceiver } from "./on-call.ts";
import { sleep } from "./processes.ts";
import type { Row } from "./row.ts";

const incidents = 1_000;
const phones = 3;
/** Connections of the sender. */
const connections = 128;
/** The pushes are over when none has arrived for so long, ms. */
const silence = 5_000;

export async function benchStorm(folded: boolean): Promise<Row> {
  const receiver = await startReceiver();
  const daemon = await startBenchDaemon();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const perGroup = folded ? incidents : stormBudget;
    const urls = await makeMonitors(daemon, receiver.url, perGroup);
    const arrivals: { at: number; titles: Set<string> }[] = [];
    receiver.onBody((body) =>
      arrivals.push({ at: performance.now(), titles: new Set(body.match(/Bench-\d+-/g)) }),
    );
    // The figures of the event loop begin anew with each look.
    await eventLoop(daemon);
    const began = performance.now();
    const answered: number[] = [];
    await Promise.all(
      urls.map(async (url) => {
        const status = await post(agent, url, { message: "the database is away" });
        if (status !== 202) throw new Error(`a report was answered with ${status}`);
        answered.push(performance.now() - began);
      }),
    );
    while (performance.now() - (arrivals.at(-1)?.at ?? began) < silence) await sleep(100);
    const last = arrivals.at(-1)!.at - began;
    const { p99, max } = await eventLoop(daemon);
    const told = new Set(arrivals.flatMap(({ titles }) => [...titles])).size;
    return {
      name: `${incidents} incidents at once, ${phones} phones each${folded ? ", all of one person: folded" : ""}`,
      ours: `${arrivals.length} pushes (${told} incidents by their names), the last answer after ${(answered.at(-1)! / 1000).toFixed(2)} s; event loop at most ${max.toFixed(0)} ms late`,
      measures: [
        { name: "last push", value: last / 1000, unit: "s", goal: { most: 5 } },
        { name: "event loop p99", value: p99, unit: "ms", goal: { most: 50 } },
      ],
    };
  } finally {
    agent.destroy();
    await daemon.stop();
    receiver.stop();
  }
}

async function makeMonitors(daemon: BenchDaemon, server: string, perGroup: number) {
  const urls: string[] = [];
  let alert_group_id = "";
  for (let n = 0; n < incidents; n++) {
    if (n % perGroup === 0)
      alert_group_id = await makeOnCall(daemon, `on-call-${n}`, server, phones);
    const monitor = { title: `Bench-${n}-`, alert_group_id, error_rate_threshold: 1 };
    const made = await daemon.api<{ webhook_id: string }>("POST", "/webhook_monitors", monitor);
    urls.push(`${daemon.url}/api/webhook/${made.webhook_id}`);
  }
  return urls;
}

/** How late the event loop was since the last look, ms. */
async function eventLoop(daemon: BenchDaemon): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${daemon.url}/metrics`)).text();
  const of = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, "m").exec(text)?.[1]) * 1000;
  return { p99: of("p99"), max: of("max") };
}
