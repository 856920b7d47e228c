/**
 * A page of a long list: the read of it ÷ one prepared statement that answers the same rows, with the sealed ids of their
 * URLs opened, as they are answered. The whole list: the memory that it takes, and whether the daemon does anything
 * else meanwhile.
 */
import { rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { readKeys } from "../../src/store/secrets/key-file.ts";
import { Secrets } from "../../src/store/kit/secrets.ts";
import { writerHere } from "../support/writer.ts";
import { makeBenchDataDir, makeBenchKey, startOn } from "./daemon.ts";
import { declareQuiet } from "./fleet.ts";
import { largest } from "./memory.ts";
import { sleep, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 50_000;
const page = 100;
const sealed = "webhook_monitors.webhook_id";

/** Measures with 50,000 monitors, for which there is nothing to do. */
async function withList<T>(measure: (dataDir: string, key: string) => Promise<T>): Promise<T> {
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  try {
    const daemon = await startOn(dataDir, key);
    await declareQuiet(daemon, monitors);
    await daemon.stop();
    return await measure(dataDir, key);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

export const benchListPage = (): Promise<Row> =>
  withList(async (dataDir) => {
    const path = join(dataDir, "monitord.db");
    const secretsKeyFile = join(dataDir, "secrets.key");
    const now = Date.now();
    const store = await openSqlite({ path, now, secretsKeyFile, migrationCopy: false }, writerHere);
    const raw = new Sqlite(path, { readonly: true });
    const secrets = new Secrets(0);
    secrets.use(readKeys(secretsKeyFile)!);
    try {
      const org_id = (await store.read.organizations())[0]!.id;
      const statement = raw.prepare(
        `select m.*, s.* from webhook_monitors m join subjects s on s.id = m.id
         where m.org_id = ? and (m.inserted_at, m.id) > (?, ?) order by m.inserted_at, m.id limit ${page}`,
      );
      const [ours, raws]: number[][] = [[], []];
      let after = { inserted_at: 0, id: "" };
      for (let i = 0; i < monitors / page; i++) {
        let begun = performance.now();
        const rows = await store.read.resources(
          "webhook_monitors",
          { org_id, limit: page, after },
          now,
        );
        ours!.push(performance.now() - begun);
        begun = performance.now();
        const found = statement.all(org_id, after.inserted_at, after.id) as {
          webhook_id: string;
        }[];
        // Whoever answers the same has to open them.
        for (const row of found) row.webhook_id = secrets.open(sealed, row.webhook_id);
        raws!.push(performance.now() - begun);
        if (found.length !== page || rows.length !== page) throw new Error("a page was short");
        after = rows.at(-1)!;
      }
      return {
        name: `${page} of ${monitors} monitors as the store reads them, page after page`,
        ours: `${spread(ours!).median.toFixed(2)} ms`,
        peer: `a prepared statement whose webhook ids are opened ${spread(raws!).median.toFixed(2)} ms`,
        ratio: spread(ours!.map((value, i) => value / raws![i]!)),
        goal: { most: 2 },
      };
    } finally {
      raw.close();
      await store.close();
    }
  });

export const benchWholeList = (): Promise<Row> =>
  withList(async (dataDir, key) => {
    const daemon = await startOn(dataDir, key);
    try {
      const headers = { authorization: `Bearer ${key}` };
      await read(`${daemon.url}/api/v1/webhook_monitors?limit=1000`, headers);
      await sleep(5000);
      const idle = await largest(daemon.pid, sleep(2000));
      // The figure is the longest since it was last read.
      const rest = await lag(daemon.url);
      const begun = performance.now();
      let bytes = 0;
      const most = await largest(
        daemon.pid,
        read(`${daemon.url}/api/v1/webhook_monitors`, headers).then((read) => (bytes = read)),
        20,
      );
      const took = performance.now() - begun;
      const late = await lag(daemon.url);
      const more = most.resident - idle.resident;
      return {
        name: `the list of ${monitors} monitors without a limit, ${(bytes / 1e6).toFixed(0)} MB in ${(took / 1000).toFixed(1)} s`,
        ours: `${more.toFixed(0)} MiB more than before; event loop at most ${late.toFixed(0)} ms late (before ${rest.toFixed(0)} ms)`,
        measures: [
          { name: "memory", value: more, unit: "MiB", goal: { most: 50 } },
          { name: "event loop", value: late, unit: "ms", goal: { most: 50 } },
        ],
      };
    } finally {
      await daemon.stop();
    }
  });

/** Reads an answer and throws it away; its length. */
function read(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let bytes = 0;
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => resolve(bytes)).on("error", reject);
    }).on("error", reject);
  });
}

/** The longest that the event loop was late since this was last asked, ms. */
async function lag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}
