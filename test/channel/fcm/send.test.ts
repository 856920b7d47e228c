import { afterEach, describe, expect, test } from "vitest";
import type { FcmSettings } from "../../../src/channel/fcm/channel.ts";
import { open } from "../../../src/channel/fcm/send.ts";
import {
  readServiceAccount,
  type ServiceAccount,
} from "../../../src/channel/fcm/service-account.ts";
import { open as openNtfy } from "../../../src/channel/ntfy/send.ts";
import type { Surroundings } from "../../../src/channel/sender.ts";
import { createPusher } from "../../../src/channel/senders.ts";
import { night } from "../../support/builders.ts";
import { fcmError, googleError, startFcm, type FcmFailure } from "../../support/fcm.ts";
import { startPhone } from "../../support/phone.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const phone = { kind: "fcm", target: "ada:token" } as const;
const second = 1000;
const minute = 60 * second;

async function fcmAndPusher(options: Partial<FcmSettings & Surroundings> = {}) {
  const clock = { now: night };
  const fcm = await startFcm({ now: () => clock.now });
  cleanups.push(() => fcm.stop());
  const known = readServiceAccount(JSON.stringify(fcm.credentials)) as ServiceAccount;
  const { account = known, url = fcm.url, tokenUrl = null, ...surroundings } = options;
  const pusher = open(
    { account, url, tokenUrl },
    { ...nowhere, now: () => clock.now, ...surroundings },
  );
  cleanups.push(() => pusher.close());
  const push = (title = "Shop is down") => pusher.push(duePush({ title }, phone));
  return { clock, fcm, push };
}

describe("a push through FCM", () => {
  test("arrives with an access token that was signed for", async () => {
    const { fcm, push } = await fcmAndPusher();
    expect(await push()).toEqual({
      kind: "delivered",
      http_status: 200,
      provider_id: "projects/shop-1234/messages/1",
    });
    expect(fcm.messages()).toMatchObject([
      {
        token: "ada:token",
        notification: { title: "Shop is down" },
        android: { priority: "HIGH", ttl: "43200s" },
      },
    ]);
  });

  test("of one incident takes the place of the one before", async () => {
    const { fcm, push } = await fcmAndPusher();
    await push();
    await push("Shop is up");
    expect(fcm.shown("ada:token").map((m) => m.notification.title)).toEqual(["Shop is up"]);
  });

  test("asks where it is told to, with a statement meant for Google", async () => {
    const google = await startFcm({
      now: () => night,
      audience: "https://oauth2.googleapis.com/token",
    });
    cleanups.push(() => google.stop());
    const account = readServiceAccount(JSON.stringify(google.credentials)) as ServiceAccount;
    const { push } = await fcmAndPusher({
      account,
      url: `${google.url}/`,
      tokenUrl: google.tokenUrl,
    });
    expect((await push()).kind).toBe("delivered");
    expect(google.messages()).toHaveLength(1);
  });

  test("does not go to an address that the guard refuses", async () => {
    const { fcm, push } = await fcmAndPusher({ profile: () => "multi" });
    expect(await push()).toMatchObject({
      kind: "refused",
      detail: expect.stringContaining("is not allowed") as string,
    });
    expect(fcm.tokenRequests()).toBe(0);
  });
});

describe("what FCM answers", () => {
  const cases: [string, FcmFailure, object][] = [
    [
      "UNREGISTERED",
      fcmError(404, "UNREGISTERED"),
      {
        kind: "refused",
        http_status: 404,
        detail:
          "HTTP 404: the phone is not registered any more (app removed, or its token replaced): register it again (UNREGISTERED)",
      },
    ],
    [
      "INVALID_ARGUMENT about the token",
      fcmError(400, "INVALID_ARGUMENT", "The registration token is not valid"),
      {
        kind: "refused",
        http_status: 400,
        detail: "HTTP 400: the token is not valid: register the phone again (INVALID_ARGUMENT)",
      },
    ],
    [
      "INVALID_ARGUMENT about the request",
      googleError(400, "INVALID_ARGUMENT", [
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "message.android.ttl", description: "Illegal duration" }],
        },
      ]),
      {
        kind: "refused",
        http_status: 400,
        detail:
          "HTTP 400: this is a fault of monitord and not of the phone: message.android.ttl (INVALID_ARGUMENT)",
      },
    ],
    [
      "SENDER_ID_MISMATCH",
      fcmError(403, "SENDER_ID_MISMATCH"),
      {
        kind: "refused",
        http_status: 403,
        detail:
          "HTTP 403: the token belongs to another Firebase project than the configured credentials (SENDER_ID_MISMATCH)",
      },
    ],
    [
      "PERMISSION_DENIED",
      googleError(403, "PERMISSION_DENIED"),
      {
        kind: "refused",
        http_status: 403,
        detail: expect.stringContaining("API is disabled (PERMISSION_DENIED)") as string,
        of_channel: true,
      },
    ],
    [
      "THIRD_PARTY_AUTH_ERROR",
      fcmError(401, "THIRD_PARTY_AUTH_ERROR"),
      {
        kind: "refused",
        http_status: 401,
        detail: expect.stringContaining("APNs key") as string,
      },
    ],
    [
      "QUOTA_EXCEEDED",
      fcmError(429, "QUOTA_EXCEEDED"),
      {
        kind: "retry",
        http_status: 429,
        detail: "HTTP 429 (QUOTA_EXCEEDED)",
        retry_after_ms: 60_000,
        perhaps_delivered: false,
      },
    ],
    [
      "QUOTA_EXCEEDED with Retry-After",
      fcmError(429, "QUOTA_EXCEEDED", "", { "retry-after": "90" }),
      {
        kind: "retry",
        detail: "HTTP 429 (QUOTA_EXCEEDED)",
        retry_after_ms: 90_000,
      },
    ],
    [
      "UNAVAILABLE",
      fcmError(503, "UNAVAILABLE"),
      { kind: "retry", retry_after_ms: 10_000, perhaps_delivered: false },
    ],
    [
      "UNAVAILABLE with Retry-After",
      fcmError(503, "UNAVAILABLE", "", { "retry-after": "30" }),
      { kind: "retry", retry_after_ms: 30_000 },
    ],
    [
      "INTERNAL",
      fcmError(500, "INTERNAL"),
      { kind: "retry", retry_after_ms: 10_000, perhaps_delivered: true },
    ],
    ["a time-out of Google's own", { status: 408 }, { kind: "retry", perhaps_delivered: false }],
    [
      "an address that knows no FCM",
      { status: 404, body: "<html>" },
      { kind: "refused", detail: "HTTP 404: refused" },
    ],
    [
      "a project that is not there",
      googleError(404, "NOT_FOUND"),
      { kind: "refused", http_status: 404 },
    ],
    [
      "a redirect",
      { status: 302, headers: { location: "http://169.254.169.254/" } },
      {
        kind: "refused",
        detail: "HTTP 302: the address redirects; correct --fcm-url",
      },
    ],
    [
      "a captive portal",
      { status: 200, body: "<h1>hotel</h1>" },
      { kind: "retry", http_status: 200, perhaps_delivered: true },
    ],
    [
      "odd errors",
      { status: 418, body: { error: { message: 7, details: [null, "x"] } } },
      { kind: "refused", detail: "HTTP 418: refused" },
    ],
    [
      "errors that are none",
      { status: 409, body: { error: "conflict" } },
      { kind: "refused", detail: "HTTP 409: refused" },
    ],
    [
      "a complaint without words",
      googleError(400, "INVALID_ARGUMENT", [
        { "@type": "x/google.rpc.BadRequest", fieldViolations: "none" },
      ]),
      {
        kind: "refused",
        detail: "HTTP 400: the token is not valid: register the phone again (INVALID_ARGUMENT)",
      },
    ],
    ["a lost connection", "reset", { kind: "perhaps_delivered", http_status: null }],
  ];
  test.each(cases)("%s", async (_, failure, outcome) => {
    const { fcm, push } = await fcmAndPusher();
    fcm.failWith(failure);
    expect(await push()).toMatchObject(outcome);
    expect(fcm.attempts()).toBe(1);
    fcm.failWith(null);
    expect((await push()).kind).toBe("delivered");
  });

  test("nothing at all: it is tried again, and may have rung", async () => {
    const { fcm, push } = await fcmAndPusher({ timeout: 400 });
    fcm.failWith("hang");
    expect(await push()).toMatchObject({
      kind: "perhaps_delivered",
      detail: "timed out while waiting for headers",
    });
  });
});

describe("an access token", () => {
  test("is fetched once for many pushes at once, and kept", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    const release = fcm.holdTokens();
    const pushes = Array.from({ length: 100 }, () => push());
    release();
    for (const outcome of await Promise.all(pushes)) expect(outcome.kind).toBe("delivered");
    clock.now += 50 * minute;
    await push();
    expect(fcm.tokenRequests()).toBe(1);
  });

  test("is replaced before it runs out, without holding up a push", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    await push();
    clock.now += 56 * minute;
    const release = fcm.holdTokens();
    expect((await push()).kind).toBe("delivered");
    expect((await push()).kind).toBe("delivered");
    release();
    await expect.poll(() => fcm.tokenRequests()).toBe(2);
    clock.now += 10 * minute;
    await expect.poll(async () => (await push()).kind).toBe("delivered");
    expect(fcm.tokenRequests()).toBe(2);
  });

  test("that ran out is not sent", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    await push();
    clock.now += 59 * minute + 40 * second;
    fcm.revokeTokens();
    expect((await push()).kind).toBe("delivered");
    expect([fcm.tokenRequests(), fcm.attempts()]).toEqual([2, 2]);
  });

  test("that is refused is replaced, once for all who hold it", async () => {
    const { fcm, push } = await fcmAndPusher();
    await push();
    fcm.revokeTokens();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => push()));
    expect(outcomes.every(({ kind }) => kind === "delivered")).toBe(true);
    expect(fcm.tokenRequests()).toBe(2);
  });

  test("that is refused a second time is an answer", async () => {
    const { fcm, push } = await fcmAndPusher();
    fcm.failWith(googleError(401, "UNAUTHENTICATED"));
    expect(await push()).toEqual({
      kind: "refused",
      http_status: 401,
      detail: "the configured service account is refused: HTTP 401 (UNAUTHENTICATED)",
      of_channel: true,
    });
    expect([fcm.tokenRequests(), fcm.attempts()]).toEqual([2, 2]);
  });

  test("that cannot be had is not asked for again before a wait that grows", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    fcm.failTokensWith({ status: 500, body: "<html>" });
    const waits: unknown[] = [];
    for (let i = 1; i <= 8; i++) {
      const outcome = await push();
      expect(outcome).toMatchObject({
        kind: "retry",
        http_status: null,
        detail: "no access token: HTTP 500",
        perhaps_delivered: false,
      });
      const wait = (outcome as { retry_after_ms: number }).retry_after_ms;
      waits.push(wait / second);
      clock.now += wait - 1;
      await push();
      expect(fcm.tokenRequests()).toBe(i);
      clock.now += 1;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(fcm.attempts()).toBe(0);
    fcm.failTokensWith(null);
    expect((await push()).kind).toBe("delivered");
  });

  test("is asked for again when the clock was set back", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    fcm.failTokensWith({ status: 500 });
    await push();
    fcm.failTokensWith(null);
    clock.now -= 3600 * second;
    expect((await push()).kind).toBe("delivered");
  });

  test("that was had after a failure leaves none of it, however the clock is set", async () => {
    const { clock, fcm, push } = await fcmAndPusher();
    const failed_at = clock.now;
    fcm.failTokensWith({ status: 500 });
    await push();
    fcm.failTokensWith(null);
    clock.now += 3600 * second;
    expect((await push()).kind).toBe("delivered");
    fcm.revokeTokens();
    clock.now = failed_at;
    expect((await push()).kind).toBe("delivered");
  });

  test.each<[string, FcmFailure, object]>([
    [
      "no account",
      {
        status: 400,
        body: {
          error: "invalid_grant",
          error_description: "Invalid grant: account not found",
        },
      },
      {
        kind: "refused",
        detail: "no access token: HTTP 400 (invalid_grant)",
      },
    ],
    [
      "too many",
      { status: 429, headers: { "retry-after": "20" } },
      { kind: "retry", retry_after_ms: 20_000 },
    ],
    [
      "a captive portal",
      { status: 200, body: "<h1>hotel</h1>" },
      { kind: "retry", detail: "no access token: HTTP 200, but without one" },
    ],
    [
      "a token that is no header",
      { status: 200, body: { access_token: "a\nb", expires_in: 3599 } },
      { kind: "retry" },
    ],
    [
      "a token that never lasted",
      { status: 200, body: { access_token: "a", expires_in: 0 } },
      { kind: "retry" },
    ],
    ["a token without end", { status: 200, body: { access_token: "a" } }, { kind: "retry" }],
    ["a redirect", { status: 302, headers: { location: "/" } }, { kind: "refused" }],
    ["a lost connection", "reset", { kind: "retry", perhaps_delivered: false }],
  ])("that cannot be had because of %s", async (_, failure, outcome) => {
    const { fcm, push } = await fcmAndPusher();
    fcm.failTokensWith(failure);
    expect(await push()).toMatchObject(outcome);
    expect(fcm.attempts()).toBe(0);
  });

  test("is worth another try when only the clock is wrong", async () => {
    const google = await startFcm({ now: () => night + 24 * 3600_000 });
    cleanups.push(() => google.stop());
    const account = readServiceAccount(JSON.stringify(google.credentials)) as ServiceAccount;
    const { push } = await fcmAndPusher({ account });
    expect(await push()).toMatchObject({
      kind: "retry",
      detail:
        "no access token: HTTP 400: the time of this machine is not that of Google: set its clock (invalid_grant)",
    });
  });

  test("whose endpoint hangs delays only FCM", async () => {
    const { fcm, push } = await fcmAndPusher({ timeout: 600 });
    const ntfy = await startPhone();
    cleanups.push(() => ntfy.stop());
    const both = createPusher({
      ntfy: openNtfy({ url: ntfy.url, token: null }, nowhere),
      fcm: { push: () => push(), check: null, close: () => Promise.resolve() },
    });
    cleanups.push(() => both.close());
    fcm.failTokensWith("hang");
    const order: string[] = [];
    const said = (name: string) => (outcome: { kind: string }) =>
      void order.push(`${name} ${outcome.kind}`);
    await Promise.all([
      both.push(duePush({}, phone)).then(said("fcm")),
      both.push(duePush({}, phone)).then(said("fcm")),
      both.push(duePush({})).then(said("ntfy")),
    ]);
    expect(order).toEqual(["ntfy delivered", "fcm retry", "fcm retry"]);
    expect(fcm.tokenRequests()).toBe(1);
  });
});
