/**
 * A report of one monitor beside another sender's bulk: twelve bodies of 5,000 alerts on three connections, to
 * a group with a phone. The report's 99th percentile during the bulk and its settling ÷ the same alone, in one
 * run. Reports leave on a schedule, so that one that is slow does not hide those that it delays.
 */
import { Agent, request } from "node:http";
import { startServer } from "../support/postgres-server.ts";
import { startPhone } from "../support/phone.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors } from "./ingest.ts";
import { percentiles, sleep, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const bodies = 12;
const alertsPerBody = 5_000;
const senders = 3;
/** Time between two reports, and for how long they are sent without anything beside them, ms. */
const pace = 20;
const alone = 5_000;
/** Time between two reads of the figures, as often as a scraper asks at most, ms. */
const scrape = 5_000;

/** `open`: incidents that are open in the group before the measurement. */
export async function benchFair(database: "SQLite" | "PostgreSQL", open: number): Promise<Row> {
  const server = database === "PostgreSQL" ? await startServer() : null;
  const phone = await startPhone();
  const daemon = await startBenchDaemon(server?.url);
  try {
    const bulkUrl = await groupWithPhone(daemon, phone.url);
    const { paths } = await makeMonitors(daemon, 1);
    const reports = reportsTo(daemon.url + paths[0]);
    for (let i = 0; i < open / alertsPerBody; i++) await post(bulkUrl, bulk(`before ${i}`));
    await settled(daemon);

    const before = await reports.until(sleep(alone));
    const during = await reports.until(
      inTurn(bulkUrl).then((answers) => settled(daemon).then(() => answers)),
    );
    const [quiet, busy] = [before.took, during.took].map((took) => percentiles(took));
    const failed = during.refused === 0 ? "" : `, ${during.refused} reports refused`;
    return {
      name: `a report beside ${bodies} bodies of ${alertsPerBody} alerts, ${database}, ${open} incidents open before; bulk and settling took ${(during.ms / 1000).toFixed(0)} s, longest transaction ${await longestTransaction(daemon)}${failed}`,
      ours: `p50 ${busy!.p50.toFixed(1)} ms, p99 ${busy!.p99.toFixed(1)} ms, longest ${busy!.max.toFixed(0)} ms`,
      peer: `alone p50 ${quiet!.p50.toFixed(1)} ms, p99 ${quiet!.p99.toFixed(1)} ms`,
      ratio: spread([busy!.p99 / quiet!.p99]),
      measures: [{ name: "p99", value: busy!.p99, unit: "ms", goal: { most: 100 } }],
    };
  } finally {
    await daemon.stop();
    await phone.stop();
    await server?.stop();
  }
}

async function groupWithPhone(daemon: BenchDaemon, server: string): Promise<string> {
  const group = await daemon.api<{ id: string; webhook_id: string }>("POST", "/alert_groups", {
    title: "On call",
  });
  const email = "ada@example.com";
  const user = await daemon.api<{ id: string }>("POST", "/users", { email });
  await daemon.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: "ada", server });
  await daemon.api("POST", `/alert_groups/${group.id}/members`, { email });
  return `${daemon.url}/api/webhook/${group.webhook_id}`;
}

/** A body of Alertmanager's form; each `name` has alerts of its own. */
function bulk(name: string): string {
  return JSON.stringify(
    Array.from({ length: alertsPerBody }, (_, i) => ({
      labels: { alertname: "InstanceDown", instance: `${name}-${i}` },
      annotations: { summary: `Instance ${i} is down` },
    })),
  );
}

/** Posts the bodies, each sender one after the other; answers the statuses. */
async function inTurn(url: string): Promise<number[]> {
  const waiting = Array.from({ length: bodies }, (_, i) => bulk(`body ${i}`));
  const statuses: number[] = [];
  const send = async () => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift())
      statuses.push(await post(url, body));
  };
  await Promise.all(Array.from({ length: senders }, send));
  return statuses;
}

async function post(url: string, body: string): Promise<number> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await answer.text();
  return answer.status;
}

/** Resolves when no push is due or being sent any more. */
async function settled(daemon: BenchDaemon): Promise<void> {
  for (;;) {
    const text = await metrics(daemon);
    const unsent = /^monitord_unsent_notifications (\d+)/m.exec(text)?.[1];
    if (unsent === "0") return;
    await sleep(scrape);
  }
}

const metrics = async (daemon: BenchDaemon) => (await fetch(`${daemon.url}/metrics`)).text();

async function longestTransaction(daemon: BenchDaemon): Promise<string> {
  const text = await metrics(daemon);
  const line = /^monitord_longest_transaction_seconds\{verb="(\w+)"\} (\S+)/gm;
  const longest = [...text.matchAll(line)]
    .map(([, verb, seconds]) => ({ verb, ms: Number(seconds) * 1000 }))
    .toSorted((a, b) => b.ms - a.ms)[0];
  return longest ? `${longest.ms.toFixed(0)} ms (${longest.verb})` : "unknown";
}

/** Sends reports on a schedule over kept connections. */
function reportsTo(url: string) {
  const agent = new Agent({ keepAlive: true });
  const one = () =>
    new Promise<{ ms: number; status: number }>((resolve, reject) => {
      const begun = performance.now();
      const sent = request(
        url,
        { method: "POST", agent, headers: { "content-type": "application/json" } },
        (answer) =>
          answer
            .resume()
            .on("end", () =>
              resolve({ ms: performance.now() - begun, status: answer.statusCode! }),
            ),
      );
      sent.on("error", reject).end('{"message":"boom"}');
    });
  return {
    async until(end: Promise<unknown>) {
      let over = false;
      void end.finally(() => (over = true));
      const begun = performance.now();
      const sent: ReturnType<typeof one>[] = [];
      for (let due = begun; !over; due += pace) {
        await sleep(Math.max(0, due - performance.now()));
        sent.push(one());
      }
      const answers = await Promise.all(sent);
      await end;
      return {
        ms: performance.now() - begun,
        took: answers.filter(({ status }) => status === 202).map(({ ms }) => ms),
        refused: answers.filter(({ status }) => status !== 202).length,
      };
    },
  };
}
