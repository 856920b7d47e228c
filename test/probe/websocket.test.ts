/** WebSocket: what the prober sends, what it takes as an answer, and servers that keep no rule. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Fetched, Probed } from "../../src/core/health/prober.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { probe, proberOf, targetOf, type Bytes } from "../support/probing.ts";
import { frame, socketsOf, unmasked } from "../support/websocket.ts";

const text = 1;
const binary = 2;
const close = 8;
const ping = 9;
const mebibyte = 1024 * 1024;

/** Asks for the first message, in half a second. */
const asking = { request_body: "status?", timeout_seconds: 0.5 };
const urlOf = ({ address }: Pick<Bytes, "address">) => `ws://${address}/live?x=1`;

/** What a check of a server is that sends these after the handshake. */
async function answered(frames: Buffer[], fields: Partial<Probed> = asking): Promise<Fetched> {
  const server = await socketsOf((socket, { accepted }) => {
    socket.write(accepted());
    for (const one of frames) socket.write(one);
  });
  return probe(urlOf(server), fields);
}

describe("a handshake", () => {
  test("asks for an upgrade with the headers and credentials of the monitor, and is enough without expectations", async () => {
    const seen: Record<string, string>[] = [];
    const server = await socketsOf((socket, { target, headers, accepted }) => {
      seen.push({ target, ...headers });
      socket.write(accepted());
    });
    const url = urlOf(server).replace("//", "//ada:secret@");
    const headers = { Origin: "https://shop.example.com", Authorization: "" };
    expect(await probe(url, { request_headers: { Origin: headers.Origin } })).toMatchObject({
      kind: "answer",
      http_status: 101,
      body: "",
      seen: { address: server.address },
    });
    expect(seen).toEqual([
      expect.objectContaining({
        target: "/live?x=1",
        host: server.address,
        upgrade: "websocket",
        connection: "upgrade",
        origin: headers.Origin,
        authorization: `Basic ${Buffer.from("ada:secret").toString("base64")}`,
        "sec-websocket-version": "13",
        "user-agent": "monitord/1.2.3",
      }),
    ]);
    expect(Buffer.from(seen[0]!["sec-websocket-key"]!, "base64")).toHaveLength(16);
  });

  test("has its phases, and its certificate over wss", async () => {
    const authority = makeAuthority("Test");
    const server = await socketsOf(
      (socket, { accepted }) => socket.write(accepted()),
      issueCertificate(authority, "IP:127.0.0.1"),
    );
    const prober = proberOf({ ca: authority.cert });
    const url = `wss://${server.address}/`;
    expect(await probe(url, {}, prober)).toMatchObject({
      http_status: 101,
      seen: {
        protocol: "TLSv1.3",
        certificate: { issuer: "CN=Test", fault: null },
        timing: { tls: expect.any(Number), first_byte: expect.any(Number) },
      },
    });
    expect(await probe(url)).toMatchObject({ kind: "failure", during: "certificate" });
  });

  test("takes a subprotocol that the monitor offers", async () => {
    const server = await socketsOf((socket, { accepted }) =>
      socket.write(accepted("Sec-WebSocket-Protocol: xmpp")),
    );
    const request_headers = { "Sec-WebSocket-Protocol": "mqtt, xmpp" };
    expect(await probe(urlOf(server), { request_headers })).toMatchObject({ http_status: 101 });
    expect(await probe(urlOf(server))).toMatchObject({
      reason: "WebSocket: the subprotocol xmpp, which was not offered",
    });
  });

  test.each([200, 204, 301, 401, 403, 404, 426, 503])(
    "that is answered with %i is that answer, and is not followed",
    async (status) => {
      const app = await targetOf();
      app.respond((_, response) => {
        response.writeHead(status, { location: "/elsewhere" });
        response.end(status === 204 ? "" : "x".repeat(100_000));
      });
      const fetched = await probe(`ws://127.0.0.1:${app.port}/`);
      expect(fetched).toMatchObject({ kind: "answer", http_status: status, body: "" });
    },
  );

  test("goes on after a connection that the server kept, and closed meanwhile", async () => {
    const prober = proberOf();
    const app = await targetOf();
    app.respond((_, response) => response.end("page"));
    const address = `127.0.0.1:${app.port}`;
    expect(await probe(`http://${address}/`, { expect: "http" }, prober)).toMatchObject({
      http_status: 200,
    });
    await app.stop();
    expect(await probe(`ws://${address}/`, {}, prober)).toMatchObject({
      reason: `connection refused (${address})`,
      unreachable: true,
    });
  });

  test.each<[string, (accepted: string) => string, string]>([
    ["a wrong accept", (head) => head.replace(/Accept: ./, "Accept: _"), "Accept is wrong"],
    ["no accept", (head) => head.replace(/Sec.*\r\n/, ""), "Sec-WebSocket-Accept is missing"],
    [
      "another protocol",
      (head) => head.replace("Upgrade: websocket", "Upgrade: h2c"),
      "upgrade to another protocol",
    ],
    [
      "an extension",
      (head) =>
        head.replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"),
      "an extension that was not offered",
    ],
    [
      "no upgrade",
      () => "HTTP/1.1 101 Switching Protocols\r\n\r\n",
      "101 without an upgrade of the connection",
    ],
    ["another language", () => "SSH-2.0-OpenSSH_9.2\r\n", "answer is not HTTP"],
    [
      "headers without end",
      () => `HTTP/1.1 101 Switching Protocols\r\n${"X-Header: 1\r\n".repeat(10_000)}`,
      "headers over 64 KiB",
    ],
    ["nothing", () => "", "timed out after 0.5 s while waiting for headers"],
  ])("that is answered with %s has failed", async (_, answer, reason) => {
    const server = await socketsOf((socket, { accepted }) => socket.write(answer(accepted())));
    const fetched = await probe(urlOf(server), { timeout_seconds: 0.5 });
    expect(fetched).toMatchObject({ kind: "failure", during: "answer" });
    expect((fetched as { reason: string }).reason).toContain(reason);
    await expect.poll(() => server.open()).toBe(0);
  });

  test("that breaks off has failed", async () => {
    const server = await socketsOf((socket) => socket.destroy());
    expect(await probe(urlOf(server))).toMatchObject({
      reason: "connection closed before the answer was complete",
    });
  });
});

describe("a message", () => {
  test("is sent masked, the answer is read, and the connection ends as usual", async () => {
    const got: Buffer[] = [];
    const server = await socketsOf((socket, { accepted }) => {
      socket.write(accepted());
      socket.on("data", (chunk: Buffer) => {
        got.push(chunk);
        if (got.length === 1) socket.write(frame(text, "all well"));
      });
    });
    expect(await probe(urlOf(server), asking)).toMatchObject({
      http_status: 101,
      body: "all well",
    });
    await expect.poll(() => server.open()).toBe(0);
    const bytes = Buffer.concat(got);
    expect(unmasked(bytes)).toEqual({ opcode: text, payload: "status?" });
    expect(unmasked(bytes.subarray(6 + "status?".length)).opcode).toBe(close);
  });

  test.each([125, 126, 65_535, 65_536, 70_001])("of %i bytes is one frame", async (length) => {
    const request_body = "a".repeat(length);
    let got = Buffer.alloc(0);
    const server = await socketsOf((socket, { accepted }) => {
      socket.write(accepted());
      socket.on("data", (chunk: Buffer) => {
        got = Buffer.concat([got, chunk]);
        if (got.length > length) socket.write(frame(text, "ok"));
      });
    });
    expect(await probe(urlOf(server), { request_body })).toMatchObject({ body: "ok" });
    expect(unmasked(got)).toEqual({ opcode: text, payload: request_body });
  });

  test("is waited for when the body has a condition, although none is sent", async () => {
    const fields = { body_contains: "hello" };
    expect(await answered([frame(text, "hello")], fields)).toMatchObject({ body: "hello" });
  });

  test("is the first one, whatever follows", async () => {
    const frames = [frame(text, "one"), frame(text, "two"), frame(close)];
    expect(await answered([Buffer.concat(frames)])).toMatchObject({ body: "one" });
  });

  test.each<[string, Buffer[], string]>([
    ["binary", [frame(binary, "bytes")], "bytes"],
    ["empty", [frame(text)], ""],
    [
      "fragmented, with pings in between",
      [frame(text, "a", false), frame(ping, "?"), frame(0, "b", false), frame(10), frame(0, "c")],
      "abc",
    ],
    [
      "in many pieces",
      [...frame(text, "ä".repeat(300))].map((byte) => Buffer.from([byte])),
      "ä".repeat(300),
    ],
    ["that is no UTF-8", [frame(text, Buffer.from([0xff, 0x61]))], "\ufffda"],
  ])("%s is read", async (_, frames, body) => {
    expect(await answered(frames)).toEqual(expect.objectContaining({ http_status: 101, body }));
  });

  test.each<[string, Buffer[]]>([
    ["one frame", [frame(text, Buffer.alloc(2 * mebibyte, "a"))]],
    [
      "fragments",
      Array.from({ length: 20 }, (_, i) =>
        frame(i === 0 ? text : 0, Buffer.alloc(100_000, "a"), false),
      ),
    ],
  ])("over a mebibyte in %s is cut there", async (_, frames) => {
    const fetched = await answered(frames, { ...asking, timeout_seconds: 5 });
    expect(fetched).toMatchObject({ http_status: 101, cut: true });
    expect((fetched as { body: string }).body).toHaveLength(mebibyte);
  });

  test("has an answer to a ping", async () => {
    const got: Buffer[] = [];
    const server = await socketsOf((socket, { accepted }) => {
      socket.write(Buffer.concat([Buffer.from(accepted()), frame(ping, "are you there?")]));
      socket.on("data", (chunk: Buffer) => {
        got.push(chunk);
        if (unmasked(chunk).opcode === 10) socket.write(frame(text, "good"));
      });
    });
    expect(await probe(urlOf(server), { body_contains: "good" })).toMatchObject({ body: "good" });
    expect(unmasked(got[0]!)).toEqual({ opcode: 10, payload: "are you there?" });
  });

  test.each<[string, Buffer[], string]>([
    ["nothing", [], "timed out after 0.5 s while waiting for a message"],
    ["half a frame", [frame(text, "abc").subarray(0, 3)], "while waiting for a message"],
    [
      "a length without a body",
      [Buffer.from([0x81, 127, 0, 0xff, 255, 255, 255, 255, 255, 255])],
      "while waiting for a message",
    ],
    [
      "an impossible length",
      [Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
      "a frame has an impossible length",
    ],
    [
      "a masked frame",
      [Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])],
      "a frame of the server is masked",
    ],
    [
      "a compressed frame",
      [Buffer.from([0xc1, 1, 65])],
      "a frame uses an extension that was not offered",
    ],
    ["an unknown opcode", [frame(3)], "a frame has the unknown opcode 3"],
    ["a fragment of nothing", [frame(0, "a")], "fragments of a message are out of order"],
    [
      "a message within a message",
      [frame(text, "a", false), frame(text, "b")],
      "fragments of a message are out of order",
    ],
    ["a long ping", [frame(ping, "a".repeat(126))], "a control frame is too long or fragmented"],
    ["a fragmented ping", [frame(ping, "a", false)], "a control frame is too long or fragmented"],
    ["a close", [frame(close)], "closed by the server"],
    [
      "a close with its reason",
      [frame(close, Buffer.from("\x03\xf0not\0 now", "latin1"))],
      "closed by the server with 1008: not",
    ],
    ["a half close code", [frame(close, "a")], "closed by the server"],
    [
      "pings for ever",
      Array.from({ length: 3000 }, () => frame(ping, "a".repeat(100))),
      "64 KiB of frames came without a whole message",
    ],
    [
      "empty fragments for ever",
      [frame(text, "", false), ...Array.from({ length: 40_000 }, () => frame(0, "", false))],
      "64 KiB of frames came without a whole message",
    ],
    ["noise", [Buffer.from([0x7f, ...randomBytes(100)])], "a frame uses an extension"],
  ])("that is answered with %s has failed", async (_, frames, reason) => {
    const fetched = await answered([Buffer.concat(frames)]);
    expect(fetched).toMatchObject({ kind: "failure", during: "answer" });
    expect((fetched as { reason: string }).reason).toContain(reason);
  });

  test("that drips ends at the deadline", async () => {
    const server = await socketsOf((socket, { accepted }) => {
      socket.write(accepted());
      socket.write(frame(text, "a".repeat(1000)).subarray(0, 10));
      const drip = setInterval(() => socket.write("."), 20);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await probe(urlOf(server), asking)).toMatchObject({ kind: "failure", late: true });
    await expect.poll(() => server.open()).toBe(0);
  });

  test("that the server answers by going away has failed", async () => {
    for (const leave of ["end", "destroy"] as const) {
      const server = await socketsOf((socket, { accepted }) => {
        socket.write(accepted(), () => socket[leave]());
      });
      expect(await probe(urlOf(server), asking)).toMatchObject({
        reason: "WebSocket: connection closed before a message came",
      });
    }
  });
});

test("a server that never closes its side is left after a second", async () => {
  const server = await socketsOf((socket, { accepted }) => {
    socket.allowHalfOpen = true;
    socket.write(accepted());
    const drip = setInterval(() => socket.write("."), 50);
    socket.on("close", () => clearInterval(drip));
  });
  expect(await probe(urlOf(server))).toMatchObject({ http_status: 101 });
  await expect.poll(() => server.open()).toBe(0);
});
