/** Accounts: links to sign in, what each role can do, and when a session of a user ends. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roles, type Role } from "../../src/resource/user.ts";
import { makeSetupCode } from "../support/setup-code.ts";
import type { HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";
import { encoded, location, signIn, type Fields } from "../support/visitor.ts";
import { tokenOfPage } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const form = () => ({
  "content-type": "application/x-www-form-urlencoded",
  origin: http.origin,
});

async function user(email: string, role: Role | null): Promise<string> {
  const { json } = await http.api("POST", "/users", { email, name: "Grace", role });
  return (json as { id: string }).id;
}

const day = 24 * 3600_000;
type Browser = Awaited<ReturnType<typeof browserOf>>;

async function linkOf(id: string): Promise<string> {
  const { json } = await http.api("POST", `/users/${id}/sign_in_links`);
  return new URL((json as { url: string }).url).pathname;
}

/** A browser that signed in by a new link of the user. */
async function browserOf(id: string) {
  const used = await http.call("POST", await linkOf(id), { headers: form() });
  const cookie = (used.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const get = (path: string) =>
    http.call("GET", path, { headers: { cookie, accept: "text/html" } });
  const csrf = tokenOfPage(await get("/"));
  const post = (path: string, fields: Fields = {}) =>
    http.call("POST", path, { body: encoded({ csrf, ...fields }), headers: { ...form(), cookie } });
  return { cookie, get, post };
}

describe("a link to sign in", () => {
  it("is opened without being used up, and signs in once", async () => {
    const path = await linkOf(await user("once@example.com", "viewer"));
    for (const _ of [1, 2]) expect((await http.call("GET", path)).text).toContain("Grace");
    const first = await http.call("POST", path, { headers: form() });
    expect([first.status, location(first)]).toEqual([303, "/"]);
    const second = await http.call("POST", path, { headers: form() });
    expect([second.status, second.headers.get("set-cookie")]).toEqual([410, null]);
    expect((await http.call("GET", path)).status).toBe(410);
  });

  it("stops working when a newer one is made, when its user loses the role, and after a day", async () => {
    const id = await user("later@example.com", "viewer");
    const old = await linkOf(id);
    const newer = await linkOf(id);
    expect((await http.call("POST", old, { headers: form() })).status).toBe(404);
    await http.api("PUT", `/users/${id}`, { role: null });
    expect((await http.call("POST", newer, { headers: form() })).status).toBe(404);
    await http.api("PUT", `/users/${id}`, { role: "viewer" });
    expect((await http.call("POST", newer, { headers: form() })).status).toBe(404);
    const newest = await linkOf(id);
    await http.clock.advance(24 * 3600_000, () => true);
    expect((await http.call("POST", newest, { headers: form() })).status).toBe(410);
  });

  it("is refused for a user without a role", async () => {
    const id = await user("none@example.com", null);
    const { status, json } = await http.api("POST", `/users/${id}/sign_in_links`);
    expect(status).toBe(422);
    expect(json).toMatchObject({ errors: [{ field: "role" }] });
  });

  it("that is invented opens nothing", async () => {
    const { status } = await http.call("POST", `/join/${"x".repeat(22)}`, { headers: form() });
    expect(status).toBe(404);
  });
});

describe("the session of a user", () => {
  it("bears the name of the account, whatever a form says, and its acts carry the account", async () => {
    const id = await user("named@example.com", "responder");
    const browser = await browserOf(id);
    expect((await browser.get("/")).text).toContain("Grace");
    const done = await browser.post("/silences/new", {
      monitor_id: "nobody",
      by: "Somebody else",
    });
    expect(done.status).not.toBe(403);
    const { json } = await http.api("GET", "/audit_events?order=desc&limit=50");
    expect(json).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ action: "sign_in", account: id })]),
    );
  });

  it("has the rights of the role as it is now, and ends with the role or the user", async () => {
    const id = await user("moved@example.com", "admin");
    const browser = await browserOf(id);
    expect((await browser.get("/users/new")).status).toBe(200);
    await user("another-admin@example.com", "admin");
    await http.api("PUT", `/users/${id}`, { role: "viewer" });
    expect((await browser.get("/users/new")).status).toBe(403);
    await http.api("PUT", `/users/${id}`, { role: null });
    expect((await browser.get("/")).status).toBe(303);
    await http.api("PUT", `/users/${id}`, { role: "viewer" });
    expect((await browser.get("/")).status).toBe(303);
    const again = await browserOf(id);
    expect((await again.get("/")).status).toBe(200);
    await http.api("DELETE", `/users/${id}`);
    expect((await again.get("/")).status).toBe(303);
  });

  it("is listed, and ended by an admin", async () => {
    const id = await user("ended@example.com", "viewer");
    const browser = await browserOf(id);
    const { json } = await http.api("GET", "/sessions");
    const mine = (json as { id: string; user_id: string | null }[]).find(
      ({ user_id }) => user_id === id,
    );
    expect(JSON.stringify(json)).not.toContain("hash");
    expect((await http.api("DELETE", `/sessions/${mine!.id}`)).status).toBe(204);
    expect((await browser.get("/")).status).toBe(303);
    expect((await http.api("DELETE", `/sessions/${mine!.id}`)).status).toBe(404);
  });
});

/** Forms of the dashboard, and the least role that can send them. */
const forms: [path: string, least: Role][] = [
  ["/incidents/1/acknowledge", "responder"],
  ["/incidents/1/unacknowledge", "responder"],
  ["/incidents/1/resolve", "responder"],
  ["/incidents/1/notes", "responder"],
  ["/incidents/1/publish", "editor"],
  ["/silences/new", "responder"],
  ["/silences/none/end", "responder"],
  ["/health_check_monitors/new", "editor"],
  ["/webhook_monitors/new", "editor"],
  ["/alert_groups/new", "editor"],
  ["/alert_groups/none/members", "editor"],
  ["/health_check_monitors/none/pause", "editor"],
  ["/users/new", "admin"],
  ["/users/none/invite", "admin"],
  ["/users/none/phones", "admin"],
  ["/users/none/delete", "admin"],
];

describe.each(roles)("a %s", (role) => {
  it("can send the forms of that role and no others", async () => {
    const browser = await browserOf(await user(`${role}@example.com`, role));
    for (const [path, least] of forms) {
      const { status } = await browser.post(path, {});
      const may = roles.indexOf(role) >= roles.indexOf(least);
      expect(status === 403, `${role} ${path}: ${status}`).toBe(!may);
    }
  });
});

describe("the one-time code of the first start", () => {
  it("makes the one who redeems it in a browser a user with the role admin, who is signed in", async () => {
    const code = "ABCDE-FGHJK";
    await makeSetupCode(http, code);
    const asked = await http.call("GET", `/login?code=${code}`);
    expect(asked.text).toContain("Your email");
    const answer = await http.call("POST", "/login", {
      body: encoded({ code, name: "Ada Lovelace", email: "Ada@example.com" }),
      headers: form(),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/^\/start\?phone=[0-9A-Za-z]{22}$/);
    const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const home = await http.call("GET", "/users", { headers: { cookie } });
    expect(home.text).toContain("Ada Lovelace");
    const { json } = await http.api("GET", "/users");
    expect(json).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ email: "ada@example.com", name: "Ada Lovelace", role: "admin" }),
      ]),
    );
  });

  it("is kept when the email is none", async () => {
    const code = "ABCDE-FGHJM";
    await makeSetupCode(http, code);
    const fields = { code, name: "Ada", email: "nobody" };
    const refused = await http.call("POST", "/login", { body: encoded(fields), headers: form() });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("not an email address");
    const again = await http.call("POST", "/login", {
      body: encoded({ ...fields, email: "ada2@example.com" }),
      headers: form(),
    });
    expect(again.status).toBe(303);
  });
});

it("a key goes on signing in, under the name that is typed", async () => {
  const browser = await signIn(http, http.keys.write);
  expect((await browser.get("/")).text).toContain("Ada");
});

it("the sign-in page says where one comes back to", async () => {
  const { text } = await http.call("GET", "/login?next=%2Fincidents%2F95");
  expect(text).toContain("incident #95");
});

describe("the last admin", () => {
  it("can neither be removed nor get another role, until there is another one", async () => {
    const side = await startHttp();
    const admin = async (email: string) =>
      (await side.api("POST", "/users", { email, role: "admin" })).json as { id: string };
    const ada = await admin("ada@example.com");
    for (const refused of [
      await side.api("PUT", `/users/${ada.id}`, { role: "editor" }),
      await side.api("DELETE", `/users/${ada.id}`),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.json.detail).toContain("Give another user the role admin first.");
    }
    await admin("bo@example.com");
    expect((await side.api("PUT", `/users/${ada.id}`, { role: "editor" })).status).toBe(200);
    await side.end();
  });
});

describe("a signed-in user", () => {
  it("learns from /me whose session it is and which scopes it has", async () => {
    const { cookie } = await browserOf(await user("me@example.com", "responder"));
    const { json } = await http.call("GET", "/api/v1/me", { headers: { cookie } });
    expect(json).toMatchObject({
      key: null,
      user: { email: "me@example.com" },
      scopes: ["respond"],
    });
  });

  it("gets the scopes of another role at once, and its stream of events ends", async () => {
    const id = await user("change@example.com", "editor");
    const { cookie } = await browserOf(id);
    const stream = await fetch(`${http.origin}/api/v1/events`, { headers: { cookie } });
    const ended = stream.text();
    await http.api("PUT", `/users/${id}`, { role: "viewer" });
    await ended;
    const { json } = await http.call("GET", "/api/v1/me", { headers: { cookie } });
    expect(json.scopes).toEqual(["read"]);
    await http.api("DELETE", `/users/${id}`);
    expect((await http.call("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401);
  });

  it("has no stream of events any more when its session is ended", async () => {
    const id = await user("stream@example.com", "viewer");
    const { cookie } = await browserOf(id);
    const stream = await fetch(`${http.origin}/api/v1/events`, { headers: { cookie } });
    const ended = stream.text();
    const sessions = (await http.api("GET", "/sessions")).json;
    const own = sessions.find((one: { user_id: string }) => one.user_id === id);
    await http.api("DELETE", `/sessions/${own.id}`);
    await ended;
  });

  it.each<[string, (id: string, browser: Browser) => Promise<unknown>]>([
    ["signs out", (_, { post }) => post("/logout")],
    ["loses the role", (id) => http.api("PUT", `/users/${id}`, { role: null })],
  ])("has no stream of events any more when the user %s", async (how, end) => {
    const id = await user(`${how.replaceAll(" ", "-")}@example.com`, "viewer");
    const browser = await browserOf(id);
    const headers = { cookie: browser.cookie };
    const stream = await fetch(`${http.origin}/api/v1/events`, { headers });
    const ended = stream.text();
    await end(id, browser);
    await ended;
    expect((await fetch(`${http.origin}/api/v1/events`, { headers })).status).toBe(401);
  });

  it("has no stream of events beyond the session's thirty days", async () => {
    const { cookie, get } = await browserOf(await user("month@example.com", "viewer"));
    const advance = (ms: number) => http.clock.advance(ms, () => true);
    for (let i = 0; i < 4; i++) {
      await advance(6 * day);
      await get("/");
    }
    await advance(6 * day - 30_000);
    const headers = { cookie };
    const stream = await fetch(`${http.origin}/api/v1/events`, { headers });
    const ended = stream.text();
    await advance(31_000);
    await ended;
    expect((await fetch(`${http.origin}/api/v1/events`, { headers })).status).toBe(401);
  });

  it("gets back neither a session nor a link with a role that is given again", async () => {
    const id = await user("again@example.com", "editor");
    const { cookie } = await browserOf(id);
    const link = await linkOf(id);
    const listed = async () =>
      (await http.api("GET", "/sessions")).json.filter(
        (one: { user_id: string }) => one.user_id === id,
      );
    expect(await listed()).toHaveLength(1);
    await http.api("PUT", `/users/${id}`, { role: null });
    expect(await listed()).toEqual([]);
    await http.api("PUT", `/users/${id}`, { role: "admin" });
    expect((await http.call("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401);
    expect((await http.call("POST", link, { headers: form() })).status).toBe(404);
  });

  it("keeps the role of an invitation when a manifest declares no role, else gets that of the manifest", async () => {
    const declared = (role?: string) =>
      http.api("POST", "/apply", {
        project: "people",
        users: [{ external_id: "cy", email: "cy@example.com", ...(role ? { role } : {}) }],
      });
    await declared();
    const cy = async () =>
      (await http.api("GET", "/users")).json.find(
        ({ email }: { email: string }) => email === "cy@example.com",
      );
    await http.api("PUT", `/users/${(await cy()).id}`, { role: "responder" });
    await declared();
    expect((await cy()).role).toBe("responder");
    await declared("viewer");
    expect((await cy()).role).toBe("viewer");
  });

  it.each([
    ["left out after it was declared", {}],
    ["declared as null", { role: null }],
  ])(
    "loses the role by a manifest with the role %s, and plan, apply and drift say so",
    async (how, without) => {
      const project = how.replaceAll(" ", "-");
      const declare = (verb: string, role: object) =>
        http.api("POST", `/${verb}`, {
          project,
          users: [{ external_id: project, email: `${project}@example.com`, ...role }],
        });
      const roleOf = async () =>
        (await http.api("GET", `/users?external_id=${project}`)).json[0].role as unknown;
      await declare("apply", { role: "admin" });
      const change = [{ field: "role", from: "admin", to: null }];
      for (const verb of ["plan", "drift", "apply"]) {
        const { json } = await declare(verb, without);
        expect(json.changes[0]).toMatchObject({ action: "update", fields: change });
      }
      expect(await roleOf()).toBeNull();
      const again = await declare("apply", without);
      expect(again.json.changes[0]).toMatchObject({ action: "unchanged" });
      // A role that an invitation gives later: null was declared, or nothing is.
      const [{ id }] = (await http.api("GET", `/users?external_id=${project}`)).json;
      await http.api("PUT", `/users/${id}`, { role: "viewer" });
      await declare("apply", without);
      expect(await roleOf()).toBe("role" in without ? null : "viewer");
    },
  );
});
