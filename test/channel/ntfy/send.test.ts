import { afterEach, describe, expect, test } from "vitest";
import type { NtfySettings } from "../../../src/channel/ntfy/channel.ts";
import { healthProblem } from "../../../src/channel/ntfy/outcome.ts";
import { open } from "../../../src/channel/ntfy/send.ts";
import type { Surroundings } from "../../../src/channel/sender.ts";
import { createLookup } from "../../../src/probe/lookup.ts";
import { AnswerHeaders } from "../../../src/probe/answer-headers.ts";
import { startDns } from "../../support/dns.ts";
import { startPhone, type Phone, type PhoneOptions } from "../../support/phone.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function phoneAndPusher(
  options: Partial<NtfySettings & Surroundings> = {},
  phoneOptions: PhoneOptions = {},
) {
  const phone = await startPhone(phoneOptions);
  cleanups.push(() => phone.stop());
  return { phone, pusher: pusherFor(phone, options) };
}
function pusherFor(phone: Phone, options: Partial<NtfySettings & Surroundings> = {}) {
  const { url = phone.url, token = null, ...surroundings } = options;
  const pusher = open({ url, token }, { ...nowhere, ...surroundings });
  cleanups.push(() => pusher.close());
  return pusher;
}

describe("a look at the push server", () => {
  test("finds it well, under a path too, with the credentials of a push", async () => {
    const { pusher } = await phoneAndPusher({}, { path: "/ntfy" });
    expect(await pusher.check!()).toBeNull();
  });

  test("takes an older server as there that does not know the question", async () => {
    const { pusher } = await phoneAndPusher({}, { path: "/else" });
    const phone = await startPhone({ path: "/ntfy" });
    cleanups.push(() => phone.stop());
    const elsewhere = pusherFor(phone, {
      url: phone.url.replace("/ntfy", ""),
    });
    expect(await elsewhere.check!()).toBeNull();
    expect(await pusher.check!()).toBeNull();
  });

  test("says what keeps it from being reached, and nothing secret", async () => {
    const { phone, pusher } = await phoneAndPusher();
    const { port } = new URL(phone.url);
    const secret = pusherFor(phone, {
      url: `http://ada:secret@127.0.0.1:${port}`,
      token: "tk_secret",
    });
    await phone.stop();
    cleanups.splice(0, 1);
    expect(await pusher.check!()).toBe(`connection refused (127.0.0.1:${port})`);
    expect(await secret.check!()).not.toContain("secret");
    expect(await pusherFor(phone, { url: "http://169.254.1.1" }).check!()).toContain("not allowed");
    expect(await pusherFor(phone, { url: "x" }).check!()).toContain("not an http(s) URL");
  });

  test.each<[number, string, string | null]>([
    [200, '{"healthy":true}', null],
    [200, '{"healthy":false}', "HTTP 200, but not from a healthy push server"],
    [200, "<h1>Hotel</h1>", "HTTP 200, but not from a healthy push server"],
    [404, "<h1>Nothing here</h1>", "HTTP 404: no push server at this address"],
    [404, '{"code":40401,"http":404}', null],
    [503, "{}", "HTTP 503"],
  ])("that answers %i %s: %s", (status, body, problem) => {
    expect(
      healthProblem({
        kind: "answer",
        status,
        headers: new AnswerHeaders({}),
        body: Buffer.from(body),
      }),
    ).toBe(problem);
  });
});

describe("a push to an ntfy server", () => {
  test("arrives as it was written", async () => {
    const { phone, pusher } = await phoneAndPusher();
    const outcome = await pusher.push(duePush({ title: "Läden 😀 zu" }));
    expect(outcome).toEqual({
      kind: "delivered",
      http_status: 200,
      provider_id: "m1",
    });
    expect(phone.messages()).toEqual([
      {
        id: "m1",
        position: 1,
        at: expect.any(Number) as number,
        topic: "ada-phone",
        title: "Läden 😀 zu",
        message: "Database: Could not connect",
        priority: 5,
        tags: ["rotating_light"],
        sequence_id: "inc-1-ada",
        actions: [],
        authorization: null,
      },
    ]);
  });

  test("with the same sequence id replaces what is shown, where the server can", async () => {
    for (const [old, shown] of [
      [false, ["Shop is up"]],
      [true, ["Shop is down", "Shop is up"]],
    ] as const) {
      const { phone, pusher } = await phoneAndPusher({}, { old });
      await pusher.push(duePush({}));
      await pusher.push(duePush({ title: "Shop is up" }));
      expect(phone.shown("ada-phone").map((m) => m.title)).toEqual(shown);
    }
  });

  test.each(["", "/", "?x=1#y"])(
    "goes to the root under the server's path (%j)",
    async (suffix) => {
      const { phone } = await phoneAndPusher({}, { path: "/ntfy/eu" });
      const pusher = pusherFor(phone, { url: phone.url + suffix });
      expect((await pusher.push(duePush({}))).kind).toBe("delivered");
    },
  );

  test("carries the device's token, the default server's, or the URL's password", async () => {
    const { phone } = await phoneAndPusher();
    const { phone: other } = await phoneAndPusher();
    const withPassword = phone.url.replace("//", "//ada:p%40ss@");
    const sent = async (
      device: Parameters<typeof duePush>[1],
      options: Partial<NtfySettings & Surroundings>,
    ) => {
      await pusherFor(phone, options).push(duePush({}, device));
      const messages = [...phone.messages(), ...other.messages()];
      return messages.at(-1)?.authorization;
    };
    expect(await sent({}, {})).toBe(null);
    expect(await sent({}, { token: "tk_def" })).toBe("Bearer tk_def");
    expect(await sent({ access_token: "tk_dev" }, { token: "tk_def" })).toBe("Bearer tk_dev");
    expect(await sent({ server: `${phone.url}/` }, { token: "tk_def" })).toBe("Bearer tk_def");
    expect(await sent({}, { url: withPassword })).toBe(`Basic ${btoa("ada:p@ss")}`);
    await pusherFor(phone, { token: "tk_def" }).push(duePush({}, { server: other.url }));
    expect(other.messages().map((m) => m.authorization)).toEqual([null]);
  });

  test("too large for the server is sent once more, shorter", async () => {
    const { phone, pusher } = await phoneAndPusher({}, { bodyLimit: 2_000 });
    const message = "x".repeat(3_000);
    expect((await pusher.push(duePush({ message }))).kind).toBe("delivered");
    expect(phone.messages()[0]!.message).toHaveLength(998);
    expect(phone.attempts()).toBe(2);
  });

  test.each(["digest/01a205ce-2df9-7000-8001-ba4e35ccb87f/1764350000000", "a".repeat(65)])(
    "is taken whatever names it: %s",
    async (sequence_id) => {
      const { phone, pusher } = await phoneAndPusher();
      for (const title of ["2 new", "3 new"])
        expect(await pusher.push({ ...duePush({ title }), sequence_id })).toMatchObject({
          kind: "delivered",
        });
      expect(phone.attempts()).toBe(2);
      expect(phone.shown("ada-phone").map(({ title }) => title)).toEqual(["3 new"]);
    },
  );

  test("that the server finds fault with is sent once more, with what it must have", async () => {
    const { phone, pusher } = await phoneAndPusher({}, { tagBytes: 5 });
    expect(await pusher.push(duePush({}))).toMatchObject({ kind: "delivered" });
    expect(phone.messages()).toMatchObject([{ title: "Shop is down", priority: 5, tags: [] }]);
    expect(phone.attempts()).toBe(2);
  });

  test("too large even then is refused", async () => {
    const { phone, pusher } = await phoneAndPusher({}, { bodyLimit: 100 });
    expect(await pusher.push(duePush({}))).toMatchObject({
      kind: "refused",
      http_status: 413,
    });
    expect(phone.attempts()).toBe(2);
  });
});

describe("a push that does not get through", () => {
  test.each([
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [410, "refused"],
    ["redirect", "refused"],
    [408, "retry"],
    [429, "retry"],
    [500, "retry"],
    [503, "retry"],
    [507, "retry"],
    ["reset", "perhaps_delivered"],
    ["html", "retry"],
    ["empty", "retry"],
    ["no id", "retry"],
    ["endless", "perhaps_delivered"],
  ] as const)("because of %s: %s", async (failure, kind) => {
    const { phone, pusher } = await phoneAndPusher();
    phone.failWith(failure);
    expect((await pusher.push(duePush({}))).kind).toBe(kind);
    // A server that finds fault with the message is sent another one.
    expect(phone.attempts()).toBe(failure === 400 ? 2 : 1);
    phone.failWith(null);
    expect((await pusher.push(duePush({}))).kind).toBe("delivered");
  });

  test("says so when the server wants credentials", async () => {
    const { pusher } = await phoneAndPusher({}, { authorization: "Bearer tk_right" });
    expect(await pusher.push(duePush({}))).toEqual({
      kind: "refused",
      http_status: 403,
      detail: "HTTP 403: no write access to the topic (40301)",
    });
    expect(await pusher.push(duePush({}, { access_token: "tk_wrong" }))).toMatchObject({
      kind: "refused",
      http_status: 401,
    });
    expect(await pusher.push(duePush({}, { access_token: "tk_right" }))).toMatchObject({
      kind: "delivered",
    });
  });

  test("breaks no device while the server refuses the operator's own token or password", async () => {
    const { phone, pusher } = await phoneAndPusher(
      { token: "tk_old" },
      { authorization: "Bearer tk_new" },
    );
    const withPassword = pusherFor(phone, { url: phone.url.replace("//", "//ada:old@") });
    for (const one of [pusher, withPassword])
      expect(await one.push(duePush({}))).toEqual({
        kind: "refused",
        http_status: 401,
        detail: "HTTP 401: the access token is missing or not known (40101)",
        of_channel: true,
      });
    expect(await pusher.push(duePush({}, { access_token: "tk_wrong" }))).not.toHaveProperty(
      "of_channel",
    );
    expect(await pusherFor(phone, { token: "tk_new" }).push(duePush({}))).toMatchObject({
      kind: "delivered",
    });
  });

  test("waits as the server asks", async () => {
    const { phone, pusher } = await phoneAndPusher();
    phone.failWith(429, "", { "retry-after": "30" });
    expect(await pusher.push(duePush({}))).toMatchObject({
      retry_after_ms: 30_000,
    });
  });

  test("ends at the deadline when the server hangs, and may have rung", async () => {
    const { phone, pusher } = await phoneAndPusher({ timeout: 200 });
    phone.hang();
    expect(await pusher.push(duePush({}))).toEqual({
      kind: "perhaps_delivered",
      http_status: null,
      detail: "timed out while waiting for headers",
    });
  });

  test("may have rung when the answer was lost", async () => {
    const { phone, pusher } = await phoneAndPusher();
    phone.failWith("lost answer");
    expect(await pusher.push(duePush({}))).toMatchObject({ kind: "perhaps_delivered" });
    expect(phone.messages()).toHaveLength(1);
  });

  test("did not ring when nobody listens", async () => {
    const { phone, pusher } = await phoneAndPusher();
    await phone.stop();
    cleanups.splice(0, 1);
    expect(await pusher.push(duePush({}))).toMatchObject({
      kind: "retry",
      detail: expect.stringContaining("connection refused"),
      perhaps_delivered: false,
    });
  });

  test("is delayed by no other server that hangs", async () => {
    const { phone: dead } = await phoneAndPusher();
    const { phone, pusher } = await phoneAndPusher({ timeout: 1_000 });
    dead.hang();
    const hanging = Array.from({ length: 20 }, () =>
      pusher.push(duePush({}, { server: dead.url })).then(() => "hanging"),
    );
    const first = await Promise.race([
      ...hanging,
      pusher.push(duePush({})).then(() => "delivered"),
    ]);
    expect(first).toBe("delivered");
    expect(phone.messages()).toHaveLength(1);
    await Promise.all(hanging);
  });

  test("is refused when the server's address is none, or not allowed", async () => {
    const { phone, pusher } = await phoneAndPusher();
    for (const server of ["ntfy", "ftp://127.0.0.1/"])
      expect(await pusher.push(duePush({}, { server }))).toEqual({
        kind: "refused",
        http_status: null,
        detail: "the server's address is not an http(s) URL",
      });
    const multi = pusherFor(phone, { profile: () => "multi" });
    expect(await multi.push(duePush({}))).toEqual({
      kind: "refused",
      http_status: null,
      detail: "the server's address is not allowed: loopback",
    });
    expect(phone.attempts()).toBe(0);
  });

  test("still finds its server while DNS fails", async () => {
    const { phone } = await phoneAndPusher();
    const dns = await startDns({ "ntfy.test": { a: ["127.0.0.1"] } });
    cleanups.push(() => dns.stop());
    const port = new URL(phone.url).port;
    const pusher = pusherFor(phone, {
      url: `http://ntfy.test:${port}`,
      lookup: createLookup({ servers: [dns.server], timeout: 150 }),
    });
    expect((await pusher.push(duePush({}))).kind).toBe("delivered");
    dns.set({ "ntfy.test": "fail" });
    phone.failWith("reset");
    await pusher.push(duePush({}));
    phone.failWith(null);
    expect((await pusher.push(duePush({}))).kind).toBe("delivered");
    expect(dns.queries.length).toBeGreaterThan(2);
  });
});
