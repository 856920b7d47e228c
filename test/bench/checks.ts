/**
 * CPU per whole check ÷ CPU per probe of Prometheus' blackbox exporter: claimed, fetched, parsed, judged and stored,
 * against fetched alone. The same target, the same run.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { childOf, cpuOf, sleep, spread } from "./processes.ts";
import type { Row } from "./row.ts";
import { freePort } from "../support/free-port.ts";

const monitors = 2000;
const seconds = 15;
const rounds = 3;

/** How the target treats connections, and what is asked for then. */
const ways = {
  kept: { text: "kept connections", goal: { most: 0.2 } },
  fresh: { text: "a fresh connection each", goal: { most: 0.45 } },
  tls: { text: "a fresh connection with TLS each", goal: { most: 1.1 } },
};

export async function benchChecks(way: keyof typeof ways): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-checks-"));
  const authority = makeAuthority("Bench CA");
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, authority.cert);
  let served = 0;
  const answer: RequestListener = (_request, response) => {
    served++;
    response.setHeader("content-type", "application/json");
    if (way !== "kept") response.setHeader("connection", "close");
    response.end(report());
  };
  const target =
    way === "tls"
      ? createTlsServer(issueCertificate(authority, "IP:127.0.0.1"), answer)
      : createServer(answer);
  target.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const scheme = way === "tls" ? "https" : "http";
  const url = `${scheme}://127.0.0.1:${(target.address() as AddressInfo).port}/health`;

  const daemon = await startBenchDaemon(undefined, { NODE_EXTRA_CA_CERTS: ca });
  const blackbox = await startBlackbox(ca);
  try {
    const idle = await cpuPer(daemon.pid, () => sleep(5000));
    await makeMonitors(daemon, monitors, { url });
    // The first checks open the connections.
    await sleep(10_000);

    const ours: number[] = [];
    const theirs: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const before = served;
      const cpu = await cpuPer(daemon.pid, () => sleep(seconds * 1000));
      const checks = served - before;
      ours.push((cpu.cpu - idle.cpu * (cpu.wall / idle.wall)) / checks);
      const probes = checks;
      const peer = await cpuPer(blackbox.pid, () => probe(blackbox.url, url, probes));
      // The daemon goes on meanwhile; that is another process, and its CPU is not counted here.
      theirs.push(peer.cpu / probes);
    }
    return {
      name: `CPU per whole check, ${monitors} monitors every 5 s, ${ways[way].text}`,
      ours: `${(spread(ours).median * 1000).toFixed(3)} s per 1,000`,
      peer: `blackbox ${(spread(theirs).median * 1000).toFixed(3)} s per 1,000`,
      ratio: spread(ours.map((value, i) => value / theirs[i]!)),
      goal: ways[way].goal,
    };
  } finally {
    await blackbox.stop();
    await daemon.stop();
    target.closeAllConnections();
    target.close();
    rmSync(folder, { recursive: true });
  }
}

/** Makes monitors with these fields, checked every 5 s. */
export async function makeMonitors(
  daemon: BenchDaemon,
  count: number,
  fields: Record<string, unknown>,
): Promise<void> {
  const group = await daemon.api<{ id: string }>("POST", "/alert_groups", { title: "Nobody" });
  for (let i = 0; i < count; i += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, j) =>
        daemon.api("POST", "/health_check_monitors", {
          title: `Monitor ${i + j}`,
          alert_group_id: group.id,
          interval_seconds: 5,
          ...fields,
        }),
      ),
    );
}

/** About 2 kB: ten sub-checks, all well. */
export function report(): string {
  return JSON.stringify({
    finishedAt: Math.floor(Date.now() / 1000),
    checkResults: Array.from({ length: 10 }, (_, i) => ({
      name: `check_${i}`,
      label: `Check ${i}`,
      status: "ok",
      notificationMessage: "",
      shortSummary: "Everything is as it should be",
      meta: { used_percent: 41, free: "120 GiB", host: `app-${i}` },
    })),
  });
}

async function cpuPer(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ cpu: number; wall: number }> {
  const cpu = cpuOf(pid);
  const wall = performance.now();
  await work();
  return { cpu: cpuOf(pid) - cpu, wall: performance.now() - wall };
}

async function startBlackbox(ca: string) {
  const folder = mkdtempSync(join(tmpdir(), "monitord-blackbox-"));
  const config = join(folder, "blackbox.yml");
  writeFileSync(
    config,
    `modules:\n  http:\n    prober: http\n    http:\n      preferred_ip_protocol: ip4\n      tls_config: { ca_file: ${ca} }\n`,
  );
  const port = await freePort();
  const child = spawn(
    "prometheus-blackbox-exporter",
    [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`, "--log.level=error"],
    { stdio: "ignore" },
  );
  const started = childOf(child, `http://127.0.0.1:${port}`);
  await sleep(1500);
  return {
    ...started,
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks the exporter `count` times, eight at once, over kept connections. */
async function probe(exporter: string, url: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const address = `${exporter}/probe?module=http&target=${encodeURIComponent(url)}`;
  let left = count;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(address, { agent }, (answer) => {
        let text = "";
        answer.on("data", (part) => (text += String(part)));
        answer.on("end", () =>
          /^probe_success 1$/m.test(text) ? resolve() : reject(new Error("a probe failed")),
        );
      }).on("error", reject);
    });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) await one();
    }),
  );
  agent.destroy();
}
