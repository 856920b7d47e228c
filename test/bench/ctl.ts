/** `monitorctl` ÷ a Node that does nothing; a declaration of 10,000 ÷ as many prepared inserts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors } from "./ingest.ts";
import { cpuOf, spread } from "./processes.ts";
import type { Bound, Row } from "./row.ts";

const calls = 25;
const declared = 10_000;

const environment = (daemon: BenchDaemon) => ({
  MONITORCTL_URL: daemon.url,
  MONITORCTL_API_KEY: daemon.key,
});

/** How long a Node runs, ms. */
async function took(args: string[], env: Record<string, string>): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return performance.now() - begun;
}

export async function benchCommand(words: string[], goal: Bound): Promise<Row> {
  const daemon = await startBenchDaemon();
  const cache = mkdtempSync(join(tmpdir(), "monitorctl-bench-"));
  try {
    await makeMonitors(daemon, 20);
    const env = { ...environment(daemon), XDG_CACHE_HOME: cache };
    const [ours, nodes]: number[][] = [[], []];
    await took(["bin/monitorctl.js", ...words], env);
    for (let i = 0; i < calls; i++) {
      nodes!.push(await took(["-e", "0"], env));
      ours!.push(await took(["bin/monitorctl.js", ...words], env));
    }
    return {
      name: `monitorctl ${words.join(" ")}`,
      ours: `${spread(ours!).median.toFixed(0)} ms`,
      peer: `node -e 0 ${spread(nodes!).median.toFixed(0)} ms`,
      ratio: spread(ours!.map((value, i) => value / nodes![i]!)),
      goal,
    };
  } finally {
    await daemon.stop();
    rmSync(cache, { recursive: true });
  }
}

export async function benchApply(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-bench-"));
  const manifest = join(folder, "monitors.yaml");
  writeFileSync(manifest, manifestText());
  const daemon = await startBenchDaemon();
  try {
    const apply = ["bin/monitorctl.js", "apply", "-f", manifest, "-o", "json"];
    const inserted = inserts(join(folder, "peer.db"));
    const cpu = cpuOf(daemon.pid);
    const first = await took(apply, environment(daemon));
    const spent = cpuOf(daemon.pid) - cpu;
    const second = await took(apply, environment(daemon));
    const again = inserts(join(folder, "peer-2.db"));
    const peer = (inserted + again) / 2;
    return {
      name: `monitorctl apply of ${declared} new monitors; the same again took ${(second / 1000).toFixed(1)} s`,
      ours: `${(first / 1000).toFixed(1)} s, ${spent.toFixed(1)} s of CPU in the daemon`,
      peer: `${declared} rows in each of four tables, prepared, durable ${(peer / 1000).toFixed(2)} s`,
      ratio: spread([first / inserted, first / again, first / peer]),
      goal: { most: 15 },
      measures: [{ name: "second ÷ first", value: second / first, goal: { most: 0.5 } }],
    };
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  }
}

function manifestText(): string {
  const monitors = Array.from(
    { length: declared },
    (_, i) =>
      `  - external_id: errors-${i}\n    title: Errors ${i}\n    alert_group: nobody\n    error_rate_threshold: 1000\n`,
  );
  return `version: 1\nproject: bench\nalert_groups:\n  - external_id: nobody\n    title: Nobody\nwebhook_monitors:\n${monitors.join("")}`;
}

/**
 * What a monitor is at least, with nothing decided: its row, its state, its line in the audit log and an event, with
 * the indexes that they cannot do without, ten a transaction on a disk that syncs. ms.
 */
function inserts(path: string): number {
  const db = new Sqlite(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  const tables = ["monitors", "subjects", "audit", "events"];
  for (const table of tables)
    db.exec(
      `create table ${table} (id text primary key, org_id text not null, external_id text, title text, body text, inserted_at integer);
       create index ${table}_by_time on ${table} (org_id, inserted_at, id);`,
    );
  const statements = tables.map((table) =>
    db.prepare(`insert into ${table} values (@id, @org_id, @external_id, @title, @body, @at)`),
  );
  const body = JSON.stringify({
    error_rate_threshold: 1000,
    error_rate_window_minutes: 5,
    project: "bench",
  });
  const some = db.transaction((from: number) => {
    for (let i = from; i < from + 10; i++)
      for (const statement of statements)
        statement.run({
          id: crypto.randomUUID(),
          org_id: "bench",
          external_id: `errors-${i}`,
          title: `Errors ${i}`,
          body,
          at: Date.now(),
        });
  });
  const begun = performance.now();
  for (let i = 0; i < declared; i += 10) some(i);
  const ms = performance.now() - begun;
  db.close();
  return ms;
}
