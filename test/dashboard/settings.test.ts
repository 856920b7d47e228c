/** Keys and sessions in the browser. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const home = "/settings/keys";

it("an admin creates a key, sees it once, and revokes it", async () => {
  const browser = await signIn(http, http.keys.admin);
  const made = await browser.post(home, { name: "ci", scope: "write" });
  const key = /mon_[0-9A-Za-z]{38}/.exec(made.text)![0];
  expect((await http.call("GET", "/api/v1/me", { key })).json.scopes).toEqual(["write"]);
  const page = await browser.get(home);
  expect(page.text).not.toContain(key);
  expect(page.text).toContain('aria-label="Revoke ci"');
  const [{ id }] = (await http.api("GET", "/api_keys")).json.filter(
    (one: { name: string }) => one.name === "ci",
  );
  expect(location(await browser.post(`${home}/${id}/revoke`))).toBe(`${home}?done=removed`);
  expect((await http.call("GET", "/api/v1/me", { key })).status).toBe(401);
  expect((await browser.post(home, { name: "", scope: "write" })).status).toBe(422);
});

it("a new key can expire by itself", async () => {
  const browser = await signIn(http, http.keys.admin);
  const days = 24 * 3600_000;
  await browser.post(home, { name: "short", scope: "read", expires: "30" });
  const made = (await http.api("GET", "/api_keys")).json.find(
    (one: { name: string }) => one.name === "short",
  );
  expect((Date.parse(made.expires_at) - http.clock.now()) / days).toBeCloseTo(30, 2);
});

it("an admin signs another browser out", async () => {
  const [browser, other] = [
    await signIn(http, http.keys.admin),
    await signIn(http, http.keys.read),
  ];
  const read = async () =>
    (await http.api("GET", "/sessions")).json as { id: string; key_id: string }[];
  const { key } = (await http.call("GET", "/api/v1/me", { key: http.keys.read })).json;
  for (const { id } of (await read()).filter(({ key_id }) => key_id === key.id))
    await browser.post(`/settings/people/sessions/${id}/end`);
  expect((await other.get("/")).status).toBe(303);
  expect((await browser.get("/settings/people")).text).toContain("this browser");
});

it("others than admins neither see nor change keys and sessions", async () => {
  const browser = await signIn(http, http.keys.write);
  expect((await browser.get(home)).status).toBe(403);
  expect((await browser.post(home, { name: "x" })).status).toBe(403);
  expect((await browser.get("/settings/service")).text).not.toContain(home);
});

it("a person sees and revokes their own keys, and a key of projects is made with its names", async () => {
  const admin = await signIn(http, http.keys.admin);
  const made = await admin.post(home, {
    name: "shop-ci",
    scope: "write",
    projects: " shop, cart,shop ",
    expires: "90",
  });
  const key = /mon_[0-9A-Za-z]{38}/.exec(made.text)![0];
  expect((await http.call("GET", "/api/v1/me", { key })).json.key).toMatchObject({
    projects: ["cart", "shop"],
    made_by: expect.stringContaining("Ada"),
  });
  const page = await admin.get(home);
  expect(page.text).toContain("made by");
  await admin.post(`${home}/people`, { projects: "shop" });
  expect((await admin.get(home)).text).toContain('value="shop"');
  const refused = await admin.post(home, { name: "all", scope: "admin", projects: "shop" });
  expect([refused.status, refused.text.includes('value="all"')]).toEqual([422, true]);

  const { json } = await http.api("POST", "/users", { email: "grace@example.com", role: "viewer" });
  const grace = await signInAs(http, json.id);
  const own = await grace.get(home);
  expect(own.status).toBe(200);
  expect(own.text).not.toContain("shop-ci");
  expect(own.text).not.toContain("Create key");
  expect((await grace.post(home, { name: "x" })).status).toBe(403);
  expect((await grace.post(`${home}/people`, { projects: "x" })).status).toBe(403);
});

it("a sign-in is a sentence in the audit log, not a field that changed", async () => {
  const browser = await signIn(http, http.keys.admin);
  const log = (await browser.get("/settings/audit?kind=sign_in")).text;
  expect(log).toContain("signed in with an API key");
  expect(log).toContain("signed in by a link");
  expect(log).not.toContain("<dt>");
});

it("people whose devices did not answer a test are not called reached", async () => {
  const browser = await signIn(http, http.keys.admin);
  const { json } = await http.api("POST", "/users", { email: "kai@example.com" });
  const row = async () =>
    (await browser.get("/settings/people")).text
      .split(`id="person-${json.id}"`)[1]!
      .split("</li>")[0];
  expect(await row()).toContain("No device");
  await http.api("POST", `/users/${json.id}/devices`, { kind: "ntfy", target: "kai-4vK9qTzR2m" });
  expect(await row()).toContain("Not verified");
});
