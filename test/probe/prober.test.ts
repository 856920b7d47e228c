import { setImmediate } from "node:timers/promises";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Fetched, Prober } from "../../src/core/health/prober.ts";
import { parseRule } from "../../src/core/access/address.ts";
import { createProber, type ProberOptions } from "../../src/probe/prober.ts";
import type { LookupResult } from "../../src/probe/lookup.ts";
import { makeCertificate } from "../support/certificate.ts";
import { refusing } from "../support/free-port.ts";
import { startTarget, type Target } from "../support/target.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function prober(options: Partial<ProberOptions> = {}): Prober {
  const made = createProber({
    profile: () => "single",
    exceptions: [],
    userAgent: "monitord/1.2.3",
    ...options,
  });
  cleanups.push(() => made.close());
  return made;
}
async function target(options?: Parameters<typeof startTarget>[0]): Promise<Target> {
  const started = await startTarget(options);
  cleanups.push(() => started.stop());
  return started;
}
async function rawTarget(answer: string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const get = (
  url: string,
  options: {
    prober?: Prober;
    headers?: Record<string, string>;
    timeout?: number;
    /** Seconds between two checks; absent: there is one. */
    interval?: number;
  } = {},
) =>
  (options.prober ?? prober()).fetch({
    url,
    request_headers: options.headers ?? {},
    timeout_seconds: options.timeout ?? 5,
    ...(options.interval !== undefined && { interval_seconds: options.interval }),
  });
const reason = (fetched: Fetched) =>
  fetched.kind === "failure" ? fetched.reason : `no failure: ${JSON.stringify(fetched)}`;
const found = (...addresses: string[]): LookupResult => ({ ok: true, addresses });

describe("a health endpoint that answers", () => {
  test("is fetched with our headers and its own", async () => {
    const app = await target();
    const fetched = await get(`${app.url}/health?full=1#part`, {
      headers: { "X-Secret-Token": "s3", Accept: "application/health+json" },
    });
    expect(fetched).toMatchObject({ kind: "answer", http_status: 200 });
    expect(app.requests).toHaveLength(1);
    expect(app.requests[0]).toMatchObject({
      path: "/health?full=1",
      headers: {
        accept: "application/health+json",
        "accept-encoding": "identity",
        "user-agent": "monitord/1.2.3",
        "x-secret-token": "s3",
        host: `127.0.0.1:${app.port}`,
      },
    });
  });

  test("answers with its body whatever the status is", async () => {
    const app = await target();
    for (const status of [200, 204, 304, 404, 500, 503]) {
      app.httpStatus(status);
      const fetched = await get(app.healthUrl);
      expect(fetched).toMatchObject({ kind: "answer", http_status: status });
    }
  });

  test("is reached over the connection that is there already", async () => {
    const app = await target();
    const probe = prober();
    for (let i = 0; i < 5; i++) {
      await get(app.healthUrl, { prober: probe });
      // undici takes the connection back a turn after the answer.
      await setImmediate();
    }
    expect(app.requests).toHaveLength(5);
    expect(app.connections()).toBe(1);
  });

  test("keeps no connection that the next check would not use", async () => {
    const [often, seldom] = [await target(), await target()];
    const probe = prober();
    await get(often.healthUrl, { prober: probe, interval: 30 });
    await get(seldom.healthUrl, { prober: probe, interval: 60 });
    await vi.waitFor(() => expect(seldom.open()).toBe(0), { timeout: 20_000 });
    expect(often.open()).toBe(1);
  });

  test("is asked once more when it closed a kept connection under us", async () => {
    const app = await target();
    const probe = prober();
    await get(app.healthUrl, { prober: probe });
    app.respond((request) => {
      app.respond(null);
      request.socket.destroy();
    });
    const fetched = await get(app.healthUrl, { prober: probe });
    expect(fetched.kind).toBe("answer");
    expect(app.requests).toHaveLength(3);
  });

  test("gets user and password of the URL as Basic auth, unless it has its own", async () => {
    const app = await target();
    const url = `http://ada:p%40ss@127.0.0.1:${app.port}/`;
    await get(url);
    await get(url, { headers: { Authorization: "Bearer x" } });
    await get(`http://ada:%zz@127.0.0.1:${app.port}/`);
    expect(app.requests.map((r) => r.headers.authorization)).toEqual([
      `Basic ${btoa("ada:p@ss")}`,
      "Bearer x",
      `Basic ${btoa("ada:%zz")}`,
    ]);
  });

  test("never gets headers that are not a monitor's to set", async () => {
    const app = await target();
    const fetched = await get(app.healthUrl, {
      headers: {
        Host: "other.example.com",
        Connection: "close",
        "Transfer-Encoding": "chunked",
        "Content-Length": "5",
        "Proxy-Authorization": "x",
        Expect: "100-continue",
        Upgrade: "websocket",
        "X-Kept": "yes",
      },
    });
    expect(fetched.kind).toBe("answer");
    const { headers } = app.requests[0]!;
    expect(headers).toMatchObject({
      host: `127.0.0.1:${app.port}`,
      connection: "keep-alive",
      "x-kept": "yes",
    });
    for (const name of [
      "transfer-encoding",
      "content-length",
      "proxy-authorization",
      "expect",
      "upgrade",
    ])
      expect(headers).not.toHaveProperty(name);
  });

  test("a header value that no request can carry is a reason", async () => {
    const app = await target();
    expect(reason(await get(app.healthUrl, { headers: { "X-A": "a\nb" } }))).toBe(
      "request cannot be sent: invalid x-a header",
    );
  });

  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
    ["identity", (body: Buffer) => body],
    ["gzip, identity", gzipSync],
    ["gzip, br", (body: Buffer) => brotliCompressSync(gzipSync(body))],
  ])("may send %s although nobody asked", async (coding, compress) => {
    const app = await target();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": coding });
      response.end(compress(Buffer.from('{"a":"ä"}')));
    });
    expect(await get(app.healthUrl)).toMatchObject({
      kind: "answer",
      http_status: 200,
      body: '{"a":"ä"}',
    });
  });

  test("may send nothing in any coding", async () => {
    const app = await target();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end();
    });
    expect(await get(app.healthUrl)).toMatchObject({ body: "" });
  });

  test("may hold exactly a mebibyte", async () => {
    const app = await target();
    app.respond((_, response) => response.end("a".repeat(1024 * 1024)));
    const fetched = await get(app.healthUrl);
    expect(fetched.kind === "answer" && fetched.body.length).toBe(1024 * 1024);
  });
});

describe("a health endpoint that fails", () => {
  test("refusing connections, says where", async () => {
    expect(reason(await get(`http://${refusing.address}/health`))).toBe(
      `connection refused (${refusing.address})`,
    );
  });

  test("on every address, says the first", async () => {
    const probe = prober({
      lookup: () => Promise.resolve(found("127.0.0.1", "127.0.0.2")),
    });
    const url = `http://shop.test:${refusing.port}/`;
    expect(reason(await get(url, { prober: probe }))).toBe(
      `connection refused (${refusing.address})`,
    );
  });

  test("without a name in DNS, says so", async () => {
    const probe = prober({
      lookup: (host) => Promise.resolve({ ok: false, reason: `DNS: no such host ${host}` }),
    });
    expect(reason(await get("http://shop.example.com/h?k=secret", { prober: probe }))).toBe(
      "DNS: no such host shop.example.com",
    );
  });

  test("hanging before its headers, ends at the deadline", async () => {
    const app = await target();
    app.hang();
    expect(reason(await get(app.healthUrl, { timeout: 0.2 }))).toBe(
      "timed out after 0.2 s while waiting for headers",
    );
  });

  test("hanging in DNS, ends at the deadline", async () => {
    const probe = prober({ lookup: () => new Promise(() => {}) });
    expect(reason(await get("http://shop.test/", { prober: probe, timeout: 0.2 }))).toBe(
      "timed out after 0.2 s while looking up shop.test",
    );
  });

  test("hanging in the TLS handshake, ends at the deadline", async () => {
    const server = createTcpServer((socket) => socket.on("error", () => socket.destroy()).resume());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    expect(reason(await get(`https://127.0.0.1:${port}/`, { timeout: 0.2 }))).toBe(
      "timed out after 0.2 s while connecting with TLS",
    );
  });

  test("sending a byte now and then, ends at the deadline", async () => {
    const app = await target();
    app.respond((_, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(reason(await get(app.healthUrl, { timeout: 0.3 }))).toBe(
      "timed out after 0.3 s while reading the body",
    );
  });

  test("given up while connecting, is never asked", async () => {
    const app = await target();
    const name = Promise.withResolvers<LookupResult>();
    const probe = prober({ lookup: () => name.promise });
    const url = `http://shop.test:${app.port}`;
    const late = await get(`${url}/late`, { prober: probe, timeout: 0.15 });
    expect(reason(late)).toContain("timed out");
    const next = get(`${url}/next`, { prober: probe });
    name.resolve(found("127.0.0.1"));
    expect((await next).kind).toBe("answer");
    expect(app.requests.map((r) => r.path)).toEqual(["/next"]);
  });

  test("sending without end, is cut at a mebibyte", async () => {
    const app = await target();
    app.respond((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("a".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(reason(await get(app.healthUrl))).toBe("answer over 1 MiB");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ["br", brotliCompressSync(Buffer.alloc(2 * 1024 * 1024))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))],
  ])("sending a %s bomb, is cut at a mebibyte", async (coding, bomb) => {
    const app = await target();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": coding }).end(bomb);
    });
    expect(reason(await get(app.healthUrl))).toBe("answer over 1 MiB");
  });

  test.each([
    ["gzip", "plain text", "answer is not valid gzip"],
    ["gzip, gzip, gzip", "x", "answer in an unknown content encoding"],
  ])("sending %s that is not, says so", async (coding, body, why) => {
    const app = await target();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": coding }).end(body);
    });
    expect(reason(await get(app.healthUrl))).toBe(why);
  });

  test.each([
    ["SSH-2.0-OpenSSH_9.2\r\n", "answer is not HTTP"],
    ["", "connection closed before the answer was complete"],
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
      "connection closed before the answer was complete",
    ],
    [`HTTP/1.1 200 OK\r\nA: ${"b".repeat(65_536)}\r\n\r\n`, "headers over 64 KiB"],
    ["HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nab", "Content-Length is not a number"],
  ])("speaking no HTTP (%.24j) says so", async (answer, why) => {
    expect(reason(await get(await rawTarget(answer)))).toBe(why);
  });

  test("a flood of 1xx answers ends at the deadline or with the connection", async () => {
    const url = await rawTarget("HTTP/1.1 102 Processing\r\n\r\n".repeat(500));
    expect(reason(await get(url, { timeout: 1 }))).toBe(
      "connection closed before the answer was complete",
    );
  });

  test.each(["ftp://127.0.0.1/", "file:///etc/passwd", "shop", ""])(
    "%j is no address of an endpoint",
    async (url) => {
      expect(reason(await get(url))).toMatch(
        /^the URL (must begin with a scheme and :\/\/|cannot have the scheme \w+), schemes are http, https, ws, wss, tcp, tls, icmp, dns$/,
      );
    },
  );
});

describe("TLS", () => {
  const mine = makeCertificate("DNS:localhost,IP:127.0.0.1");

  test("with a trusted certificate, works by name and by address", async () => {
    const app = await target({ tls: mine });
    const probe = prober({ ca: mine.cert });
    for (const host of ["127.0.0.1", "localhost"]) {
      const url = `https://${host}:${app.port}/`;
      expect((await get(url, { prober: probe })).kind).toBe("answer");
    }
  });

  test("names the cause of a bad certificate", async () => {
    const app = await target({ tls: mine });
    expect(reason(await get(app.healthUrl))).toBe("TLS: certificate is self-signed");

    const old = makeCertificate("IP:127.0.0.1", -1);
    const expired = await target({ tls: old });
    expect(reason(await get(expired.healthUrl, { prober: prober({ ca: old.cert }) }))).toBe(
      "TLS: certificate has expired",
    );

    const other = makeCertificate("DNS:other.example.com");
    const wrong = await target({ tls: other });
    expect(reason(await get(wrong.healthUrl, { prober: prober({ ca: other.cert }) }))).toBe(
      "TLS: certificate is for another name",
    );
  });

  test("to a port that speaks plain HTTP, says so", async () => {
    const app = await target();
    expect(reason(await get(`https://127.0.0.1:${app.port}/`))).toMatch(
      /^TLS: handshake failed \(.+\)$/,
    );
  });
});

describe("redirects", () => {
  const redirecting = async (location: (path: string) => string, status = 302) => {
    const app = await target();
    app.respond((request, response) => {
      const to = location(request.url ?? "");
      if (to === "") response.end("{}");
      else response.writeHead(status, { location: to }).end("moved");
    });
    return app;
  };

  test.each([301, 302, 303, 307, 308])("%i is followed", async (status) => {
    const app = await redirecting((path) => (path === "/a" ? "b" : ""), status);
    expect(await get(`${app.url}/a`)).toMatchObject({ body: "{}" });
    expect(app.requests.map((r) => r.path)).toEqual(["/a", "/b"]);
  });

  test("a redirect without a place to go is an answer", async () => {
    const app = await target();
    app.respond((_, response) => response.writeHead(302).end("x"));
    expect(await get(app.healthUrl)).toMatchObject({ http_status: 302 });
  });

  test.each([
    [undefined, 10, "more than 10 redirects"],
    [20, 20, "more than 20 redirects"],
    [1, 1, "more than 1 redirect"],
  ])("with %s allowed, %i are followed and no more", async (allowed, followed, why) => {
    const app = await redirecting((path) => {
      const left = Number(path.slice(1));
      return left === 0 ? "" : `/${left - 1}`;
    });
    const follow = (count: number) =>
      prober().fetch({
        url: `${app.url}/${count}`,
        request_headers: {},
        timeout_seconds: 5,
        ...(allowed !== undefined && { redirects_allowed: allowed }),
      });
    expect((await follow(followed)).kind).toBe("answer");
    expect(reason(await follow(followed + 1))).toBe(why);
    expect(app.requests).toHaveLength(2 * (followed + 1));
  });

  test("with none allowed, the redirect is the answer", async () => {
    const app = await redirecting(() => "/next");
    const request = { url: app.url, request_headers: {}, timeout_seconds: 5, redirects_allowed: 0 };
    expect(await prober().fetch(request)).toMatchObject({ kind: "answer", http_status: 302 });
    expect(app.requests).toHaveLength(1);
  });

  test("to nowhere is an answer", async () => {
    const app = await target();
    app.respond((_, response) => response.writeHead(302, { location: "" }).end("x"));
    expect(await get(app.healthUrl)).toMatchObject({ http_status: 302 });
  });

  test("a loop is named", async () => {
    const app = await redirecting((path) => (path === "/a" ? "/b" : "/a"));
    expect(reason(await get(`${app.url}/a`))).toBe("redirect loop");
  });

  test("own headers and credentials stay at home", async () => {
    const foreign = await target();
    const app = await redirecting((path) => (path === "/start" ? "/same" : foreign.healthUrl));
    const fetched = await get(`http://ada:secret@127.0.0.1:${app.port}/start`, {
      headers: { "X-Secret-Token": "s3", "User-Agent": "mine" },
    });
    expect(fetched.kind).toBe("answer");
    for (const { headers } of app.requests)
      expect(headers).toMatchObject({
        "x-secret-token": "s3",
        authorization: `Basic ${btoa("ada:secret")}`,
      });
    const { headers } = foreign.requests[0]!;
    expect(headers["user-agent"]).toBe("monitord/1.2.3");
    expect(headers).not.toHaveProperty("x-secret-token");
    expect(headers).not.toHaveProperty("authorization");
  });

  test("every hop is judged, and the reason says that it was one", async () => {
    const app = await redirecting(() => "http://169.254.169.254/latest/meta-data");
    expect(reason(await get(app.healthUrl))).toBe(
      "after a redirect to 169.254.169.254: address 169.254.169.254 is not allowed: cloud metadata",
    );
  });

  test.each(["file:///etc/passwd", "gopher://127.0.0.1/", "http://"])(
    "%s is not followed",
    async (to) => {
      const app = await redirecting(() => to);
      expect(reason(await get(app.healthUrl))).toBe("redirect to an address that is not http(s)");
    },
  );
});

describe("the address guard", () => {
  test.each([
    ["127.0.0.1", "address 127.0.0.1 is not allowed: loopback"],
    ["0x7f.1", "address 127.0.0.1 is not allowed: loopback"],
    ["2130706433", "address 127.0.0.1 is not allowed: loopback"],
    ["127.1", "address 127.0.0.1 is not allowed: loopback"],
    ["0177.0.0.1", "address 127.0.0.1 is not allowed: loopback"],
    ["１２７.0.0.1", "address 127.0.0.1 is not allowed: loopback"],
    ["0", "address 0.0.0.0 is not allowed: unspecified"],
    ["[::1]", "address ::1 is not allowed: loopback"],
    ["[::ffff:127.0.0.1]", "address ::ffff:7f00:1 is not allowed: loopback"],
    ["[64:ff9b::7f00:1]", "address 64:ff9b::7f00:1 is not allowed: loopback"],
    ["[::]", "address :: is not allowed: unspecified"],
    ["localhost", "localhost is not allowed: it has an address that is not public"],
    ["localhost.", "localhost. is not allowed: it has an address that is not public"],
    ["x@127.0.0.1", "address 127.0.0.1 is not allowed: loopback"],
  ])("with several organizations, %s is refused", async (host, why) => {
    const app = await target();
    const probe = prober({ profile: () => "multi" });
    expect(reason(await get(`http://${host}:${app.port}/`, { prober: probe }))).toBe(why);
    expect(app.connections()).toBe(0);
  });

  test("a zone in an address is no address at all", async () => {
    expect(reason(await get("http://[fe80::1%25lo]/"))).toBe(
      "the URL must be a URL with a valid host",
    );
  });

  test("one refused address among fifty condemns the name", async () => {
    const app = await target();
    const many = Array.from({ length: 49 }, (_, i) => `8.8.4.${i}`);
    const probe = prober({
      profile: () => "multi",
      lookup: () => Promise.resolve(found(...many, "127.0.0.1")),
    });
    expect(reason(await get(`http://shop.test:${app.port}/`, { prober: probe }))).toBe(
      "shop.test is not allowed: it has an address that is not public",
    );
    expect(app.connections()).toBe(0);
  });

  test("a name that turns private after its first answer is refused", async () => {
    const app = await target();
    const answers = [found("169.254.169.254"), found("127.0.0.1")];
    const asked: string[] = [];
    const probe = prober({
      profile: () => "multi",
      lookup: (host) => {
        asked.push(host);
        return Promise.resolve(answers.shift() ?? found("127.0.0.1"));
      },
    });
    const url = `http://rebinding.test:${app.port}/`;
    for (let attempt = 0; attempt < 3; attempt++)
      expect(reason(await get(url, { prober: probe }))).toContain("an address that is not public");
    // One look-up per attempt: what was judged is what would have been connected to.
    expect(asked).toHaveLength(3);
    expect(app.connections()).toBe(0);
  });

  test("an exception of the operator opens its port alone", async () => {
    const app = await target();
    const other = await target();
    const probe = prober({
      profile: () => "multi",
      exceptions: [parseRule(`127.0.0.1:${app.port}`)!],
    });
    expect((await get(app.healthUrl, { prober: probe })).kind).toBe("answer");
    expect(reason(await get(other.healthUrl, { prober: probe }))).toBe(
      "address 127.0.0.1 is not allowed: loopback",
    );
  });

  test("a second organization ends the use of private connections at once", async () => {
    const app = await target();
    let profile: "single" | "multi" = "single";
    const probe = prober({ profile: () => profile });
    expect((await get(app.healthUrl, { prober: probe })).kind).toBe("answer");
    profile = "multi";
    expect(reason(await get(app.healthUrl, { prober: probe }))).toBe(
      "address 127.0.0.1 is not allowed: loopback",
    );
    expect(app.requests).toHaveLength(1);
  });
});
