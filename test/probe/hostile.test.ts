import { randomBytes } from "node:crypto";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Fetched } from "../../src/core/health/prober.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { bytesOf, probe, probePage, proberOf, targetOf } from "../support/probing.ts";

const mebibyte = 1024 * 1024;

function answerOf(fetched: Fetched): Fetched & { kind: "answer" } {
  if (fetched.kind !== "answer") throw new Error(JSON.stringify(fetched));
  return fetched;
}

describe("a page that is too large", () => {
  test("is read to its first mebibyte, and its connection is closed", async () => {
    const app = await targetOf();
    let written = 0;
    const closed = Promise.withResolvers<void>();
    app.respond((_, response) => {
      response.on("close", closed.resolve);
      const more = () => {
        while (written < 100 * mebibyte && !response.destroyed) {
          written += 65_536;
          if (!response.write("a".repeat(65_536))) return;
        }
      };
      response.on("drain", more);
      more();
    });
    const page = answerOf(await probePage(app.url));
    expect(page).toMatchObject({ http_status: 200, cut: true });
    expect(page.body).toHaveLength(mebibyte);
    await closed.promise;
    expect(written).toBeLessThan(100 * mebibyte);
    expect(await probe(app.url)).toMatchObject({ kind: "failure", reason: "answer over 1 MiB" });
  });

  test("of exactly a mebibyte is whole", async () => {
    const app = await targetOf();
    app.respond((_, response) => response.end("a".repeat(mebibyte)));
    expect(await probePage(app.url)).not.toHaveProperty("cut");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(16 * mebibyte, "a"))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(16 * mebibyte, "a")))],
  ])("as a %s bomb is unpacked to its first mebibyte", async (coding, bomb) => {
    const app = await targetOf();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": coding }).end(bomb);
    });
    const page = answerOf(await probePage(app.url));
    expect(page.cut).toBe(true);
    expect(page.body).toBe("a".repeat(mebibyte));
  });

  test("and compressed is unpacked as far as it was read", async () => {
    const app = await targetOf();
    const text = randomBytes(2 * mebibyte).toString("base64");
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text));
    });
    const page = answerOf(await probePage(app.url));
    expect(page.cut).toBe(true);
    expect(page.body.length).toBeGreaterThan(mebibyte / 2);
    expect(text.startsWith(page.body)).toBe(true);
  });

  test("only in between, unpacking to blocks without content, is cut at each layer", async () => {
    // 8 MiB of empty stored blocks, which unpack to the empty text.
    const blocks = Buffer.from("000000ffff".repeat((8 * mebibyte) / 5), "hex");
    const app = await targetOf();
    app.respond((_, response) => {
      response
        .writeHead(200, { "content-encoding": "deflate, deflate" })
        .end(deflateRawSync(blocks));
    });
    expect(answerOf(await probePage(app.url))).toMatchObject({ body: "", cut: true });
  });
});

describe("a server that keeps no rule", () => {
  test("and answers before it is asked is an answer or a failure, and is not connected to in a loop", async () => {
    const server = await bytesOf((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly"),
    );
    const prober = proberOf();
    for (let i = 0; i < 3; i++) {
      const url = `http://${server.address}/`;
      const fetched = await probePage(url, { timeout_seconds: 0.3 }, prober);
      if (fetched.kind === "answer") expect(fetched.body).toBe("early");
      else expect(fetched).toMatchObject({ kind: "failure", during: "answer" });
    }
    expect(server.connections()).toBeLessThanOrEqual(3);
  });

  test("and sends ten thousand headers is cut off", async () => {
    const headers = Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}\r\n`).join("");
    const server = await bytesOf((socket) =>
      socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\n`)),
    );
    expect(await probePage(`http://${server.address}/`)).toMatchObject({
      kind: "failure",
      during: "answer",
      reason: "headers over 64 KiB",
    });
  });

  test.each([
    ["headers", "HTTP/1.1 200 OK\r\nX-Long: ", "waiting for headers"],
    ["its body", "HTTP/1.1 200 OK\r\n\r\n", "reading the body"],
  ])("and drips %s ends at the deadline", async (_, beginning, during) => {
    const server = await bytesOf((socket) => {
      socket.write(beginning);
      const drip = setInterval(() => socket.write("."), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const page = await probePage(`http://${server.address}/`, {
      timeout_seconds: 0.3,
      body_contains: "Welcome",
    });
    expect(page).toMatchObject({
      kind: "failure",
      during: "answer",
      reason: `timed out after 0.3 s while ${during}`,
      late: true,
    });
    await expect.poll(server.open).toBe(0);
  });

  test.each(["audio/mpeg", "text/event-stream; charset=utf-8", "video/mp4"])(
    "and streams %s for ever is an answer at once, unless its body counts",
    async (type) => {
      const server = await bytesOf((socket) =>
        socket.once("data", () =>
          socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n.`),
        ),
      );
      const url = `http://${server.address}/`;
      // The test ends before the timeout does.
      const page = await probePage(url, { timeout_seconds: 600 });
      expect(page).toMatchObject({ kind: "answer", http_status: 200, cut: true });
      await expect.poll(server.open).toBe(0);
      for (const fields of [{ expect: "health" }, { expect: "http", body_lacks: "x" }] as const)
        expect(await probe(url, { ...fields, timeout_seconds: 0.2 })).toMatchObject({ late: true });
    },
  );

  test("and has no end is an answer at the deadline, and its connection is closed", async () => {
    const server = await bytesOf((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n.")),
    );
    const page = await probePage(`http://${server.address}/`, { timeout_seconds: 0.3 });
    expect(page).toMatchObject({ kind: "answer", http_status: 200, cut: true });
    await expect.poll(server.open).toBe(0);
  });

  test("and streams for ever in a way that curl alone reads is an answer, too", async () => {
    const server = await bytesOf((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\nContent-Type: audio/mpeg\n\n.")),
    );
    const page = await probePage(`http://${server.address}/`, { timeout_seconds: 600 });
    expect(page).toMatchObject({ kind: "answer", seen: { odd: [expect.any(String)] } });
    await expect.poll(server.open).toBe(0);
  });

  test.each([
    ["headers", "HTTP/1.1 200 OK\nX-Long: ", "waiting for headers"],
    ["chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\n.\n", "reading the body"],
  ])("and drips %s to a lenient reader ends at the same deadline", async (_, beginning, during) => {
    const server = await bytesOf((socket) => {
      socket.write(beginning);
      const drip = setInterval(() => socket.write(during.startsWith("r") ? "1\n.\n" : "."), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const asking = { timeout_seconds: 0.5, body_contains: "Welcome" };
    expect(await probePage(`http://${server.address}/`, asking)).toMatchObject({
      late: true,
      reason: `timed out after 0.5 s while ${during}`,
    });
    expect(server.connections()).toBeLessThanOrEqual(2);
    await expect.poll(server.open).toBe(0);
  });

  test.each<[string, string, number | null]>([
    ["headers without end", "X-A: 1\n", null],
    ["one header without end", "a", null],
    ["a body without end", "\n", 200],
    ["chunks of a byte", "Transfer-Encoding: chunked\n\n", 200],
    ["interim answers", "\nHTTP/1.1 102 Processing\n", null],
  ])("and floods a lenient reader with %s is cut off", async (name, beginning, status) => {
    let written = 0;
    const server = await bytesOf((socket) => {
      const piece = name.startsWith("chunks")
        ? "1\n.\n".repeat(10_000)
        : name.startsWith("a body")
          ? "a".repeat(50_000)
          : beginning.repeat(10_000);
      socket.once("data", () => {
        socket.write(
          `HTTP/1.1 ${status ?? (name.startsWith("interim") ? 102 : 200)} OK\n${beginning}`,
        );
        const more = () => {
          while (!socket.destroyed && (written += piece.length) && socket.write(piece));
        };
        socket.on("drain", more);
        more();
      });
    });
    const page = await probePage(`http://${server.address}/`, { timeout_seconds: 60 });
    if (status === null)
      expect(page).toMatchObject({ kind: "failure", reason: "headers over 64 KiB" });
    else {
      expect(page).toMatchObject({ kind: "answer", http_status: status, cut: true });
      expect(answerOf(page).body).toHaveLength(mebibyte);
      const report = await probe(`http://${server.address}/`, { timeout_seconds: 60 });
      expect(report).toMatchObject({ reason: "answer over 1 MiB" });
    }
    await expect.poll(server.open).toBe(0);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  test("and redirects for ever, with or without cookies and rules, is asked a bounded number of times", async () => {
    const server = await bytesOf((socket) => {
      let count = 0;
      socket.on("data", () =>
        socket.write(`HTTP/1.1 302 OK\nLocation: /${Math.random()}\nSet-Cookie: a=${count++}\n\n`),
      );
    });
    const fetched = await probePage(`http://${server.address}/`, { redirects_allowed: 20 });
    expect(fetched).toMatchObject({ kind: "failure" });
    expect(server.connections()).toBeLessThanOrEqual(2 * 21);
  });

  test("and sends binary where text is expected is read as text", async () => {
    const app = await targetOf();
    app.respond((_, response) => response.end(Buffer.from([0, 0xff, 0xfe, 0x80, 0x41])));
    expect(answerOf(await probePage(app.url)).body).toBe("\u0000\ufffd\ufffd\ufffdA");
  });

  test("and claims one encoding in another is a failure", async () => {
    const app = await targetOf();
    app.respond((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(deflateRawSync("text"));
    });
    expect(await probePage(app.url)).toMatchObject({ reason: "answer is not valid gzip" });
  });
});

describe("a TLS handshake", () => {
  test("that never ends ends at the deadline, and its connection is closed", async () => {
    const server = await bytesOf();
    const fetched = await probe(`tls://${server.address}`, { timeout_seconds: 0.3 });
    expect(fetched).toMatchObject({
      kind: "failure",
      during: "connection",
      reason: "timed out after 0.3 s while connecting with TLS",
      unreachable: true,
      late: true,
      seen: { address: server.address, timing: { tls: null } },
    });
    await expect.poll(server.open).toBe(0);
  });

  test("that drips ends at the deadline", async () => {
    const server = await bytesOf((socket) => {
      // The head of a handshake record that claims 16 KiB.
      socket.write(Buffer.from([0x16, 3, 3, 0x40, 0]));
      const drip = setInterval(() => socket.write(Buffer.from([2])), 20);
      socket.on("close", () => clearInterval(drip));
    });
    for (const url of [`tls://${server.address}`, `https://${server.address}/`])
      expect(await probe(url, { timeout_seconds: 0.3 })).toMatchObject({
        during: "connection",
        late: true,
      });
  });

  test("with a chain that leads back to itself is not trusted", async () => {
    const first = makeAuthority("First CA");
    const second = makeAuthority("Second CA", first);
    const firstBySecond = makeAuthority("First CA", second, first.key);
    const leaf = issueCertificate(first, "IP:127.0.0.1");
    const chain = leaf.cert + firstBySecond.cert + second.cert;
    const server = await bytesOf(undefined, { key: leaf.key, cert: chain });
    const other = makeAuthority("Other CA");
    for (const url of [`tls://${server.address}`, `https://${server.address}/`]) {
      const fetched = await probe(url, {}, proberOf({ ca: other.cert }));
      expect(fetched).toMatchObject({
        kind: "failure",
        during: "certificate",
        seen: { certificate: { issuer: "CN=First_CA", names: ["127.0.0.1"] } },
      });
    }
    expect(server.received()).toBe("");
  });

  test("with a hundred names and a long one shows twenty, bounded", async () => {
    const authority = makeAuthority("Test CA");
    const names = Array.from({ length: 100 }, (_, i) => `DNS:${"a".repeat(50)}${i}.example`);
    const leaf = issueCertificate(authority, ["IP:127.0.0.1", ...names].join(","));
    const server = await bytesOf(undefined, leaf);
    const fetched = await probe(`tls://${server.address}`, {}, proberOf({ ca: authority.cert }));
    expect(fetched.seen.certificate!.names).toHaveLength(20);
  });
});
