import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../src/api/routes/row.ts";
import { openRoutes } from "../../src/api/routes/open.ts";
import { routes } from "../../src/api/routes/table.ts";
import { makeKey } from "../../src/core/access/api-key.ts";
import { scopesOfRole } from "../../src/core/access/scope.ts";
import { scopes, type Scope } from "../../src/core/model/model.ts";
import { roles, type Role } from "../../src/resource/user.ts";
import type { HttpSide } from "../support/http.ts";
import { keyFor, startHttp } from "../support/http.ts";
import { personalKey, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
/** The people of each role, with a key of theirs. */
const people = new Map<Role, { id: string; key: string }>();
beforeAll(async () => {
  http = await startHttp();
  for (const role of roles) {
    const { json } = await http.api("POST", "/users", { email: `${role}@example.com`, role });
    const key = await personalKey(http, await signInAs(http, json.id));
    people.set(role, { id: json.id, key });
  }
});
afterAll(() => http.end());

/** What each route needs, by its path in the API document. */
const needs: Record<string, Scope | "public" | "person"> = {
  ...needsOf(routes, "/api/v1"),
  ...needsOf(openRoutes, ""),
  // No key here is of a person.
  "PUT /api/v1/me": "person",
  "GET /api/v1/api_keys": "admin",
  "DELETE /api/v1/api_keys/{id}": "admin",
};

function needsOf(table: Record<string, Row>, prefix: string) {
  return Object.fromEntries(
    Object.entries(table).map(([name, { scope }]) => [
      name.replace(" ", ` ${prefix}`).replaceAll(/:(\w+)/g, "{$1}"),
      scope,
    ]),
  );
}

/** Routes by which each person sees and changes what is their own. */
const ofPeople = new Set([
  "PUT /api/v1/me",
  "GET /api/v1/api_keys",
  "DELETE /api/v1/api_keys/{id}",
]);

const rank = { public: 0, read: 1, respond: 2, write: 3, admin: 4, person: 5 };

it("every described route is in the table of what routes need, and no other", () => {
  const described = Object.entries(http.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(Object.keys(needs).toSorted());
});

describe.each(Object.entries(needs))("%s", (route, needed) => {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replace(/\{[^}]+\}/g, "nobody");
  const ask = (key: string | null) =>
    http.call(method, path, {
      key,
      ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
    });

  it(`needs ${needed}`, async () => {
    for (const scope of scopes) {
      const { status } = await ask(http.keys[scope]);
      const allowed = rank[scope] >= rank[needed];
      expect(status === 403, `with a ${scope} key: ${status}`).toBe(!allowed);
      expect(status).toBeLessThan(500);
    }
    const nobody = await ask(null);
    if (needed === "public") return;
    expect(nobody.status).toBe(401);
    expect(nobody.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  it("is open to a person by the role, and to each for oneself where it is about a person", async () => {
    const name = `${method} ${template.replace("/api/v1", "").replaceAll(/\{(\w+)\}/g, ":$1")}`;
    const row = (routes as Record<string, Row>)[name];
    for (const [role, { id, key }] of people) {
      const allowed = ofPeople.has(route) || rank[scopesOfRole(role)[0]!] >= rank[needed];
      const { status } = await ask(key);
      expect(status === 403, `as ${role}: ${status}`).toBe(!allowed);
      if (!row?.own) continue;
      const own = await http.call(
        method,
        template.replace("{user_id}", id).replace(/\{[^}]+\}/g, "x"),
        {
          key,
          ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
        },
      );
      expect([own.status === 403, own.status < 500], `${role} of oneself`).toEqual([false, true]);
    }
  });
});

/** The form that does the same as a route of the API, if the dashboard has one. */
const formOf = (method: string, path: string): string[] => {
  if (method === "PUT") return [`${path}/edit`];
  if (method === "DELETE") return [`${path}/delete`, `${path}/end`];
  return method === "POST" ? [path, `${path}/new`] : [];
};

it("a form of the dashboard needs the scope that the API needs for the same", async () => {
  const visitors = await Promise.all(
    scopes.map(async (scope) => ({ scope, visitor: await signIn(http, http.keys[scope]) })),
  );
  let compared = 0;
  for (const [route, needed] of Object.entries(needs)) {
    const [method = "", template = ""] = route.split(" ");
    const path = template.replace("/api/v1", "").replace(/\{[^}]+\}/g, "nobody");
    if (needed === "public") continue;
    for (const form of formOf(method, path)) {
      const refused: Scope[] = [];
      for (const { scope, visitor } of visitors)
        if ((await visitor.post(form)).status === 403) refused.push(scope);
      // No scope is refused where there is no such form.
      if (refused.length === 0) continue;
      compared += 1;
      expect(refused, form).toEqual(scopes.filter((scope) => rank[scope] < rank[needed]));
    }
  }
  expect(compared).toBeGreaterThan(25);
});

it("several incidents at once need the scope that one of them needs", async () => {
  const visitor = await signIn(http, http.keys.respond);
  for (const verb of ["acknowledge", "silence"])
    expect((await visitor.post("/incidents/bulk", { verb })).status, verb).toBe(303);
});

describe("a key", () => {
  const me = (authorization: string) =>
    http.call("GET", "/api/v1/me", { headers: { authorization } });

  it("says whose it is", async () => {
    const { json } = await http.api("GET", "/me");
    expect(json).toMatchObject({
      organization: { name: "home" },
      key: { scopes: ["admin"], revoked_at: null, expires_at: null },
      server: { version: "0.9.9", site_url: http.siteUrl },
    });
    expect(JSON.stringify(json)).not.toContain(http.keys.admin);
  });

  it("that is missing, mistyped, invented or sent otherwise is refused", async () => {
    const { admin } = http.keys;
    for (const header of [
      "",
      "Bearer",
      `Basic ${admin}`,
      admin,
      `Bearer ${admin.slice(0, -1)}`,
      `Bearer ${admin.toLowerCase()}`,
      `Bearer ${makeKey(randomBytes)}`,
      `Bearer ${"x".repeat(5000)}`,
    ]) {
      const refused = await me(header);
      expect(refused.status, header).toBe(401);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
    expect((await me(`bearer ${admin}`)).status).toBe(200);
  });

  it("is made with scopes and an end, shown once, listed without itself", async () => {
    const made = await http.api("POST", "/api_keys", {
      name: "ci",
      scopes: ["read"],
      expires_at: "2099-01-01T00:00:00Z",
    });
    expect(made.status).toBe(201);
    expect(made.json.key).toMatch(/^mon_[0-9A-Za-z]{38}$/);
    expect(made.json).toMatchObject({
      name: "ci",
      scopes: ["read"],
      expires_at: "2099-01-01T00:00:00Z",
      prefix: made.json.key.slice(0, 10),
    });
    const list = await http.api("GET", "/api_keys");
    expect(list.text).not.toContain(made.json.key);
    expect(list.json.map((key: { id: string }) => key.id)).toContain(made.json.id);
    expect((await me(`Bearer ${made.json.key}`)).json.key.name).toBe("ci");
  });

  it("that is revoked stops working with the next request", async () => {
    const made = await http.api("POST", "/api_keys", { name: "gone" });
    expect((await me(`Bearer ${made.json.key}`)).status).toBe(200);
    const at = `/api_keys/${made.json.id}`;
    expect((await http.api("DELETE", at)).status).toBe(204);
    expect((await me(`Bearer ${made.json.key}`)).status).toBe(401);
    expect((await http.call("DELETE", `/api/v1${at}`, { key: http.stranger })).status).toBe(404);
  });

  it("stops working at the instant at which it expires", async () => {
    const { organization } = (await http.api("GET", "/me")).json;
    const at = http.clock.now() + 60_000;
    const key = await keyFor(http.store, http.clock, organization.id, ["read"], at);
    expect((await me(`Bearer ${key}`)).status).toBe(200);
    await http.clock.advance(59_999, () => true);
    expect((await me(`Bearer ${key}`)).status).toBe(200);
    await http.clock.advance(1, () => true);
    expect((await me(`Bearer ${key}`)).status).toBe(401);
  });

  it.each([
    [{ name: "x", expires_at: "2001-01-01T00:00:00Z" }, "expires_at"],
    [{ name: "x", expires_at: "soon" }, "expires_at"],
    [{ name: "x", scopes: [] }, "scopes"],
    [{ name: "x", scopes: ["root"] }, "scopes[0]"],
    [{}, "name"],
  ])("is not made of %j", async (body, field) => {
    const refused = await http.api("POST", "/api_keys", body);
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].field).toBe(field);
  });

  it("that may write applies a declaration, but not one with users", async () => {
    const apply = (body: object) =>
      http.call("POST", "/api/v1/apply", { key: http.keys.write, body });
    const groups = [{ external_id: "declared", title: "Declared" }];
    const done = await apply({ project: "shop", alert_groups: groups });
    expect([done.status, done.json.applied]).toEqual([200, true]);
    const refused = await apply({
      project: "shop",
      users: [{ external_id: "u", email: "u@example.com" }],
    });
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toContain("admin");
  });

  it("that may write applies a declaration that leaves its users as they are, and no prune of them", async () => {
    const users = [{ external_id: "u", email: "kept@example.com" }];
    const groups = [{ external_id: "kept", title: "Kept" }];
    const apply = (body: object, key: string | null = http.keys.write) =>
      http.call("POST", "/api/v1/apply", { key, body: { project: "kept", ...body } });
    expect((await apply({ users }, http.keys.admin)).status).toBe(200);
    const done = await apply({ users, alert_groups: groups });
    expect([done.status, done.json.applied]).toEqual([200, true]);
    const changed = [{ ...users[0], name: "Kim" }];
    expect((await apply({ users: changed, alert_groups: groups })).status).toBe(403);
    expect((await apply({ alert_groups: groups, prune: true })).status).toBe(403);
  });
});

it("a key that asks too often is told when to come back, and others are not", async () => {
  const strict = await startHttp({ limits: { apiPerMinute: 3 } });
  const ask = (key: string) => strict.call("GET", "/api/v1/me", { key });
  for (const remaining of ["2", "1", "0"]) {
    const fine = await ask(strict.keys.read);
    expect(fine.status).toBe(200);
    expect(fine.headers.get("ratelimit-limit")).toBe("3");
    expect(fine.headers.get("ratelimit-remaining")).toBe(remaining);
  }
  const refused = await ask(strict.keys.read);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(strict.keys.write)).status).toBe(200);
  await strict.end();
});

it("a key that has used up its requests for lists can still read incidents and answer them", async () => {
  const strict = await startHttp({ limits: { apiPerMinute: 1 } });
  const key = strict.keys.respond;
  const ask = async (method: string, path: string, body?: object) =>
    (await strict.call(method, `/api/v1${path}`, { key, ...(body && { body }) })).status;
  expect(await ask("GET", "/users")).toBe(200);
  expect(await ask("GET", "/health_check_monitors")).toBe(429);
  expect(await ask("GET", "/incidents")).toBe(200);
  expect(await ask("GET", "/incidents")).toBe(429);
  expect(await ask("POST", "/incidents/acknowledge", { filter: {} })).toBe(200);
  expect(await ask("POST", "/incidents/resolve", { filter: {} })).toBe(429);
  await strict.end();
});
