/**
 * `monitord demo`: shows the whole service at work within a minute, on this machine only: a real daemon,
 * an application that fails, and a simulated phone. Only the phone is not real. Nothing leaves the
 * machine, and no file is left behind, however the demonstration ends.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Declaration, Plan } from "../../api/declaration.ts";
import { phoneKind } from "../../channel/registry.ts";
import { hashKey, keyPrefix, makeKey } from "../../core/access/api-key.ts";
import { parseManifest } from "../../manifest/manifest.ts";
import { machineClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { startDaemon, type Daemon } from "../daemon.ts";
import { makeLog } from "../log.ts";
import { startApplication } from "./application.ts";
import { startPhone, type Push } from "./phone.ts";

export interface DemoIo {
  out: (text: string) => void;
  /** Warnings and errors of the daemon go here. */
  err: (text: string) => void;
  /** As for the greeting of the daemon. */
  inClone: boolean;
  /** Aborts when the user stops the demonstration. */
  signal: AbortSignal;
}

/** The demonstration has failed when it takes longer than this. */
const timeoutMs = 50_000;
const manifest = new URL("../../../examples/demo/monitors.yaml", import.meta.url);
/** As the manifest names the application. */
const sampleAddress = "http://127.0.0.1:8090";
const topic = "ada-phone";

const nextInClone = `   npm start                                            starts monitord
   npx monitorctl login                                 with the code that it prints
   npx monitorctl apply -f examples/minimal/monitors.yaml`;
const nextInstalled = `   monitord                             starts it
   monitorctl login                     with the code that it prints
   monitorctl init && monitorctl apply  declares the first monitors`;

/** Runs the demonstration; answers the exit code. */
export async function runDemo({ out, err, signal, inClone }: DemoIo): Promise<number> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-demo-"));
  // Node 22 has no AsyncDisposableStack.
  const ends: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const until = aborting(enough);

  try {
    const application = await startApplication(() => machineClock.read().wall);
    ends.push(() => application.stop());
    const phone = await startPhone();
    ends.push(() => phone.stop());
    const daemon = await start(dataDir, phone.url, err);
    ends.push(() => daemon.stop());
    const api = await apiOf(daemon, enough);

    out(`A demonstration of monitord: less than a minute, on this machine only.

1. A sample application runs. Its health endpoint is ${application.url}/health
   and says that its database and its cache are fine.
2. monitord runs at ${daemon.url}. It is told what to watch and whom to
   wake by examples/demo/monitors.yaml:`);
    for (const line of await declare(api, application.url)) out(`     ${line}`);
    out(`   Ada's phone subscribes to the topic "${topic}" of an ntfy server.`);

    await until(monitorIs(api, "up", enough));
    out(`   The monitor "Shop" is up.

3. The application loses its database. monitord looks every five seconds …`);
    const broken = machineClock.read().wall;
    application.loseDatabase();
    const opening = await until(phone.next());
    out(`   The phone rings ${seconds(machineClock.read().wall - broken)} later:
${drawn(opening)}

4. The database is back …`);
    application.findDatabase();
    out(`   and the phone says so:
${drawn(await until(phone.next()))}

This is all that monitord is for: an application breaks, and a phone rings. Nothing of the demonstration
is left on this machine. For your own applications:

${inClone ? nextInClone : nextInstalled}`);
    return 0;
  } catch (error) {
    if (signal.aborted) {
      out("\nStopped. Nothing is left behind.");
      return 1;
    }
    const why = enough.aborted ? `nothing happened for ${timeoutMs / 1000} seconds` : String(error);
    err(`monitord: the demonstration failed: ${why}`);
    return 1;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

function start(dataDir: string, ntfyUrl: string, err: (text: string) => void): Promise<Daemon> {
  const read = readConfig({
    flags: {
      port: "0",
      "data-dir": dataDir,
      "ntfy-url": ntfyUrl,
      "log-level": "error",
    },
    // Without the machine's own configuration, which is meant for another monitord.
    env: {},
    readFile: (path) => readFileSync(path, "utf8"),
  });
  if (!read.ok) throw new Error(read.problems.join("; "));
  const lines = { write: (line: string) => err(line.trimEnd()) };
  return startDaemon(read.config, { log: makeLog(read.config, lines, true) });
}

type Api = <T>(method: "GET" | "POST", path: string, body?: unknown) => Promise<T>;

/** The management API, with a key of the demonstration's own. */
async function apiOf(daemon: Daemon, signal: AbortSignal): Promise<Api> {
  const key = makeKey(randomBytes);
  const [organization] = await daemon.store.read.organizations();
  await daemon.store.run("create_key", {
    actor: { org_id: organization!.id, name: "demo", request_id: null },
    name: "demo",
    hash: hashKey(key),
    prefix: keyPrefix(key),
    scopes: ["admin"],
    expires_at: null,
    now: daemon.now(),
  });
  return async <T>(method: "GET" | "POST", path: string, body?: unknown) => {
    const answer = await fetch(`${daemon.url}/api/v1${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: HTTP ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
}

/** Applies the manifest and gives Ada her phone; a line for each thing that was made. */
async function declare(api: Api, applicationUrl: string): Promise<string[]> {
  const name = fileURLToPath(manifest);
  const text = readFileSync(manifest, "utf8");
  const parsed = parseManifest([{ name, text: text.replaceAll(sampleAddress, applicationUrl) }]);
  if (!parsed.ok) throw new Error(parsed.issues[0]!.message);
  const declaration: Declaration = parsed.declaration;
  const plan = await api<Plan>("POST", "/apply", declaration);
  const user = plan.changes.find((change) => change.kind === "users");
  await api("POST", `/users/${user!.id}/devices`, {
    kind: phoneKind,
    target: topic,
    name: "Ada's phone",
  });
  return plan.changes.map(
    ({ kind, title }) => `+ ${kind.slice(0, -1).replaceAll("_", " ")} "${title}"`,
  );
}

async function monitorIs(api: Api, status: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const monitors = await api<{ status: string }[]>("GET", "/health_check_monitors");
    if (monitors.every((monitor) => monitor.status === status)) return;
    await sleep(100, undefined, { signal });
  }
}

/** The awaited value, or a rejection after the time limit. */
function aborting(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), {
      once: true,
    });
  });
  // The abort can come while no promise waits for it.
  aborted.catch(() => {});
  return (work) => Promise.race([work, aborted]);
}

function drawn({ title, message, priority }: Push): string {
  const lines = [`${title}   (priority ${priority})`, ...message.split("\n")];
  return lines.map((line) => `   ┃ ${line}`).join("\n");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
