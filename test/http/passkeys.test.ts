/** Passkeys: added to the own account, used to sign in, refused in every other way. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { challengeLifetime } from "../../src/core/access/passkey.ts";
import { Authenticator } from "../support/authenticator.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { encoded, location, tokenOfPage, type Fields } from "../support/visitor.ts";

const host = "monitord.example.com";
const siteUrl = `https://${host}`;

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp({ siteUrl, trustedProxies: ["127.0.0.1"] });
});
afterAll(() => http.end());

let people = 0;
let attempts = 0;
const form = { "content-type": "application/x-www-form-urlencoded", origin: siteUrl };
/** Attempts to sign in are counted by address. */
const elsewhere = () => ({ "x-forwarded-for": `192.0.2.${(attempts++ % 250) + 1}` });
const cookieOf = ({ headers }: { headers: Headers }) =>
  (headers.get("set-cookie") ?? "").split(";")[0] ?? "";

/** A viewer, and their browser. */
async function viewer() {
  const email = `viewer-${people++}@example.com`;
  const { json: user } = await http.api("POST", "/users", { email, name: "Bo", role: "viewer" });
  const { json: link } = await http.api("POST", `/users/${user.id}/sign_in_links`);
  const cookie = cookieOf(await http.call("POST", new URL(link.url).pathname, { headers: form }));
  const get = (path: string) =>
    http.call("GET", path, { headers: { cookie, accept: "text/html" } });
  const csrf = tokenOfPage(await get("/"));
  const post = (path: string, fields: Fields = {}) =>
    http.call("POST", path, { body: encoded({ csrf, ...fields }), headers: { ...form, cookie } });
  const id = user.id as string;
  return { id, get, post };
}

type Viewer = Awaited<ReturnType<typeof viewer>>;

const add = async ({ id, get, post }: Viewer, authenticator: Authenticator) => {
  const { challenge } = (await get(`/users/${id}/passkeys/options`)).json;
  return post(`/users/${id}/passkeys`, { answer: authenticator.create(challenge) });
};

const challengeOf = async (): Promise<string> =>
  (await http.call("GET", "/login/passkey", { headers: elsewhere() })).json.challenge;

const signIn = (answer: string, fields: Fields = {}) =>
  http.call("POST", "/login/passkey", {
    body: encoded({ answer, ...fields }),
    headers: { ...form, ...elsewhere() },
  });

/** A viewer with a passkey. */
async function owner() {
  const user = await viewer();
  const authenticator = new Authenticator(host, siteUrl);
  expect((await add(user, authenticator)).status).toBe(303);
  return { user, authenticator };
}

const listOf = async ({ id }: Viewer) => (await http.api("GET", `/users/${id}/passkeys`)).json;

describe("a passkey", () => {
  it("is added by its owner, who is shown it, and admins are", async () => {
    const { user, authenticator } = await owner();
    expect(await listOf(user)).toMatchObject([
      { user_id: user.id, name: "Browser", last_used_at: null },
    ]);
    expect((await user.get(`/users/${user.id}`)).text).toContain("not used yet");
    const other = await viewer();
    expect((await other.get(`/users/${user.id}`)).text).not.toContain("Passkeys");
    const again = await add(user, authenticator);
    expect([again.status, await listOf(user)]).toMatchObject([409, [{}]]);
  });

  it("signs its owner in, and leads to the page that was wanted", async () => {
    const { user, authenticator } = await owner();
    const answer = await signIn(authenticator.get(await challengeOf()), { next: "/incidents" });
    expect([answer.status, location(answer)]).toEqual([303, "/incidents"]);
    const cookie = cookieOf(answer);
    const page = await http.call("GET", "/", { headers: { cookie, accept: "text/html" } });
    expect(page.text).toContain("Bo");
    expect((await listOf(user))[0].last_used_at).not.toBeNull();
    const audited = (await http.api("GET", "/audit_events?order=desc&limit=1")).json;
    expect(audited).toMatchObject([{ action: "sign_in", object_id: user.id }]);
  });

  it("is removed by its owner", async () => {
    const { user, authenticator } = await owner();
    const [{ id }] = await listOf(user);
    const removed = await user.post(`/users/${user.id}/passkeys/${id}/remove`);
    expect([removed.status, await listOf(user)]).toEqual([303, []]);
    const answer = await signIn(authenticator.get(await challengeOf()));
    expect([answer.status, cookieOf(answer)]).toEqual([401, ""]);
    expect(answer.text).toContain("not known here");
  });

  it("keeps a form that was sent without a session", async () => {
    const { authenticator } = await owner();
    const kept = { kept: "/silences", "kept.title": "Tonight" };
    const refused = await signIn("{}", kept);
    expect(refused.text).toContain("Tonight");
    const answer = await signIn(authenticator.get(await challengeOf()), kept);
    expect([answer.status, answer.text.includes("Tonight")]).toEqual([200, true]);
  });
});

describe("a sign-in is refused", () => {
  const refused = async (answer: string) => {
    const { status, headers, text } = await signIn(answer);
    expect([status, headers.get("set-cookie")]).toEqual([401, null]);
    expect(text).toContain("Sign in in another way");
  };

  it("when its answer was used before", async () => {
    const { authenticator } = await owner();
    const answer = authenticator.get(await challengeOf());
    expect((await signIn(answer)).status).toBe(303);
    await refused(answer);
  });

  it("with a challenge of before the last use, of five minutes ago, or of another service", async () => {
    const { authenticator } = await owner();
    const early = await challengeOf();
    http.clock.step(1000);
    expect((await signIn(authenticator.get(await challengeOf()))).status).toBe(303);
    await refused(authenticator.get(early));
    const old = await challengeOf();
    http.clock.step(challengeLifetime);
    await refused(authenticator.get(old));
    await refused(authenticator.get(Buffer.alloc(54).toString("base64url")));
  });

  it.each([
    ["a page of another origin", new Authenticator(host, "https://evil.example.com")],
    ["a passkey of another host", new Authenticator("evil.example.com", siteUrl)],
    ["an authenticator that recognized nobody", new Authenticator(host, siteUrl, false)],
    ["an unknown passkey", new Authenticator(host, siteUrl)],
  ])("from %s", async (_from, authenticator) => {
    await refused(authenticator.get(await challengeOf()));
    const user = await viewer();
    const added = await add(user, authenticator);
    if (authenticator.origin === siteUrl && authenticator.host === host && authenticator.verifies)
      return;
    expect([added.status, await listOf(user)]).toEqual([422, []]);
    await refused(authenticator.get(await challengeOf()));
  });

  it("with the key of another passkey", async () => {
    const { authenticator } = await owner();
    const other = new Authenticator(host, siteUrl);
    const forged = JSON.parse(other.get(await challengeOf()));
    const id = authenticator.id.toString("base64url");
    await refused(JSON.stringify({ ...forged, id, rawId: id }));
  });

  it.each(["", "{}", "[]", "null", "not JSON", '{"id":"x","response":{}}', "[".repeat(50_000)])(
    "with %.20s",
    refused,
  );

  it("when the user has no role any more", async () => {
    const { user, authenticator } = await owner();
    await http.api("PUT", `/users/${user.id}`, { role: null });
    await refused(authenticator.get(await challengeOf()));
  });
});

describe("the passkeys of another user", () => {
  it("are neither added, removed nor listed", async () => {
    const [{ user }, other] = [await owner(), await viewer()];
    const { challenge } = (await other.get(`/users/${other.id}/passkeys/options`)).json;
    const answer = new Authenticator(host, siteUrl).create(challenge);
    const [{ id }] = await listOf(user);
    const path = `/users/${user.id}/passkeys`;
    const answers = [
      await other.get(`${path}/options`),
      await other.post(path, { answer }),
      await other.post(`${path}/${id}/remove`),
      await other.post(`/users/${other.id}/passkeys/${id}/remove`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404]);
    expect(await listOf(user)).toHaveLength(1);
  });
});
