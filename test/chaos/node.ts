/** A daemon behind a proxy of its own to the database, and everything that can befall it. */
import { testKeyFile } from "../support/secrets.ts";
import { Client } from "pg";
import { startMonitord, type Running } from "../support/process.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import type { History, NodeFault } from "./history.ts";

export interface Node {
  /** Where it answers; null while it is down. */
  url(): string | null;
  /** Does it to the node, and waits until it is over. */
  suffer(fault: NodeFault, ms: number): Promise<void>;
  stop(): Promise<void>;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function startNode(
  databaseUrl: string,
  env: Record<string, string>,
  faults: History["faults"],
): Promise<Node> {
  const proxy = await startTcpProxy(databaseUrl);
  let running: Running | null = null;
  let node_id = "";

  async function start(): Promise<void> {
    const before = await nodeIds(databaseUrl);
    running = await startMonitord([], {
      ...env,
      MONITORD_DATABASE_URL: proxy.url,
      MONITORD_SECRETS_KEY_FILE: testKeyFile(),
      MONITORD_LOG_LEVEL: "error",
    });
    const fresh = (await nodeIds(databaseUrl)).filter((id) => !before.includes(id));
    node_id = fresh[0] ?? "";
  }
  await start();

  return {
    url: () => running?.url ?? null,
    async suffer(fault, ms) {
      const event = { fault, at: Date.now(), until: Infinity, node_id };
      faults.push(event);
      switch (fault) {
        case "kill":
          await running!.kill();
          running = null;
          await sleep(ms);
          await start();
          break;
        case "freeze":
          running!.child.kill("SIGSTOP");
          await sleep(ms);
          running!.child.kill("SIGCONT");
          break;
        case "cut":
          proxy.cut();
          break;
        case "stall":
          proxy.stall();
          await sleep(ms);
          proxy.flow();
          break;
      }
      event.until = Date.now();
    },
    async stop() {
      running?.child.kill("SIGCONT");
      await running?.stop();
      await proxy.stop();
    },
  };
}

async function nodeIds(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from nodes where seen_at > 0");
    return rows.map(({ id }) => id);
  } catch {
    // No node has made the tables yet.
    return [];
  } finally {
    await client.end();
  }
}
