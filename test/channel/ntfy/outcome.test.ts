import { describe, expect, test } from "vitest";
import type { Answer } from "../../../src/channel/answer.ts";
import { outcomeOf } from "../../../src/channel/ntfy/outcome.ts";
import { AnswerHeaders } from "../../../src/probe/answer-headers.ts";

const answered = (
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): Answer => ({
  kind: "answer",
  status,
  headers: new AnswerHeaders(headers),
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

describe("outcomeOf", () => {
  test("2xx with an id is delivered", () => {
    for (const status of [200, 201, 202])
      expect(outcomeOf(answered(status, { id: "abc" }))).toEqual({
        kind: "delivered",
        http_status: status,
        provider_id: "abc",
      });
  });

  test.each(["<h1>hotel</h1>", "", "null", "[]", "{}", '{"id":""}', '{"id":7}'])(
    "2xx with %j is tried again, and may have rung",
    (body) => {
      expect(outcomeOf(answered(200, body))).toEqual({
        kind: "retry",
        http_status: 200,
        detail: "HTTP 200, but not from a push server",
        retry_after_ms: null,
        perhaps_delivered: true,
      });
    },
  );

  test.each([
    [400, { code: 40009, error: "topic invalid" }, "the topic is not valid (40009)"],
    [401, {}, "the access token is missing or not known"],
    [403, { error: "forbidden" }, "no write access to the topic"],
    [404, "<html>", "no push server at this address"],
    [410, "", "gone"],
    [413, "", "the message is too large even when shortened"],
  ])("%i is refused for good", (status, body, words) => {
    expect(outcomeOf(answered(status, body))).toEqual({
      kind: "refused",
      http_status: status,
      detail: `HTTP ${status}: ${words}`,
    });
  });

  test("an unknown 4xx is refused, and needs no words", () => {
    expect(outcomeOf(answered(418))).toMatchObject({
      kind: "refused",
      detail: "HTTP 418",
    });
  });

  test.each([301, 302, 307, 308])("%i is a configuration mistake", (status) => {
    expect(outcomeOf(answered(status))).toMatchObject({
      kind: "refused",
      detail: expect.stringContaining("redirects"),
    });
  });

  test.each([
    [408, false],
    [425, false],
    [500, false],
    [502, true],
    [503, false],
    [504, true],
    [507, false],
  ])("%i is tried again; perhaps delivered: %s", (status, perhaps_delivered) => {
    expect(outcomeOf(answered(status))).toEqual({
      kind: "retry",
      http_status: status,
      detail: `HTTP ${status}`,
      retry_after_ms: null,
      perhaps_delivered,
    });
  });

  const date = "Sat, 21 Nov 2026 03:00:00 GMT";
  test.each<[string | undefined, number | null]>([
    [undefined, null],
    ["30", 30_000],
    [" 30 ", 30_000],
    ["86400", 86_400_000],
    ["0", 0],
    ["9".repeat(40), 1e9],
    ["Sat, 21 Nov 2026 03:01:30 GMT", 90_000],
    ["Sat, 21 Nov 2026 02:00:00 GMT", null],
    ["1.5", 1_500],
    ["0.0004", 1],
    ["-5", null],
    ["soon", null],
    ["", null],
  ])("Retry-After %j asks for %s ms", (text, ms) => {
    const headers = {
      date,
      ...(text !== undefined && { "retry-after": text }),
    };
    expect(outcomeOf(answered(503, {}, headers))).toMatchObject({
      retry_after_ms: ms,
    });
  });

  test("a Retry-After date without the server's date says nothing", () => {
    const headers = { "retry-after": "Sat, 21 Nov 2099 03:01:30 GMT" };
    expect(outcomeOf(answered(503, {}, headers))).toMatchObject({
      retry_after_ms: null,
    });
  });

  test("429 waits five seconds at least", () => {
    const body = { code: 42901, error: "limit reached" };
    expect(outcomeOf(answered(429, body))).toMatchObject({
      kind: "retry",
      detail: "HTTP 429: too many requests (42901)",
      retry_after_ms: 5_000,
    });
    expect(outcomeOf(answered(429, {}, { "retry-after": "1" }))).toMatchObject({
      retry_after_ms: 5_000,
    });
    expect(outcomeOf(answered(429, {}, { "retry-after": "30" }))).toMatchObject({
      retry_after_ms: 30_000,
    });
  });

  test("a long error of the server is cut", () => {
    const outcome = outcomeOf(answered(500, { error: "x".repeat(5_000) }));
    expect(outcome.kind === "retry" && outcome.detail.length).toBeLessThan(220);
  });
});
