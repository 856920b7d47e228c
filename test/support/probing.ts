/** A prober of one test, and servers that speak bytes. Closed when the test ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Fetched, Probed, Prober } from "../../src/core/health/prober.ts";
import { createProber, type ProberOptions } from "../../src/probe/prober.ts";
import type { KeyAndCert } from "./certificate.ts";
import { startDns, type Dns, type Zone } from "./dns.ts";
import { startTarget, type Target } from "./target.ts";

/** A prober that may connect to loopback. */
export function proberOf(options: Partial<ProberOptions> = {}): Prober {
  const prober = createProber({
    profile: () => "single",
    exceptions: [],
    userAgent: "monitord/1.2.3",
    ...options,
  });
  onTestFinished(() => prober.close());
  return prober;
}

/** Probes `url` with a monitor's defaults, but for `fields`. */
export function probe(
  url: string,
  fields: Partial<Probed> = {},
  prober: Prober = proberOf(),
): Promise<Fetched> {
  return prober.fetch({ url, request_headers: {}, timeout_seconds: 5, ...fields });
}

/** Probes `url` as a page. */
export function probePage(url: string, fields: Partial<Probed> = {}, prober?: Prober) {
  return probe(url, { expect: "http", ...fields }, prober);
}

export async function targetOf(options?: Parameters<typeof startTarget>[0]): Promise<Target> {
  const target = await startTarget(options);
  onTestFinished(() => target.stop());
  return target;
}

export async function dnsOf(zone: Zone): Promise<Dns> {
  const dns = await startDns(zone);
  onTestFinished(() => dns.stop());
  return dns;
}

/** A folder with a script in place of `ping`. In it `$1` … are the arguments, and `$here` is the folder. */
export function pingOf(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ping-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = `#!/bin/sh\nhere=${folder}\n${script}\n`;
  writeFileSync(join(folder, "ping"), text, { mode: 0o755 });
  return folder;
}

/** A TCP or TLS server: `127.0.0.1:port`, and all that it received. */
export interface Bytes {
  port: number;
  address: string;
  received: () => string;
  connections: () => number;
  /** Connections that are open. */
  open: () => number;
}

export async function bytesOf(
  onConnection: (socket: Socket) => void = () => {},
  tls?: KeyAndCert & Pick<TlsOptions, "ALPNProtocols" | "requestCert" | "ca" | "maxVersion">,
): Promise<Bytes> {
  let received = "";
  let connections = 0;
  const sockets = new Set<Socket>();
  const listener = (socket: Socket) => {
    socket.on("data", (chunk) => (received += chunk.toString()));
    onConnection(socket);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: `127.0.0.1:${port}`,
    received: () => received,
    connections: () => connections,
    open: () => sockets.size,
  };
}

/** Answers each connection with `bytes` once it has sent something, and closes it. */
export const answering = (bytes: string | Buffer) => (socket: Socket) =>
  socket.once("data", () => socket.end(bytes));

/** Answers each request by its text. */
export const asked = (answer: (request: string) => string) => (socket: Socket) =>
  socket.on("data", (request) => socket.write(answer(request.toString("latin1"))));
