/**
 * Requests that are a little wrong, over raw sockets, to a daemon: none may end it, hold it up, be answered with an error
 * of the server, or with what the API document does not say. A made-up URL makes a daemon connect anywhere, so that it runs
 * in a network namespace with `lo` alone, and nowhere else.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiDocument, promises } from "../../support/api-document.ts";
import type { ApiDocument } from "../../support/route-bodies.ts";
import { routesOfServer } from "../../support/routes.ts";
import { toolBodies } from "../../inbound/tools/bodies.ts";
import { makeKey } from "../../../src/core/access/api-key.ts";
import { clientOf } from "../../support/daemon-client.ts";
import { isReady, startMonitord } from "../../support/process.ts";
import { chanceOf } from "../chance.ts";
import { megabyteNow, mostTime } from "../megabyte.ts";
import { answerTo } from "./answer.ts";
import { makeRequest, type Known, type Request } from "./requests.ts";

interface Options {
  requests: number;
  seed: number;
  /** Runs in a namespace of its own already. */
  inside: boolean;
}

/** Requests at once, and between two looks at the turns of the daemon. */
const atOnce = 4;
const batchSize = 40;
/** Then the daemon starts anew: its database would fill, and its sessions be ended. */
const perDaemon = 20_000;
/** Each a fault of its own; more of them say nothing new. */
const mostFindings = 30;

export async function fuzzHttp({ requests, seed, inside }: Options): Promise<number> {
  if (!inside) return outside();
  const networks = [...readFileSync("/proc/net/dev", "utf8").matchAll(/^ *([^ :]+):/gm)].flatMap(
    ([, name]) => (name === "lo" ? [] : [name]),
  );
  if (networks.length > 0)
    throw new Error(`runs only where there is no network but lo: ${networks.join(", ")}`);
  spawnSync("ip", ["link", "set", "lo", "up"]);
  console.log(`seed ${seed}`);
  const chance = chanceOf(seed);
  const description = await apiDocument();
  const routes = (await routesOfServer()).filter(isHarmless);
  const faults = promises(description);
  const findings = new Map<string, Request>();
  const statuses = new Map<string, number>();
  for (let sent = 0; sent < requests && findings.size < mostFindings;) {
    const folder = mkdtempSync(join(tmpdir(), "monitord-fuzz-"));
    const log = join(folder, "turns");
    writeFileSync(log, "");
    const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
    const daemon = await startMonitord(["--data-dir", join(folder, "data")], {
      MONITORD_BOOTSTRAP_API_KEY: key,
      MONITORD_API_RATE_LIMIT: "1000000",
      MONITORD_LOG_LEVEL: "warn",
      NODE_OPTIONS: `--import ${new URL("../../bench/turn-log.ts", import.meta.url).href}`,
      TURN_LOG: log,
    });
    await isReady(daemon);
    const port = Number(new URL(daemon.url).port);
    const known = await knownOf(daemon.url, key, routes, description as unknown as ApiDocument);
    const found = (what: string, request: Request) => {
      if (findings.has(what)) return;
      findings.set(what, request);
      console.log(`✗ ${what}\n  ${JSON.stringify(request.raw.toString("latin1").slice(0, 600))}`);
    };
    const send = async (request: Request) => {
      const answer = await answerTo(port, request.raw).catch(() => undefined);
      const status =
        answer === undefined ? "hung" : answer === null ? "closed" : String(answer.status);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const place = placeOf(request);
      if (answer === undefined) found(`${place} is not answered`, request);
      if (!answer) return;
      // Who sends too much is asked to come again, which the document says.
      const isBusy = answer.status === 503 && answer.headers.has("retry-after");
      if (answer.status >= 500 && !isBusy)
        found(`${place} → ${answer.status} ${answer.text.slice(0, 300)}`, request);
      else if (request.isPlain && !isStream(answer.headers))
        for (const fault of faults(request.method, request.path, answer))
          found(fault.replaceAll(/[0-9a-f-]{36}/g, "…"), request);
    };
    const longestTurn = () => Math.max(0, ...readFileSync(log, "utf8").split("\n").map(Number));
    const mostTurn = () => mostTime * megabyteNow();
    for (let own = 0; own < perDaemon && sent < requests && findings.size < mostFindings;) {
      const batch = Array.from({ length: batchSize }, () => makeRequest(chance, known));
      truncateSync(log);
      for (let i = 0; i < batch.length; i += atOnce)
        await Promise.all(batch.slice(i, i + atOnce).map(send));
      own += batch.length;
      sent += batch.length;
      if (sent % 10_000 < batchSize) console.log(`${sent} requests`);
      if (daemon.child.exitCode !== null) {
        found(`the daemon ended: ${daemon.output().slice(-2_000)}`, batch.at(-1)!);
        break;
      }
      // The collector of garbage, too, has turns: one that is long is made again, by its request alone.
      if (longestTurn() > mostTurn())
        for (const request of batch)
          if (
            await isLong(3, async () => {
              truncateSync(log);
              await send(request);
              return longestTurn() > mostTurn();
            })
          )
            found(`${placeOf(request)} takes a turn of ${longestTurn().toFixed(0)} ms`, request);
    }
    await daemon.stop().catch(() => {});
    rmSync(folder, { recursive: true });
  }
  const counts = [...statuses]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${status}: ${count}`);
  console.log(`${counts.join(", ")}; ${findings.size} findings`);
  return findings.size > 0 ? 1 : 0;
}

/** In a namespace of its own, if the machine makes one. */
function outside(): number {
  if (spawnSync("unshare", ["--net", "true"]).status !== 0) {
    console.log("Without a network namespace (unshare, root), no requests are sent.");
    return 0;
  }
  const again = ["--net", process.execPath, ...process.argv.slice(1), "--inside"];
  return spawnSync("unshare", again, { stdio: "inherit" }).status ?? 1;
}

/** Each time. */
async function isLong(times: number, once: () => Promise<boolean>): Promise<boolean> {
  for (let i = 0; i < times; i++) if (!(await once())) return false;
  return true;
}

const placeOf = ({ method, path }: Request): string =>
  `${method} ${path
    .split("?")[0]!
    .replaceAll(/[0-9a-f-]{36}/g, "…")
    .slice(0, 120)}`;

const isStream = (headers: Headers) =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/** All but those that would take away the key and the session of the run. */
const isHarmless = ({ method, path }: { method: string; path: string }) =>
  !(method === "DELETE" && /api_keys|sessions/.test(path)) &&
  !/^\/logout|revoke|sessions.*(end|delete)/.test(path);

async function knownOf(
  url: string,
  adminKey: string,
  routes: Known["routes"],
  document: ApiDocument,
): Promise<Known> {
  const { api } = clientOf(() => url, adminKey);
  const made = (path: string, body: object) =>
    api<{ id: string; webhook_id: string; key: string }>("POST", path, body);
  const group = await made("/alert_groups", { title: "On call" });
  const monitor = await made("/webhook_monitors", { title: "W", alert_group_id: group.id });
  const user = await made("/users", { email: "ada@example.com" });
  const check = await made("/health_check_monitors", {
    title: "H",
    url: "http://127.0.0.1:1/",
    alert_group_id: group.id,
  });
  const { key: read } = await made("/api_keys", { name: "read", scopes: ["read"] });
  const form = { "content-type": "application/x-www-form-urlencoded", origin: url };
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: form,
    body: new URLSearchParams({ code: adminKey, name: "Ada" }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await fetch(`${url}/users/new`, { headers: { cookie, accept: "text/html" } });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  return {
    routes,
    document,
    ids: [group.id, monitor.id, user.id, check.id],
    given: { id: group.id, alert_group_id: group.id, user_id: user.id },
    webhookIds: [monitor.webhook_id, group.webhook_id],
    keys: [adminKey, read, "mk_unknown"],
    cookie,
    csrf,
    payloads: [
      '{"message":"boom"}',
      "a=b&c=d",
      ...toolBodies.map(({ firing }) => JSON.stringify(firing)),
    ],
  };
}
