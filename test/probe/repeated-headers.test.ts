/** A server may send any header on several lines. Whatever monitord reads of an answer, it reads then as well. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { retryAfter } from "../../src/channel/answer.ts";
import { AnswerHeaders } from "../../src/probe/answer-headers.ts";
import { probe, probePage, targetOf } from "../support/probing.ts";

describe("a header on several lines", () => {
  const headers = new AnswerHeaders({
    location: ["/one", "/two"] as never,
    "content-encoding": ["gzip, br", "", " zstd"] as never,
    server: "nginx (a, b)",
  });

  test("is its first value, the items of a list, or its lines", () => {
    expect(headers.first("location")).toBe("/one");
    expect(headers.list("content-encoding")).toEqual(["gzip", "br", "zstd"]);
    expect(headers.lines("server")).toEqual(["nginx (a, b)"]);
  });

  test("that is not there is null, also when objects have a property of its name", () => {
    expect(headers.first("constructor")).toBeNull();
    expect(headers.list("date")).toEqual([]);
  });
});

describe("an answer that repeats a header", () => {
  const body = JSON.stringify({ finishedAt: 1, checkResults: [] });
  const once = gzipSync(body);

  test.each<[string, string[], Buffer]>([
    ["that was used once", ["gzip", "gzip"], once],
    ["that was used twice", ["gzip", "gzip"], gzipSync(once)],
    ["beside another one", ["gzip", "br"], brotliCompressSync(once)],
    ["beside none", ["identity", "gzip"], once],
    ["of brotli, used once", ["br", "br"], brotliCompressSync(body)],
  ])("of its coding %s is read", async (_, codings, sent) => {
    const app = await targetOf();
    app.respond((_, response) =>
      response.writeHead(503, { "content-encoding": codings as never }).end(sent),
    );
    expect(await probe(app.url)).toMatchObject({ kind: "answer", http_status: 503, body });
  });

  test("of a coding, and is coded in no way, fails with its reason", async () => {
    const app = await targetOf();
    app.respond((_, response) =>
      response.writeHead(200, { "content-encoding": ["gzip", "gzip"] as never }).end(body),
    );
    expect(await probe(app.url)).toMatchObject({ reason: "answer is not valid gzip" });
  });

  test("of where it redirects leads to the first", async () => {
    const app = await targetOf();
    app.respond((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: ["/one", "/two"] as never }).end()
        : response.end(request.url),
    );
    expect(await probe(app.url)).toMatchObject({ kind: "answer", body: "/one" });
  });

  test("that only describes it is read", async () => {
    const app = await targetOf();
    const repeated = {
      "content-type": ["text/html", "text/plain"],
      server: ["nginx (a, b)", "Apache"],
      "x-powered-by": ["Express", "PHP"],
      connection: ["close", "close"],
    };
    app.respond((_, response) => response.writeHead(200, repeated as never).end("hi"));
    expect(await probePage(app.url)).toMatchObject({
      kind: "answer",
      body: "hi",
      seen: { content_type: "text/html", software: "Express PHP nginx (a, b) Apache" },
    });
  });

  test("of a push server is read by its first value", () => {
    const wait = new AnswerHeaders({ "retry-after": ["7", "9"] as never });
    expect(retryAfter(wait)).toBe(7000);
    const date = "Sat, 21 Nov 2026 03:00:00 GMT";
    const dated = { date: [date, date] as never, "retry-after": "Sat, 21 Nov 2026 03:00:30 GMT" };
    expect(retryAfter(new AnswerHeaders(dated))).toBe(30_000);
  });
});
