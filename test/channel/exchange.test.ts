import { describe, expect, test } from "vitest";
import { noAnswer } from "../../src/channel/exchange.ts";
import { AddressRefused, LookupFailed } from "../../src/probe/connect.ts";

const failed = (error: Error, sent: boolean) =>
  ({ kind: "error", sent, headed: false, error }) as const;
const coded = (code: string, more = {}) => Object.assign(new Error("boom"), { code, ...more });

describe("a request that has no answer", () => {
  test("what broke before the request was written did not ring", () => {
    for (const error of [
      new LookupFailed("DNS: no such host ntfy.example.com"),
      coded("ECONNREFUSED", { address: "127.0.0.1", port: 1 }),
      coded("CERT_HAS_EXPIRED"),
    ])
      expect(noAnswer(failed(error, false))).toMatchObject({
        kind: "retry",
        http_status: null,
        perhaps_delivered: false,
      });
  });

  test("what broke after it was written may have rung", () => {
    expect(noAnswer(failed(coded("ECONNRESET"), true))).toMatchObject({
      kind: "retry",
      detail: "connection closed before the answer was complete",
      perhaps_delivered: true,
    });
    expect(noAnswer({ kind: "late", sent: true, during: "waiting for headers" })).toMatchObject({
      detail: "timed out while waiting for headers",
      perhaps_delivered: true,
    });
    expect(noAnswer({ kind: "too-large", sent: true, status: 200 })).toMatchObject({
      http_status: 200,
      perhaps_delivered: true,
    });
  });

  test("late before it was written did not ring", () => {
    expect(noAnswer({ kind: "late", sent: false, during: "connecting" })).toMatchObject({
      kind: "retry",
      perhaps_delivered: false,
    });
  });

  test("a refused address and a request that cannot be are refused for good", () => {
    const refused = new AddressRefused("169.254.169.254", "cloud metadata");
    expect(noAnswer(failed(refused, false))).toEqual({
      kind: "refused",
      http_status: null,
      detail: "the server's address is not allowed: cloud metadata",
    });
    expect(noAnswer(failed(coded("UND_ERR_INVALID_ARG"), false))).toMatchObject({
      kind: "refused",
    });
  });
});
