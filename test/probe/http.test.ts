import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { execFileSync } from "node:child_process";
import { issueCertificate, makeAuthority, makeCertificate } from "../support/certificate.ts";
import type { Fetched } from "../../src/core/health/prober.ts";
import { bytesOf, probe, probePage, proberOf, targetOf } from "../support/probing.ts";

const authority = makeAuthority("Test CA");
const localhost = "DNS:localhost,IP:127.0.0.1";
const trusted = issueCertificate(authority, localhost);

/** An application that keeps what it is sent, as `POST body`. `count`: of the requests so far. */
async function recording(answer: (response: ServerResponse, count: number) => void) {
  const app = await targetOf();
  const bodies: string[] = [];
  app.respond((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      bodies.push(`${request.method} ${body}`);
      answer(response, bodies.length);
    });
  });
  return { app, bodies };
}

/** What `act` returns while the clock of the process shows `instant`. */
async function at<T>(instant: number, act: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(instant);
  try {
    return await act();
  } finally {
    clock.mockRestore();
  }
}

describe("a page", () => {
  test("is asked for in the codings of its monitor", async () => {
    const request_headers = { "Accept-Encoding": "gzip" };
    const app = await targetOf();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("Welcome"));
    });
    expect(await probePage(app.url, { request_headers })).toMatchObject({ body: "Welcome" });
    expect(app.requests[0]!.headers).toMatchObject({ "accept-encoding": "gzip" });
  });

  test("is asked for with any media type, by the method and with the body of its monitor", async () => {
    const { app, bodies } = await recording((response) =>
      response.writeHead(200, { "content-type": "Text/HTML; charset=utf-8" }).end("<p>Hi</p>"),
    );
    const asPost = { method: "POST", request_body: "ping" } as const;
    const answers = [
      await probePage(app.url),
      await probePage(app.url, { method: "HEAD" }),
      await probePage(app.url, asPost),
      await probePage(app.url, { ...asPost, request_body: '{"a":1}' }),
      await probePage(app.url, { ...asPost, request_headers: { "Content-Type": "text/x" } }),
    ];
    expect(bodies).toEqual(["GET ", "HEAD ", "POST ping", 'POST {"a":1}', "POST ping"]);
    expect(app.requests.map(({ headers }) => headers["content-type"])).toEqual([
      undefined,
      undefined,
      "text/plain; charset=utf-8",
      "application/json",
      "text/x",
    ]);
    expect(app.requests[0]!.headers).toMatchObject({
      accept: "*/*",
      "accept-encoding": "identity",
    });
    expect(answers.map((answer) => answer.kind === "answer" && answer.body)).toEqual([
      "<p>Hi</p>",
      "",
      "<p>Hi</p>",
      "<p>Hi</p>",
      "<p>Hi</p>",
    ]);
    expect(answers[0]!.seen.content_type).toBe("text/html");
  });

  const latin1 = (head: string) => Buffer.from(`${head}Straße`, "latin1");
  const cyrillic = (head: string) =>
    Buffer.concat([Buffer.from(head), Buffer.from("d1f2f0e0dfe5", "hex")]);
  const big = (text: string) => Buffer.from(text, "utf16le").swap16();
  test.each<[string, Buffer, string?]>([
    ["text/html; charset=iso-8859-1", latin1("")],
    ['text/html; charset="UTF-16LE"', Buffer.from("Straße", "utf16le")],
    ["text/html; charset=utf8", Buffer.from("Straße")],
    ["text/html; charset=klingon", Buffer.from("Straße")],
    ["text/html", Buffer.from("Straße")],
    ["text/html", latin1('<meta charset="iso-8859-1">')],
    ["text/html", latin1("<META name=a>\n<meta\ncharset = ISO-8859-1 >")],
    ["", latin1('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">')],
    ["text/html", cyrillic("<meta charset='windows-1251'>"), "СтраЯе"],
    ["application/xml", latin1('<?xml version="1.0" encoding="ISO-8859-1"?>')],
    ["text/html; charset=utf-8", Buffer.from('<meta charset="iso-8859-1">Straße')],
    ["text/html", Buffer.from('<!-- <meta charset="iso-8859-1"> -->Straße')],
    ["text/html", Buffer.from('<meta charset="utf-16">Straße')],
    ["text/plain", Buffer.from('<meta charset="iso-8859-1">Straße')],
    ["text/html; charset=iso-8859-1", Buffer.from("\ufeffStraße")],
    ["text/html", Buffer.from("\ufeffStraße", "utf16le")],
    ["text/html; charset=iso-8859-1", big("\ufeffStraße")],
  ])("is read in its character set: %s", async (type, body, word = "Straße") => {
    const app = await targetOf();
    app.respond((_, response) => response.writeHead(200, { "content-type": type }).end(body));
    const page = await probePage(app.url);
    expect(page.kind === "answer" && page.body).toMatch(new RegExp(`(?:^|>)${word}$`));
  });

  test("with a byte order mark is read as JSON, and so is a report", async () => {
    const app = await targetOf();
    for (const body of [Buffer.from('\ufeff{"a":1}'), Buffer.from('\ufeff{"a":1}', "utf16le")]) {
      app.respond((_, response) => response.end(body));
      expect(await probePage(app.url)).toMatchObject({ body: '{"a":1}' });
      expect(await probe(app.url)).toMatchObject({ body: '{"a":1}' });
    }
  });

  test("with an accepted redirect is not followed", async () => {
    const app = await targetOf();
    app.respond((_, response) => response.writeHead(301, { location: "/next" }).end());
    expect(await probePage(app.url, { accepted_statuses: "200-299,301" })).toMatchObject({
      kind: "answer",
      http_status: 301,
      seen: { redirects: [] },
    });
    expect(app.requests).toHaveLength(1);
    expect(await probePage(app.url)).toMatchObject({ kind: "failure", reason: "redirect loop" });
  });

  test.each([
    [301, "GET "],
    [302, "GET "],
    [303, "GET "],
    [307, "POST ping"],
    [308, "POST ping"],
  ])("posted to and answered with %i is followed as browsers do", async (status, next) => {
    const { app, bodies } = await recording((response, count) => {
      if (count === 1) response.writeHead(status, { location: "/next" });
      response.end();
    });
    await probePage(app.url, { method: "POST", request_body: "ping" });
    expect(bodies).toEqual(["POST ping", next]);
  });

  test("that a POST leads back to is no loop", async () => {
    const app = await targetOf();
    app.respond((request, response) =>
      request.method === "POST"
        ? response.writeHead(303, { location: request.url }).end()
        : response.end("done"),
    );
    const fetched = await probePage(app.url, { method: "POST", request_body: "ping" });
    expect(fetched).toMatchObject({ body: "done" });
  });

  test("of another origin never gets the request body", async () => {
    const other = await targetOf();
    const app = await targetOf();
    app.respond((_, response) => response.writeHead(307, { location: other.url }).end());
    const fetched = await probePage(app.url, { method: "POST", request_body: "secret" });
    expect(fetched).toMatchObject({
      kind: "failure",
      during: "redirects",
      reason: "redirect to another origin, where the request body is not sent",
    });
    expect(other.connections()).toBe(0);
  });

  test("posted to over a fresh connection that breaks is not posted to again", async () => {
    const app = await targetOf();
    app.respond((request) => request.socket.destroy());
    const fetched = await probePage(app.url, { method: "POST", request_body: "x" });
    expect(fetched.kind).toBe("failure");
    expect(app.requests).toHaveLength(1);
  });
});

describe("what is seen", () => {
  test("of a first check is every phase, of the next that the connection was kept", async () => {
    const app = await targetOf({ tls: trusted });
    const prober = proberOf({ ca: authority.cert });
    const url = `https://localhost:${app.port}/health?token=secret`;
    const first = await probePage(url, {}, prober);
    await setImmediate();
    const second = await probePage(url, {}, prober);
    expect(first.seen).toEqual({
      address: `127.0.0.1:${app.port}`,
      kept: false,
      timing: {
        dns: expect.any(Number) as number,
        connect: expect.any(Number) as number,
        tls: expect.any(Number) as number,
        first_byte: expect.any(Number) as number,
        total: expect.any(Number) as number,
      },
      protocol: "TLSv1.3",
      certificate: {
        subject: "CN=shop",
        issuer: "CN=Test_CA",
        names: ["localhost", "127.0.0.1"],
        valid_from: expect.any(Number) as number,
        valid_to: expect.any(Number) as number,
        fault: null,
      },
      redirects: [],
      content_type: "application/json",
    });
    const { valid_from, valid_to } = first.seen.certificate!;
    expect(valid_to - valid_from).toBe(90 * 24 * 60 * 60_000);
    expect(app.connections()).toBe(1);
    expect(second.seen).toMatchObject({
      kept: true,
      timing: { dns: null, connect: null, tls: null },
      protocol: "TLSv1.3",
      certificate: first.seen.certificate,
    });
  });

  test("a minute later is what a new connection meets, though the server keeps the old one", async () => {
    const app = await targetOf({ tls: trusted });
    const prober = proberOf({ ca: authority.cert });
    const url = `https://localhost:${app.port}/health`;
    const first = await probePage(url, {}, prober);
    app.renew(issueCertificate(authority, localhost, 30));
    await setImmediate();
    const [{ seen: second }, { seen: third }] = await at(Date.now() + 60_000, async () => {
      const later = await probePage(url, {}, prober);
      await setImmediate();
      return [later, await probePage(url, {}, prober)] as const;
    });
    expect([second.kept, third.kept]).toEqual([false, true]);
    expect(second.certificate!.valid_to).not.toBe(first.seen.certificate!.valid_to);
    expect(app.connections()).toBe(2);
  });

  test("of a literal address over HTTP is neither DNS nor TLS", async () => {
    const app = await targetOf();
    const { seen } = await probe(app.url);
    expect(seen).toMatchObject({ protocol: null, certificate: null });
    expect(seen.timing).toMatchObject({ dns: null, tls: null });
  });

  test("of a redirect back over the connection of this check is how it was made", async () => {
    const app = await targetOf();
    const other = await targetOf();
    const origin = `http://localhost:${app.port}`;
    app.respond((request, response) =>
      request.url === "/" ? response.writeHead(302, { location: other.url }).end() : response.end(),
    );
    other.respond((_, response) => response.writeHead(302, { location: `${origin}/back` }).end());
    const fetched = await probePage(origin);
    expect(app.requests).toHaveLength(2);
    expect(app.connections()).toBe(1);
    expect(fetched.seen).toMatchObject({
      kept: false,
      timing: { dns: expect.any(Number) as number, connect: expect.any(Number) as number },
    });
  });

  test("of redirects are their origins, without a path", async () => {
    const other = await targetOf();
    const app = await targetOf();
    app.respond((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: "/again" }).end()
        : response.writeHead(302, { location: `${other.url}/secret?token=x` }).end(),
    );
    const { seen } = await probePage(app.url);
    expect(seen.redirects).toEqual([app.url, other.url]);
    expect(seen.address).toBe(`127.0.0.1:${other.port}`);
    expect(JSON.stringify(seen)).not.toContain("secret");
  });

  test("of a connection that failed is its step, and the phases before", async () => {
    const app = await targetOf();
    await app.stop();
    const url = `http://localhost:${app.port}`;
    const lookup = () => Promise.resolve({ ok: true as const, addresses: ["127.0.0.1"] });
    const prober = proberOf({ lookup });
    expect(await probe(url, {}, prober)).toMatchObject({
      during: "connection",
      unreachable: true,
      seen: {
        address: null,
        timing: { dns: expect.any(Number) as number, connect: null, first_byte: null },
      },
    });
    const missing = () => Promise.resolve({ ok: false as const, reason: "DNS: no such host" });
    expect(await probe(url, {}, proberOf({ lookup: missing }))).toMatchObject({
      during: "dns",
      unreachable: true,
    });
    const hanging = proberOf({ lookup: () => new Promise(() => {}) });
    expect(await probe(url, { timeout_seconds: 0.2 }, hanging)).toMatchObject({
      during: "dns",
      late: true,
    });
  });

  test("of an answer that is late says whether it had begun", async () => {
    const app = await targetOf();
    app.hang();
    const silent = await probePage(app.url, { timeout_seconds: 0.2 });
    expect(silent).toMatchObject({
      during: "answer",
      late: true,
      seen: { timing: { first_byte: null } },
    });
    app.respond((_, response) => response.write("."));
    const begun = await probePage(app.url, { timeout_seconds: 0.2, body_lacks: "x" });
    expect(begun).toMatchObject({
      during: "answer",
      late: true,
      seen: { timing: { first_byte: expect.any(Number) as number } },
    });
  });
});

describe("a certificate that is not trusted", () => {
  const secrets = {
    request_headers: { "X-Token": "secret" },
    method: "POST",
    request_body: "secret",
    watch_certificate: false,
  } as const;
  const middle = makeAuthority("Middle CA", authority);
  test.each([
    ["self-signed", makeCertificate(localhost), "certificate is self-signed"],
    ["ended", issueCertificate(authority, localhost, -1), "certificate has expired"],
    [
      "for another name",
      issueCertificate(authority, "DNS:other.example"),
      "certificate is for another name",
    ],
    [
      "without its missing link",
      issueCertificate(middle, localhost),
      "certificate chain is incomplete",
    ],
  ])("(%s) is described, and not a byte of the request is sent", async (_, certificate, why) => {
    for (const expected of ["http", "health"] as const) {
      const server = await bytesOf(undefined, certificate);
      const fetched = await probe(
        `https://ada:secret@${server.address}/`,
        { ...secrets, expect: expected },
        proberOf({ ca: authority.cert }),
      );
      expect(fetched).toMatchObject({
        kind: "failure",
        during: "certificate",
        reason: `TLS: ${why}`,
        seen: { address: server.address, certificate: { fault: why }, protocol: "TLSv1.3" },
      });
      expect(server.connections()).toBe(1);
      expect(server.received()).toBe("");
    }
  });

  const chainOf = (fetched: Fetched) =>
    fetched.seen.certificate?.chain?.map(({ subject, issuer }) => [subject, issuer]);

  test("with a key that is too weak is described so", async () => {
    const key = execFileSync("openssl", ["genrsa", "1024"], { stdio: "pipe" }).toString();
    const weak = makeCertificate(localhost, 1, key);
    const ciphers = "ALL:@SECLEVEL=0";
    const app = await targetOf({ tls: { ...weak, ciphers } });
    const fetched = await probe(app.url, {}, proberOf({ ca: weak.cert }));
    expect(fetched).toMatchObject({
      reason: "TLS: certificate chain has a weak key or digest, or breaks a constraint",
    });
  });

  test("with all its links is trusted, and those that were sent are described", async () => {
    const leaf = issueCertificate(middle, localhost);
    const cert = leaf.cert + middle.cert + authority.cert;
    const app = await targetOf({ tls: { key: leaf.key, cert } });
    const prober = proberOf({ ca: authority.cert });
    const fetched = await probe(app.url, {}, prober);
    expect(fetched.kind).toBe("answer");
    const chain = [
      ["CN=Middle_CA", "CN=Test_CA"],
      ["CN=Test_CA", "CN=Test_CA"],
    ];
    expect(chainOf(fetched)).toEqual(chain);
    await setImmediate();
    const kept = await probe(app.url, {}, prober);
    expect([kept.seen.kept, chainOf(kept)]).toEqual([true, chain]);
    const { valid_from, valid_to } = fetched.seen.certificate!.chain![0]!;
    expect(valid_to - valid_from).toBe(365 * 24 * 60 * 60_000);
  });

  test("because a link of it has ended is described with that link", async () => {
    const ended = makeAuthority("Ended CA", authority, undefined, -1);
    const leaf = issueCertificate(ended, localhost);
    const server = await bytesOf(undefined, { key: leaf.key, cert: leaf.cert + ended.cert });
    const fetched = await probe(`tls://${server.address}`, {}, proberOf({ ca: authority.cert }));
    expect(fetched).toMatchObject({ reason: "TLS: certificate has expired" });
    expect(chainOf(fetched)).toEqual([["CN=Ended_CA", "CN=Test_CA"]]);
    const { chain, valid_to } = fetched.seen.certificate!;
    expect(chain![0]!.valid_to).toBeLessThan(valid_to);
  });

  test("and sends any number of others keeps seven of them, in the order of the server", async () => {
    const leaf = issueCertificate(authority, localhost);
    const cert = leaf.cert + middle.cert + authority.cert.repeat(9);
    const server = await bytesOf(undefined, { key: leaf.key, cert });
    const fetched = await probe(`tls://${server.address}`, {}, proberOf({ ca: authority.cert }));
    expect(fetched.seen.certificate?.chain?.map(({ subject }) => subject)).toEqual([
      "CN=Middle_CA",
      ...Array<string>(6).fill("CN=Test_CA"),
    ]);
  });
});
