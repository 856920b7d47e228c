/**
 * CPU per check of a page ÷ CPU per check of a health report, and with a certificate ÷ without: two daemons with the
 * same number of monitors of one target, side by side, so that each pair of figures is of the same seconds.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { makeMonitors, report } from "./checks.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { cpuOf, sleep, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 1000;
const seconds = 15;
const rounds = 5;

type Fields = Record<string, unknown>;

export async function benchPages(): Promise<Row> {
  const page = { expect: "http", body_contains: "check_9" };
  const { ours, peer, ratio } = await pairs(page, { expect: "health" }, false);
  return {
    name: `CPU per check of a page, ${monitors} monitors every 5 s, kept connections`,
    ours: `${ours.toFixed(3)} ms`,
    peer: `of a health report of the same size ${peer.toFixed(3)} ms`,
    ratio,
    goal: { most: 1.1 },
  };
}

export async function benchCertificates(): Promise<Row> {
  const page = { expect: "http", body_contains: "check_9" };
  const watched = { ...page, watch_certificate: true };
  const { ours, peer, ratio } = await pairs(watched, { ...page, watch_certificate: false }, true);
  return {
    name: `CPU per check of a page over TLS with its certificate, ${monitors} monitors every 5 s`,
    ours: `${ours.toFixed(3)} ms`,
    peer: `without ${peer.toFixed(3)} ms`,
    ratio,
    goal: { most: 1.02 },
  };
}

/** CPU per check in ms, of monitors with the fields `ours` and `peer`: medians, and the ratio of each round. */
async function pairs(ours: Fields, peer: Fields, secure: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "monitord-ca-"));
  const target = await startTarget(secure, join(folder, "ca.pem"));
  const environment: Record<string, string> = secure
    ? { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") }
    : {};
  const daemons: BenchDaemon[] = [];
  try {
    for (const [path, fields] of Object.entries({ ours, peer })) {
      const daemon = await startBenchDaemon(undefined, environment);
      daemons.push(daemon);
      await makeMonitors(daemon, monitors, { url: `${target.url}/${path}`, ...fields });
    }
    // The first checks open the connections.
    await sleep(10_000);
    const figures: { ours: number; peer: number }[] = [];
    for (let i = 0; i < rounds; i++) {
      const before = daemons.map(({ pid }) => cpuOf(pid));
      const served = { ...target.served };
      await sleep(seconds * 1000);
      const [mine, theirs] = daemons.map(({ pid }, index) => (cpuOf(pid) - before[index]!) * 1000);
      figures.push({
        ours: mine! / (target.served.ours - served.ours),
        peer: theirs! / (target.served.peer - served.peer),
      });
    }
    return {
      ours: spread(figures.map((figure) => figure.ours)).median,
      peer: spread(figures.map((figure) => figure.peer)).median,
      ratio: spread(figures.map((figure) => figure.ours / figure.peer)),
    };
  } finally {
    for (const daemon of daemons) await daemon.stop();
    target.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A target that counts its requests by path; `caFile` gets its authority. */
async function startTarget(secure: boolean, caFile: string) {
  const served = { ours: 0, peer: 0 };
  const listener: RequestListener = (request, response) => {
    served[request.url!.slice(1) as keyof typeof served]++;
    response.setHeader("content-type", "application/json");
    response.end(report());
  };
  const authority = makeAuthority("Bench CA");
  writeFileSync(caFile, authority.cert);
  const server = secure
    ? createTlsServer(issueCertificate(authority, "IP:127.0.0.1"), listener)
    : createServer(listener);
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    served,
    url: `${secure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
