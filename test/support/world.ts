/**
 * A whole small world for stories: a real daemon on a movable clock, a real application with a health
 * endpoint, a phone, and the API to set it up with.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { ChannelSettings } from "../../src/channel/registry.ts";
import { dumpFiles, dumpTables } from "./dump.ts";
import { testKeyFile } from "./secrets.ts";
import { readConfig, type Config } from "../../src/daemon/config/config.ts";
import { startDaemon, type Daemon } from "../../src/daemon/daemon.ts";
import { hashKey, keyPrefix, makeKey } from "../../src/core/access/api-key.ts";
import { MovableClock, until } from "./clock.ts";
import { startPhone, type Phone } from "./phone.ts";
import { dropDatabases, emptyDatabase } from "./postgres.ts";
import { startTarget, type Target } from "./target.ts";
import { writerHere } from "./writer.ts";

export interface World {
  clock: MovableClock;
  daemon: Daemon;
  phone: Phone;
  target: Target;
  key: string;
  /** Calls the management API; throws when the answer is none of 2xx. */
  api<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /**
   * Posts an error report to a webhook monitor, again after a 503, as senders do; throws when it is not accepted.
   */
  report(monitor: { webhook_url: string }, message?: string): Promise<void>;
  /** Lets the time pass, and everything happen that is due on the way. */
  pass(ms: number): Promise<void>;
  /** Lets everything happen that is due by now. */
  settle(): Promise<void>;
  /** Stops the daemon and starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops the daemon, lets the time pass without it, and starts it again on the same data. */
  away(ms: number): Promise<void>;
  /** A group with one member and her phone, and what is asked for in it. */
  onCall(more?: Record<string, unknown>): Promise<{ id: string }>;
  /** Everything that the database holds, as text, without the key of its secrets. */
  dump(): Promise<string>;
  end(): Promise<void>;
}

/** The stories run on both databases, from one source. */
export const onPostgres = process.env["TEST_STORE"] === "postgres";

export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * 60_000;
export const topic = "ada-phone";

/** A configuration as the daemon reads it, with a few values of one's own. */
function configOf(more: Partial<Config>): Config {
  const read = readConfig({
    flags: { port: "0" },
    env: {},
    readFile: () => "",
  });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const { dataDir = read.config.dataDir, databaseUrl = null } = more;
  const secretsKeyFile = databaseUrl === null ? join(dataDir, "secrets.key") : testKeyFile();
  return { ...read.config, secretsKeyFile, ...more };
}

/**
 * How long the loops of a story's daemon sleep at most: nudges and due times wake them anyway. After three
 * minutes without a beat there would be a monitoring gap.
 */
const longestSleep = 150_000;

/** What the daemon is configured with beside where things are. */
type Surrounded = Partial<Omit<Config, "channels">> & {
  channels?: Partial<ChannelSettings>;
  /** When the story begins; certificates are trusted by the time of the machine. */
  start?: number;
};

/** The channels of a daemon that is configured with nothing, but for these. */
export const channelsOf = (some: Partial<ChannelSettings>): ChannelSettings => ({
  ...configOf({}).channels,
  ...some,
});

export async function startWorld({
  channels,
  start: began,
  ...more
}: Surrounded = {}): Promise<World> {
  const clock = new MovableClock(began);
  // Phones and applications beside it go by the same wall clock.
  const phone = await startPhone({ now: () => clock.wall() });
  const target = await startTarget({ now: () => clock.wall() });
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-world-"));
  const databaseUrl = onPostgres ? await emptyDatabase() : null;
  const config = configOf({
    dataDir,
    databaseUrl,
    channels: channelsOf({ ntfy: { url: phone.url, token: null }, ...channels }),
    ...more,
  });
  const log = pino({ level: "silent" });
  const start = () =>
    startDaemon(config, {
      log,
      machine: clock,
      random: () => 0.5,
      longestSleep,
      startWriter: writerHere,
    });

  const world: World = {
    clock,
    phone,
    target,
    key: makeKey((size) => crypto.getRandomValues(new Uint8Array(size))),
    daemon: await start(),
    async api(method, path, body) {
      const answer = await fetch(`${world.daemon.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${world.key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (text === "" ? null : JSON.parse(text)) as never;
    },
    async report(monitor, message = "boom") {
      const url = `${world.daemon.url}${new URL(monitor.webhook_url).pathname}`;
      for (let tries = 1; ; tries++) {
        const answer = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ message, source: "api" }),
        });
        const said = await answer.text();
        if (answer.status === 202) return;
        if (answer.status !== 503 || tries === 10)
          throw new Error(`a report: ${answer.status} ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    },
    pass: (ms) => clock.advance(ms, () => world.daemon.resting()),
    settle: () => until(() => world.daemon.resting()),
    async restart() {
      await world.daemon.stop();
      world.daemon = await start();
    },
    async away(ms) {
      await world.daemon.stop();
      await clock.advance(ms, () => true);
      world.daemon = await start();
      await world.settle();
    },
    async onCall(more = {}) {
      const group = await world.api<{ id: string }>("POST", "/alert_groups", {
        title: "On call",
        priority_level: 1,
        repeat_minutes: 0,
        ...more,
      });
      const users = await world.api<{ id: string; email: string }[]>("GET", "/users");
      const known = users.find(({ email }) => email === "ada@example.com");
      const user =
        known ??
        (await world.api<{ id: string }>("POST", "/users", {
          email: "ada@example.com",
          name: "Ada",
        }));
      if (!known)
        await world.api("POST", `/users/${user.id}/devices`, {
          kind: "ntfy",
          target: topic,
          name: "Pixel",
        });
      await world.api("POST", `/alert_groups/${group.id}/members`, {
        email: "ada@example.com",
      });
      return group;
    },
    dump: () =>
      databaseUrl === null ? Promise.resolve(dumpFiles(dataDir)) : dumpTables(databaseUrl),
    async end() {
      await world.daemon.stop();
      await phone.stop();
      await target.stop();
      rmSync(dataDir, { recursive: true });
      await dropDatabases();
    },
  };
  const [organization] = await world.daemon.store.read.organizations();
  await world.daemon.store.run("create_key", {
    actor: { org_id: organization!.id, name: "story", request_id: null },
    name: "story",
    hash: hashKey(world.key),
    prefix: keyPrefix(world.key),
    scopes: ["admin"],
    expires_at: null,
    now: clock.now(),
  });
  return world;
}
