import { expect, test } from "vitest";
import { webhookOutcome } from "../../../src/channel/webhook/outcome.ts";
import { AnswerHeaders } from "../../../src/probe/answer-headers.ts";

const answered = (status: number, headers = {}) =>
  webhookOutcome({
    kind: "answer",
    status,
    headers: new AnswerHeaders(headers),
    body: Buffer.from(""),
  });

test.each([
  [200, "delivered", null],
  [202, "delivered", null],
  [204, "delivered", null],
  [301, "refused", "redirects"],
  [308, "refused", "redirects"],
  [400, "refused", "the format"],
  [401, "refused", "credentials"],
  [403, "refused", "does not allow"],
  [404, "refused", "unknown webhook"],
  [410, "refused", "gone"],
  [422, "refused", "HTTP 422"],
  [408, "retry", "HTTP 408"],
  [425, "retry", "HTTP 425"],
  [429, "retry", "HTTP 429"],
  [500, "retry", "HTTP 500"],
  [503, "retry", "HTTP 503"],
])("%i is %s", (status, kind, detail) => {
  const outcome = answered(status);
  expect(outcome).toMatchObject({ kind, http_status: status });
  if (outcome.kind !== "delivered") expect(outcome.detail).toContain(detail);
});

test("Retry-After is kept, and a gateway may have passed it on", () => {
  expect(answered(429, { "retry-after": "7" })).toMatchObject({ retry_after_ms: 7000 });
  expect([500, 502, 503, 504].map((status) => answered(status))).toMatchObject([
    { perhaps_delivered: false },
    { perhaps_delivered: true },
    { perhaps_delivered: false },
    { perhaps_delivered: true },
  ]);
});

test("a 200 in which Teams says that it failed is what it says, of Teams alone", () => {
  const failed = "Webhook message delivery failed with error";
  const text = `${failed}: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=0.`;
  const said = (body: string, format: string | null) =>
    webhookOutcome(
      { kind: "answer", status: 200, headers: new AnswerHeaders({}), body: Buffer.from(body) },
      format,
    );
  expect(said(text, "teams")).toEqual({
    kind: "retry",
    http_status: 429,
    detail: "HTTP 200: Teams says that it could not deliver the message (HTTP 429)",
    retry_after_ms: null,
    perhaps_delivered: false,
  });
  const exception = "Microsoft.Griffin.Connectors.Store.ExchangeTooManySessionsException";
  for (const body of [failed, `Exception ${exception}`])
    expect(said(body, "teams")).toMatchObject({ kind: "retry", http_status: 200 });
  for (const [body, format] of [
    ["1", "teams"],
    ["", "teams"],
    ["ok", "slack"],
    [text, "generic"],
    [text, null],
  ] as const)
    expect(said(body, format)).toMatchObject({ kind: "delivered" });
});
