/** The built daemon, as it is installed, on an empty data directory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { sleep, startListening, type Child } from "./processes.ts";

export interface BenchDaemon extends Child {
  /** An administrator's. */
  key: string;
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** On SQLite, or on the database of the URL; `preload`: options of Node. */
export async function startBenchDaemon(
  databaseUrl?: string,
  environment: Record<string, string> = {},
  preload: readonly string[] = [],
): Promise<BenchDaemon> {
  const dataDir = makeBenchDataDir();
  const all = { ...(databaseUrl && { MONITORD_DATABASE_URL: databaseUrl }), ...environment };
  const daemon = await startOn(dataDir, makeBenchKey(), all, preload);
  return {
    ...daemon,
    async stop() {
      await daemon.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export const makeBenchDataDir = () => mkdtempSync(join(tmpdir(), "monitord-bench-"));
export const makeBenchKey = () => makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));

/** On a data directory that stays; `key` becomes its administrator's if it is new. */
export async function startOn(
  dataDir: string,
  key: string,
  environment: Record<string, string> = {},
  preload: readonly string[] = [],
): Promise<BenchDaemon> {
  const child = await startListening(
    process.execPath,
    [...preload, "bin/monitord.js", "--port", "0", "--data-dir", dataDir],
    {
      MONITORD_BOOTSTRAP_API_KEY: key,
      MONITORD_LOG_LEVEL: "warn",
      MONITORD_API_RATE_LIMIT: "1000000",
      ...environment,
    },
  );
  // With a database of another process it listens before it is ready.
  while (!(await fetch(`${child.url}/readyz`)).ok) await sleep(50);
  return { ...child, key, api: clientOf(() => child.url, key).api };
}
