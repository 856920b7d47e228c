/** Providers that lie: each lie is refused in one sentence, its reason is in the audit log, and no secret is anywhere. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SignJWT } from "jose";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { newKey, seconds, singleSignOn, startIssuer, type Liar } from "../support/issuer.ts";
import { location } from "../support/visitor.ts";

let liar: Liar;
let other: Liar;
let sso: ReturnType<typeof singleSignOn>;
let http: HttpSide;

beforeAll(async () => {
  liar = await startIssuer();
  other = await startIssuer({ name: "Evil", slug: "evil" });
  sso = singleSignOn([liar.issuer, other.issuer]);
  http = await startHttp({ singleSignOn: sso, trustedProxies: ["127.0.0.1"] });
});
afterAll(async () => {
  await http.end();
  await sso.close();
  await Promise.all([liar.end(), other.end()]);
});
beforeEach(async () => {
  // The events of one instant have no order on PostgreSQL.
  await http.clock.advance(1000, () => true);
  liar.reset();
  other.reset();
});

let visits = 0;

/** A browser that was sent to the provider. */
async function leave(slug = "acme", at = liar) {
  const from = { "x-forwarded-for": `192.0.2.${(visits++ % 250) + 1}` };
  const answer = await http.call("GET", `/oidc/sign-in/${slug}?next=/incidents`, { headers: from });
  const url = new URL(location(answer) ?? "http://refused.invalid/");
  at.nonce = url.searchParams.get("nonce") ?? "";
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const state = url.searchParams.get("state") ?? "";
  const back = (fields: Record<string, string> = {}, as = cookie) => {
    const query = new URLSearchParams({ code: "secret-code", state, iss: at.url, ...fields });
    return http.call("GET", `/oidc/callback?${query.toString()}`, {
      headers: { ...from, cookie: as },
    });
  };
  return { answer, url, cookie, state, back };
}

const signIn = async () => (await leave()).back();

const isSignedIn = (answer: Answer) =>
  /^monitord=[\w-]{43};/.test(answer.headers.get("set-cookie") ?? "");

const lastReason = async (): Promise<string> =>
  (await http.api("GET", "/audit_events?order=desc&limit=1")).json[0].object_title;

/** Refused for this reason: on the page in a sentence, in the audit log with the reason. */
async function expectRefused(answer: Answer, why: string, reason: RegExp | string) {
  expect(isSignedIn(answer)).toBe(false);
  expect(answer.status).toBe(303);
  expect(location(answer)).toBe(`/login?refused=${why}&by=acme`);
  expect(await lastReason()).toMatch(reason);
  const page = await http.call("GET", location(answer)!, { headers: { accept: "text/html" } });
  expect(page.text).toMatch(/<p class="err" id="provider-error" role="alert">/);
  expect(http.logged.join("")).not.toMatch(/secret-code|secret-access|client-secret|eyJ/);
}

it("signs a person in, with PKCE, a nonce and the address of this site", async () => {
  const { url, back } = await leave();
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "monitord",
    code_challenge_method: "S256",
    redirect_uri: `${http.siteUrl}/oidc/callback`,
  });
  const answer = await back();
  expect([isSignedIn(answer), location(answer)]).toEqual([true, "/incidents"]);
  expect(liar.asked[0]!.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  const [event] = (await http.api("GET", "/audit_events?order=desc&limit=1")).json;
  expect(event).toMatchObject({ action: "sign_in", object_title: "Ada" });
});

describe("an ID token is refused", () => {
  const none = (claims: object) =>
    `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
  const hs256 = (secret: string) => (claims: object) => {
    const parts = [{ alg: "HS256" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const text = parts.join(".");
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };

  it.each<[string, (liar: Liar) => unknown, RegExp]>([
    ["for another audience", (l) => (l.claims = { aud: "other" }), /another aud/],
    [
      "for several audiences without azp",
      (l) => (l.claims = { aud: ["monitord", "other"] }),
      /another aud/,
    ],
    ["for another authorized party", (l) => (l.claims = { azp: "other" }), /another azp/],
    ["of another issuer", (l) => (l.claims = { iss: "https://evil.example" }), /another iss/],
    ["with the nonce of another sign-in", (l) => (l.claims = { nonce: "other" }), /another nonce/],
    ["without a nonce", (l) => (l.without = ["nonce"]), /nonce/],
    ["without a sub", (l) => (l.without = ["sub"]), /sub/],
    ["without an end", (l) => (l.without = ["exp"]), /exp/],
    ["that expired 6 min ago", (l) => (l.claims = { exp: seconds() - 360 }), /expired.*exp/],
    ["that begins in 6 min", (l) => (l.claims = { nbf: seconds() + 360 }), /future.*nbf/],
    ["issued in 6 min", (l) => (l.claims = { iat: seconds() + 360 }), /future.*iat/],
    ["without a signature", (l) => (l.sign = none), /alg/],
    ["signed with the client secret", (l) => (l.sign = hs256("client-secret")), /alg/],
    [
      "signed with the public key as a secret",
      (l) => (l.sign = hs256(JSON.stringify(l.key.jwk))),
      /alg/,
    ],
    ["that is no token", (l) => (l.sign = () => "a.b.c"), /JSON|JWT/],
  ])("%s", async (_, lie, reason) => {
    lie(liar);
    await expectRefused(await signIn(), "invalid", reason);
  });

  it.each<[string, (liar: Liar) => unknown]>([
    ["no algorithm", (l) => (l.sign = none)],
    ["a shared secret", (l) => (l.sign = hs256("client-secret"))],
  ])("although the provider announces %s", async (_, lie) => {
    const liar = await startIssuer();
    liar.metadata = { id_token_signing_alg_values_supported: ["none", "HS256", "ES256"] };
    lie(liar);
    const own = singleSignOn([liar.issuer]);
    liar.nonce = "n";
    const secrets = { state: "s".repeat(43), nonce: "n", verifier: "v".repeat(43) };
    const callback = new URL(
      `http://here/oidc/callback?code=c&state=${secrets.state}&iss=${liar.url}`,
    );
    expect(
      await own.finish(liar.issuer, secrets, callback, { seconds: 1, fresh: false }),
    ).toMatchObject({ ok: false, why: "invalid" });
    await own.close();
    await liar.end();
  });

  it("whose key is not published, and accepted once it is", async () => {
    const next = await newKey("next");
    liar.key = next;
    await expectRefused(await signIn(), "invalid", /no applicable keys/);
    liar.published = [...liar.published, next];
    expect(isSignedIn(await signIn())).toBe(true);
  });

  it("whose signature is of another key with the same name", async () => {
    liar.key = await newKey("first");
    await expectRefused(await signIn(), "invalid", /signature/);
  });
});

it.each([
  ["expired 4 min ago", () => ({ exp: seconds() - 240 })],
  ["issued in 4 min", () => ({ iat: seconds() + 240, nbf: seconds() + 240 })],
])("a token that is %s is accepted: clocks differ", async (_, claims) => {
  liar.claims = claims();
  expect(isSignedIn(await signIn())).toBe(true);
});

describe("a browser that comes back is refused", () => {
  it("a second time, with the same state", async () => {
    const { back } = await leave();
    expect(isSignedIn(await back())).toBe(true);
    const asked = liar.asked.length;
    await expectRefused(await back(), "used", "replayed state");
    expect(liar.asked).toHaveLength(asked);
  });

  it("in another browser, which does not use the sign-in up", async () => {
    const { back } = await leave();
    await expectRefused(await back({}, ""), "other_browser", "another browser");
    const { cookie } = await leave();
    await expectRefused(await back({}, cookie), "other_browser", "another browser");
    liar.nonce = "";
  });

  it("after ten minutes", async () => {
    const { back } = await leave();
    await http.clock.advance(11 * 60_000, () => true);
    await expectRefused(await back(), "expired", "older than 10 min");
  });

  it.each([
    ["no state", { state: "" }],
    ["an unknown state", { state: "x".repeat(43) }],
  ])("with %s", async (_, fields) => {
    const answer = await (await leave()).back(fields);
    expect([isSignedIn(answer), location(answer)]).toEqual([false, "/login?refused=unknown"]);
  });

  it.each([
    ["of another provider", { iss: "https://evil.example" }],
    ["of the other provider of the configuration", { iss: "other" }],
  ])("with the issuer %s", async (_, { iss }) => {
    const { back } = await leave();
    const asked = liar.asked.length;
    await expectRefused(await back({ iss: iss === "other" ? other.url : iss }), "invalid", /iss/);
    expect(liar.asked).toHaveLength(asked);
  });

  it("that the provider has refused, without its words", async () => {
    const { back } = await leave();
    const answer = await back({ error: "access_denied", error_description: "<b>evil</b>" });
    await expectRefused(answer, "denied", "access_denied");
    expect(http.logged.join("")).not.toContain("<b>evil");
  });
});

describe("an answer is refused", () => {
  const text = (status: number, type: string, body: string) =>
    ((_request, response) =>
      void response
        .writeHead(status, { "content-type": type })
        .end(body)) as Liar["answers"][string];
  it.each<[string, Liar["answers"][string], string, RegExp]>([
    ["HTML", text(200, "text/html", "<html>"), "invalid", /not JSON/],
    ["broken JSON", text(200, "application/json", "{"), "invalid", /broken JSON|JSON/],
    ["an empty object", text(200, "application/json", "{}"), "invalid", /access_token|property/],
    ["500", text(500, "text/plain", "oops secret-access"), "away", /500/],
    ["502 as HTML", text(502, "text/html", "<h1>"), "away", /502/],
    [
      "a refused client",
      text(
        401,
        "application/json",
        '{"error":"invalid_client","error_description":"client-secret"}',
      ),
      "invalid",
      /refused the code or the client: invalid_client/,
    ],
    [
      "a used code",
      text(400, "application/json", '{"error":"invalid_grant"}'),
      "invalid",
      /invalid_grant/,
    ],
    [
      "a redirect",
      (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "away",
      /redirect/,
    ],
    [
      "more than a megabyte",
      (_, response) =>
        void response
          .writeHead(200, { "content-type": "application/json" })
          .end(" ".repeat(2_000_000)),
      "away",
      /1 MiB/,
    ],
    ["a cut connection", (_, response) => void response.destroy(), "away", /token/],
  ])("%s", async (_, lie, why, reason) => {
    const { back } = await leave();
    liar.answers["/token"] = lie;
    await expectRefused(await back(), why, reason);
  });
});

describe("a person", () => {
  const person = (claims: Record<string, unknown>) => {
    liar.claims = { sub: `sub-${visits}`, ...claims };
    return signIn();
  };

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      "whose email is not verified",
      { email: "x@acme.example", email_verified: false },
      "unverified_email",
      /unverified/,
    ],
    [
      "whose email is only said to be verified",
      { email: "x@acme.example", email_verified: "yes" },
      "unverified_email",
      /unverified/,
    ],
    ["without an email", { email: "" }, "no_email", /no valid email/],
    ["with an email that is none", { email: "nobody" }, "no_email", /no valid email/],
  ])("%s gets no account", async (_, claims, why, reason) => {
    await expectRefused(await person(claims), why, reason);
  });

  it("with another sub does not get the account of an address that is connected", async () => {
    const email = "bea@acme.example";
    expect(isSignedIn(await person({ sub: "bea", email }))).toBe(true);
    await expectRefused(
      await person({ sub: "thief", email }),
      "other_identity",
      /another identity/,
    );
    await expectRefused(
      await person({ sub: "thief2", email: email.toUpperCase() }),
      "other_identity",
      /another identity/,
    );
    expect(isSignedIn(await person({ sub: "bea", email: "new@acme.example" }))).toBe(true);
  });

  it("is joined with the user of a verified address, in upper case too, and an admin is not", async () => {
    await http.api("POST", "/users", { email: "cy@acme.example", name: "Cy", role: "editor" });
    expect(isSignedIn(await person({ email: "CY@ACME.EXAMPLE" }))).toBe(true);
    await http.api("POST", "/users", { email: "root@acme.example", role: "admin" });
    await expectRefused(await person({ email: "root@acme.example" }), "admin_by_email", /admin/);
  });

  it("with a letter that only looks like another one is another person", async () => {
    await http.api("POST", "/users", { email: "kim@acme.example", name: "Kim", role: "editor" });
    const answer = await person({ email: "\u212aim@acme.example" });
    await expectRefused(answer, "no_email", /no valid email/);
  });
});

describe("a person who comes again", () => {
  it("in two tabs signs in in both, whichever comes back first", async () => {
    const first = await leave();
    const jar = { "x-forwarded-for": "192.0.2.251", cookie: first.cookie };
    const second = await http.call("GET", "/oidc/sign-in/acme?next=/silences", { headers: jar });
    const tab = (at: string | null, nonce: string) => {
      liar.nonce = nonce;
      const state = new URL(at!).searchParams.get("state")!;
      const query = new URLSearchParams({ code: "secret-code", state, iss: liar.url });
      return http.call("GET", `/oidc/callback?${query.toString()}`, { headers: jar });
    };
    const nonceOf = (at: string) => new URL(at).searchParams.get("nonce")!;
    const later = await tab(location(second), nonceOf(location(second)!));
    const earlier = await tab(first.url.href, nonceOf(first.url.href));
    expect([location(later), location(earlier)]).toEqual(["/silences", "/incidents"]);
  });

  const idOf = async (email: string) =>
    (await http.api("GET", "/users?limit=200")).json.find(
      (one: { email: string }) => one.email === email,
    )?.id as string;

  it("gets no role back that an admin has taken, and reads so", async () => {
    liar.claims = { sub: "gus", email: "gus@acme.example" };
    expect(isSignedIn(await signIn())).toBe(true);
    await http.api("PUT", `/users/${await idOf("gus@acme.example")}`, { role: null });
    await expectRefused(await signIn(), "role_taken", /without a role/);
    await http.api("PUT", `/users/${await idOf("gus@acme.example")}`, { role: "viewer" });
    expect(isSignedIn(await signIn())).toBe(true);
  });

  it("gets a new account after the old one was deleted, and never another's", async () => {
    liar.claims = { sub: "hal", email: "hal@acme.example" };
    expect(isSignedIn(await signIn())).toBe(true);
    const old = await idOf("hal@acme.example");
    await http.api("DELETE", `/users/${old}`);
    expect(isSignedIn(await signIn())).toBe(true);
    expect(await idOf("hal@acme.example")).not.toBe(old);
  });

  it("with an email in the ID token alone needs none of the user info", async () => {
    liar.claims = { sub: "ivy", email: "ivy@acme.example" };
    liar.userinfo = { name: "Ivy" };
    expect(isSignedIn(await signIn())).toBe(true);
  });

  it("with a token that names no key is verified by the only one", async () => {
    liar.claims = { sub: "jan", email: "jan@acme.example" };
    liar.sign = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(liar.key.key);
    expect(isSignedIn(await signIn())).toBe(true);
  });
});

describe("a provider that is slow is cut off", () => {
  const hangs: Liar["answers"][string] = () => {};
  /** Begins an answer, and never ends it. */
  const trickles: Liar["answers"][string] = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).write("{");

  /** A node that waits less than a test. */
  async function slowly(use: (node: HttpSide) => Promise<Answer>): Promise<Answer> {
    const impatient = singleSignOn([liar.issuer], 300);
    const node = await startHttp({ singleSignOn: impatient, beside: http });
    try {
      return await use(node);
    } finally {
      await node.end();
      await impatient.close();
    }
  }

  it.each([
    ["/token", hangs],
    ["/token", trickles],
    ["/keys", hangs],
    ["/keys", trickles],
    ["/userinfo", hangs],
    ["/.well-known/openid-configuration", hangs],
  ])("at %s", async (path, lie) => {
    // The claims are in no ID token, so that they are asked for.
    liar.without = ["email", "email_verified"];
    liar.answers[path] = lie;
    const { state, cookie } = await leave();
    const answer = await slowly((node) =>
      node.call(
        "GET",
        `/oidc/callback?${new URLSearchParams({ code: "secret-code", state, iss: liar.url }).toString()}`,
        { headers: { cookie } },
      ),
    );
    await expectRefused(answer, "away", /timed out/);
  });
});

describe("a logout token", () => {
  const event = "http://schemas.openid.net/event/backchannel-logout";
  const send = (token: string) =>
    http.call("POST", "/oidc/backchannel-logout", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  let jti = 0;
  const tokenOf = async (claims: Record<string, unknown>, key = liar.key) =>
    new SignJWT({
      iss: liar.url,
      aud: "monitord",
      iat: seconds(),
      exp: seconds() + 120,
      jti: `jti-${jti++}`,
      events: { [event]: {} },
      ...claims,
    })
      .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "logout+jwt" })
      .sign(key.key);

  it("ends the sessions of the person, once, and of one sid alone", async () => {
    liar.claims = { sub: "dee", email: "dee@acme.example", sid: "one" };
    const first = (await signIn()).headers.get("set-cookie")!.split(";")[0]!;
    liar.claims["sid"] = "two";
    const second = (await signIn()).headers.get("set-cookie")!.split(";")[0]!;
    const status = async (cookie: string) =>
      (await http.call("GET", "/", { headers: { cookie, accept: "text/html" } })).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const token = await tokenOf({ sub: "dee", sid: "one" });
    expect((await send(token)).status).toBe(200);
    expect([await status(first), await status(second)]).toEqual([303, 200]);
    expect((await send(token)).status).toBe(400);
    expect((await send(await tokenOf({ sub: "dee" }))).status).toBe(200);
    expect(await status(second)).toBe(303);
  });

  it.each<[string, () => Promise<string>]>([
    ["of another key", async () => tokenOf({ sub: "dee" }, await newKey("first"))],
    ["of an unknown issuer", () => tokenOf({ sub: "dee", iss: "https://evil.example" })],
    ["for another client", () => tokenOf({ sub: "dee", aud: "other" })],
    ["with a nonce, as an ID token has", () => tokenOf({ sub: "dee", nonce: "n" })],
    ["without the event", () => tokenOf({ sub: "dee", events: {} })],
    ["that names no person", () => tokenOf({})],
    ["that is old", () => tokenOf({ sub: "dee", iat: seconds() - 3600, exp: seconds() - 3500 })],
    ["that is none", async () => "x"],
  ])("%s is refused", async (_, make) => {
    const answer = await send(await make());
    expect([answer.status, answer.json?.error]).toEqual([400, "invalid_request"]);
  });
});
