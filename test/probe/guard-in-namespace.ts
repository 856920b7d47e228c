/**
 * Run by `guard.test.ts` in a network namespace of its own, where every address of IPv4 and IPv6 is this machine: a
 * connection that the guard lets through is made, and counted. Prints what came of each URL as JSON.
 */
import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressProfile } from "../../src/core/access/address.ts";
import type { Fetched } from "../../src/core/health/prober.ts";
import { createProber } from "../../src/probe/prober.ts";
import type { LookupResult } from "../../src/probe/lookup.ts";

/** Read from standard input. */
export interface Attempt {
  url: string;
  profile: AddressProfile;
  /** Answers of DNS for any name, one after the other; the last one stays. */
  answers?: string[][];
  /** The bytes that the server sends, Latin-1; absent: an answer without a body. */
  sends?: string;
  /** Absent: a third of a second, because others than this machine never answer. */
  timeout_seconds?: number;
  /** The monitor has certificates of its own, PEM. */
  tls_ca?: string;
  tls_client_cert?: string;
}

/** `arrived`: connections, datagrams, and calls of `ping`. */
export interface Result {
  outcome: string;
  arrived: number;
}

for (const args of [
  ["link", "set", "lo", "up"],
  ["route", "add", "local", "0.0.0.0/0", "dev", "lo"],
  ["-6", "route", "add", "local", "::/0", "dev", "lo"],
])
  execFileSync("ip", args, { stdio: "inherit" });

let arrived = 0;
let sends: string | undefined;
const tcp = createServer((socket) => {
  arrived++;
  socket.on("error", () => socket.destroy());
  const answer = sends ?? "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
  socket.once("data", () => socket.end(answer, "latin1"));
});
await new Promise<void>((resolve) => tcp.listen(53, "::", resolve));
const udp = createSocket("udp6");
udp.on("message", () => arrived++);
await new Promise<void>((resolve) => {
  udp.bind(53, "::", resolve);
});

// In place of the program, so that each call counts, wherever it leads.
const pingPath = mkdtempSync(join(tmpdir(), "ping-"));
const calls = join(pingPath, "calls");
writeFileSync(calls, "");
writeFileSync(
  join(pingPath, "ping"),
  `#!/bin/sh\necho >> ${calls}\necho "1 packets transmitted, 1 received"\n`,
  { mode: 0o755 },
);
const sum = () => arrived + readFileSync(calls).length;

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const results: Result[] = [];
for (const attempt of JSON.parse(Buffer.concat(chunks).toString()) as Attempt[]) {
  const before = sum();
  ({ sends } = attempt);
  const fetched = await made(attempt);
  results.push({
    outcome: fetched.kind === "failure" ? fetched.reason : fetched.kind,
    arrived: sum() - before,
  });
}
console.log(JSON.stringify(results));
rmSync(pingPath, { recursive: true });
process.exit();

async function made({ url, profile, answers = [], ...fields }: Attempt): Promise<Fetched> {
  const left = [...answers];
  const lookup = (): Promise<LookupResult> => {
    const addresses = left.length > 1 ? left.shift() : left[0];
    return Promise.resolve(
      addresses ? { ok: true, addresses } : { ok: false, reason: "no such host" },
    );
  };
  const prober = createProber({
    profile: () => profile,
    exceptions: [],
    userAgent: "monitord",
    lookup,
    pingPath,
  });
  const fetched = await prober.fetch({
    url,
    request_headers: {},
    timeout_seconds: 0.3,
    ...fields,
  });
  await prober.close();
  return fetched;
}
