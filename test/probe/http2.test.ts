/** Servers that speak HTTP/2 and nothing else: nginx, Caddy and Node, and what a lying one gets. */
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { startNginx, startOther } from "../support/other-servers.ts";
import { installed } from "../support/proxies.ts";
import { bytesOf, probe, probePage, proberOf, targetOf } from "../support/probing.ts";

const authority = makeAuthority("Test CA");
const localhost = issueCertificate(authority, "DNS:localhost,IP:127.0.0.1");
const prober = () => proberOf({ ca: authority.cert });

/** A server of Node without HTTP/1.1, that answers each stream so. */
async function http2Of(respond: Parameters<Http2SecureServer["on"]>[1]) {
  const server = createSecureServer({ ...localhost, allowHTTP1: false });
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", respond).on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    /** Connections that are open. */
    open: () => [...sessions].filter(({ destroyed }) => !destroyed).length,
  };
}

describe("a server that speaks HTTP/2 alone", () => {
  test("is asked in it, with the headers of its monitor, and its connection is closed", async () => {
    const asked: unknown[] = [];
    const { url, open } = await http2Of((stream, headers) => {
      asked.push(headers);
      stream.respond({ ":status": 200, "content-type": "text/plain" });
      stream.end("Welcome");
    });
    const fetched = await probePage(url, { request_headers: { "X-Key": "k" } }, prober());
    expect(fetched).toMatchObject({
      kind: "answer",
      http_status: 200,
      body: "Welcome",
      seen: { kept: false, protocol: "TLSv1.3", certificate: { fault: null } },
    });
    expect(asked).toMatchObject([{ ":path": "/", "x-key": "k", "accept-encoding": "identity" }]);
    await expect.poll(open).toBe(0);
  });

  test("and posts, redirects with a cookie and fails as any other", async () => {
    const { url } = await http2Of((stream, headers) => {
      const status = headers.cookie ? 200 : headers[":method"] === "POST" ? 303 : 503;
      stream.respond({ ":status": status, location: "/next", "set-cookie": "a=b" });
      stream.end(headers[":path"]);
    });
    const posted = await probePage(url, { method: "POST", request_body: "hi" }, prober());
    expect(posted).toMatchObject({ kind: "answer", http_status: 200, body: "/next" });
    expect(await probePage(url, {}, prober())).toMatchObject({ http_status: 503 });
  });

  test("and never answers, drips or breaks off ends at its deadline with a reason", async () => {
    const silent = await http2Of(() => {});
    const timeout_seconds = 0.5;
    expect(await probePage(silent.url, { timeout_seconds }, prober())).toMatchObject({
      late: true,
      reason: "timed out after 0.5 s while waiting for headers",
    });
    const dripping = await http2Of((stream) => {
      stream.respond({ ":status": 200 });
      stream.write(".");
    });
    const asking = { timeout_seconds, body_contains: "Welcome" };
    expect(await probePage(dripping.url, asking, prober())).toMatchObject({
      late: true,
      reason: "timed out after 0.5 s while reading the body",
    });
    const breaking = await http2Of((stream) => stream.session?.destroy());
    expect(await probePage(breaking.url, {}, prober())).toMatchObject({
      kind: "failure",
      during: "answer",
      reason: "connection closed before the answer was complete",
    });
  });

  test("and sends more than a mebibyte is cut", async () => {
    const { url } = await http2Of((stream) => {
      stream.on("error", () => {});
      stream.respond({ ":status": 200 });
      stream.end("a".repeat(3 * 1024 * 1024));
    });
    expect(await probePage(url, {}, prober())).toMatchObject({ http_status: 200, cut: true });
    expect(await probe(url, {}, prober())).toMatchObject({ reason: "answer over 1 MiB" });
  });

  test("and claims to, but sends something else, is a failure", async () => {
    const lying = await bytesOf((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nhi"), {
      ...localhost,
      ALPNProtocols: ["h2"],
    });
    const fetched = await probePage(`https://${lying.address}/`, {}, prober());
    expect(fetched).toMatchObject({ kind: "failure", during: "answer" });
  });
});

test("a server that refuses HTTP/1.1 in words, and then HTTP/2 too, is judged by its words", async () => {
  const app = await targetOf({ tls: localhost });
  app.respond((_, response) => response.writeHead(426, { upgrade: "h2" }).end());
  expect(await probePage(app.url, {}, prober())).toMatchObject({ http_status: 426 });
});

test.skipIf(!installed("nginx", "-v"))("nginx that takes HTTP/2 alone is up", async () => {
  const port = await freePort();
  await startNginx(port, localhost, {
    lines: `listen 127.0.0.1:${port} ssl http2;
      if ($server_protocol != "HTTP/2.0") { return 426; }
      location / { return 200 "Welcome"; }`,
  });
  const url = `https://localhost:${port}/`;
  expect(await probePage(url, {}, prober())).toMatchObject({ http_status: 200, body: "Welcome" });
});

test.skipIf(!installed("caddy", "version"))("Caddy that speaks HTTP/2 alone is up", async () => {
  const port = await freePort();
  const caddy = `{
      admin off
      auto_https off
    }
    https://localhost:${port} {
      bind 127.0.0.1
      tls cert.pem key.pem {
        alpn h2
      }
      respond "Welcome"
    }`;
  await startOther(port, "caddy", ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
    "key.pem": localhost.key,
    "cert.pem": localhost.cert,
    Caddyfile: caddy,
  });
  const url = `https://localhost:${port}/`;
  expect(await probePage(url, {}, prober())).toMatchObject({ http_status: 200, body: "Welcome" });
});
