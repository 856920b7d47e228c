/**
 * How long a report waits beside the body that costs most, of each route: at the limit of its size, in shapes that fail
 * at each element, without a key, with one that reads, and with an administrator's. The least of some rounds counts,
 * because whatever else runs on the machine makes a report wait, too. Beside it stands the CPU time of the longest turn of
 * a thread of the daemon, which tells a long turn from a busy machine. `node test/bench/worst-bodies.ts [PostgreSQL]
 * ["admin POST /api/v1/plan"]` prints the table, of the routes alone that have that part.
 */
import { Agent, request } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startServer } from "../support/postgres-server.ts";
import { limits } from "../../src/resource/schema.ts";
import type { ApiDocument } from "../support/route-bodies.ts";
import {
  formPaths,
  worstAlerts,
  worstForms,
  worstOfApi,
  worstOfSdks,
  worstReports,
  type WorstBody,
} from "../support/worst-bodies.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors } from "./ingest.ts";
import { sleep } from "./processes.ts";

const rounds = 3;
/** Time between two reports, ms. */
const pace = 4;
/** What is slower than this in a round is tried again, ms. */
const doubtful = 25;

type Who = "nobody" | "read" | "admin";

/** The longest wait of a report beside the bodies of a route. */
interface Wait {
  who: Who;
  route: string;
  ms: number;
  /** The CPU time of the longest turn meanwhile, ms; 0: a short one. */
  turn: number;
  /** The body beside which that was, and its answer. */
  body: string;
  status: number;
}

interface Sent {
  who: Who;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: WorstBody;
}

const type = (value: string) => ({ "content-type": value });
const json = type("application/json");

async function worstWaits(
  onPostgres: boolean,
  part: string,
): Promise<{ idle: number; waits: Wait[] }> {
  const server = onPostgres ? await startServer() : null;
  const log = join(mkdtempSync(join(tmpdir(), "monitord-turns-")), "log");
  const preload = ["--import", new URL("turn-log.ts", import.meta.url).href];
  const daemon = await startBenchDaemon(server?.url, { TURN_LOG: log }, preload);
  try {
    const { paths } = await makeMonitors(daemon, 1);
    const reports = reportsTo(daemon.url + paths[0]);
    const waits = new Map<string, Wait>();
    const idle = await leastOf(async () => (await reports.beside(sleep(100))).ms);
    for (const sent of await requestsTo(daemon)) {
      if (!`${sent.who} ${sent.method} ${sent.path}`.includes(part)) continue;
      let status = 0;
      let turn = Infinity;
      const ms = await leastOf(async () => {
        writeFileSync(log, "");
        const beside = await reports.beside(send(daemon.url, sent).then((s) => (status = s)));
        turn = Math.min(turn, Math.max(0, ...readFileSync(log, "utf8").split("\n").map(Number)));
        return beside.ms;
      });
      const route = `${sent.method} ${sent.path.replaceAll(/[0-9a-f-]{36}/g, "…")}`;
      const before = waits.get(`${sent.who} ${route}`);
      if (!before || before.ms < ms)
        waits.set(`${sent.who} ${route}`, {
          who: sent.who,
          route,
          ms,
          turn,
          body: sent.body.name,
          status,
        });
    }
    return { idle, waits: [...waits.values()] };
  } finally {
    await daemon.stop();
    await server?.stop();
    rmSync(dirname(log), { recursive: true });
  }
}

/** The shortest of some rounds; one that is short enough is enough. */
async function leastOf(round: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < rounds && least > doubtful; i++) least = Math.min(least, await round());
  return least;
}

async function requestsTo(daemon: BenchDaemon): Promise<Sent[]> {
  const document = await daemon.api<ApiDocument>("GET", "/openapi.json");
  const made = (path: string, body: object) =>
    daemon.api<{ id: string; webhook_id: string; key: string }>("POST", path, body);
  const group = await made("/alert_groups", { title: "On call" });
  const monitor = await made("/webhook_monitors", { title: "W", alert_group_id: group.id });
  const user = await made("/users", { email: "ada@example.com" });
  const { key: read } = await made("/api_keys", { name: "read", scopes: ["read"] });
  const keys = { nobody: null, read, admin: daemon.key };
  const sent: Sent[] = [];
  const add = (
    who: Who,
    method: string,
    path: string,
    bodies: WorstBody[],
    headers: Record<string, string> = json,
    key = keys[who],
  ) => {
    for (const body of bodies)
      sent.push({
        who,
        method,
        path,
        body,
        headers: {
          ...headers,
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body.encoding && { "content-encoding": body.encoding }),
        },
      });
  };
  for (const { method, path, bodies } of worstOfApi(document, { id: group.id, user_id: user.id }))
    for (const who of path.endsWith("/login")
      ? (["nobody"] as const)
      : (["read", "admin"] as const))
      add(who, method, path, bodies);
  add("nobody", "POST", "/api/v1/plan", worstReports());
  add("nobody", "POST", "/api/webhook/unknown", [
    ...worstReports(),
    ...worstAlerts(limits.inboundBody),
  ]);
  add("nobody", "POST", "/api/actions/x", worstReports());
  add("admin", "POST", `/api/webhook/${monitor.webhook_id}`, worstReports());
  add("admin", "POST", `/api/webhook/${group.webhook_id}`, worstAlerts(limits.deliveryBody));
  add("admin", "POST", `/api/webhook/${monitor.webhook_id}/success`, worstReports());
  for (const [path, bodies] of worstOfSdks(monitor.webhook_id)) add("admin", "POST", path, bodies);
  const form = { ...type("application/x-www-form-urlencoded"), origin: daemon.url };
  for (const path of [...formPaths.open, ...formPaths.signedIn])
    add("nobody", "POST", path, worstForms("none"), form);
  const { cookie, csrf } = await signedIn(daemon);
  for (const path of [...formPaths.signedIn, "/login"])
    add("admin", "POST", path, worstForms(csrf), { ...form, cookie }, null);
  return sent;
}

async function signedIn({ url, key }: BenchDaemon): Promise<{ cookie: string; csrf: string }> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { ...type("application/x-www-form-urlencoded"), origin: url },
    body: new URLSearchParams({ code: key, name: "Ada" }),
  });
  const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
  const page = await fetch(`${url}/users/new`, { headers: { cookie, accept: "text/html" } });
  return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(await page.text())![1]! };
}

async function send(url: string, { method, path, headers, body }: Sent): Promise<number> {
  const answer = await fetch(url + path, {
    method,
    headers,
    body: body.body(),
    redirect: "manual",
  }).catch(() => null);
  // A server that refuses a large body closes the connection, sometimes before its answer was read.
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status ?? 0;
}

/** Sends reports on a schedule over kept connections. */
function reportsTo(url: string) {
  const agent = new Agent({ keepAlive: true });
  const one = () =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now();
      const sent = request(url, { method: "POST", agent, headers: json }, (answer) =>
        answer.resume().on("end", () => resolve(performance.now() - begun)),
      );
      sent.on("error", reject).end('{"message":"boom"}');
    });
  return {
    /** The longest wait of one while something goes on, and a little longer. */
    async beside(work: Promise<unknown>): Promise<{ ms: number }> {
      let over = false;
      void work.then(() => sleep(20)).finally(() => (over = true));
      const sent = [one()];
      while (!over) {
        await sleep(pace);
        sent.push(one());
      }
      await work;
      return { ms: Math.max(...(await Promise.all(sent))) };
    },
  };
}

const words = process.argv.slice(2);
const { idle, waits } = await worstWaits(
  words.includes("PostgreSQL"),
  words.find((word) => word !== "PostgreSQL") ?? "",
);
console.log(`nothing beside it: ${idle.toFixed(1)} ms`);
console.log("    wait      turn");
for (const { who, route, ms, turn, body, status } of waits.toSorted((a, b) => b.ms - a.ms))
  console.log(
    `${ms.toFixed(1).padStart(8)}  ${turn.toFixed(1).padStart(8)}  ${who.padEnd(6)}  ${route}  (${body}) → ${status}`,
  );
