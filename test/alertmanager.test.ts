/**
 * Debian's own Alertmanager, configured as the example says, against a daemon in a process of its own.
 * Where Alertmanager is not installed it is left out; `.ci/programs` installs it.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../src/core/access/api-key.ts";
import { startMonitord, type Running } from "./support/process.ts";
import { startPhone, type Phone } from "./support/phone.ts";

const program = "prometheus-alertmanager";
const installed = (() => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

interface Incident {
  title: string;
  status: string;
  resolved_reason: string | null;
}

describe.skipIf(!installed)("a real Alertmanager", () => {
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const cleanups: (() => Promise<unknown>)[] = [];
  let folder: string;
  let phone: Phone;
  let monitord: Running;
  let alertmanager: { url: string; stop: () => Promise<void> };

  const serve = (port = "0") =>
    startMonitord(["--data-dir", join(folder, "data"), "--ntfy-url", phone.url, "--port", port], {
      MONITORD_BOOTSTRAP_API_KEY: key,
    });

  async function api<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${monitord.url}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as T;
  }

  async function startAlertmanager() {
    const child = spawn(
      program,
      [
        `--config.file=${join(folder, "alertmanager.yml")}`,
        `--storage.path=${join(folder, "alertmanager")}`,
        "--web.listen-address=127.0.0.1:0",
        "--cluster.listen-address=",
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    const ended = once(child, "exit");
    let output = "";
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", (text) => {
        output += String(text);
        const said = /Listening on" address=(\S+)/.exec(output);
        if (said) resolve(`http://${said[1]}`);
      });
      child.once("exit", () => reject(new Error(output)));
    });
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    cleanups.push(stop);
    return { url, stop };
  }

  /** Tells Alertmanager of alerts, as Prometheus does. */
  async function fire(instances: string[], over = false): Promise<void> {
    const now = Date.now();
    const at = (offset: number) => new Date(now + offset).toISOString();
    const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        instances.map((instance) => ({
          labels: { alertname: "InstanceDown", instance },
          annotations: { summary: `Instance ${instance} down` },
          ...(over ? { endsAt: at(-1) } : { endsAt: at(3_600_000) }),
        })),
      ),
    });
    expect(answer.status).toBe(200);
  }

  const incidents = async (status: string) =>
    (await api<Incident[]>(`/incidents?status=${status}`)).map(({ title }) => title).sort();

  async function until(what: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 600; i++) {
      if (await what()) return;
      await wait(100);
    }
    throw new Error("it did not happen within a minute");
  }
  const events = async () => (await api<{ http_status: number }[]>("/inbound_events")).length;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "monitord-alertmanager-"));
    cleanups.push(async () => rmSync(folder, { recursive: true }));
    phone = await startPhone();
    cleanups.push(() => phone.stop());
    monitord = await serve();
    cleanups.push(() => monitord.stop());
    const group = await api<{ id: string; webhook_url: string }>("/alert_groups", {
      title: "On call",
    });
    const user = await api<{ id: string }>("/users", {
      email: "ada@example.com",
    });
    await api(`/users/${user.id}/devices`, { kind: "ntfy", target: "ada" });
    await api(`/alert_groups/${group.id}/members`, {
      email: "ada@example.com",
    });
    const example = readFileSync(
      new URL("../examples/alertmanager/alertmanager.yml", import.meta.url),
      "utf8",
    );
    writeFileSync(
      join(folder, "alertmanager.yml"),
      example
        .replace(/url: http:\S+/, `url: ${group.webhook_url}`)
        .replace("group_wait: 10s", "group_wait: 1s")
        .replace("group_interval: 1m", "group_interval: 1s")
        .replace("repeat_interval: 1h", "repeat_interval: 1s"),
    );
    alertmanager = await startAlertmanager();
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  test("opens one incident per alert, pages once, loses nothing while the daemon is away, and resolves each", async () => {
    const first = ["web-1", "web-2", "web-3"];
    const titlesOf = (instances: string[]) =>
      instances.map((instance) => `InstanceDown: ${instance}`);
    await fire(first);
    await until(async () => (await incidents("open")).length === 3);
    expect(await incidents("open")).toEqual(titlesOf(first));

    const before = await events();
    await until(async () => (await events()) >= before + 2);
    await until(async () => phone.messages().length > 0);
    expect(phone.messages().map(({ title }) => title)).toEqual([
      expect.stringMatching(/^3 new: InstanceDown: web-/),
    ]);

    await monitord.kill();
    await fire(["web-4"]);
    await fire(["web-1"], true);
    await wait(3_000);
    monitord = await serve(new URL(monitord.url).port);

    const left = ["web-2", "web-3", "web-4"];
    await until(async () => (await incidents("open")).join() === titlesOf(left).join());
    expect(await incidents("resolved")).toEqual(titlesOf(["web-1"]));

    // It forgets its alerts with a restart, and is told again of those that still fire.
    await alertmanager.stop();
    alertmanager = await startAlertmanager();
    await fire(left);
    const again = await events();
    await until(async () => (await events()) >= again + 2);
    expect(await incidents("open")).toEqual(titlesOf(left));

    await fire(left, true);
    await until(async () => (await incidents("resolved")).length === 4);
    expect(await incidents("open")).toEqual([]);
    const openings = phone.messages().filter(({ tags }) => tags.includes("rotating_light"));
    expect(openings).toHaveLength(2);
    const [list] = await api<{ accepted: number; format: string }[]>("/inbound_events?limit=1");
    expect(list).toMatchObject({ accepted: 3, format: "alertmanager" });
  }, 180_000);

  test("finds nothing wrong with the example", () => {
    const said = execFileSync("amtool", [
      "check-config",
      join(folder, "alertmanager.yml"),
    ]).toString();
    expect(said).toContain("SUCCESS");
  });
});
