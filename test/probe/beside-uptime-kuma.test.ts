/**
 * The verdicts of monitord beside those of Uptime Kuma, and of curl where it is HTTP, over the servers of the guide and all
 * odd answers: monitord stands alone where the guide says why. UPTIME_KUMA is a folder with an installed Uptime Kuma 2.
 */
import { cpSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/health/health.ts";
import { readProbe } from "../../src/core/health/probe-reading.ts";
import { healthMonitor } from "../support/builders.ts";
import { freePort } from "../support/free-port.ts";
import { startOther, verdictOfCurl } from "../support/other-servers.ts";
import { proberOf } from "../support/probing.ts";
import { odd } from "./odd-servers.ts";
import { authority, certificates, pages, ports, type Fields, type Servers } from "./servers.ts";

const folder = process.env["UPTIME_KUMA"] ?? "";

interface Socket {
  on(event: string, heard: (...values: never[]) => void): void;
  emit(event: string, ...values: unknown[]): void;
  close(): void;
}

/** It reads what never ends into its memory, until the machine has none. */
const endless = /100 MB|bomb|radio|drips|never/;

/** Where monitord agrees with neither: each is a row of the guide, or in its list of answers that break the rules. */
const alone = [
  // curl reads them, too; the condition on their text is what sets them apart here.
  "ends its lines with LF alone: degraded, Kuma down",
  "sends Content-Length twice: degraded, Kuma down",
  "sends a gzip stream without its end: degraded, Kuma down",
  // A monitor of a port opens a connection there, and speaks no TLS.
  "tls:// to a port without TLS: down, Kuma up",
  "tls:// to a certificate that is self-signed: down, Kuma up",
];

/** The monitor of Uptime Kuma that asks the same. */
function monitorOf(name: string, { url = "", method, accepted_statuses, body_contains }: Fields) {
  const common = {
    name,
    interval: 3600,
    retryInterval: 3600,
    resendInterval: 0,
    maxretries: 0,
    timeout: 5,
    active: true,
    notificationIDList: {},
    accepted_statuscodes: [accepted_statuses ?? "200-299"],
    maxredirects: accepted_statuses ? 0 : 10,
    method: method ?? "GET",
    url,
  };
  if (/^(tcp|tls):/.test(url)) {
    const { hostname, port } = new URL(url);
    return { ...common, type: "port", hostname, port: Number(port) };
  }
  return body_contains
    ? { ...common, type: "keyword", keyword: body_contains }
    : { ...common, type: "http" };
}

/** Starts it with a user of its own; `verdictOf` adds a monitor and waits for its first heartbeat. */
async function startKuma() {
  const data = mkdtempSync(join(tmpdir(), "monitord-kuma-"));
  cpSync(join(folder, "db/kuma.db"), join(data, "kuma.db"));
  writeFileSync(join(data, "db-config.json"), '{"type":"sqlite"}');
  writeFileSync(join(data, "ca.pem"), authority.cert);
  const port = await freePort();
  // It reads files from the folder that it is started in.
  const script =
    'cd "$1" && NODE_EXTRA_CA_CERTS="$2/ca.pem" exec /usr/bin/node server/server.js --host=127.0.0.1 "--port=$3" "--data-dir=$2/"';
  await startOther(port, "/bin/sh", ["-c", script, "sh", folder, data, String(port)], {});
  const { io } = createRequire(join(folder, "package.json"))("socket.io-client") as {
    io: (url: string) => Socket;
  };
  const socket = io(`http://127.0.0.1:${port}`);
  const heard = new Map<number, number>();
  socket.on("heartbeat", (({ monitorID, status }: { monitorID: number; status: number }) =>
    heard.set(monitorID, status)) as never);
  const call = <T>(event: string, ...values: unknown[]) =>
    new Promise<T>((resolve) => socket.emit(event, ...values, resolve));
  await call("setup", "ada", "Correct-horse-1");
  await call("login", { username: "ada", password: "Correct-horse-1", token: "" });
  return {
    async add(name: string, fields: Fields): Promise<number> {
      const { monitorID, msg } = await call<{ monitorID: number; msg: string }>(
        "add",
        monitorOf(name, fields),
      );
      if (monitorID === undefined) throw new Error(msg);
      return monitorID;
    },
    /** null: no verdict within 12 s, of a check that may take 5. */
    async verdictOf(id: number): Promise<boolean | null> {
      for (let i = 0; i < 240 && !heard.has(id); i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return heard.has(id) ? heard.get(id) === 1 : null;
    },
    end: () => socket.close(),
  };
}

describe.skipIf(!existsSync(join(folder, "server/server.js")))("beside Uptime Kuma", () => {
  test("over all servers", { timeout: 300_000 }, async () => {
    const kuma = await startKuma();
    const rows: string[] = [];
    let compared = 0;
    const all = Object.entries({ ...odd, ...pages, ...certificates, ...ports }).filter(
      ([name]) => !endless.test(name),
    );
    const row = async (name: string, server: Servers[string]) => {
      const fields = await server();
      // It knows no conditions on JSON like ours, and a certificate near its end is one of today for it.
      if (fields.body_json || fields.later) return;
      const { url = "", ...rest } = fields;
      const id = await kuma.add(name, fields);
      const monitor = healthMonitor({ url, fetch_retries: 0, ...rest });
      const fetched = await proberOf({ ca: authority.cert }).fetch(monitor);
      const { status } = judge(readProbe(monitor, fetched, Date.now()), monitor, Date.now());
      const isUp = status === "up" || status === "degraded";
      const isUpThere = await kuma.verdictOf(id);
      compared += 1;
      if (isUp === isUpThere) return;
      const ofCurl = url.startsWith("http") && Object.keys(rest).length === 1;
      if (ofCurl && (await verdictOfCurl(url)) === isUp) return;
      rows.push(
        `${name}: ${status}, Kuma ${isUpThere === null ? "silent" : isUpThere ? "up" : "down"}`,
      );
    };
    for (let from = 0; from < all.length; from += 8)
      await Promise.all(all.slice(from, from + 8).map(([name, server]) => row(name, server)));
    kuma.end();
    expect(compared).toBeGreaterThan(100);
    expect(rows.filter((row) => !alone.includes(row))).toEqual([]);
  });
});
