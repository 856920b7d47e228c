/**
 * `npm run soak -- hours --minutes 60`: the program under a mixed load in real time, on a machine that has other work:
 * checks, reports, alerts, applies, acknowledgements, pages of lists, streams that come and go, and a push server that is
 * away a tenth of the time. Its memory, descriptors and log of writes must not grow.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { isReady, startMonitord } from "../support/process.ts";
import { seeded } from "../support/seeded.ts";
import { alertmanagerAlert, alertmanagerBody } from "../support/senders.ts";
import { makeCompany, manifestOf, startPeers } from "./company.ts";
import type { Outcome, Readings } from "./outcome.ts";

const size = { health: 60, errors: 20 };
/** Seconds between two checks of an application. */
const interval = 10;
const mib = 1024 * 1024;

/** What may not grow, per hour. The first quarter of the run is left out: caches fill, and code is compiled. */
const bounds = {
  memory_mib: { perHour: 1 },
  heap_mib: { perHour: 1 },
  descriptors: { perHour: 1, most: 500 },
  // As the guide says: 6 MB under load.
  wal_mb: { perHour: 1, most: 7 },
};

const metric = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);

export async function soakHours(options: {
  minutes: number;
  seed: number;
  say: (text: string) => void;
}): Promise<Outcome> {
  const random = seeded(options.seed);
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-soak-"));
  // Each application fails for a minute of about forty.
  const isBroken = (i: number) => Math.floor(Date.now() / 60_000 + i * 7) % 40 === 0;
  const peers = await startPeers(isBroken);
  const key = makeKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const daemon = await startMonitord(["--data-dir", dataDir], {
    MONITORD_NTFY_URL: peers.url,
    MONITORD_BOOTSTRAP_API_KEY: key,
    MONITORD_API_RATE_LIMIT: "1000000",
    MONITORD_LOG_LEVEL: "error",
  });
  await isReady(daemon);
  const counts: Record<string, number> = {};
  const count = (name: string) => void (counts[name] = (counts[name] ?? 0) + 1);
  const refused: string[] = [];

  const { api } = clientOf(() => daemon.url, key);
  const authorization = `Bearer ${key}`;
  async function post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${daemon.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text.slice(0, 200));
  }
  const manifest = (version: number) => manifestOf(size, peers.url, interval, version);
  const paths = await makeCompany(api, manifest(0));
  const [group] = await api<{ webhook_url: string }[]>("GET", "/alert_groups");
  const alerts = new URL(group!.webhook_url).pathname;

  let over = false;
  /** Does something again and again, with a pause between, ms. What is refused is a fault of the run. */
  async function again(name: string, pause: number, work: () => Promise<unknown>): Promise<void> {
    while (!over) {
      await work().then(
        () => count(name),
        (error: unknown) => refused.push(`${name}: ${String(error)}`),
      );
      await sleep(pause);
    }
  }
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
  let version = 0;
  let alert = 0;
  const readings: Readings = {
    memory_mib: [],
    heap_mib: [],
    descriptors: [],
    wal_mb: [],
    database_mb: [],
  };
  const began = Date.now();
  async function read(): Promise<void> {
    const answer = await fetch(`${daemon.url}/metrics`, { headers: { authorization } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text.slice(0, 200));
    const at = (Date.now() - began) / 3_600_000;
    const sizeOf = (name: string) => statSync(join(dataDir, name)).size / 1e6;
    const values = {
      memory_mib: metric(text, "process_resident_memory_bytes") / mib,
      heap_mib: metric(text, "nodejs_heap_size_used_bytes") / mib,
      descriptors: metric(text, "process_open_fds"),
      wal_mb: sizeOf("monitord.db-wal"),
      database_mb: sizeOf("monitord.db"),
    };
    for (const [name, value] of Object.entries(values)) readings[name]!.push({ at, value });
  }
  const work = [
    ...[1, 2, 3, 4].map((sender) =>
      again("reports", 100, () =>
        post(pick(paths), { message: `report of ${sender}`, source: "soak" }),
      ),
    ),
    again("alerts", 3000, async () => {
      const name = `alert-${alert++}`;
      await post(alerts, alertmanagerBody([alertmanagerAlert(name)]));
      await sleep(5000);
      const resolved = { status: "resolved", endsAt: new Date().toISOString() };
      const body = alertmanagerBody([alertmanagerAlert(name, resolved)], { status: "resolved" });
      await post(alerts, body);
    }),
    again("applies", 30_000, () => api("POST", "/apply", manifest(++version))),
    again("lists", 500, () =>
      api("GET", pick(["/incidents", "/health_check_monitors", "/notifications", "/audit_events"])),
    ),
    again("acknowledgements", 10_000, async () => {
      const open = await api<{ id: string }[]>("GET", "/incidents?status=open");
      if (open.length > 0)
        await api("POST", `/incidents/${pick(open).id}/acknowledge`, { by: "soak" });
    }),
    ...[1, 2].map(() =>
      again("streams", 100, async () => {
        const answer = await fetch(`${daemon.url}/api/v1/events`, {
          headers: { authorization },
          signal: AbortSignal.timeout(Math.floor(5000 + random() * 20_000)),
        });
        if (!answer.ok) throw new Error(String(answer.status));
        // It ends by its signal, wherever it is.
        await answer.text().catch(() => "");
      }),
    ),
    again("outages of the push server", 54_000, async () => {
      peers.refuse(true);
      await sleep(6000);
      peers.refuse(false);
    }),
    again("readings", 5000, read),
  ];
  const until = began + options.minutes * 60_000;
  while (Date.now() < until) {
    await sleep(Math.min(60_000, until - Date.now()));
    const last = Object.entries(readings).map(
      ([name, all]) => `${name} ${all.at(-1)?.value.toFixed(1)}`,
    );
    options.say(last.join(", "));
  }
  over = true;
  await Promise.all(work);
  const code = await daemon.stop();
  const pushes = peers.pushes();
  await peers.stop();
  rmSync(dataDir, { recursive: true });
  return {
    figures: { ...counts, checks: peers.checks(), pushes },
    readings,
    bounds,
    skip: options.minutes / 60 / 4,
    faults: [...new Set(refused), ...(code === 0 ? [] : [`it ended with ${code}`])],
  };
}
