/** The service ends TLS itself. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeCertificate, type KeyAndCert } from "../support/certificate.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const flags = () =>
  `--data-dir ${path("data")} --tls-cert-file ${path("cert.pem")} --tls-key-file ${path("key.pem")}`.split(
    " ",
  );

function install({ key, cert }: KeyAndCert): void {
  writeFileSync(path("key.pem"), key);
  writeFileSync(path("cert.pem"), cert);
}

function rsaKey(): string {
  const encoding = { type: "pkcs8", format: "pem" } as const;
  return generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(encoding).toString();
}

/** The certificate that the service shows, and the version of TLS. */
async function shown(
  { url }: Running,
  maxVersion: "TLSv1.2" | "TLSv1.3",
): Promise<{ protocol: string | null; names: string | undefined }> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    rejectUnauthorized: false,
    maxVersion,
  });
  await once(socket, "secureConnect");
  const { subjectaltname: names } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  socket.destroy();
  return { protocol, names };
}

async function hear({ output, child }: Running, what: string): Promise<void> {
  while (!output().includes(what)) await once(child.stdout!, "data");
}

test("it shows its certificate, and another one after a SIGHUP", async () => {
  install(makeCertificate("DNS:first.example"));
  const daemon = await startMonitord(flags());
  expect(daemon.url).toMatch(/^https:/);
  const first = { protocol: "TLSv1.2", names: "DNS:first.example" };
  expect(await shown(daemon, "TLSv1.2")).toEqual(first);

  const { port } = new URL(daemon.url);
  expect(await runMonitord(["healthcheck", "--port", port, ...flags()])).toMatchObject({
    code: 0,
    stdout: "ok\n",
  });

  install(makeCertificate("DNS:second.example"));
  daemon.child.kill("SIGHUP");
  await hear(daemon, "reads again: the certificate");
  const second = { protocol: "TLSv1.3", names: "DNS:second.example" };
  expect(await shown(daemon, "TLSv1.3")).toEqual(second);

  for (const [key, why] of [
    ["damaged", "cannot be used"],
    // As in a renewal that changes the kind of key, between its two files.
    [rsaKey(), "the key is not that of the certificate"],
  ] as const) {
    writeFileSync(path("key.pem"), key);
    daemon.child.kill("SIGHUP");
    await hear(daemon, why);
    expect(await shown(daemon, "TLSv1.3")).toEqual(second);
  }
  expect(await daemon.stop()).toBe(0);
});

test.each([
  ["the same kind", () => makeCertificate("DNS:b.example").key],
  ["another kind", rsaKey],
])("a key of another certificate, of %s, ends the start with 78", async (_, key) => {
  install({ cert: makeCertificate("DNS:a.example").cert, key: key() });
  const { code, stderr } = await runMonitord(["serve", "--port", "0", ...flags()]);
  expect(code).toBe(78);
  expect(stderr).toContain(`the certificate ${path("cert.pem")} with the key`);
});
