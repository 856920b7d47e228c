/** TLS to PostgreSQL by the modes that its documentation names: https://www.postgresql.org/docs/current/libpq-ssl.html */
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientTo } from "../../src/store/postgres/server-client.ts";
import { Hosts } from "../../src/store/postgres/hosts.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { nobody, startServer, type Server } from "../support/postgres-server.ts";

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "postgres-tls-"));
  const authority = makeAuthority("Shop CA");
  const { key, cert } = issueCertificate(authority, "DNS:localhost");
  writeFileSync(join(folder, "ca.pem"), authority.cert);
  writeFileSync(join(folder, "other.pem"), makeAuthority("Other CA").cert);
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 });
  if (process.getuid?.() === 0)
    for (const name of ["", "key.pem"]) chownSync(join(folder, name), nobody.uid, nobody.gid);
  server = await startServer({
    ssl: "on",
    ssl_cert_file: join(folder, "cert.pem"),
    ssl_key_file: join(folder, "key.pem"),
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Whether the connection was encrypted, or why there was none. */
async function encrypted(host: string, parameters: string): Promise<boolean | string> {
  const url = new URL(server.url);
  url.hostname = host;
  const client = new (clientTo(
    new Hosts(`${url.href}?${parameters.replaceAll("FOLDER", folder)}`),
  ))();
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      "select ssl from pg_stat_ssl where pid = pg_backend_pid()",
    );
    return rows[0]!.ssl;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}

test.each([
  ["localhost", "", false],
  ["localhost", "sslmode=disable", false],
  ["localhost", "sslmode=require", true],
  ["127.0.0.1", "sslmode=require&channel_binding=require&connect_timeout=10", true],
  ["127.0.0.1", "sslmode=require&sslrootcert=FOLDER/ca.pem", true],
  ["localhost", "sslmode=require&sslrootcert=FOLDER/other.pem", /unable to verify/],
  ["127.0.0.1", "sslmode=verify-ca&sslrootcert=FOLDER/ca.pem", true],
  ["localhost", "sslmode=verify-ca&sslrootcert=FOLDER/other.pem", /unable to verify/],
  ["localhost", "sslmode=verify-full&sslrootcert=FOLDER/ca.pem", true],
  ["127.0.0.1", "sslmode=verify-full&sslrootcert=FOLDER/ca.pem", /does not match/],
  ["localhost", "sslmode=verify-full", /unable to verify/],
])("%s with %s: %s", async (host, parameters, expected) => {
  const came = await encrypted(host, parameters);
  if (expected instanceof RegExp) expect(came).toMatch(expected);
  else expect(came).toBe(expected);
});
