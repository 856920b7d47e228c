import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { open } from "../../../src/channel/webhook/send.ts";
import { isSigned, startHook, type Hook } from "../../support/hook.ts";
import { bytesOf } from "../../support/probing.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

let hook: Hook;
const sender = open({}, nowhere);
beforeEach(async () => {
  hook = await startHook();
});
afterEach(() => hook.stop());

const secret = "0123456789abcdef";
const push = (device = {}) =>
  sender.push(duePush({}, { kind: "webhook", target: `${hook.url}/in?a=1`, ...device }));

describe("a push to a webhook", () => {
  test("is posted to the very URL, signed with the secret", async () => {
    expect(await push({ secret })).toMatchObject({ kind: "delivered", http_status: 204 });
    const [posted] = hook.posted;
    expect(posted).toMatchObject({
      path: "/in?a=1",
      headers: { "content-type": "application/json", "user-agent": "monitord/1.2.3" },
    });
    expect(isSigned(posted!, secret)).toBe(true);
    expect(isSigned(posted!, `${secret}!`)).toBe(false);
    expect(isSigned({ ...posted!, text: `${posted!.text} ` }, secret)).toBe(false);
  });

  test("without a secret is not signed", async () => {
    await push();
    expect(hook.posted[0]!.headers).not.toHaveProperty("x-monitord-signature");
  });

  test("does not follow a redirect", async () => {
    hook.answerWith(307, { location: `${hook.url}/elsewhere` });
    expect(await push()).toMatchObject({ kind: "refused", http_status: 307 });
    expect(hook.posted).toHaveLength(1);
  });

  /** What follows a status line and is wrong. */
  const sloppy: [what: string, rest: string][] = [
    ["a body over 64 KiB", `\r\nContent-Length: 100000\r\n\r\n${"a".repeat(100_000)}`],
    ["a body that ends too soon", "\r\nContent-Length: 100\r\n\r\nok"],
    ["two lengths", "\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok"],
    [
      "a length and chunks",
      "\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    ],
    ["a broken chunk", "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["line ends without CR", "\nContent-Length: 2\n\nok"],
    ["a header without a colon", "\r\nok\r\n\r\n"],
    ["a control character in a header", "\r\nX: \u0001\r\n\r\n"],
    ["24 kB of headers", `\r\nX: ${"a".repeat(24_000)}\r\nContent-Length: 2\r\n\r\nok`],
    ["100 kB of headers", `\r\nX: ${"a".repeat(100_000)}\r\nContent-Length: 2\r\n\r\nok`],
    ["nothing", "\r\n"],
  ];
  /** A receiver whose answers begin with `head`. */
  const receiver = (head: string) =>
    bytesOf((socket) => socket.once("data", () => socket.end(head)));

  test.each(sloppy)(
    "is delivered by a status line of 2xx, whatever follows: %s",
    async (_, rest) => {
      const { address } = await receiver(`HTTP/1.1 202 Accepted${rest}`);
      expect(await push({ target: `http://${address}/` })).toEqual({
        kind: "delivered",
        http_status: 202,
        provider_id: null,
      });
    },
  );

  test.each(sloppy)("has failed by a status line of 503, whatever follows: %s", async (_, rest) => {
    const { address } = await receiver(`HTTP/1.1 503 Busy${rest}`);
    expect(await push({ target: `http://${address}/` })).toMatchObject({
      kind: "retry",
      http_status: 503,
      perhaps_delivered: false,
    });
  });

  test.each(["", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 2", "HTTP/1.1 100 Continue\r\n\r\n"])(
    "may have arrived when the answer is no status line: %j",
    async (answer) => {
      const { address } = await receiver(answer);
      expect(await push({ target: `http://${address}/` })).toMatchObject({
        kind: "perhaps_delivered",
        http_status: null,
      });
    },
  );

  test("passes the address guard", async () => {
    expect(await push({ target: "http://169.254.169.254/latest" })).toMatchObject({
      kind: "refused",
      detail: expect.stringContaining("not allowed") as string,
    });
  });

  test("that nobody answers is tried again", async () => {
    await hook.stop();
    expect(await push()).toMatchObject({ kind: "retry", perhaps_delivered: false });
    hook = await startHook();
  });
});
