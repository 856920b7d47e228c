/**
 * Daemons on one database, under load, while one after the other is killed, frozen, cut off or left without
 * answers, and the server restarts: what happened, as a history.
 */
import { makeKey } from "../../src/core/access/api-key.ts";
import { startPhone } from "../support/phone.ts";
import { seeded } from "../support/seeded.ts";
import { startApplications } from "./applications.ts";
import type { Fault, History } from "./history.ts";
import { makeResources, type Webhook } from "./resources.ts";
import { startNode, type Node } from "./node.ts";
import { hearWitness, installWitness, unfinished } from "./witness.ts";

export interface ChaosOptions {
  databaseUrl: string;
  /** Restarts the server, which is down for that many ms. */
  restart: (ms: number) => Promise<void>;
  seconds: number;
  nodes: number;
  monitors: number;
  webhooks: number;
  seed: number;
  /** A node stands still for at most so long, ms. */
  longest: number;
  say: (text: string) => void;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function runChaos(options: ChaosOptions): Promise<History> {
  const { databaseUrl, seconds, say } = options;
  const random = seeded(options.seed);
  const faults: History["faults"] = [];
  const phone = await startPhone();
  const pages: History["pages"] = [];
  const applications = await startApplications();
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const env = {
    MONITORD_NTFY_URL: phone.url,
    MONITORD_BOOTSTRAP_API_KEY: key,
    MONITORD_API_RATE_LIMIT: "1000000",
  };
  const nodes: Node[] = [];
  try {
    for (let i = 0; i < options.nodes; i++) nodes.push(await startNode(databaseUrl, env, faults));
    await installWitness(databaseUrl);
    const made = await makeResources(nodes[0]!.url()!, key, options, (index) =>
      applications.urlOf(index),
    );
    say(`${made.health.length} monitors are checked by ${nodes.length} daemons`);
    await sleep(12_000);

    let over = false;
    const load = made.webhooks
      .slice(0, 8)
      .map((_, i) => report(made.webhooks, nodes, random, () => over, i));
    const breaking = (async () => {
      while (!over) {
        const i = Math.floor(random() * made.health.length);
        const ms = 20_000 + random() * 70_000;
        applications.break(i, made.health[i]!, ms);
        await sleep(1000);
      }
    })();
    const ends = Date.now() + seconds * 1000;
    const restarted = () => faults.some(({ fault }) => fault === "restart");
    while (Date.now() < ends || faults.length < 3 || !restarted()) {
      const drawn = kinds[Math.floor(random() * kinds.length)]!;
      const fault = Date.now() < ends || restarted() ? drawn : "restart";
      const ms =
        fault === "freeze" ? 5000 + random() * (options.longest - 5000) : 1000 + random() * 9000;
      const node = Math.floor(random() * nodes.length);
      const lasts = fault === "cut" ? "" : ` for ${Math.round(ms / 1000)} s`;
      say(`${fault === "restart" ? "the server" : `node ${node + 1}`}: ${fault}${lasts}`);
      if (fault === "restart") await restartServer(options.restart, ms, faults);
      else await nodes[node]!.suffer(fault, ms);
      await sleep(500 + random() * 3000);
    }
    over = true;
    await breaking;
    const reports = await Promise.all(load);
    say("everything recovers");
    applications.recover();
    for (let i = 0; i < 120; i++) {
      await sleep(1000);
      if (i > 20 && (await unfinished(databaseUrl)) === 0) break;
    }
    const heard = await hearWitness(databaseUrl);
    for (const message of phone.messages())
      pages.push({
        incident_id: message.sequence_id ?? "",
        opening: message.tags.includes("rotating_light"),
        at: message.at,
      });
    return {
      faults,
      breaks: applications.breaks,
      pages,
      leases: heard.leases,
      incidents: heard.incidents,
      owed: heard.owed,
      reports: made.webhooks.map(({ id }) => ({
        monitor_id: id,
        acknowledged: total(reports, id, "acknowledged"),
        unknown: total(reports, id, "unknown"),
        counted: heard.counted.get(id) ?? 0,
      })),
    };
  } finally {
    for (const node of nodes) await node.stop();
    await applications.stop();
    await phone.stop();
  }
}

const kinds: readonly Fault[] = ["kill", "freeze", "cut", "stall", "restart"];

async function restartServer(
  restart: ChaosOptions["restart"],
  ms: number,
  faults: History["faults"],
): Promise<void> {
  const event = { fault: "restart" as const, at: Date.now(), until: Infinity, node_id: "" };
  faults.push(event);
  await restart(ms);
  event.until = Date.now();
}

type Tally = Map<string, { acknowledged: number; unknown: number }>;

/** Posts reports, one after the other, to whichever node answers. */
async function report(
  webhooks: readonly Webhook[],
  nodes: readonly Node[],
  random: () => number,
  over: () => boolean,
  worker: number,
): Promise<Tally> {
  const tally: Tally = new Map();
  for (let n = 0; !over(); n++) {
    const { id, webhook_id } = webhooks[Math.floor(random() * webhooks.length)]!;
    const url = nodes[Math.floor(random() * nodes.length)]!.url();
    if (url === null) continue;
    const count = tally.get(id) ?? { acknowledged: 0, unknown: 0 };
    tally.set(id, count);
    try {
      const answer = await fetch(`${url}/api/webhook/${webhook_id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message: `report ${worker}-${n}` }),
        signal: AbortSignal.timeout(15_000),
      });
      await answer.text();
      if (answer.status === 202) count.acknowledged++;
      else count.unknown++;
    } catch {
      count.unknown++;
    }
    await sleep(5);
  }
  return tally;
}

function total(tallies: readonly Tally[], id: string, what: "acknowledged" | "unknown"): number {
  return tallies.reduce((sum, tally) => sum + (tally.get(id)?.[what] ?? 0), 0);
}
