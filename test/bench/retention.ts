/**
 * Reports while old ones are deleted ÷ the same without: the 99th percentile of their answers, in one run. They leave on
 * a schedule, so that one that is slow does not hide those that it delays.
 */
import { once } from "node:events";
import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { writerHere } from "../support/writer.ts";
import { makeBenchDataDir, makeBenchKey, startOn } from "./daemon.ts";
import { body, makeMonitors } from "./ingest.ts";
import { post } from "./on-call.ts";
import { percentiles, sleep, spread, startListening, type Child } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 200;
/** Reports a second, and the connections that they share. */
const rate = 2_000;
const connections = 64;
const rounds = 3;
/** Of a round: how long nothing is deleted, ms, and the reports that are deleted then. */
const alone = 6_000;
const old = 80_000;

const day = 24 * 3600_000;
/** Reports are kept for so many days; what else a report leaves is kept for eight. */
const keptDays = 9;
/** The clock jumps so far ahead before each round. */
const jump = 10 * 60_000;

export async function benchRetention(): Promise<Row> {
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const environment = {
    MONITORD_DATA_DIR: dataDir,
    MONITORD_PORT: "0",
    MONITORD_REPORT_RETENTION_DAYS: String(keptDays),
  };
  try {
    const first = await startOn(dataDir, key);
    const { ids, paths } = await makeMonitors(first, monitors);
    await first.stop();
    await fill(dataDir, ids);

    const daemon = await startListening(
      process.execPath,
      ["test/bench/jumping-daemon.ts"],
      environment,
    );
    const urls = paths.map((path) => daemon.url + path);
    const figures: { without: number; during: number; perSecond: number }[] = [];
    try {
      await reportUntil(agent, urls, sleep(2_000));
      for (let i = 0; i < rounds; i++) {
        const without = await reportUntil(agent, urls, sleep(alone));
        process.kill(daemon.pid, "SIGUSR2");
        const began = performance.now();
        const deleted = deletedBy(daemon);
        const during = await reportUntil(agent, urls, deleted);
        figures.push({
          without: percentiles(without).p99,
          during: percentiles(during).p99,
          perSecond: ((await deleted) / (performance.now() - began)) * 1000,
        });
      }
    } finally {
      await daemon.stop();
    }
    const median = (of: keyof (typeof figures)[number]) =>
      spread(figures.map((one) => one[of])).median;
    return {
      name: `${rate} reports a second of ${monitors} monitors, while ${median("perSecond").toFixed(0)} old ones a second are deleted`,
      ours: `p99 ${median("during").toFixed(2)} ms`,
      peer: `without p99 ${median("without").toFixed(2)} ms`,
      ratio: spread(figures.map(({ during, without }) => during / without)),
      goal: { most: 1.5 },
      measures: [
        {
          name: "deleted",
          value: median("perSecond"),
          unit: "a second",
          goal: { least: 10 * rate },
        },
      ],
    };
  } finally {
    agent.destroy();
    rmSync(dataDir, { recursive: true });
  }
}

/** Reports of long ago, as they were written then; each jump of the clock makes those of a round too old. */
async function fill(dataDir: string, ids: readonly string[]): Promise<void> {
  const path = join(dataDir, "monitord.db");
  const base = Date.now() - keptDays * day;
  const store = await openSqlite({ path, now: base }, writerHere);
  const { message } = JSON.parse(body) as { message: string };
  // The timers of a store keep no process alive, and its writer is in this thread.
  const alive = setInterval(() => {}, 60_000);
  /** Reports of a monitor in one second: of so many every body is kept. */
  const together = 20;
  for (let round = 0; round < rounds; round++) {
    const seconds = old / together / ids.length;
    for (let i = 0; i < seconds; i++) {
      const now = base + round * jump + 120_000 + i * 1000;
      const reports = Array.from({ length: together }, (_, j) => ({
        at: now - 20 * j,
        message,
        source: "shop",
        meta: null,
      }));
      await Promise.all(ids.map((subject_id) => store.run("report", { subject_id, reports, now })));
    }
  }
  await store.close();
  clearInterval(alive);
}

/** The number of reports that the next run of the retention deletes, once it has ended. */
async function deletedBy(daemon: Child): Promise<number> {
  for (;;) {
    const [text] = (await once(daemon.stdout!, "data")) as [Buffer];
    const deleted = /"deleted":\{[^}]*"reports":(\d+)/.exec(String(text));
    if (deleted) return Number(deleted[1]);
  }
}

/** Posts reports on a schedule until `end`; how long after its time each was answered, ms. */
async function reportUntil(agent: Agent, urls: string[], end: Promise<unknown>): Promise<number[]> {
  let over = false;
  void end.finally(() => (over = true));
  const sent: Promise<number>[] = [];
  const began = performance.now();
  while (!over) {
    for (let due = began + (sent.length * 1000) / rate; due <= performance.now();) {
      sent.push(timed(agent, urls[sent.length % urls.length]!, due));
      due = began + (sent.length * 1000) / rate;
    }
    await sleep(1);
  }
  return Promise.all(sent);
}

async function timed(agent: Agent, url: string, due: number): Promise<number> {
  const status = await post(agent, url, body);
  if (status !== 202) throw new Error(`a report was answered with ${status}`);
  return performance.now() - due;
}
