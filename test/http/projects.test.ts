/**
 * Keys that are bound to projects. The matrix asks each route of the running router that changes something, with keys of
 * each scope, about resources of the key's project, of another one, of none, and of another organization.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bounds, type Bound } from "../../src/api/routes/bounds.ts";
import type { Row } from "../../src/api/routes/row.ts";
import { routes } from "../../src/api/routes/table.ts";
import type { Scope } from "../../src/core/model/model.ts";
import { kindsWith } from "../../src/resource/resources.ts";
import { resourceKinds, type ResourceKind } from "../../src/resource/kinds.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
const owners = ["shop", "billing", null] as const;
type Owner = (typeof owners)[number];

/** The objects of one owner, by the name that a route has for them. */
interface Objects {
  alert_groups: string;
  schedules: string;
  health_check_monitors: string;
  webhook_monitors: string;
  external: Record<string, string>;
  deleted: Partial<Record<ResourceKind, string>>;
  incident: string;
  number: number;
  inbound_event: string;
  mark: string;
  silence: string;
  override: string;
}
const objects = new Map<Owner, Objects>();
let user = "";
const keys: Partial<Record<Scope, string>> = {};
let foreign: Objects;

const later = "2099-01-01T00:00:00Z";

/** Declares, or makes, the objects of an owner with the administrator's key of an organization. */
async function objectsOf(owner: Owner, admin: string, person: string): Promise<Objects> {
  const api = (method: string, path: string, body?: unknown) =>
    http.call(method, `/api/v1${path}`, { key: admin, ...(body !== undefined && { body }) });
  const name = (word: string) => `${owner ?? "none"}-${word}`;
  const group = name("group");
  const declared = {
    alert_groups: [
      { external_id: group, title: group },
      { external_id: name("gone-group"), title: "Gone" },
    ],
    schedules: [name("schedule"), name("gone-schedule")],
    health_check_monitors: [name("health"), name("gone-health")].map((external_id) => ({
      external_id,
      title: external_id,
      url: "https://example.com/health",
      alert_group: group,
    })),
    webhook_monitors: [name("errors"), name("gone-errors")].map((external_id) => ({
      external_id,
      title: external_id,
      alert_group: group,
      error_rate_threshold: 1,
      error_rate_window_minutes: 5,
    })),
    status_pages: [name("page"), name("gone-page")].map((external_id) => ({
      external_id,
      title: external_id,
    })),
  };
  const project = owner ?? "unmanaged";
  const { schedules: _, ...rest } = declared;
  const applied = await api("POST", "/apply", { project, ...rest });
  expect(applied.status, applied.text).toBe(200);
  for (const external_id of declared.schedules) {
    const { status, text } = await api("POST", "/schedules", {
      external_id,
      title: external_id,
      people: [person],
      start: "2026-01-05",
    });
    expect(status, text).toBe(201);
  }
  const idOf = async (kind: string, external_id: string) => {
    const { json } = await api("GET", `/${kind}?external_id=${external_id}`);
    return (json as { id: string }[])[0]!.id;
  };
  const made: Record<string, string> = {};
  const deleted: Partial<Record<ResourceKind, string>> = {};
  const external: Record<string, string> = {};
  const words: [ResourceKind, string][] = [
    ["alert_groups", "group"],
    ["schedules", "schedule"],
    ["health_check_monitors", "health"],
    ["webhook_monitors", "errors"],
    ["status_pages", "page"],
  ];
  for (const [kind, word] of words) {
    made[kind] = await idOf(kind, name(word));
    external[kind] = name(word);
    deleted[kind] = await idOf(kind, name(`gone-${word}`));
  }
  if (owner !== null) {
    const ids = [made["schedules"]!, deleted["schedules"]!];
    const body = { project, resources: ids.map((id) => ({ kind: "schedules", id })) };
    expect((await api("POST", "/adopt", body)).status).toBe(200);
  } else {
    const resources = words
      .filter(([kind]) => kind !== "schedules")
      .flatMap(([kind]) => [made[kind]!, deleted[kind]!].map((id) => ({ kind, id })));
    expect((await api("POST", "/detach", { resources })).status).toBe(200);
  }
  for (const [kind, id] of Object.entries(deleted).toReversed())
    expect((await api("DELETE", `/${kind}/${id}`)).status).toBe(204);
  const { json: one } = await api("GET", `/alert_groups/${made["alert_groups"]!}`);
  await http.call("POST", new URL((one as { webhook_url: string }).webhook_url).pathname, {
    body: { title: name("alert") },
  });
  const first = async (path: string) => (await api("GET", path)).json[0];
  const incident = await first(`/incidents?alert_group_id=${made["alert_groups"]!}`);
  const event = await first(`/inbound_events?target_id=${made["alert_groups"]!}`);
  const monitor_id = made["webhook_monitors"]!;
  const mark = await api("POST", "/marks", { text: "deploy", monitor_id });
  const silence = await api("POST", "/silences", { reason: "work", monitor_id });
  const override = await api("POST", `/schedules/${made["schedules"]!}/overrides`, {
    mode: "take",
    user_id: person,
    from: "2098-01-01T00:00:00Z",
    until: "2098-01-02T00:00:00Z",
  });
  expect(override.status, override.text).toBe(201);
  return {
    ...(made as unknown as Objects),
    external,
    deleted,
    incident: incident.id,
    number: incident.number,
    inbound_event: event.id,
    mark: mark.json.id,
    silence: silence.json.id,
    override: override.json.overrides[0].id,
  };
}

beforeAll(async () => {
  http = await startHttp();
  const person = async (key: string) => {
    const body = { email: "ada@example.com", name: "Ada" };
    return (await http.call("POST", "/api/v1/users", { key, body })).json.id as string;
  };
  user = await person(http.keys.admin);
  for (const owner of owners) objects.set(owner, await objectsOf(owner, http.keys.admin, user));
  foreign = await objectsOf("shop", http.stranger, await person(http.stranger));
  for (const scope of ["read", "respond", "write"] as const) {
    const body = { name: `ci ${scope}`, scopes: [scope], projects: ["shop", "cart"] };
    const made = await http.api("POST", "/api_keys", body);
    expect(made.json).toMatchObject({ projects: ["cart", "shop"], scopes: [scope] });
    keys[scope] = made.json.key;
  }
});
afterAll(() => http.end());

const writes = Object.entries<Row>(routes).filter(([name]) => !name.startsWith("GET "));

it("every route of the running router that changes something says how it is bound to a project", () => {
  const described = Object.entries(http.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const managed = described
    .filter((one) => one.includes(" /api/v1/") && !one.startsWith("GET "))
    .map((one) => one.replace("/api/v1", "").replaceAll(/\{(\w+)\}/g, ":$1"));
  expect(Object.keys(bounds).toSorted()).toEqual(managed.toSorted());
});

/** Bodies that the schema of a route takes, about the objects of an owner. */
function bodyOf(name: string, bound: Bound, of: Objects, owner: Owner): unknown {
  const project = owner ?? "unmanaged";
  if (bound === "declaration") return { project };
  if (bound === "owners") {
    const resources = [{ kind: "webhook_monitors", id: of.webhook_monitors }];
    return name === "POST /adopt" ? { project: "shop", resources } : { resources };
  }
  if (bound === "numbered incidents") return { numbers: [of.number] };
  if (bound === "chosen monitors") return { ids: [of.webhook_monitors] };
  if (bound === "chosen deleted") return { ids: [of.deleted.webhook_monitors] };
  if (bound === "named subject")
    return { text: "deploy", reason: "work", monitor_id: of.webhook_monitors };
  const own: Record<string, unknown> = {
    "POST /alert_groups/:id/members": { email: "ada@example.com" },
    "POST /schedules/:id/overrides": { mode: "take", user_id: user, from: later, until: later },
    "POST /schedules/:id/swap": { user_id: user, at: later, with_user_id: user, with_at: later },
    "POST /incidents/:id/notes": { text: "x" },
    "POST /incidents/:id/publish": { message: "x" },
    "POST /incidents/:id/hand-over": { user_id: user },
    "POST /incidents/:id/page": { user_ids: [user] },
    "POST /users/:user_id/absences": { from: later, until: later },
    "POST /api_keys": { name: "x" },
    "PUT /silences/:id": { reason: "x" },
    "PUT /organization": { people_declared_by: [] },
    "POST /device_authorizations": { host: "x", program: "x" },
    "POST /device_authorizations/key": { device_code: "x" },
    "POST /login": { code: "x" },
    "POST /calendar_feeds": { user_id: user },
    "POST /checks": { url: "http://127.0.0.1:1/" },
    "POST /plan": { project },
    "POST /drift": { project },
    "POST /alert_groups/:id/try_body": { body: "{}" },
  };
  if (typeof bound === "object" && "created" in bound)
    return { external_id: of.external[bound.created] };
  return own[name] ?? {};
}

function pathOf(name: string, bound: Bound, of: Objects): string {
  const id =
    typeof bound !== "object"
      ? ""
      : "of" in bound
        ? of[bound.of as "alert_groups"]
        : "deleted" in bound
          ? of.deleted[bound.deleted]
          : "about" in bound
            ? of[bound.about]
            : "nobody";
  return name
    .split(" ")[1]!
    .replace(":id", String(id))
    .replace(":user_id", user)
    .replace(":schedule_id", of.schedules);
}

const ask = (name: string, key: string, of: Objects, owner: Owner) => {
  const bound = bounds[name as keyof typeof bounds];
  const method = name.split(" ")[0]!;
  return http.call(method, `/api/v1${pathOf(name, bound, of)}`, {
    key,
    ...(method === "DELETE" ? {} : { body: bodyOf(name, bound, of, owner) }),
  });
};

const isRefused = (detail: unknown) => String(detail).includes("is bound to the projects");
const refusals = async () => {
  const { json } = await http.api("GET", "/audit_events?order=desc&limit=1");
  return json[0] as { action: string; object_title: string };
};

/** Routes that any project may call, because they change no resource. */
const isFree = (bound: Bound) => typeof bound === "object" && "free" in bound;
const isNever = (bound: Bound) => typeof bound === "object" && "never" in bound;

describe.each(writes)("%s", (name, { scope }) => {
  const bound = bounds[name as keyof typeof bounds];
  const lowest: Scope = scope === "public" ? "read" : scope;

  it("is refused to a key of another project, of resources of no project too, and audited", async () => {
    if (isFree(bound) || lowest === "admin") return;
    const key = keys[lowest]!;
    for (const owner of isNever(bound) ? owners : (["billing", null] as const)) {
      const answer = await ask(name, key, objects.get(owner)!, owner);
      expect([answer.status, answer.json?.detail], String(owner)).toEqual([
        403,
        expect.stringContaining(`The key "ci ${lowest}" is bound to the projects "cart", "shop"`),
      ]);
      expect(await refusals()).toMatchObject({
        action: "refuse",
        object_title: `ci ${lowest}`,
      });
    }
  });

  it("needs its scope whatever the project", async () => {
    for (const held of ["read", "respond", "write"] as const) {
      const rank = { public: 0, read: 1, respond: 2, write: 3, admin: 4 };
      if (rank[held] >= rank[scope]) continue;
      const answer = await ask(name, keys[held]!, objects.get("shop")!, "shop");
      expect([answer.status, isRefused(answer.json?.detail)]).toEqual([403, false]);
    }
  });

  it("finds nothing of another organization", async () => {
    if (typeof bound !== "object" || isFree(bound) || isNever(bound) || "created" in bound) return;
    const answer = await ask(name, keys[lowest]!, foreign, "shop");
    expect([answer.status, isRefused(answer.json?.detail)]).toEqual([404, false]);
  });
});

it("every other route is open to a key of the project of its resource", async () => {
  // Those that delete come last.
  const last = new Set(["POST /detach", ...resourceKinds.map((kind) => `DELETE /${kind}/:id`)]);
  const rank = (name: string) => (last.has(name) ? 1 : 0);
  for (const [name, { scope }] of writes.toSorted(([a], [b]) => rank(a) - rank(b))) {
    const bound = bounds[name as keyof typeof bounds];
    if (isNever(bound) || scope === "admin") continue;
    const key = keys[scope === "public" ? "read" : scope]!;
    const { status, json } = await ask(name, key, objects.get("shop")!, "shop");
    expect([name, status === 403 ? json.detail : "allowed"]).toEqual([name, "allowed"]);
    expect(status, name).toBeLessThan(500);
  }
});

describe("a key of a project", () => {
  const apply = (body: object, key = keys.write!) =>
    http.call("POST", "/api/v1/apply", { key, body });
  const group = (external_id: string, title = external_id) => ({ external_id, title });

  it("applies its project, and prunes in it", async () => {
    const made = await apply({ project: "cart", alert_groups: [group("cart-a"), group("cart-b")] });
    expect([made.status, made.json.applied]).toEqual([200, true]);
    const pruned = await apply({
      project: "cart",
      alert_groups: [group("cart-a")],
      prune: true,
      prune_max: 9,
    });
    expect([pruned.status, pruned.json.changes.at(-1)]).toMatchObject([200, { action: "delete" }]);
  });

  it("takes no resource of another project, adopted or not, and none of no project", async () => {
    for (const owner of ["billing", null] as const) {
      const { external } = objects.get(owner)!;
      for (const adopt of [true, false]) {
        const body = { project: "cart", adopt, alert_groups: [group(external["alert_groups"]!)] };
        const refused = await apply(body);
        const isOther = owner !== null && !adopt;
        expect(refused.status).toBe(isOther ? 409 : 403);
        if (!isOther) expect(isRefused(refused.json.detail)).toBe(true);
      }
    }
    const { json } = await http.api("GET", `/alert_groups/${objects.get("billing")!.alert_groups}`);
    expect(json.project).toBe("billing");
  });

  it("moves resources between its own projects, and out of them", async () => {
    await apply({ project: "cart", alert_groups: [group("moving")] });
    const moved = await apply({ project: "shop", adopt: true, alert_groups: [group("moving")] });
    expect([moved.status, moved.json.applied]).toEqual([200, true]);
  });

  it("refers to resources of others, which changes none of them", async () => {
    const done = await apply({
      project: "cart",
      webhook_monitors: [
        {
          external_id: "cart-errors",
          title: "Cart",
          alert_group: objects.get("billing")!.external["alert_groups"],
        },
      ],
    });
    expect([done.status, done.json.applied]).toEqual([200, true]);
  });

  it("makes nothing that no project declares", async () => {
    for (const kind of resourceKinds.filter((one) => one !== "users")) {
      const body = { title: "New", external_id: "new" };
      const refused = await http.call("POST", `/api/v1/${kind}`, { key: keys.write!, body });
      expect([kind, refused.status]).toEqual([kind, 403]);
      expect(refused.json.detail).toContain("apply");
    }
  });

  it("acts on incidents by number alone, and on all of them or none", async () => {
    const resolve = (body: object) =>
      http.call("POST", "/api/v1/incidents/resolve", { key: keys.respond!, body });
    const numbers = [objects.get("shop")!.number, objects.get("billing")!.number];
    expect((await resolve({ numbers })).status).toBe(403);
    expect((await resolve({ filter: {} })).status).toBe(403);
    const { json } = await http.api("GET", `/incidents/${objects.get("billing")!.incident}`);
    expect(json.status).toBe("open");
  });

  it("silences no whole organization", async () => {
    const body = { reason: "all", matchers: ["env=prod"] };
    const refused = await http.call("POST", "/api/v1/silences", { key: keys.respond!, body });
    expect(refused.status).toBe(403);
  });

  it("is not made with the scope admin", async () => {
    const body = { name: "x", scopes: ["admin"], projects: ["shop"] };
    const refused = await http.api("POST", "/api_keys", body);
    expect([refused.status, refused.json.errors[0].field]).toEqual([422, "projects"]);
    expect((await http.api("POST", "/api_keys", { name: "x", projects: [] })).status).toBe(422);
  });

  it("reads all, and says in /me what it can change", async () => {
    const read = (path: string) => http.call("GET", `/api/v1${path}`, { key: keys.read! });
    for (const kind of [...resourceKinds, ...kindsWith("isMonitor")])
      expect((await read(`/${kind}`)).status).toBe(200);
    expect((await read("/me")).json.key.projects).toEqual(["cart", "shop"]);
  });
});

describe("people that a project declares", () => {
  const apply = (users: object[], more: object = {}, key = keys.write!) =>
    http.call("POST", "/api/v1/apply", { key, body: { project: "cart", users, ...more } });
  const allow = (projects: string[]) =>
    http.api("PUT", "/organization", { people_declared_by: projects });
  const grace = (more: object = {}) => ({
    external_id: "grace",
    email: "grace@example.com",
    ...more,
  });

  it("need an administrator until the project is allowed to declare them", async () => {
    const refused = await apply([grace()]);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      expect.stringContaining("--people-declared-by"),
    ]);
    expect((await allow(["cart"])).json.people_declared_by).toEqual(["cart"]);
    expect((await apply([grace({ name: "Grace" })])).json.applied).toBe(true);
    expect((await apply([grace({ name: "Grace H." })])).json.applied).toBe(true);
    const other = { project: "shop" };
    expect((await apply([{ external_id: "c", email: "c@example.com" }], other)).status).toBe(403);
  });

  it("get no role, and no user of others is taken", async () => {
    await allow(["cart"]);
    expect((await apply([grace({ role: "admin" })])).status).toBe(403);
    expect((await apply([grace({ role: "viewer" })])).status).toBe(403);
    const ada = { external_id: "ada", email: "ada@example.com" };
    expect((await apply([grace(), ada])).status).toBe(403);
  });

  it("keep their address, and stay, once an administrator lets them sign in", async () => {
    await allow(["cart"]);
    await apply([grace({ name: "Grace" })]);
    const { json: found } = await http.api("GET", "/users?external_id=grace");
    await http.api("PUT", `/users/${found[0].id}`, { role: "admin" });
    expect((await apply([grace({ name: "G." })])).json.applied).toBe(true);
    expect((await apply([{ ...grace(), email: "eve@example.com" }])).status).toBe(403);
    expect((await apply([], { prune: true, prune_max: 99 })).status).toBe(403);
    const { json } = await http.api("GET", "/users?external_id=grace");
    expect(json[0]).toMatchObject({ email: "grace@example.com", role: "admin" });
  });
});
