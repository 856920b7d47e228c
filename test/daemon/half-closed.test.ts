/** Clients that end their half of the connection once the request is sent, as `nc -N` does. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as overTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as overTls } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { makeCertificate } from "../support/certificate.ts";
import { startMonitord, type Running } from "../support/process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-half-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const apiKey = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
const group = JSON.stringify({ title: "Shop" });
const request = `POST /api/v1/alert_groups HTTP/1.1
host: localhost
connection: close
authorization: Bearer ${apiKey}
content-type: application/json
content-length: ${group.length}

${group}`.replaceAll("\n", "\r\n");

/** What is answered to a request that writes, of a client that sends nothing after it. */
async function answered({ url }: Running): Promise<string> {
  const { protocol, port } = new URL(url);
  const to = { host: "127.0.0.1", port: Number(port), allowHalfOpen: true };
  const isTls = protocol === "https:";
  const socket = isTls ? overTls({ ...to, rejectUnauthorized: false }) : overTcp(to);
  await once(socket, isTls ? "secureConnect" : "connect");
  socket.end(request);
  return text(socket);
}

test.each([false, true])("get the answer (over TLS: %s)", async (tls) => {
  const { key, cert } = makeCertificate("DNS:localhost");
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  const flags = tls ? ["--tls-cert-file", certFile, "--tls-key-file", keyFile] : [];
  const daemon = await startMonitord(["--data-dir", join(folder, "data"), ...flags], {
    MONITORD_BOOTSTRAP_API_KEY: apiKey,
  });
  expect(await answered(daemon)).toMatch(/^HTTP\/1\.1 201 [^]*"title":"Shop"/);
  await daemon.stop();
});
