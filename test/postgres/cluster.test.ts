/** `examples/cluster` as it is, but for its containers: two daemons, nginx with its template, and PostgreSQL. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { makeKey } from "../../src/core/access/api-key.ts";
import { makeCertificate } from "../support/certificate.ts";
import { listen, type Ear, type Seen } from "../support/events.ts";
import { freePort } from "../support/free-port.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { example, installed, runNginx, visit, visitor } from "../support/proxies.ts";
import { testKeyFile } from "../support/secrets.ts";

const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
const reports = 400;

describe.runIf(installed("nginx", "-v"))("two nodes behind the nginx of the example", () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-cluster-"));
  let databaseUrl: string;
  let site: string;
  let ports: string[];
  let nodes: Running[] = [];
  let nginx: ChildProcess | null = null;

  const startNode = async (port: string) => {
    const node = await startMonitord(["--port", port], {
      MONITORD_SITE_URL: site,
      MONITORD_DATABASE_URL: databaseUrl,
      MONITORD_SECRETS_KEY_FILE: testKeyFile(),
      MONITORD_TRUSTED_PROXIES: "127.0.0.1",
      MONITORD_BOOTSTRAP_API_KEY: key,
    });
    // What it says is the site URL: nginx.
    await isReady({ ...node, url: `http://127.0.0.1:${port}` });
    return node;
  };

  beforeAll(async () => {
    databaseUrl = await freshDatabase();
    const port = String(await freePort());
    ports = [String(await freePort()), String(await freePort())];
    site = `http://127.0.0.1:${port}`;
    nodes = await Promise.all(ports.map(startNode));
    const { key: pem, cert } = makeCertificate("DNS:monitor.example.com");
    writeFileSync(join(folder, "monitor.key"), pem);
    writeFileSync(join(folder, "monitor.pem"), cert);
    nginx = await runNginx(
      folder,
      filled({
        LISTEN: `127.0.0.1:${port}`,
        SERVER_NAME: "127.0.0.1",
        CERTIFICATES: folder,
        NODE_ONE: `127.0.0.1:${ports[0]}`,
        NODE_TWO: `127.0.0.1:${ports[1]}`,
      }),
      port,
    );
  });
  afterAll(async () => {
    if (nginx?.kill("SIGTERM")) await once(nginx, "exit");
    for (const node of nodes) await node.kill();
    await dropDatabases();
    rmSync(folder, { recursive: true });
  });

  const made = async <T = { id: string }>(path: string, body: unknown) => {
    const answer = await again(`${site}/api/v1${path}`, body, { authorization: `Bearer ${key}` });
    return (await answer.json()) as T;
  };

  test("the client's address is in the audit log, whichever node answers", async () => {
    for (let i = 0; i < 4; i++)
      await visit(key, "POST", `${site}/api/v1/alert_groups`, { title: `On call ${i}` });
    const log = await visit(key, "GET", `${site}/api/v1/audit_events`);
    const entries = JSON.parse(log) as { action: string; client_address: string | null }[];
    const mine = entries.filter(({ client_address }) => client_address !== null);
    expect(mine.length).toBeGreaterThanOrEqual(4);
    expect(new Set(mine.map(({ client_address }) => client_address))).toEqual(new Set([visitor]));
  });

  test("a page of the dashboard hears of changes at once, and goes on with the other node when its own is killed", async () => {
    const cookie = await signIn(site);
    const heard: Seen[] = [];
    let ear: Ear = await listen(`${site}/api/v1/events?ping_seconds=60`, { cookie });
    const hear = async (id: string) => {
      const about = ({ event, data }: Seen) =>
        event === "reset" || (data as { id?: string } | null)?.id === id;
      // As EventSource does it: again, from the last one that was heard.
      for (;;) {
        const found = await Promise.race([ear.next(about), ear.ended]);
        heard.push(...ear.seen);
        if (found) return found.event;
        const last = heard.findLast((one) => one.id !== null)?.id;
        ear = await listen(`${site}/api/v1/events?ping_seconds=60`, {
          cookie,
          ...(last ? { "last-event-id": last } : {}),
        });
      }
    };
    const first = await made("/alert_groups", { title: "First" });
    expect(await hear(first.id)).not.toBe("reset");
    // One of the two has the stream.
    for (const i of [0, 1]) {
      await nodes[i]!.kill();
      const during = await made("/alert_groups", { title: `Without node ${i + 1}` });
      expect(await hear(during.id)).not.toBe("reset");
      nodes[i] = await startNode(ports[i]!);
    }
    ear.stop();
  });

  test("each report counts once while a node is killed and comes back", async () => {
    const group = await made("/alert_groups", { title: "On call" });
    const { id, webhook_id } = await made<{ id: string; webhook_id: string }>("/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
      error_rate_threshold: 100_000,
      error_rate_window_minutes: 60,
    });
    let acknowledged = 0;
    const reached = (count: number) => acknowledged >= count;
    /** As a sender does it: the same key until it is acknowledged. */
    async function send(n: number): Promise<void> {
      const body = { message: `Payment ${n} failed` };
      const headers = { "idempotency-key": `report-${n}` };
      const answer = await again(`${site}/api/webhook/${webhook_id}`, body, headers);
      expect(answer.status).toBe(202);
      acknowledged++;
    }
    let next = 0;
    const sender = async () => {
      while (next < reports) await send(next++);
    };
    const senders = Promise.all(Array.from({ length: 8 }, sender));
    const until = async (count: number) => {
      while (!reached(count)) await Promise.race([senders, pause(10)]);
    };
    await until(reports / 4);
    await nodes[0]!.kill();
    await until(reports / 2);
    nodes[0] = await startNode(ports[0]!);
    await senders;

    expect(acknowledged).toBe(reports);
    expect(await countedIn(databaseUrl, "arrivals", id)).toBe(reports);
    // The nodes made the partition of today at their start.
    expect(await countedIn(databaseUrl, "arrivals_rest", id)).toBe(0);
    const shown = await visit(key, "GET", `${site}/api/v1/webhook_monitors/${id}`);
    expect(JSON.parse(shown)).toMatchObject({ errors_in_window: reports });
  });
});

/** Posts until a node takes it: one that was killed breaks off what it was sent, and is left out for a second. */
async function again(url: string, body: unknown, headers: Record<string, string>) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    expect([502, 503, 504], text).toContain(answer.status);
    await pause(50);
  }
  throw new Error(`no node took ${url}`);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The template with its variables, all of which compose sets. */
function filled(values: Record<string, string>): string {
  const template = example("cluster/monitord.conf.template");
  const compose = parse(example("cluster/compose.yaml"), { merge: true }) as {
    services: { nginx: { environment: object } };
  };
  const named = [...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  expect(new Set(named)).toEqual(new Set(Object.keys(compose.services.nginx.environment)));
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]!);
}

/** A session of the dashboard; its cookie. */
async function signIn(site: string): Promise<string> {
  const answer = await fetch(`${site}/login`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: site },
    body: new URLSearchParams({ code: key, next: "/" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

async function countedIn(databaseUrl: string, table: string, id: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select coalesce(sum(count), 0) as count from ${table} where subject_id = $1`,
      [id],
    );
    return Number(rows[0]!.count);
  } finally {
    await client.end();
  }
}
