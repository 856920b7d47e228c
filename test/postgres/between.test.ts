/** Between a daemon and its database something fails: a network by toxiproxy, a pooler that is started again. */
import { beforeEach, describe, expect, inject, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { hasPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { hasToxiproxy, nameOf, startToxiproxy, toxics } from "../support/toxiproxy.ts";

let daemon: Running | null = null;
const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
const { api, errors, report } = clientOf(() => daemon!.url, key);
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(() => async () => {
  await daemon?.kill();
  daemon = null;
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await dropDatabases();
});

async function startAt(url: string): Promise<void> {
  daemon = await startMonitord([], {
    MONITORD_DATABASE_URL: url,
    MONITORD_BOOTSTRAP_API_KEY: key,
    MONITORD_LOG_LEVEL: "fatal",
  });
  await isReady(daemon);
}

/** Twenty reports at a time while something happens; how many got their 202. */
async function reporting(monitor: { webhook_id: string }, meanwhile: () => Promise<unknown>) {
  const send = async () => {
    const answer = await report(monitor);
    await answer.text();
    // Overload, and a database that cannot be reached, are for the sender to try again.
    expect([202, 503]).toContain(answer.status);
    return answer.status === 202 ? 1 : 0;
  };
  const happens = meanwhile();
  const taken = await Promise.all(Array.from({ length: 20 }, send));
  await happens;
  return taken.reduce<number>((sum, one) => sum + one, 0);
}

const counted = async ({ id }: { id: string }) =>
  (await api<{ errors_in_window: number }>("GET", `/webhook_monitors/${id}`)).errors_in_window;

describe.skipIf(!hasToxiproxy)("behind toxiproxy", () => {
  test("no toxic loses a report that was acknowledged, and the daemon is well after each", async () => {
    const proxy = await startToxiproxy();
    cleanups.push(() => proxy.stop());
    await startAt(await proxy.through(await emptyDatabase()));
    const monitor = await errors(100_000);
    let acknowledged = 0;
    let sent = 0;
    for (const toxic of toxics) {
      await proxy.add(toxic);
      acknowledged += await reporting(monitor, () => Promise.resolve());
      await proxy.heal();
      await isReady(daemon!);
      acknowledged += await reporting(monitor, () => Promise.resolve());
      sent += 40;
      const count = await counted(monitor);
      expect(count, nameOf(toxic)).toBeGreaterThanOrEqual(acknowledged);
      expect(count, nameOf(toxic)).toBeLessThanOrEqual(sent);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(toxics.length * 20);
  });
});

describe.skipIf(!hasPgBouncer)("behind PgBouncer", () => {
  test("that is started again in the middle, no acknowledged report is lost", async () => {
    const pooler = await startPgBouncer(inject("postgres"));
    cleanups.push(() => pooler.stop());
    await startAt(pooler.through(await emptyDatabase()));
    const monitor = await errors(100_000);
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      acknowledged += await reporting(monitor, () => pooler.restart());
      await isReady(daemon!);
      acknowledged += await reporting(monitor, () => Promise.resolve());
    }
    const count = await counted(monitor);
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    expect(count).toBeLessThanOrEqual(120);
    expect(acknowledged).toBeGreaterThanOrEqual(60);
  });
});
