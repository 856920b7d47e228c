import { decodeJwt, importJWK, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rulesOf } from "../../../src/core/access/address.ts";
import { publicKeyOf } from "../../../src/channel/webpush/keys.ts";
import { open } from "../../../src/channel/webpush/send.ts";
import { night } from "../../support/builders.ts";
import { newSubscription } from "../../support/browser-subscription.ts";
import { startHook, type Hook } from "../../support/hook.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const site = "https://mon.example.com";
const exceptions = rulesOf(["127.0.0.1"]);
const sender = open({}, { ...nowhere, exceptions, site: () => site });
const browser = newSubscription();
let hook: Hook;
beforeEach(async () => {
  hook = await startHook();
  hook.answerWith(201);
});
afterEach(() => hook.stop());

const push = (text = {}, device = {}, more = {}) =>
  sender.push({
    ...duePush(text, { ...browser.device, target: `${hook.url}/send/abc`, ...device }),
    ...more,
  });

describe("a push to a browser", () => {
  test("is encrypted for it, with the buttons that take the actions", async () => {
    const token = "A".repeat(72);
    const actions = [{ verb: "acknowledge" as const, token }];
    expect(await push({ message: "x".repeat(5000) }, {}, { actions })).toEqual({
      kind: "delivered",
      http_status: 201,
      provider_id: null,
    });
    const [posted] = hook.posted;
    expect(posted).toMatchObject({
      path: "/send/abc",
      headers: { "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" },
    });
    expect(posted!.headers["topic"]).toMatch(/^[-_A-Za-z0-9]{32}$/);
    expect(posted!.body.length).toBeLessThan(4096);
    expect(browser.opened(posted!.body)).toMatchObject({
      title: "Shop is down",
      message: expect.stringMatching(/^x+…$/) as string,
      tag: "inc-1-ada",
      rings: true,
      silent: false,
      open: null,
      page: `${site}/actions/${token}`,
      buttons: [{ label: "Acknowledge", url: `${site}/api/actions/${token}` }],
    });
  });

  test("names its sender to the push service, and to that one alone", async () => {
    await push();
    const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(
      hook.posted[0]!.headers.authorization!,
    )!;
    const point = publicKeyOf(browser.device.access_token)!;
    expect(key).toBe(point.toString("base64url"));
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((p) => p.toString("base64url"));
    const { payload } = await jwtVerify(
      token,
      await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256"),
      { currentDate: new Date(night) },
    );
    expect(payload).toEqual({ aud: hook.url, sub: site, exp: night / 1000 + 12 * 3600 });
  });

  test.each([
    [401, -13],
    [403, -13],
    [401, 13],
    [403, 13],
  ])(
    "whose token is refused with %i breaks no browser while the clock is %i h off",
    async (status, hours) => {
      const date = (skew: number) => new Date(night - skew * 3600_000).toUTCString();
      hook.answerWith(status, { date: date(hours) });
      expect(await push()).toMatchObject({
        kind: "refused",
        http_status: status,
        of_channel: true,
        detail: `HTTP ${status}: the time of this machine is not that of the push service: set its clock`,
      });
      hook.answerWith(status, { date: date(1) });
      const outcome = await push();
      expect(outcome).toMatchObject({ kind: "refused", http_status: status });
      expect(outcome).not.toHaveProperty("of_channel");
    },
  );

  test.each(["https://mon.local", "https://localhost:8443", "https://10.0.0.7", null])(
    "names a contact that Apple accepts, also with the site %s",
    async (at) => {
      const local = open({}, { ...nowhere, exceptions, site: () => at });
      await local.push(duePush({}, { ...browser.device, target: `${hook.url}/send/abc` }));
      const [, token = ""] = /^vapid t=(\S+),/.exec(hook.posted[0]!.headers.authorization!)!;
      expect(decodeJwt(token).sub).toBe("mailto:monitord@example.com");
    },
  );

  test.each([
    [5, "high", true, false],
    [3, "normal", false, false],
    [2, "low", false, true],
  ])("of priority %i hurries %s", async (priority, urgency, rings, silent) => {
    await push({ priority });
    const [posted] = hook.posted;
    expect(posted!.headers["urgency"]).toBe(urgency);
    expect(browser.opened(posted!.body)).toMatchObject({ rings, silent });
  });

  test.each([
    [410, "refused", "the browser has ended its subscription: add it again"],
    [404, "refused", "the browser has ended its subscription: add it again"],
    [403, "refused", "the key of the subscription is refused: add this browser again"],
    [302, "refused", "the address redirects"],
    [422, "refused", "HTTP 422"],
    [429, "retry", "HTTP 429"],
    [503, "retry", "HTTP 503"],
  ])("that is answered with %i is %s", async (status, kind, detail) => {
    hook.answerWith(status, { "retry-after": "7", date: new Date(night).toUTCString() });
    expect(await push()).toMatchObject({
      kind,
      http_status: status,
      detail: expect.stringContaining(detail) as string,
      ...(kind === "retry" && { retry_after_ms: 7000, perhaps_delivered: false }),
    });
  });

  test("needs its keys", async () => {
    expect(await push({}, { secret: null })).toMatchObject({
      kind: "refused",
      detail: "the subscription is not complete: add this browser again",
    });
    expect(hook.posted).toEqual([]);
  });
});

describe("a push service that a stranger named", () => {
  // Names are resolved by a table, so that no other machine is asked for one.
  const names: Record<string, string[]> = {
    "inside.example.com": ["127.0.0.1"],
    "mixed.example.com": ["8.8.8.8", "10.0.0.1"],
  };
  const lookup = (host: string) =>
    Promise.resolve({ ok: true as const, addresses: names[host] ?? [] });
  const without = open({}, { ...nowhere, lookup });
  const pushTo = (target: string) => without.push(duePush({}, { ...browser.device, target }));

  test.each([
    ["over http", () => `${hook.url}/send`, "must start with https://"],
    [
      "at a private address",
      () => hook.url.replace("http:", "https:"),
      "must lead to a public address, and this one is loopback",
    ],
  ])("is not sent to %s", async (_, target, why) => {
    expect(await pushTo(target())).toEqual({
      kind: "refused",
      http_status: null,
      detail: `the address of the subscription ${why}`,
    });
    expect(hook.posted).toEqual([]);
  });

  test.each(["inside.example.com", "mixed.example.com"])(
    "is not connected to where its name %s leads inside, and the address is not said",
    async (host) => {
      const { port } = new URL(hook.url);
      expect(await pushTo(`https://${host}:${port}/send`)).toEqual({
        kind: "refused",
        http_status: null,
        detail: "the server's address is not allowed: not public",
      });
    },
  );
});
