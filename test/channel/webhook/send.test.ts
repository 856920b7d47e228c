import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { open } from "../../../src/channel/webhook/send.ts";
import { isSigned, startHook, type Hook } from "../../support/hook.ts";
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
