/** The way to a server: through the proxy of the environment, and with a certificate of the client. */
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server as HttpServer,
} from "node:http";
import { createServer as createTls, type Server as TlsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proxiesOf } from "../../src/ctl/connect/proxy.ts";
import { connectionFault, Unreachable } from "../../src/client/errors.ts";
import { reachRemedy } from "../../src/ctl/call/remedies.ts";
import { siteOf } from "../../src/ctl/connect/target.ts";
import { issueCertificate, makeAuthority, type KeyAndCert } from "../support/certificate.ts";
import { newPlace, type Place } from "./run.ts";

let authority: KeyAndCert;
let own: KeyAndCert;
let client: KeyAndCert;
beforeAll(() => {
  authority = makeAuthority("ours");
  own = issueCertificate(authority, "DNS:monitord.test,IP:127.0.0.1");
  client = issueCertificate(authority, "DNS:ada");
});

let place: Place;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  place = newPlace({ MONITORCTL_API_KEY: "mon_x", MONITORCTL_CA_FILE: "ca.pem" });
  place.write("ca.pem", authority.cert);
  place.write("client.pem", client.cert);
  place.write("client.key", client.key);
});
afterEach(async () => {
  place[Symbol.dispose]();
  for (const end of ends.splice(0)) await end();
});

async function listening(server: TlsServer | HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

/** A server of the API that answers `/me`, and shows the certificate of each client. */
async function startServer(asksForCertificate = false, cert = own.cert) {
  const seen: string[] = [];
  const key = { id: "k", name: "test", scopes: ["read"], expires_at: null };
  const server = createTls(
    {
      ...own,
      cert,
      ...(asksForCertificate && { ca: authority.cert }),
      requestCert: asksForCertificate,
    },
    ({ socket }, response) => {
      seen.push(String((socket as TLSSocket).getPeerCertificate().subject?.CN));
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ key, scopes: ["read"] }));
    },
  );
  return { port: await listening(server), seen };
}

/** A proxy that knows the host `monitord.test` alone. */
async function startProxy(port: number, credentials: string | null = null) {
  const requests: string[] = [];
  const isAllowed = ({ headers }: IncomingMessage) =>
    credentials === null ||
    headers["proxy-authorization"] === `Basic ${Buffer.from(credentials).toString("base64")}`;
  const proxy = createHttp((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ key: null, scopes: ["read"] }));
  });
  proxy.on("connect", (request, socket) => {
    requests.push(`CONNECT ${request.url}`);
    if (!isAllowed(request))
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    if (request.url !== "monitord.test:443") return socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
  });
  return { host: `127.0.0.1:${await listening(proxy)}`, requests };
}

const site = "https://monitord.test";
const whoami = (env: Record<string, string>, ...args: string[]) =>
  place.spawned(["api", "GET", "/me", ...args], { env });

describe("a proxy", () => {
  test("of HTTPS_PROXY opens a tunnel to the server, in every kind of request", async () => {
    const { port } = await startServer();
    const { host, requests } = await startProxy(port);
    for (const name of ["HTTPS_PROXY", "https_proxy"]) {
      const { code, stdout, stderr } = await whoami({
        MONITORCTL_URL: site,
        [name]: `http://${host}`,
      });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain('"test"');
    }
    const doctor = await place.spawned(["doctor"], {
      env: { MONITORCTL_URL: site, HTTPS_PROXY: host },
    });
    expect(doctor.stdout).toContain(`monitord.test, through the proxy ${host}`);
    expect(new Set(requests)).toEqual(new Set(["CONNECT monitord.test:443"]));
  });

  test("of HTTP_PROXY gets requests of plain http with their whole URL", async () => {
    const { host, requests } = await startProxy(1);
    const env = { MONITORCTL_URL: "http://monitord.test:8620", HTTP_PROXY: `http://${host}` };
    const { code, stderr } = await whoami(env, "--insecure");
    expect([code, stderr]).toEqual([0, ""]);
    expect(requests).toEqual(["GET http://monitord.test:8620/api/v1/me"]);
  });

  test("gets user and password, and one that refuses says so with the next step", async () => {
    const { port } = await startServer();
    const { host } = await startProxy(port, "ada:p@ss");
    const env = (user: string) => ({ MONITORCTL_URL: site, HTTPS_PROXY: `http://${user}${host}` });
    expect((await whoami(env("ada:p%40ss@"))).code).toBe(0);
    const refused = await whoami(env("ada:secret@"));
    expect(refused.code).toBe(9);
    expect(refused.stderr).toContain(`the proxy ${host} answered HTTP 407`);
    expect(refused.stderr).toContain("HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT");
    expect(refused.stderr).not.toContain("secret");
    const elsewhere = await whoami({ ...env("ada:p%40ss@"), MONITORCTL_URL: "https://else.test" });
    expect(elsewhere.stderr).toContain(`the proxy ${host} answered HTTP 502`);
    expect(elsewhere.stderr).toContain("check HTTPS_PROXY, or name the host in NO_PROXY");
  });

  test.each(["http://monitord.test:8620", site])(
    "that is out of reach is named in place of %s, which was never asked",
    async (url) => {
      for (const proxy of ["127.0.0.1:1", "localhost:1", "proxy.invalid:3128"]) {
        const env = { MONITORCTL_URL: url, HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
        const { code, stderr } = await whoami(env, "--insecure");
        expect(code).toBe(9);
        expect(stderr).toContain(`the proxy ${proxy} is out of reach (E`);
        expect(stderr).toContain("check HTTPS_PROXY, or name the host in NO_PROXY");
        expect(stderr).not.toContain("monitord runs there");
      }
    },
  );

  test("that is no HTTP proxy is refused before anything is sent", async () => {
    const env = { MONITORCTL_URL: site, HTTPS_PROXY: "socks5://u:secret@127.0.0.1:1080" };
    const { code, stderr } = await whoami(env);
    expect(code).toBe(3);
    expect(stderr).toContain("HTTPS_PROXY is not the address of an HTTP proxy");
    expect(stderr).not.toContain("secret");
  });

  const through = (env: Record<string, string>, url: string) =>
    proxiesOf({ env })?.(new URL(url))?.href ?? null;

  test.each([
    ["example.com", "https://example.com", true],
    ["example.com", "https://eu.example.com", true],
    ["example.com", "https://notexample.com", false],
    [".example.com", "https://eu.example.com", true],
    ["*.example.com", "https://eu.example.com", true],
    ["EXAMPLE.com", "https://example.com", true],
    ["other.test, example.com", "https://example.com", true],
    ["other.test example.com", "https://example.com", true],
    ["example.com:8443", "https://example.com:8443", true],
    ["example.com:8443", "https://example.com", false],
    ["example.com:443", "https://example.com", true],
    ["*", "https://example.com", true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.0.0.0/40", "https://10.1.2.3", false],
    ["2001:db8::/32", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
    ["2001:db8::/32", "https://10.1.2.3", false],
    ["", "https://example.com", false],
    // This machine needs no exception.
    ["", "https://localhost:8620", true],
    ["", "https://127.0.0.1:8620", true],
    ["", "https://[::1]:8620", true],
  ])("NO_PROXY=%s: %s goes straight: %s", (exceptions, url, isStraight) => {
    const env = { HTTPS_PROXY: "http://proxy.test:3128", NO_PROXY: exceptions };
    expect(through(env, url)).toBe(isStraight ? null : "http://proxy.test:3128/");
  });

  test("is chosen by the scheme of the server, small letters first", () => {
    const env = { HTTP_PROXY: "a.test:1", https_proxy: "b.test:2", HTTPS_PROXY: "c.test:3" };
    expect(through(env, "http://example.com")).toBe("http://a.test:1/");
    expect(through(env, "https://example.com")).toBe("http://b.test:2/");
    expect(proxiesOf({ env: { NO_PROXY: "*" } })).toBe(null);
  });
});

test("a certificate of an authority that is unknown here says how to trust it", async () => {
  // Most servers send their own certificate alone, without that of the authority.
  const [leaf = ""] = own.cert.match(/-----BEGIN[^]+?-----END CERTIFICATE-----\n/) ?? [];
  const { port } = await startServer(false, leaf);
  for (const command of [["api", "GET", "/me"], ["doctor"]]) {
    const url = `https://127.0.0.1:${port}`;
    const env = { MONITORCTL_URL: url, MONITORCTL_CA_FILE: undefined };
    const { stdout, stderr } = await place.spawned(command, { env });
    expect(stdout + stderr).toContain("TLS: unable to verify the first certificate\n");
    expect(stdout + stderr).toContain("trust its CA: --ca-file PATH");
    expect(stdout + stderr).not.toContain("Node.js");
  }
});

// All that OpenSSL can say of a chain, as Node names it.
test.each(
  `UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CRL_NOT_YET_VALID CRL_HAS_EXPIRED
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE
  CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH`.split(/\s+/),
)("%s is a fault of the certificate, and no request was sent", (code) => {
  const error = Object.assign(new Error("no; advice of Node"), { code });
  expect(connectionFault(error)).toEqual({ fault: "certificate", reason: "TLS: no" });
  expect(new Unreachable("https://x.test", "no", error, "apply").change).toBe(null);
});

test("a certificate from the future asks for the clock", () => {
  const error = Object.assign(new Error("certificate is not yet valid"), {
    code: "CERT_NOT_YET_VALID",
  });
  expect(reachRemedy(error, "https://x.test")).toContain("check the clock of this machine");
});

describe("a client certificate", () => {
  test("is sent by flag, by variable, and by the context that was signed in with it", async () => {
    const { port, seen } = await startServer(true);
    const url = `https://127.0.0.1:${port}`;
    const pair = ["--client-cert", "client.pem", "--client-key", "client.key"];
    const login = await place.spawned(
      ["login", url, "--with-key", "--ca-file", "ca.pem", ...pair],
      {
        input: "mon_x",
        env: { MONITORCTL_API_KEY: undefined, MONITORCTL_CA_FILE: undefined },
      },
    );
    expect([login.code, login.stderr]).toEqual([0, ""]);
    const none = { MONITORCTL_CA_FILE: undefined, MONITORCTL_API_KEY: undefined };
    const byContext = await place.spawned(["api", "GET", "/me"], { env: none });
    expect(byContext.code).toBe(0);
    const env = { MONITORCTL_URL: url, XDG_CONFIG_HOME: "/none" };
    expect((await whoami(env, ...pair)).code).toBe(0);
    place.write("both.pem", client.cert + client.key);
    expect((await whoami({ ...env, MONITORCTL_CLIENT_CERT: "both.pem" })).code).toBe(0);
    expect(new Set(seen)).toEqual(new Set(["shop"]));
    const without = await whoami(env);
    expect(without.code).toBe(9);
    expect(without.stderr).toContain("the server asks for a certificate of the client");
    expect(without.stderr).toContain("--client-cert PATH and --client-key PATH");
  });

  test("goes through a proxy, too", async () => {
    const { port, seen } = await startServer(true);
    const { host } = await startProxy(port);
    const env = { MONITORCTL_URL: site, HTTPS_PROXY: `http://${host}` };
    const { code } = await whoami(env, "--client-cert", "client.pem", "--client-key", "client.key");
    expect([code, seen]).toEqual([0, ["shop"]]);
  });

  test.each([
    [
      "a key of another",
      ["--client-cert", "client.pem", "--client-key", "other.key"],
      "is not that of the certificate",
    ],
    ["a missing file", ["--client-cert", "none.pem"], "ENOENT"],
    ["no key", ["--client-cert", "client.pem"], "it has no PEM private key"],
    ["no certificate", ["--client-key", "client.key"], "named without the certificate"],
    ["no PEM", ["--client-cert", "odd.pem", "--client-key", "client.key"], "cannot be used"],
  ])("%s is refused in one sentence", async (_what, args, sentence) => {
    place.write("other.key", own.key);
    place.write("odd.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    const { code, stderr } = await whoami({ MONITORCTL_URL: site }, ...args);
    expect(code).toBe(3);
    expect(stderr).toContain(sentence);
  });
});

test.each([
  ["https://m.example/api/v1", "https://m.example"],
  ["https://m.example/api/v1/", "https://m.example"],
  ["https://m.example/monitord/api/v1", "https://m.example/monitord"],
  ["m.example:8620/", "http://m.example:8620"],
  ["https://m.example/api/v10", "https://m.example/api/v10"],
])("the address %s is that of %s", (typed, address) => {
  expect(siteOf(typed)).toBe(address);
});
