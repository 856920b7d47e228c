import { AnswerHeaders } from "../../src/probe/answer-headers.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerOf, createExchange } from "../../src/channel/exchange.ts";
import { AddressRefused, LookupFailed } from "../../src/probe/connect.ts";
import { bytesOf } from "../support/probing.ts";
import { nowhere } from "../support/surroundings.ts";

const failed = (error: Error, sent: boolean) =>
  ({ kind: "error", sent, begun: null, error }) as const;
const coded = (code: string, more = {}) => Object.assign(new Error("boom"), { code, ...more });

describe("a request that has no answer", () => {
  test("what broke before the request was written did not ring", () => {
    for (const error of [
      new LookupFailed("DNS: no such host ntfy.example.com"),
      coded("ECONNREFUSED", { address: "127.0.0.1", port: 1 }),
      coded("CERT_HAS_EXPIRED"),
    ])
      expect(answerOf(failed(error, false))).toMatchObject({
        kind: "retry",
        http_status: null,
        perhaps_delivered: false,
      });
  });

  test("what broke after it was written may have rung", () => {
    expect(answerOf(failed(coded("ECONNRESET"), true))).toEqual({
      kind: "perhaps_delivered",
      http_status: null,
      detail: "connection closed before the answer was complete",
    });
    const late = { kind: "late", begun: null, during: "waiting for headers" } as const;
    expect(answerOf({ ...late, sent: true })).toMatchObject({
      kind: "perhaps_delivered",
      detail: "timed out while waiting for headers",
    });
  });

  test("late before it was written did not ring", () => {
    const late = { kind: "late", begun: null, during: "connecting" } as const;
    expect(answerOf({ ...late, sent: false })).toMatchObject({
      kind: "retry",
      perhaps_delivered: false,
    });
  });

  test("a refused address and a request that cannot be are refused for good", () => {
    const refused = new AddressRefused("address 169.254.169.254 is not allowed", "cloud metadata");
    expect(answerOf(failed(refused, false))).toEqual({
      kind: "refused",
      http_status: null,
      detail: "the server's address is not allowed: cloud metadata",
    });
    expect(answerOf(failed(coded("UND_ERR_INVALID_ARG"), false))).toMatchObject({
      kind: "refused",
    });
  });
});

test("an answer counts from its status line on, in whichever way the rest is missing", () => {
  const headers = new AnswerHeaders({ "retry-after": "7" });
  const begun = { status: 503, headers, body: Buffer.from("bu") };
  const answer = { kind: "answer", ...begun, cut: true };
  for (const broken of [
    { ...failed(coded("ECONNRESET"), true), begun },
    { kind: "late", sent: true, begun, during: "reading the body" },
    { kind: "too-large", sent: true, begun },
  ] as const)
    expect(answerOf(broken)).toEqual(answer);
});

describe("a kept connection", () => {
  /** A server that answers a request, or closes its connection instead. */
  async function serverThat(answers: (request: number, onItsConnection: number) => boolean) {
    let asked = 0;
    const server = await bytesOf((socket) => {
      let onThis = 0;
      socket.on("data", (chunk) => {
        // The body may come apart from the head.
        if (!chunk.toString().startsWith("POST")) return;
        if (answers(++asked, ++onThis)) socket.write("HTTP/1.1 204 No Content\r\n\r\n");
        else socket.destroy();
      });
    });
    const exchange = createExchange(nowhere);
    onTestFinished(() => exchange.close());
    const url = new URL(`http://${server.address}/`);
    return {
      server,
      asked: () => asked,
      send: () => exchange.send({ url, method: "POST", headers: {}, body: "{}", timeout: 5000 }),
    };
  }

  test("that the server closes at the moment it is used delays no push", async () => {
    const { asked, send } = await serverThat((_, onItsConnection) => onItsConnection === 1);
    for (let times = 0; times < 5; times++) expect(await send()).toMatchObject({ status: 204 });
    expect(asked()).toBeGreaterThan(5);
  });

  test("is left for a new one, and a server that answers nothing there either gets no other", async () => {
    const { server, send } = await serverThat((request) => request <= 5);
    for (let times = 0; times < 5; times++) expect(await send()).toMatchObject({ status: 204 });
    const kept = server.connections();
    expect(kept).toBeLessThan(5);
    expect(await send()).toMatchObject({ kind: "perhaps_delivered" });
    expect(server.connections()).toBe(kept + 1);
  });
});
