/** The examples of reverse proxies, run by the proxies themselves in front of monitord. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { freePort } from "../support/free-port.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";
import { example, installed, listens, runNginx, visit, visitor } from "../support/proxies.ts";

let folder: string;
let daemon: Running | null = null;
let proxy: ChildProcess | null = null;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-proxy-"));
  key = (await runMonitord(["keys", "generate"])).stdout.trim();
});
afterEach(async () => {
  if (proxy?.exitCode === null) {
    const ended = once(proxy, "exit");
    proxy.kill("SIGTERM");
    await ended;
  }
  await daemon?.stop();
  [proxy, daemon] = [null, null];
  rmSync(folder, { recursive: true });
});

/** Starts monitord for the address of the proxy; where it listens. */
async function startBehind(siteUrl: string, at?: string): Promise<string> {
  const port = at ?? String(await freePort());
  daemon = await startMonitord(["--data-dir", join(folder, "data"), "--port", port], {
    MONITORD_SITE_URL: siteUrl,
    MONITORD_TRUSTED_PROXIES: "127.0.0.1",
    MONITORD_BOOTSTRAP_API_KEY: key,
  });
  return `http://127.0.0.1:${port}`;
}

interface Proxy {
  name: string;
  installed: boolean;
  /** Files of the example for a name of its own and below a path. */
  files: { name: string; path: string };
  /** Starts the proxy with one of the files. */
  start: (file: string, port: string, upstream: string) => Promise<void>;
}

async function startNginx(file: string, port: string, upstream: string): Promise<void> {
  const text = example(file)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*$/gm, "")
    .replaceAll("http://127.0.0.1:8620", upstream);
  const server = text.includes("server {") ? text : `server { listen 127.0.0.1:${port};\n${text}}`;
  proxy = await runNginx(folder, server, port);
}

async function startCaddy(file: string, port: string, upstream: string): Promise<void> {
  const text = example(file)
    .replace(/^(monitor\.)?example\.com/m, `http://127.0.0.1:${port}`)
    .replaceAll("127.0.0.1:8620", new URL(upstream).host);
  const config = join(folder, "Caddyfile");
  writeFileSync(config, `{\n\tadmin off\n}\n${text}`);
  proxy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", config], {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  await listens(port, proxy);
}

const proxies: Proxy[] = [
  {
    name: "nginx",
    installed: installed("nginx", "-v"),
    files: { name: "nginx/monitord.conf", path: "nginx/below-a-path.conf" },
    start: startNginx,
  },
  {
    name: "Caddy",
    installed: installed("caddy", "version"),
    files: { name: "caddy/Caddyfile", path: "caddy/below-a-path.Caddyfile" },
    start: startCaddy,
  },
];

describe.each(proxies)("behind $name", ({ installed, files, start }) => {
  const cases = [
    { where: "a name of its own", file: files.name, path: "" },
    { where: "a path", file: files.path, path: "/monitor" },
  ];

  test.runIf(installed).each(cases)(
    "at $where there are pages, live events without delay, and the client's address",
    async ({ file, path }) => {
      const port = String(await freePort());
      const site = `http://127.0.0.1:${port}${path}`;
      const upstream = await startBehind(site);
      await start(file, port, upstream);

      const page = await fetch(`${site}/login`);
      expect(page.status).toBe(200);
      const style = /href="([^"]+\.css[^"]*)"/.exec(await page.text())![1]!;
      expect((await fetch(new URL(style, `${site}/login`))).status).toBe(200);

      // A buffer on the way would keep the event until the next ping.
      const events = await fetch(`${site}/api/v1/events?ping_seconds=60`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(events.status).toBe(200);
      const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
      await visit(key, "POST", `${site}/api/v1/alert_groups`, { title: "On call" });
      let heard = "";
      while (!heard.includes("alert_groups")) {
        const { value, done } = await reader.read();
        expect(done).toBe(false);
        heard += value;
      }
      expect(heard).not.toContain("ping");
      await reader.cancel();

      const log = await visit(key, "GET", `${site}/api/v1/audit_events`);
      const entries = JSON.parse(log) as { client_address: string | null }[];
      expect(entries.at(-1)!.client_address).toBe(visitor);
    },
  );

  test.runIf(installed)(
    "a daemon that is killed ends its live events and answers 5xx, and is there again by itself",
    async () => {
      const port = String(await freePort());
      const site = `http://127.0.0.1:${port}`;
      const upstream = await startBehind(site);
      await start(files.name, port, upstream);
      const group = await visit(key, "POST", `${site}/api/v1/alert_groups`, { title: "On call" });
      const monitor = await visit(key, "POST", `${site}/api/v1/webhook_monitors`, {
        title: "Shop",
        alert_group_id: (JSON.parse(group) as { id: string }).id,
        error_rate_threshold: 1000,
      });
      const { id, webhook_url: hook } = JSON.parse(monitor) as { id: string; webhook_url: string };
      const report = async (message: string) => {
        const answer = await fetch(hook, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ message }),
        });
        await answer.text();
        return answer.status;
      };
      const events = await fetch(`${site}/api/v1/events`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const ended = events.text().catch(() => "cut off");
      // More than the buffers that a proxy has for a body by default.
      expect(await report("x".repeat(200_000))).toBe(202);

      await daemon!.kill();
      await ended;
      expect([502, 503, 504]).toContain(await report("nobody is there"));

      await startBehind(site, new URL(upstream).port);
      // nginx with several servers would leave one that failed alone for a while; the examples have one.
      await expect.poll(() => report("again")).toBe(202);
      const shown = await visit(key, "GET", `${site}/api/v1/webhook_monitors/${id}`);
      expect(JSON.parse(shown)).toMatchObject({ errors_in_window: 2 });
    },
  );
});

test("an idle connection is kept for longer than proxies keep theirs", async () => {
  const upstream = await startBehind("https://monitor.example.com");
  const { headers } = await fetch(`${upstream}/livez`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  // Caddy's default is two minutes.
  expect(Number(seconds)).toBeGreaterThan(120);
});

test.runIf(installed("nginx", "-v"))("nginx finds no mistake in the example with TLS", () => {
  const { key: pem, cert } = makeCertificate("DNS:monitor.example.com");
  writeFileSync(join(folder, "monitor.key"), pem);
  writeFileSync(join(folder, "monitor.pem"), cert);
  const text = example("nginx/monitord.conf").replaceAll("/etc/ssl/", `${folder}/`);
  const config = join(folder, "nginx.conf");
  writeFileSync(config, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${text}}\n`);
  const { status, stderr } = spawnSync("nginx", ["-t", "-c", config, "-e", "stderr"], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
});

test
  .runIf(installed("caddy", "version"))
  .each(["caddy/Caddyfile", "caddy/below-a-path.Caddyfile", "compose/Caddyfile"])(
  "Caddy finds no mistake in %s",
  (file) => {
    mkdirSync(join(folder, "caddy"));
    const config = join(folder, "Caddyfile");
    writeFileSync(config, example(file));
    const { status, stderr } = spawnSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", config],
      {
        encoding: "utf8",
        env: {
          ...process.env,
          HOME: folder,
          XDG_DATA_HOME: folder,
          MONITOR_DOMAIN: "monitor.example.com",
          NTFY_DOMAIN: "ntfy.example.com",
        },
      },
    );
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("not formatted");
  },
);
