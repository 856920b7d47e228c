/** `postgres`: several daemons on one PostgreSQL under load, each ended by SIGKILL now and then, and the server as well. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../support/postgres-server.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { testKeyFile } from "../support/secrets.ts";
import { prepareRun, verdictOf, type Scenario } from "./service.ts";

const nodes = 2;

export const postgres: Scenario = async ({ seed, seconds, say }) => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  const server = await startServer();
  const prepared = await prepareRun(seed, 300);
  const running: (Running | null)[] = [];
  const start = async (node: number) => {
    const daemon = await startMonitord(["--data-dir", join(folder, `${node}`)], {
      ...prepared.env,
      MONITORD_DATABASE_URL: server.url,
      MONITORD_SECRETS_KEY_FILE: testKeyFile(),
    });
    await isReady(daemon);
    running[node] = daemon;
  };
  try {
    for (let node = 0; node < nodes; node++) await start(node);
    const torture = await prepared.start(
      running[0]!.url,
      { groups: 100, fires: 400 },
      { senders: 8, pause: 2, causes: 300 },
    );
    const { random, faults } = torture;
    const there = () => torture.moved(...running.flatMap((daemon) => daemon?.url ?? []));
    const killNode = async (node: number) => {
      const daemon = running[node]!;
      running[node] = null;
      there();
      await daemon.kill();
    };
    const kills: Record<string, number> = { node: 0, server: 0, both: 0 };
    const ends = Date.now() + seconds * 1000;
    there();
    while (Date.now() < ends) {
      await sleep(200 + random() * 1000);
      const drawn = random();
      const kind = drawn < 0.6 ? "node" : drawn < 0.85 ? "server" : "both";
      const node = Math.floor(random() * nodes);
      const fault = { kind, at: Date.now(), until: Infinity };
      faults.push(fault);
      await Promise.all([
        kind !== "server" && killNode(node),
        kind !== "node" && server.kill(random() * 500),
      ]);
      if (kind !== "server") await start(node);
      for (const daemon of running) await isReady(daemon!);
      fault.until = Date.now();
      there();
      kills[kind] = kills[kind]! + 1;
      await torture.read();
      if (faults.length % 20 === 0) say(`${faults.length} kills`);
    }
    const history = await torture.finish();
    say(
      Object.entries(kills)
        .map(([kind, count]) => `${count} of ${kind}`)
        .join(", "),
    );
    return verdictOf(history);
  } finally {
    for (const daemon of running) await daemon?.kill();
    await prepared.phone.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
};
