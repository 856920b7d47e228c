/** Pruning, protecting and detaching over HTTP. */
import { afterAll, beforeAll, afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeEach(async () => {
  http = await startHttp();
});
afterEach(() => http.end());

const users = [{ external_id: "ada", email: "ada@x.example" }];
const group = (id: string, more: object = {}) => ({
  external_id: id,
  title: id,
  ...more,
});
const groups = (count: number) => Array.from({ length: count }, (_, i) => group(`g${i}`));
const apply = (body: object, key = http.keys.admin) =>
  http.call("POST", "/api/v1/apply", {
    key,
    body: { project: "shop", ...body },
  });
const listed = async (kind = "alert_groups") =>
  (
    (await http.api("GET", `/${kind}`)).json as {
      external_id: string;
      project: string | null;
    }[]
  ).map(({ external_id, project }) => `${external_id} ${project}`);

describe("apply with prune", () => {
  test("deletes what the project no longer declares, in one transaction with the rest", async () => {
    await apply({
      users,
      alert_groups: [group("a"), group("b", { members: ["ada@x.example"] })],
      webhook_monitors: [{ external_id: "w", title: "W", alert_group: "b" }],
    });
    await http.api("POST", "/alert_groups", group("by-hand"));
    const planned = await http.api("POST", "/plan", {
      project: "shop",
      alert_groups: [group("a"), group("c")],
      prune: true,
    });
    const { json } = await apply({
      alert_groups: [group("a"), group("c")],
      prune: true,
      revision: planned.json.revision,
    });
    expect(
      json.changes.map(
        (c: { action: string; external_id: string }) => `${c.action} ${c.external_id}`,
      ),
    ).toEqual(["unchanged a", "create c", "delete w", "delete b", "delete ada"]);
    expect(await listed()).toEqual(["a shop", "by-hand null", "c shop"]);
    expect(await listed("users")).toEqual([]);
    expect(await listed("webhook_monitors")).toEqual([]);
  });

  test("answers the inbound URLs, and a plan has none: plans are kept and shown to others", async () => {
    const webhook_monitors = [{ external_id: "w", title: "W", alert_group: "a" }];
    const declared = { project: "shop", alert_groups: [group("a")], webhook_monitors };
    const url = expect.stringContaining("/api/webhook/") as string;
    expect((await apply(declared)).json.changes[1]).toMatchObject({ webhook_url: url });
    expect((await apply(declared)).json.changes[1]).toMatchObject({ webhook_url: url });
    const planned = await http.api("POST", "/plan", declared);
    expect(planned.json.changes).toMatchObject([{ action: "unchanged" }, { action: "unchanged" }]);
    expect(planned.text).not.toContain("/api/webhook/");
  });

  test("is refused when very much would go, and nothing is done; a plan: warning", async () => {
    await apply({ alert_groups: groups(8) });
    const refused = await apply({ alert_groups: groups(1), prune: true });
    expect(refused.status).toBe(409);
    expect(refused.json.errors).toMatchObject([{ field: "prune_max", code: "prune_limit" }]);
    expect(await listed()).toHaveLength(8);
    const planned = await http.api("POST", "/plan", {
      project: "shop",
      alert_groups: groups(1),
      prune: true,
    });
    expect(planned.status).toBe(200);
    expect(planned.json.prune_max_needed).toBe(7);
    await apply({ alert_groups: groups(1), prune: true, prune_max: 7 });
    expect(await listed()).toEqual(["g0 shop"]);
  });

  test("leaves what is protected, and says so", async () => {
    await apply({ alert_groups: [group("a", { protect: true })] });
    const shown = await http.api("GET", "/alert_groups");
    expect(shown.json[0].protect).toBe(true);
    const refused = await apply({ prune: true });
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("alert_groups a is protected");
    await apply({ alert_groups: [group("a")] });
    expect((await apply({ prune: true })).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test("detaches", async () => {
    await apply({ alert_groups: [group("a", { protect: true })] });
    const { json } = await apply({ prune: true, detach: true });
    expect(json.changes[0]).toMatchObject({ action: "detach" });
    expect(await listed()).toEqual(["a null"]);
  });

  test("of users is for administrators", async () => {
    await apply({ users, alert_groups: [group("a")] });
    const refused = await apply({ alert_groups: [group("a")], prune: true }, http.keys.write);
    expect(refused.status).toBe(403);
    expect(await listed("users")).toEqual(["ada shop"]);
    await apply({ alert_groups: [group("a")], prune: true });
    expect(await listed("users")).toEqual([]);
  });
});

describe("drift", () => {
  const drift = async (body: object) =>
    (await http.api("POST", "/drift", { project: "shop", ...body })).json;

  test("names what somebody changed, added or deleted since, and who it was", async () => {
    await apply({
      users,
      alert_groups: [group("a", { members: ["ada@x.example"] }), group("b"), group("gone")],
    });
    expect(await drift({ last_applied: true })).toMatchObject({
      applied_by: "admin key",
      unchanged: 4,
      changes: [],
    });
    const rows = (await http.api("GET", "/alert_groups")).json as {
      id: string;
      external_id: string;
    }[];
    const idOf = (name: string) => rows.find(({ external_id }) => external_id === name)!.id;
    await http.call("PUT", `/api/v1/alert_groups/${idOf("b")}`, {
      key: http.keys.write,
      body: { timezone: "Europe/Paris" },
    });
    await http.call("DELETE", `/api/v1/alert_groups/${idOf("gone")}`, {
      key: http.keys.write,
    });
    const user = (await http.api("GET", "/users")).json[0].id as string;
    await http.api("DELETE", `/users/${user}`);
    const found = await drift({ last_applied: true });
    expect(
      found.changes.map(
        (c: { action: string; external_id: string; changed_by: string }) =>
          `${c.action} ${c.external_id} by ${c.changed_by}`,
      ),
    ).toEqual([
      "create ada by admin key",
      "update a by admin key",
      "update b by write key",
      "create gone by write key",
    ]);
    expect(found.changes[2].fields).toEqual([
      { field: "timezone", from: "Europe/Paris", to: "UTC" },
    ]);
  });

  test("may compare with a declaration, and tells what it lacks", async () => {
    await apply({ alert_groups: [group("a"), group("b")] });
    expect((await drift({ alert_groups: [group("a")] })).changes).toMatchObject([
      { action: "detach", external_id: "b" },
    ]);
  });

  test("of a project that never applied anything is not found", async () => {
    const { status, json } = await http.api("POST", "/drift", {
      project: "none",
      last_applied: true,
    });
    expect(status).toBe(404);
    expect(json.detail).toContain('project "none"');
  });
});

describe("ownership", () => {
  const made = async (body: object) =>
    (await http.api("POST", "/alert_groups", body)).json.id as string;

  test("is taken over and given back, all of it or nothing", async () => {
    const a = await made(group("a"));
    const b = await made({ title: "B" });
    const resources = [
      { kind: "alert_groups", id: a },
      { kind: "alert_groups", id: b },
    ];
    const refused = await http.api("POST", "/adopt", {
      project: "shop",
      resources,
    });
    expect(refused.json.errors).toMatchObject([
      { field: "resources[1].external_id", code: "required" },
    ]);
    expect(await listed()).toEqual(["a null", "null null"]);
    for (const path of ["/adopt", "/detach"]) {
      const gone = { kind: "alert_groups", id: "gone" };
      const project = path === "/adopt" ? { project: "shop" } : {};
      const missing = await http.api("POST", path, { ...project, resources: [resources[0], gone] });
      expect(missing).toMatchObject({
        status: 404,
        json: { errors: [{ field: "resources[1]", code: "not_found" }] },
      });
    }
    expect(await listed()).toEqual(["a null", "null null"]);
    const taken = await http.api("POST", "/adopt", {
      project: "shop",
      resources: [resources[0], { ...resources[1], external_id: "a" }],
    });
    expect(taken.json.errors).toMatchObject([{ code: "taken" }]);
    const done = await http.api("POST", "/adopt", {
      project: "shop",
      resources: [resources[0], { ...resources[1], external_id: "b" }],
    });
    expect(done.json.resources).toMatchObject([
      { external_id: "a", from: null, to: "shop" },
      { external_id: "b", from: null, to: "shop" },
    ]);
    expect(await listed()).toEqual(["a shop", "b shop"]);
    await http.api("POST", "/detach", { resources });
    expect(await listed()).toEqual(["a null", "b null"]);
  });

  test("of users is for administrators", async () => {
    const { json } = await http.api("POST", "/users", users[0]);
    const { status } = await http.call("POST", "/api/v1/adopt", {
      key: http.keys.write,
      body: { project: "shop", resources: [{ kind: "users", id: json.id }] },
    });
    expect(status).toBe(403);
  });
});

describe("what a project deleted and declares again", () => {
  const declared = {
    users: [{ external_id: "kim", email: "kim@example.com", name: "Kim" }],
    schedules: [{ external_id: "turns", title: "Turns", people: ["kim@example.com"] }],
    alert_groups: [{ external_id: "again", title: "Again", members: ["kim@example.com"] }],
    health_check_monitors: [
      { external_id: "again", title: "Again", url: "https://a.example/", alert_group: "again" },
    ],
    webhook_monitors: [{ external_id: "again", title: "Again", alert_group: "again" }],
  };
  const kinds = Object.keys(declared);
  let http: HttpSide;
  beforeAll(async () => {
    http = await startHttp();
  });
  afterAll(() => http.end());

  it("comes back, of every kind, with id, history, URL and pause, and the plan says so", async () => {
    const send = async (verb: string, project: string, body: object) => {
      const path = `/api/v1/${verb}`;
      const { status, json } = await http.call("POST", path, {
        key: http.keys.admin,
        body: { project, ...body },
      });
      expect([status, json.errors, json.detail]).toEqual([200, undefined, undefined]);
      return json;
    };
    const list = async () =>
      Promise.all(
        kinds.map(async (kind) => {
          const { json } = await http.call("GET", `/api/v1/${kind}`, { key: http.keys.admin });
          return json.find(({ project }: { project: string }) => project === "back");
        }),
      );
    await send("apply", "back", declared);
    const before = await list();
    await http.api("POST", `/health_check_monitors/${before[3].id}/pause`);
    await http.call("POST", `/api/webhook/${before[4].webhook_id}`, { body: { message: "boom" } });
    await send("apply", "back", { prune: true, prune_max: 9 });

    const changed = {
      ...declared,
      webhook_monitors: [{ ...declared.webhook_monitors[0], title: "New" }],
    };
    const elsewhere = { alert_groups: [{ external_id: "again", title: "Other" }] };
    const other = await send("plan", "other", elsewhere);
    expect(other.changes[0].deleted_at).toBeUndefined();
    const plan = await send("plan", "back", changed);
    const at = expect.stringMatching(/^20.*Z$/);
    const back = kinds.map((kind) => ({ kind, action: "create", deleted_at: at }));
    expect(plan.changes).toMatchObject(back);
    expect((await send("apply", "back", changed)).changes).toMatchObject(back);
    const after = await list();
    for (const [index, was] of before.entries())
      expect(after[index]).toMatchObject({
        id: was.id,
        inserted_at: was.inserted_at,
        ...(was.webhook_id !== undefined && { webhook_url: was.webhook_url }),
      });
    expect(after[3].paused_at).not.toBeNull();
    expect(after[4]).toMatchObject({ title: "New", status: "quiet" });
    const incidents = await http.api("GET", `/incidents?source_id=${before[4].id}`);
    expect(incidents.json).toHaveLength(1);
    const members = await http.api("GET", `/alert_groups/${before[2].id}/members`);
    expect(members.json).toMatchObject([{ email: "kim@example.com" }]);
    expect((await http.api("GET", "/deleted_resources")).json).toEqual([]);
    const nothing = await send("apply", "back", changed);
    expect(nothing.changes.map(({ action }: { action: string }) => action)).toEqual(
      kinds.map(() => "unchanged"),
    );
  });
});
