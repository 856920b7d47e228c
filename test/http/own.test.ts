/** What people change of themselves, whatever their role: name, time zone, devices, phones, hours. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roles, type Role } from "../../src/resource/user.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, personalKey, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp({
    configured: ["ntfy", "webhook", "email", "webpush"],
    trustedProxies: ["127.0.0.1"],
  });
});
afterAll(() => http.end());

const post = async (path: string, body: object) => (await http.api("POST", path, body)).json;

let people = 0;
async function person(role: Role = "viewer", name = `Person ${people + 1}`) {
  const email = `person-${++people}@example.com`;
  const { id } = await post("/users", { email, name, role });
  const browser = await signInAs(http, id);
  return { id: id as string, email, name, browser };
}

/** Each terminal has an address of its own, so that none is limited. */
const keyOf = ({ browser }: Awaited<ReturnType<typeof person>>): Promise<string> =>
  personalKey(http, browser, `192.0.2.${people}`);

const as = (key: string, method: string, path: string, body?: unknown) =>
  http.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });

/** The latest act of the person, by its word. */
async function audited(action: string, account: string) {
  const { json } = await http.api("GET", "/audit_events?order=desc&limit=200");
  return (json as { action: string; account: string | null }[]).find(
    (one) => one.action === action && one.account === account,
  );
}

describe("the profile", () => {
  it("is nobody's in a browser that is signed in with a key: its settings begin elsewhere", async () => {
    const page = await (await signIn(http, http.keys.admin)).get("/settings/you");
    expect({ status: page.status, to: location(page) }).toEqual({ status: 303, to: "/settings" });
  });

  it("has a name and a time zone that its person changes, which the audit log shows", async () => {
    const ada = await person("viewer", "Ada");
    const page = await ada.browser.get("/settings/you");
    expect(page.text).toContain('name="name"');
    const fields = { name: "Ada Lovelace", timezone: "Asia/Tokyo" };
    const saved = await ada.browser.post("/settings/you/profile", fields);
    expect(location(saved)).toBe("/settings/you?done=saved");
    const after = await ada.browser.get("/settings/you");
    expect(after.text).toContain("Asia/Tokyo, as you chose.");
    expect(after.text).toContain('data-zone="Asia/Tokyo"');
    expect(await audited("update", ada.id)).toMatchObject({
      object_id: ada.id,
      account: ada.id,
      changes: [
        { field: "name", from: "Ada", to: "Ada Lovelace" },
        { field: "timezone", from: null, to: "Asia/Tokyo" },
      ],
    });
  });

  it("keeps what was typed where a field is refused", async () => {
    const [eve, { name }] = [await person(), await person("admin", "Grace Hopper")];
    const refused = await eve.browser.post("/settings/you/profile", {
      name: name.toUpperCase(),
      timezone: "Mars/Olympus",
    });
    expect(refused.status).toBe(422);
    for (const text of ["is the name of another person", "Mars/Olympus", "GRACE HOPPER"])
      expect(refused.text).toContain(text);
  });

  it("has the monthly report by mail, which its person takes and leaves", async () => {
    const bo = await person();
    const stored = async () => (await http.api("GET", `/users/${bo.id}`)).json.monthly_report;
    expect(await stored()).toBe(false);
    const { text } = await bo.browser.get("/settings/you");
    const box = /<input[^>]*type="checkbox"[^>]*name="monthly_report"[^>]*>/;
    expect(text).toMatch(box);
    expect(box.exec(text)![0]).not.toContain("checked");
    expect(text).toContain("Sent to the email address on the 1st of each month");
    await bo.browser.post("/settings/you/profile", { monthly_report: "true" });
    expect(await stored()).toBe(true);
    expect(box.exec((await bo.browser.get("/settings/you")).text)![0]).toContain("checked");
    await bo.browser.post("/settings/you/profile", {});
    expect(await stored()).toBe(false);
  });

  it("shows the fields that a project declares, and changes the others", async () => {
    await http.api("POST", "/apply", {
      project: "shop",
      users: [{ external_id: "kim", email: "kim@example.com", name: "Kim", role: "viewer" }],
    });
    const { json } = await http.api("GET", "/users?limit=200");
    const kim = (json as { id: string; email: string }[]).find(
      ({ email }) => email === "kim@example.com",
    )!;
    const browser = await signInAs(http, kim.id);
    const page = await browser.get("/settings/you");
    expect(page.text).toContain("managed by shop");
    expect(page.text).not.toContain('name="name"');
    const forged = await browser.post("/settings/you/profile", { name: "Boss", timezone: "UTC" });
    expect(forged.status).toBe(303);
    const { json: user } = await http.api("GET", `/users/${kim.id}`);
    expect(user).toMatchObject({ name: "Kim", timezone: "UTC" });
    // An apply leaves the field alone that it does not declare.
    const again = await http.api("POST", "/apply", {
      project: "shop",
      users: [{ external_id: "kim", email: "kim@example.com", name: "Kim", role: "viewer" }],
    });
    expect(again.status).toBe(200);
    expect((await http.api("GET", `/users/${kim.id}`)).json.timezone).toBe("UTC");
  });

  it("is that of a person: with their key, and not with one of the organization", async () => {
    const ada = await person("viewer");
    const key = await keyOf(ada);
    const changed = await as(key, "PUT", "/me", { timezone: "UTC" });
    expect(changed.json.user).toMatchObject({ id: ada.id, timezone: "UTC", declared: [] });
    const wanted = await as(key, "PUT", "/me", { monthly_report: true });
    expect(wanted.json.user).toMatchObject({ timezone: "UTC", monthly_report: true });
    expect((await as(key, "PUT", "/me", { role: "admin" })).status).toBe(422);
    expect((await as(http.keys.admin, "PUT", "/me", { name: "x" })).status).toBe(403);
  });
});

describe.each(roles)("a person with the role %s", (role) => {
  it("adds, tests, changes and removes a device of their own", async () => {
    const ada = await person(role);
    const key = await keyOf(ada);
    const made = await as(key, "POST", `/users/${ada.id}/devices`, {
      kind: "ntfy",
      target: "own-topic",
    });
    expect([made.status, made.json.target]).toEqual([201, "own-topic"]);
    const path = `/users/${ada.id}/devices/${made.json.id}`;
    expect((await as(key, "POST", `${path}/test`)).status).toBe(202);
    expect((await as(key, "PUT", path, { name: "Pixel" })).status).toBe(200);
    const form = await ada.browser.get(`${path}/edit`);
    expect(form.text).toContain('value="own-topic"');
    expect((await as(key, "DELETE", path)).status).toBe(204);
    const link = await as(key, "POST", `/users/${ada.id}/device_invitations`, {});
    expect([link.status, link.json.masked]).toEqual([201, []]);
    const page = await ada.browser.post(`/users/${ada.id}/phones`);
    expect((await ada.browser.get(location(page)!)).text).toContain("Scan this");
  });

  it("changes their own hours in a group", async () => {
    const ada = await person(role);
    const group = await post("/alert_groups", { title: "On call" });
    await post(`/alert_groups/${group.id}/members`, { email: ada.email });
    const path = `/alert_groups/${group.id}/members/${ada.id}`;
    expect((await ada.browser.get(path)).status).toBe(200);
    const saved = await as(await keyOf(ada), "PUT", path, { minimum_priority: 1 });
    expect(saved.json).toMatchObject({ minimum_priority: 1 });
    expect(await audited("set_member", ada.id)).toMatchObject({ object_id: group.id });
  });
});

describe("a person who is no admin", () => {
  it("changes no device, phone, hours or passkey of another", async () => {
    const [ada, grace] = [await person("viewer"), await person("viewer")];
    const key = await keyOf(ada);
    const device = await post(`/users/${grace.id}/devices`, { kind: "ntfy", target: "grace" });
    const group = await post("/alert_groups", { title: "Theirs" });
    await post(`/alert_groups/${group.id}/members`, { email: grace.email });
    const of = `/users/${grace.id}/devices`;
    for (const [method, path, body] of [
      ["POST", of, { kind: "ntfy", target: "mine" }],
      ["PUT", `${of}/${device.id}`, { name: "x" }],
      ["POST", `${of}/${device.id}/test`],
      ["DELETE", `${of}/${device.id}`],
      ["POST", `/users/${grace.id}/device_invitations`, {}],
      ["GET", `/users/${grace.id}/passkeys`],
      ["PUT", `/alert_groups/${group.id}/members/${grace.id}`, { minimum_priority: 3 }],
      ["DELETE", `/alert_groups/${group.id}/members/${ada.id}`],
    ] as const)
      expect([method, path, (await as(key, method, path, body)).status]).toEqual([
        method,
        path,
        403,
      ]);
    // The path of oneself with the device of another.
    const mixed = `/users/${ada.id}/devices/${device.id}`;
    expect((await as(key, "PUT", mixed, { name: "x" })).status).toBe(404);
    expect((await as(key, "DELETE", mixed)).status).toBe(404);
  });

  it("adds no device that leads pushes to an address of their choice", async () => {
    const ada = await person("editor");
    const key = await keyOf(ada);
    const of = `/users/${ada.id}/devices`;
    for (const [body, field] of [
      [{ kind: "webhook", target: "http://10.0.0.1/x" }, "target"],
      [{ kind: "ntfy", target: "t", server: "http://10.0.0.1" }, "server"],
      [{ kind: "email", target: "victim@example.org" }, "target"],
    ] as const) {
      const refused = await as(key, "POST", of, body);
      expect([refused.status, refused.json.errors?.[0]]).toMatchObject([
        422,
        { field, code: "needs_admin" },
      ]);
    }
    const link = await as(key, "POST", `/users/${ada.id}/device_invitations`, {
      server: "http://10.0.0.1",
    });
    expect(link.json.errors[0]).toMatchObject({ field: "server", code: "needs_admin" });
    const mail = await as(key, "POST", of, { kind: "email", target: ada.email.toUpperCase() });
    expect(mail.status).toBe(201);
    const moved = await as(key, "PUT", `${of}/${mail.json.id}`, { target: "victim@example.org" });
    expect(moved.json.errors[0]).toMatchObject({ field: "target", code: "needs_admin" });
    // One that an admin added can be turned off, and led nowhere else.
    const hook = await post(of, { kind: "webhook", target: "https://example.com/hook" });
    expect((await as(key, "PUT", `${of}/${hook.id}`, { enabled: false })).status).toBe(200);
    const led = await as(key, "PUT", `${of}/${hook.id}`, { target: "http://10.0.0.1/x" });
    expect(led.json.errors[0]).toMatchObject({ field: "target", code: "needs_admin" });
  });
});
