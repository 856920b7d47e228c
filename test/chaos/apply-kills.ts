/**
 * `node test/chaos/apply-kills.ts [PostgreSQL] [--count 9999] [--moments 20]`: applies that create, edit and delete
 * thousands of monitors, each killed at another moment of its time, while others read and report. Exit 1 when one left
 * half of it, when a reader saw half, or when a report that got its 202 is not counted.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { startServer } from "../support/postgres-server.ts";
import { readersOf } from "../support/titled.ts";
import { makeBenchDataDir, makeBenchKey, startOn, type BenchDaemon } from "../bench/daemon.ts";
import { sleep } from "../bench/processes.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "9999" },
    moments: { type: "string", default: "20" },
  },
});
const count = Number(values.count);
const moments = Number(values.moments);
const server = positionals[0] === "PostgreSQL" ? await startServer() : null;
const dataDir = makeBenchDataDir();
const key = makeBenchKey();
let daemon: BenchDaemon;
const start = async () => {
  daemon = await startOn(dataDir, key, {
    ...(server && { MONITORD_DATABASE_URL: server.url }),
  });
  while (!(await fetch(`${daemon.url}/readyz`)).ok) await sleep(50);
};
await start();
const readers = readersOf(() => daemon.url, key);

/** The title of all monitors that there are; null: there are none. Throws at half of an apply. */
async function edition(): Promise<string | null> {
  const counted = await readers.count();
  const [title = null, ...others] = Object.keys(counted);
  if (others.length > 0 || (title !== null && counted[title] !== count))
    throw new Error(`half of an apply: ${JSON.stringify(counted)}`);
  return title;
}

/** The titles that come one after the other. */
const next = (title: string | null) =>
  title === null ? "Edition 1" : title === "Edition 1" ? "Edition 2" : null;

/** The first thousand begin with the monitor that is beside them. */
const isHalf = ({ api, page, shown }: Awaited<ReturnType<typeof readers.look>>) =>
  api.length > 1 || page.length > 1 || (shown !== 0 && shown !== Math.min(999, count));

try {
  const group = await daemon!.api<{ id: string }>("POST", "/alert_groups", { title: "Nobody" });
  const monitor = await daemon!.api<{ id: string; webhook_id: string }>(
    "POST",
    "/webhook_monitors",
    {
      title: "Beside",
      alert_group_id: group.id,
      error_rate_threshold: 1_000_000,
      error_rate_window_minutes: 1440,
    },
  );
  const tally = { before: 0, after: 0, looks: 0, halves: 0, reports: 0, refused: 0 };
  const readAndReport = (): (() => Promise<unknown>) => {
    let running = true;
    const loop = async (work: () => Promise<void>) => {
      while (running) await work().catch(() => {});
    };
    const loops = [
      loop(async () => {
        tally.looks++;
        if (isHalf(await readers.look())) tally.halves++;
      }),
      loop(async () => {
        const { status } = await fetch(`${daemon.url}/api/webhook/${monitor.webhook_id}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"message":"boom"}',
        });
        if (status === 202) tally.reports++;
        else tally.refused++;
      }),
    ];
    return () => {
      running = false;
      return Promise.all(loops);
    };
  };
  /** How long each apply takes beside them, by the title that it makes, ms. */
  const took = new Map<string | null, number>();
  for (const title of ["Edition 1", "Edition 2", null]) {
    const stop = readAndReport();
    const begun = performance.now();
    await readers.apply(count, title);
    took.set(title, performance.now() - begun);
    await stop();
  }
  console.log(took);
  for (let moment = 0; moment < moments; moment++) {
    const before = await edition();
    const title = next(before);
    const stop = readAndReport();
    const applying = readers.apply(count, title).catch(() => null);
    // Up to three times as long: right after a start, and beside what kills left in PostgreSQL, an apply takes twice
    // as long, and some are to be killed as they answer.
    await Promise.race([applying, sleep(((3 * (moment + 0.5)) / moments) * took.get(title)!)]);
    await daemon!.kill();
    await Promise.all([applying, stop()]);
    await start();
    const after = await edition();
    if (after !== before && after !== title) throw new Error(`${before} became ${after}`);
    tally[after === before ? "before" : "after"]++;
    console.log(`${moment + 1}: ${before} → ${title}, killed: ${after}`);
  }
  const { errors_in_window: counted } = await daemon!.api<{ errors_in_window: number }>(
    "GET",
    `/webhook_monitors/${monitor.id}`,
  );
  console.log({ ...tally, counted });
  if (tally.halves > 0 || counted < tally.reports) process.exitCode = 1;
} finally {
  await daemon!.kill();
  await server?.stop();
  rmSync(dataDir, { recursive: true });
}
