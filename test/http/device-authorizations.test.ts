/** Signing in of a program as a person, by a code that the person compares in a browser (RFC 8628). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { day } from "../../src/core/text/units.ts";
import type { Role } from "../../src/resource/user.ts";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { location, signIn, signInAs, tokenOfPage } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => http.end());

const open = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  http.call("POST", `/api/v1${path}`, { body, headers });

interface Begun {
  device_code: string;
  user_code: string;
}

let programs = 0;
/** Each program comes from an address of its own, so that none is limited. */
async function begin(host = "laptop"): Promise<Begun> {
  programs++;
  const from = { "x-forwarded-for": `192.0.${2 + (programs >> 8)}.${programs & 255}` };
  const begun = await open("/device_authorizations", { host, program: "monitorctl" }, from);
  expect(begun.status).toBe(201);
  return begun.json as Begun;
}

const poll = ({ device_code }: Begun) => open("/device_authorizations/key", { device_code });
const errorOf = ({ status, json }: Answer) => [status, json.errors?.[0]?.code];
const seconds = (n: number) => http.clock.advance(n * 1000, () => true);

let users = 0;
async function person(role: Role = "editor", name = "Ada") {
  const email = `${name.toLowerCase()}${users++}@example.com`;
  const { json } = await http.api("POST", "/users", { email, name, role });
  const { id } = json as { id: string };
  return { id, email, browser: await signInAs(http, id) };
}

type Person = Awaited<ReturnType<typeof person>>;
const answer = ({ browser }: Person, { user_code }: Begun, answered = "approved") =>
  browser.post("/device", { code: user_code, answer: answered });

/** A key of the person. */
async function keyOf(who: Person, host = "laptop"): Promise<string> {
  const begun = await begin(host);
  expect((await answer(who, begun)).status).toBe(200);
  const { json, status } = await poll(begun);
  expect(status).toBe(201);
  return json.key as string;
}

const as = (key: string, method: string, path: string, body?: unknown) =>
  http.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });

it("before a person can sign in, says that a setup code is needed", async () => {
  const refused = await open("/device_authorizations", { host: "laptop", program: "monitorctl" });
  expect(refused.status).toBe(409);
  expect(refused.json.detail).toContain("monitord setup-code");
});

describe("a program that asks to sign in", () => {
  it("gets a key of the person who approves, once", async () => {
    const ada = await person();
    const begun = await begin("ada's laptop");
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${http.siteUrl}/device`,
      verification_uri_complete: `${http.siteUrl}/device?code=${begun.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(errorOf(await poll(begun))).toEqual([400, "authorization_pending"]);
    const shown = await ada.browser.get(`/device?code=${begun.user_code}`);
    for (const text of [
      begun.user_code,
      "ada&#39;s laptop",
      `192.0.2.${programs}`,
      "Ada",
      "editor",
    ])
      expect(shown.text.replaceAll("&#x27;", "&#39;")).toContain(text);
    expect((await answer(ada, begun)).text).toContain("Approved");
    await seconds(5);
    const made = await poll(begun);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: "monitorctl on ada's laptop", user_id: ada.id });
    const me = await as(made.json.key, "GET", "/me");
    expect(me.json).toMatchObject({
      user: { id: ada.id, role: "editor" },
      scopes: ["write"],
      key: { name: "monitorctl on ada's laptop", scopes: ["write"] },
    });
    await seconds(5);
    expect(errorOf(await poll(begun))).toEqual([400, "expired_token"]);
  });

  it("gets no key when the person denies, and the first answer stands", async () => {
    const [ada, grace] = [await person(), await person("admin", "Grace")];
    const begun = await begin();
    expect((await answer(ada, begun, "denied")).text).toContain("Denied");
    for (const who of [ada, grace]) expect((await answer(who, begun)).status).toBe(404);
    expect(errorOf(await poll(begun))).toEqual([400, "access_denied"]);
  });

  it("gets no key for a code that was approved and denied by another at once", async () => {
    const [ada, grace] = [await person(), await person("admin", "Grace")];
    const begun = await begin();
    const both = await Promise.all([answer(ada, begun), answer(grace, begun)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it("that asks twice at once gets one key", async () => {
    const ada = await person();
    const begun = await begin();
    await answer(ada, begun);
    const both = await Promise.all([poll(begun), poll(begun)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    const own = await ada.browser.get("/");
    expect(own.status).toBe(200);
    const { json } = await http.api("GET", "/api_keys");
    expect(json.filter((key: { user_id: string }) => key.user_id === ada.id)).toHaveLength(1);
  });

  it("that asks too often has to wait longer each time, and then gets its answer", async () => {
    await person();
    const begun = await begin();
    expect(errorOf(await poll(begun))).toEqual([400, "authorization_pending"]);
    await seconds(1);
    const slowed = await poll(begun);
    expect(errorOf(slowed)).toEqual([400, "slow_down"]);
    expect(slowed.headers.get("retry-after")).toBe("5");
    await seconds(5);
    expect(errorOf(await poll(begun))).toEqual([400, "slow_down"]);
    await seconds(15);
    expect(errorOf(await poll(begun))).toEqual([400, "authorization_pending"]);
  });

  it("is refused at the instant at which the code expires, approved or not", async () => {
    const ada = await person();
    const [late, approved] = [await begin(), await begin()];
    await answer(ada, approved);
    await seconds(600);
    expect((await answer(ada, late)).status).toBe(404);
    for (const one of [late, approved])
      expect(errorOf(await poll(one))).toEqual([400, "expired_token"]);
  });

  it("gets no key when the person lost the role after approving", async () => {
    const ada = await person();
    const begun = await begin();
    await answer(ada, begun);
    await http.api("PUT", `/users/${ada.id}`, { role: null });
    expect(errorOf(await poll(begun))).toEqual([400, "access_denied"]);
  });

  it("with an invented code is told what one with an old code is told", async () => {
    const invented = { device_code: "x".repeat(43), user_code: "" };
    expect(errorOf(await poll(invented))).toEqual([400, "expired_token"]);
    expect((await open("/device_authorizations/key", { device_code: "" })).status).toBe(422);
  });

  it("sends at most 4 KiB, and no more than ten requests a minute from one address", async () => {
    const large = await open("/device_authorizations", { host: "x".repeat(5000), program: "p" });
    expect(large.status).toBe(413);
    const strict = await startHttp();
    await strict.api("POST", "/users", { email: "ada@example.com", role: "viewer" });
    const body = { host: "laptop", program: "monitorctl" };
    const ask = () => strict.call("POST", "/api/v1/device_authorizations", { body });
    const { json: valid } = await ask();
    for (let n = 1; n < 10; n++) expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(429);
    // A flood of invented codes from the same address slows them down, and not the valid one.
    const redeem = (device_code: string) =>
      strict.call("POST", "/api/v1/device_authorizations/key", { body: { device_code } });
    expect(errorOf(await redeem(valid.device_code))).toEqual([400, "authorization_pending"]);
    const answers = [];
    for (let n = 0; n < 60; n++) answers.push(errorOf(await redeem(`invented ${n}`))[1]);
    expect(new Set(answers)).toEqual(new Set(["expired_token", "slow_down"]));
    await strict.clock.advance(5000, () => true);
    expect(errorOf(await redeem(valid.device_code))).toEqual([400, "authorization_pending"]);
    await strict.end();
  });

  it("is stored without its codes", async () => {
    const begun = await begin();
    const stored = JSON.stringify(await http.store.read.device_authorization("none"));
    expect(stored).toBe("null");
    expect(http.logged.join("\n")).not.toContain(begun.device_code);
  });
});

describe("the page of the code", () => {
  it("asks a visitor without a session to sign in, and comes back", async () => {
    const { user_code } = await begin();
    const sent = await http.call("GET", `/device?code=${user_code}`);
    expect([sent.status, location(sent)]).toEqual([
      303,
      `/login?next=${encodeURIComponent(`/device?code=${user_code}`)}`,
    ]);
    const login = await http.call("GET", location(sent)!);
    expect(login.text).toContain("the code of your terminal");
  });

  it("takes no answer of a session of a key, not even of a person's key", async () => {
    const ada = await person();
    const begun = await begin();
    for (const code of [http.keys.admin, await keyOf(ada)]) {
      const visitor = await signIn(http, code);
      expect((await visitor.get(`/device?code=${begun.user_code}`)).text).not.toContain("Approve<");
      const refused = await visitor.post("/device", { code: begun.user_code, answer: "approved" });
      expect(refused.status).toBe(403);
    }
    expect(errorOf(await poll(begun))).toEqual([400, "authorization_pending"]);
  });

  it("takes no answer without the token of the session's pages, and changes nothing when it is opened", async () => {
    const ada = await person();
    const begun = await begin();
    const page = await ada.browser.get(`/device?code=${begun.user_code.toLowerCase()}`);
    expect(tokenOfPage(page)).toBe(ada.browser.csrf);
    const forged = await ada.browser.post("/device", {
      csrf: "x",
      code: begun.user_code,
      answer: "approved",
    });
    expect(forged.status).toBe(403);
    expect(errorOf(await poll(begun))).toEqual([400, "authorization_pending"]);
  });

  it("shows names of machines as text", async () => {
    const ada = await person();
    const { user_code } = await begin('<img src=x onerror="alert(1)">');
    const page = await ada.browser.get(`/device?code=${user_code}`);
    expect(page.text).not.toContain("<img src=x");
    expect(
      (await open("/device_authorizations", { host: "a\u001b[2Jb", program: "p" })).status,
    ).toBe(422);
  });

  it("says of a code that does not exist that it is unknown, and the log who typed it", async () => {
    const ada = await person();
    for (const code of ["BBBB-BBBB", "AEIO-U123", "x"]) {
      const page = await ada.browser.get(`/device?code=${code}`);
      expect([page.status, page.text.includes("unknown")]).toEqual([404, true]);
    }
    const { json } = await http.api("GET", "/audit_events?order=desc&limit=1");
    expect(json[0]).toMatchObject({
      action: "refuse",
      object_kind: "device_authorizations",
      account: ada.id,
    });
  });

  it("takes no more codes from a person who guesses, and those of others still", async () => {
    const [eve, ada] = [await person(), await person()];
    const guess = (n: number) => {
      const code = `BCDF-GHJ${"BCDFGHJKLMNP".charAt(n)}`;
      return n % 2 === 0
        ? eve.browser.get(`/device?code=${code}`)
        : eve.browser.post("/device", { code, answer: "approved" });
    };
    for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(404);
    const begun = await begin();
    const refused = await answer(eve, begun);
    expect([refused.status, refused.text.includes("Too many unknown codes")]).toEqual([429, true]);
    expect((await answer(ada, begun)).status).toBe(200);
  });

  it("warns when the program asks from another address than the browser", async () => {
    const ada = await person();
    const { user_code } = await begin();
    const page = await ada.browser.get(`/device?code=${user_code}`);
    expect(page.text).toContain("not that of this browser");
    const near = await open("/device_authorizations", { host: "laptop", program: "monitorctl" });
    const same = await ada.browser.get(`/device?code=${near.json.user_code}`);
    expect(same.text).toContain("127.0.0.1, as this browser");
  });
});

describe("the key of a person", () => {
  it("has the rights of the role at each request", async () => {
    const ada = await person("editor");
    const key = await keyOf(ada);
    const create = () => as(key, "POST", "/alert_groups", { title: "Shop" });
    expect((await create()).status).toBe(201);
    await http.api("PUT", `/users/${ada.id}`, { role: "viewer" });
    expect((await create()).status).toBe(403);
    expect((await as(key, "GET", "/me")).json.scopes).toEqual(["read"]);
    await http.api("PUT", `/users/${ada.id}`, { role: null });
    expect((await as(key, "GET", "/me")).status).toBe(401);
    // A role that is given again revives no key.
    await http.api("PUT", `/users/${ada.id}`, { role: "admin" });
    expect((await as(key, "GET", "/me")).status).toBe(401);
  });

  it("is refused when the person is deleted, also after they are restored", async () => {
    const ada = await person("viewer");
    const key = await keyOf(ada);
    await http.api("DELETE", `/users/${ada.id}`);
    expect((await as(key, "GET", "/me")).status).toBe(401);
    await http.api("POST", `/users/${ada.id}/restore`, {});
    expect((await as(key, "GET", "/me")).status).toBe(401);
  });

  it("expires after 90 days without use, and each use moves that", async () => {
    const key = await keyOf(await person("viewer"));
    for (const days of [89, 89]) {
      await http.clock.advance(days * day, () => true);
      expect((await as(key, "GET", "/me")).status).toBe(200);
      await http.store.read.nobody_yet();
    }
    await http.clock.advance(90 * day, () => true);
    expect((await as(key, "GET", "/me")).status).toBe(401);
  });

  it("acknowledges as the person, whatever name is passed", async () => {
    const ada = await person("responder");
    const key = await keyOf(ada);
    const { json: group } = await http.api("POST", "/alert_groups", { title: "Shop" });
    await http.call("POST", new URL(group.webhook_url).pathname, { body: { title: "down" } });
    const [incident] = (await as(key, "GET", `/incidents?alert_group_id=${group.id}`)).json;
    const acknowledged = await as(key, "POST", `/incidents/${incident.id}/acknowledge`, {
      by: "Grace",
    });
    expect(acknowledged.json).toMatchObject({ acknowledged_by: "Ada" });
    const { json: audit } = await http.api("GET", "/audit_events?order=desc&limit=50");
    const entry = audit.find(
      (one: { account: string | null; action: string }) =>
        one.account === ada.id && one.action !== "sign_in" && one.action !== "create",
    );
    expect(entry).toMatchObject({ actor: "Ada", account: ada.id });
  });

  it("lists and revokes the keys of its person alone", async () => {
    const [ada, grace] = [await person("viewer"), await person("viewer", "Grace")];
    const [key, other, third] = [await keyOf(ada), await keyOf(ada, "desktop"), await keyOf(grace)];
    const listed = (await as(key, "GET", "/api_keys")).json as { id: string; name: string }[];
    expect(listed.map(({ name }) => name)).toEqual([
      "monitorctl on laptop",
      "monitorctl on desktop",
    ]);
    const idOf = async (of: string) => (await as(of, "GET", "/me")).json.key.id as string;
    const foreign = await as(key, "DELETE", `/api_keys/${await idOf(third)}`);
    expect(foreign.status).toBe(404);
    expect((await as(key, "DELETE", `/api_keys/${await idOf(other)}`)).status).toBe(204);
    expect((await as(other, "GET", "/me")).status).toBe(401);
    expect((await as(key, "DELETE", `/api_keys/${await idOf(key)}`)).status).toBe(204);
    expect((await as(key, "GET", "/me")).status).toBe(401);
  });

  it("is in the audit log from its beginning, with who answered and from where", async () => {
    const ada = await person("viewer");
    await keyOf(ada, "audited");
    const { json } = await http.api("GET", "/audit_events?order=desc&limit=20");
    const about = (json as { object_title: string; action: string; account: string | null }[])
      .filter(({ object_title }) => object_title === "monitorctl on audited")
      .map(({ action, account }) => [action, account]);
    expect(about.toReversed()).toEqual([
      ["begin", null],
      ["approve", ada.id],
      ["create", ada.id],
    ]);
  });
});
