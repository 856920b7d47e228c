/** The certificates that a monitor has of its own: its authorities, and the one that it shows to servers. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket, TlsOptions } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { judge } from "../../src/core/health/health.ts";
import { readProbe } from "../../src/core/health/probe-reading.ts";
import type { HealthCheckMonitor } from "../../src/core/model/model.ts";
import { healthMonitor } from "../support/builders.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { freePort } from "../support/free-port.ts";
import { startNginx } from "../support/other-servers.ts";
import { installed } from "../support/proxies.ts";
import { probePage, proberOf, targetOf } from "../support/probing.ts";

const authority = makeAuthority("Private CA");
const stranger = makeAuthority("Other CA");
const server = issueCertificate(authority, "DNS:localhost,IP:127.0.0.1");
const client = issueCertificate(authority, "DNS:monitord");
const own = client.cert + client.key;
const strange = issueCertificate(stranger, "DNS:monitord");

/** A server that asks for a certificate, and the names of those that it was shown. */
async function asking(options: TlsOptions = {}) {
  const shown: string[] = [];
  const tls = { ...server, ca: authority.cert, requestCert: true, ...options };
  const app = createServer(tls, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    shown.push(`${request.url} ${String(subject?.CN)}`);
    if (request.url === "/away") response.writeHead(302, { location: away.url });
    response.end("Welcome");
  });
  const away = await targetOf({ tls: server });
  app.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    app.closeAllConnections();
    app.close();
  });
  const { port } = app.address() as AddressInfo;
  return { url: `https://localhost:${port}`, port, shown, away };
}

const tls_ca = authority.cert;

test("a server of a private authority is up for the monitor that names the authority, and for no other", async () => {
  const app = await targetOf({ tls: server });
  const prober = proberOf();
  for (const url of [app.url, app.url.replace("https:", "tls:")]) {
    const mine = await probePage(url, { tls_ca: `${stranger.cert}${tls_ca}` }, prober);
    expect(mine.kind).toBe(url.startsWith("tls") ? "connected" : "answer");
    for (const other of [{}, { tls_ca: stranger.cert }])
      expect(await probePage(url, other, prober)).toMatchObject({ during: "certificate" });
  }
  expect(app.requests).toHaveLength(1);
});

test("a dot that ends the name of a host is no part of the name in TLS", async () => {
  const names: string[] = [];
  const SNICallback: TlsOptions["SNICallback"] = (name, done) => {
    names.push(name);
    done(null);
  };
  const { port } = await asking({ SNICallback, requestCert: false });
  const prober = proberOf();
  const page = await probePage(`https://localhost.:${port}/`, { tls_ca }, prober);
  expect(page.kind).toBe("answer");
  expect((await probePage(`tls://localhost.:${port}`, { tls_ca }, prober)).kind).toBe("connected");
  await probePage(`wss://localhost.:${port}/`, { tls_ca }, prober);
  expect(names).toEqual(["localhost", "localhost", "localhost"]);
});

test.each(["TLSv1.3", "TLSv1.2"] as const)(
  "a client certificate is shown over %s, on connections of its probe alone",
  async (maxVersion) => {
    const app = await asking({ maxVersion });
    const prober = proberOf({ ca: authority.cert });
    await probePage(app.url, { tls_client_cert: own }, prober);
    // The same server without one: the connection of the first probe would still have it.
    await expect
      .poll(async () => {
        const { kind } = await probePage(app.url, { timeout_seconds: 1 }, prober);
        return kind;
      })
      .toBe("failure");
    expect(app.shown).toEqual(["/ shop"]);
  },
);

test("a redirect to another origin keeps the authorities, and shows no certificate", async () => {
  const app = await asking();
  const other = await asking({ rejectUnauthorized: false });
  const url = `${app.url}/away`;
  app.away.respond((_, response) => response.writeHead(302, { location: other.url }).end());
  const fetched = await probePage(url, { tls_ca, tls_client_cert: own });
  expect(fetched).toMatchObject({ kind: "answer", body: "Welcome" });
  expect([...app.shown, ...other.shown]).toEqual(["/away shop", "/ undefined"]);
});

describe("a server that wants a client certificate", () => {
  test.each([
    ["TLSv1.3", "TLS: the server wants a client certificate"],
    [
      "TLSv1.2",
      "TLS: the server ended the handshake (no cipher in common, or it wants a client certificate)",
    ],
  ] as const)("over %s and gets none is named as such", async (maxVersion, reason) => {
    const app = await asking({ maxVersion });
    expect(await probePage(app.url, { tls_ca })).toMatchObject({ kind: "failure", reason });
    expect(app.shown).toEqual([]);
  });

  test("and gets another one is a failure", async () => {
    const app = await asking();
    const tls_client_cert = strange.cert + strange.key;
    expect(await probePage(app.url, { tls_ca, tls_client_cert })).toMatchObject({
      kind: "failure",
      reason: "connection closed before the answer was complete",
    });
  });

  test.skipIf(!installed("nginx", "-v"))("and is nginx is named by its answer", async () => {
    const port = await freePort();
    await startNginx(port, server, {
      lines: `listen 127.0.0.1:${port} ssl;
          ssl_client_certificate ca.pem; ssl_verify_client on;
          location / { return 200 "Welcome"; }`,
      files: { "ca.pem": authority.cert },
    });
    const url = `https://localhost:${port}/`;
    const verdictOf = async (fields: Partial<HealthCheckMonitor>) => {
      const monitor = healthMonitor({ url, tls_ca, fetch_retries: 0, ...fields });
      const fetched = await proberOf().fetch(monitor);
      return judge(readProbe(monitor, fetched, Date.now()), monitor, Date.now());
    };
    const wants = { status: "down", reason: "HTTP 400: the server wants a client certificate" };
    expect(await verdictOf({ expect: "http" })).toEqual(wants);
    expect(await verdictOf({})).toEqual(wants);
    expect(await verdictOf({ expect: "http", accepted_statuses: "400" })).toMatchObject({
      status: "up",
    });
    const other = { expect: "http", tls_client_cert: strange.cert + strange.key } as const;
    expect(await verdictOf(other)).toEqual({
      status: "down",
      reason: "HTTP 400: the server refuses the client certificate",
    });
    expect(await verdictOf({ expect: "http", tls_client_cert: own })).toMatchObject({
      status: "up",
    });
  });
});
