/**
 * `npm run soak -- year --days 365`: a company on a movable clock, with failures, reports and alerts in each hour. Once the
 * longest retention of the run is over, neither what is stored nor memory may grow.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { day, hour } from "../../src/core/text/units.ts";
import { seeded } from "../support/seeded.ts";
import { alertmanagerAlert, alertmanagerBody } from "../support/senders.ts";
import { channelsOf, startWorld } from "../support/world.ts";
import { makeCompany, manifestOf, startPeers } from "./company.ts";
import type { Outcome, Readings } from "./outcome.ts";

const size = { health: 4, errors: 4 };
/** Seconds between two checks of an application. */
const interval = 300;

/** Shorter than by default, so that a few months show whether as much is deleted as comes. */
const retention = {
  reports: 5 * day,
  inbound_events: 5 * day,
  incidents: 20 * day,
  history: 20 * day,
  audit_events: 20 * day,
  measures: { check: 2 * day, hour: 20 * day, day: 40 * day },
};
/** Days until everything has been deleted once. */
const settled = 45;

/** Per simulated day: points lie a day apart, and are given as hours of a day each. */
const bounds = {
  // A hundredth of the file in a month.
  database_mb: { perHour: 0.005 },
  wal_mb: { perHour: 0.005, most: 7 },
  heap_mib: { perHour: 0.05 },
  descriptors: { perHour: 0.05, most: 200 },
};

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

export async function soakYear(options: {
  days: number;
  seed: number;
  say: (text: string) => void;
}): Promise<Outcome> {
  const random = seeded(options.seed);
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-soak-"));
  let now: () => number = Date.now;
  // Each application fails for twenty minutes, three times a day.
  const isBroken = (i: number) => Math.floor(now() / (20 * 60_000) + i * 7) % 24 === 0;
  const peers = await startPeers(isBroken, () => now());
  const channels = channelsOf({ ntfy: { url: peers.url, token: null } });
  const world = await startWorld({ dataDir, retention, channels });
  now = () => world.clock.wall();
  const manifest = (version: number) => manifestOf(size, peers.url, interval, version);
  const paths = await makeCompany(
    (method, path, body) => world.api(method, path, body),
    manifest(0),
  );
  const [group] = await world.api<{ webhook_url: string }[]>("GET", "/alert_groups");
  const alerts = { webhook_url: group!.webhook_url };
  const figures = { days: 0, reports: 0, alerts: 0, applies: 0 };
  const readings: Readings = {
    database_mb: [],
    wal_mb: [],
    heap_mib: [],
    descriptors: [],
  };

  const post = async (url: string, body: unknown) => {
    const answer = await fetch(`${world.daemon.url}${new URL(url, world.daemon.url).pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${said}`);
  };

  /** An hour: a burst of reports, an alert that opens and one that ends, and the checks. */
  async function passHour(number: number): Promise<void> {
    const burst = random() < 0.1 ? 60 : 6;
    const path = paths[Math.floor(random() * paths.length)]!;
    for (let i = 0; i < burst; i++)
      await post(path, {
        message: `the queue is ${Math.floor(random() * 1e6)} long`,
        source: "soak",
      });
    figures.reports += burst;
    if (number % 6 === 0) {
      await post(alerts.webhook_url, alertmanagerBody([alertmanagerAlert(`alert-${number}`)]));
      figures.alerts++;
    }
    if (number % 6 === 3) {
      const resolved = { status: "resolved", endsAt: new Date(now()).toISOString() };
      const ended = alertmanagerAlert(`alert-${number - 3}`, resolved);
      await post(alerts.webhook_url, alertmanagerBody([ended], { status: "resolved" }));
    }
    await world.pass(hour);
  }

  async function read(at: number): Promise<void> {
    collectGarbage();
    const answer = await fetch(`${world.daemon.url}/metrics`);
    const text = await answer.text();
    const values = {
      database_mb: statSync(join(dataDir, "monitord.db")).size / 1e6,
      wal_mb: statSync(join(dataDir, "monitord.db-wal")).size / 1e6,
      heap_mib: process.memoryUsage().heapUsed / 1024 / 1024,
      descriptors: Number(/^process_open_fds (\d+)$/m.exec(text)![1]),
    };
    for (const [name, value] of Object.entries(values)) readings[name]!.push({ at, value });
  }

  for (let today = 1; today <= options.days; today++) {
    for (let i = 0; i < 24; i++) await passHour(today * 24 + i);
    await world.api("POST", "/apply", manifest(today));
    figures.applies++;
    figures.days++;
    await read(today);
    if (today % 10 === 0)
      options.say(
        `day ${today}: ${Object.entries(readings)
          .map(([name, all]) => `${name} ${all.at(-1)!.value.toFixed(2)}`)
          .join(", ")}`,
      );
  }
  const counted = { ...figures, checks: peers.checks(), pushes: peers.pushes() };
  await world.end();
  await peers.stop();
  rmSync(dataDir, { recursive: true });
  return { figures: counted, readings, bounds, skip: settled, faults: [] };
}
