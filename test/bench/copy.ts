/**
 * `monitord copy` of a year of 1,000 monitors, from SQLite to PostgreSQL and back: how long, how much memory, and whether
 * the API answers the same before and after. The way there ÷ the way back.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Sqlite from "better-sqlite3";
import { day } from "../../src/core/text/units.ts";
import { answersOf } from "../support/api-answers.ts";
import { freePort } from "../support/free-port.ts";
import { startServer } from "../support/postgres-server.ts";
import { makeYear, now } from "./history.ts";
import { outputOf, startListening } from "./processes.ts";
import type { Row } from "./row.ts";

const program = "bin/monitord.js";
/** Things of each kind that are asked for one by one; the lists are whole. */
const most = 25;

export async function benchCopy(): Promise<Row> {
  const root = mkdtempSync(join(tmpdir(), "monitord-copy-"));
  const [first, second] = [join(root, "first"), join(root, "second")];
  mkdirSync(first);
  const server = await startServer();
  try {
    await makeYear(first);
    pauseAll(join(first, "monitord.db"));
    const options = ["--secrets-key-file", join(first, "secrets.key")];
    const port = String(await freePort());
    const makeKey = [program, "keys", "create", "bench", "--scopes", "admin", "--data-dir", first];
    const key = await outputOf(process.execPath, makeKey);
    const answers = async (folder: string, env: Record<string, string> = {}) => {
      const args = [program, ...options, "--data-dir", folder, "--port", port];
      const daemon = await startListening(process.execPath, args, {
        MONITORD_API_RATE_LIMIT: "1000000",
        MONITORD_LOG_LEVEL: "warn",
        ...env,
      });
      const range = { from: now - 365 * day, to: now, step: 86_400 };
      const all = await answersOf({ url: daemon.url, key: key.trim() }, range, most);
      await daemon.stop();
      return all;
    };
    const onServer = { MONITORD_DATABASE_URL: server.url };

    const before = await answers(first);
    const there = await copy("sqlite", "postgres", [...options, "--data-dir", first], onServer);
    const between = await answers(first, onServer);
    const back = await copy("postgres", "sqlite", [...options, "--data-dir", second], onServer);
    const after = await answers(second);
    for (const [path, answer] of Object.entries(before))
      if (![between, after].every((all) => isDeepStrictEqual(all[path], answer)))
        throw new Error(`the answer to GET ${path} is another one`);

    const size = statSync(join(second, "monitord.db")).size;
    const text = ({ seconds, memory }: Copied) =>
      `${seconds.toFixed(0)} s, ${(there.rows / seconds).toFixed(0)} rows/s, ${(size / 1e6 / seconds).toFixed(1)} MB/s, at most ${memory.toFixed(0)} MB of memory`;
    const ratio = there.seconds / back.seconds;
    return {
      name: `monitord copy of a year of 1,000 monitors, SQLite to PostgreSQL: ${there.rows} rows, ${(size / 1e6).toFixed(0)} MB; ${Object.keys(before).length} answers of the API are the same on both`,
      ours: text(there),
      peer: `back: ${text(back)}`,
      ratio: { median: ratio, min: ratio, max: ratio },
      measures: [
        { name: "there", value: there.seconds, unit: "s", goal: { most: 300 } },
        { name: "memory there", value: there.memory, unit: "MB", goal: { most: 400 } },
        { name: "memory back", value: back.memory, unit: "MB", goal: { most: 400 } },
      ],
    };
  } finally {
    await server.stop();
    rmSync(root, { recursive: true });
  }
}

/** Nothing is checked while the answers are compared. */
function pauseAll(file: string): void {
  const sqlite = new Sqlite(file);
  sqlite.prepare("update subjects set paused_at = ?, due_at = null, wake_at = null").run(now);
  sqlite.close();
}

interface Copied {
  rows: number;
  seconds: number;
  /** Of the process, MB. */
  memory: number;
}

async function copy(
  from: string,
  to: string,
  options: string[],
  env: Record<string, string>,
): Promise<Copied> {
  const begin = performance.now();
  const child = spawn(process.execPath, [program, "copy", "--from", from, "--to", to, ...options], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, memoryOf(child.pid!))), 100);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(watch);
  const rows = /^Copied ([\d,]+) rows/m.exec(said)?.[1];
  if (code !== 0 || rows === undefined)
    throw new Error(`monitord copy ended with ${code}: ${said}`);
  return {
    rows: Number(rows.replaceAll(",", "")),
    seconds: (performance.now() - begin) / 1000,
    memory,
  };
}

/** The most memory that a process had so far, MB; 0: it has ended. */
function memoryOf(pid: number): number {
  try {
    const [, kB] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
    return Number(kB) / 1000;
  } catch {
    return 0;
  }
}
