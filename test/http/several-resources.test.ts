/** Pauses and restores of several resources, each in one request. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let project: string;
let count = 0;

beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

/** Each test has a project of its own: a group with a health check that depends on another one, and a webhook monitor. */
const declaration = (of: string) => ({
  project: of,
  alert_groups: [
    { external_id: `${of}-leads`, title: "Leads" },
    {
      external_id: `${of}-group`,
      title: "On call",
      escalate_to: `${of}-leads`,
      escalate_after_minutes: 5,
    },
  ],
  health_check_monitors: [
    {
      external_id: `${of}-a`,
      title: "A",
      url: "https://example.com/a",
      alert_group: `${of}-group`,
      depends_on: [`${of}-z`],
    },
    {
      external_id: `${of}-z`,
      title: "Z",
      url: "https://example.com/z",
      alert_group: `${of}-group`,
    },
  ],
  webhook_monitors: [{ external_id: `${of}-errors`, title: "Errors", alert_group: `${of}-group` }],
});

beforeEach(async () => {
  project = `shop${count++}`;
  expect((await http.api("POST", "/apply", declaration(project))).status).toBe(200);
});

const send = (path: string, body: object, key = http.keys.write) =>
  http.call("POST", `/api/v1${path}`, { key, body });
const one = async (kind: string, name: string) =>
  (await http.api("GET", `/${kind}?external_id=${project}-${name}`)).json[0];
const rows = (answer: { json: { external_id: string; changed: boolean }[] }) =>
  answer.json.map(({ external_id, changed }): [string, boolean] => [
    external_id.replace(`${project}-`, ""),
    changed,
  ]);

describe("several monitors", () => {
  test("of a project are paused, counted first, and resumed", async () => {
    const filter = { project };
    const all = (changed: boolean) => ["a", "z", "errors"].map((name) => [name, changed]);
    expect(rows(await send("/monitors/pause", { filter, dry_run: true }))).toEqual(all(true));
    expect((await one("webhook_monitors", "errors")).paused_at).toBeNull();
    const tooMany = await send("/monitors/pause", { filter, max: 2 });
    expect([tooMany.status, tooMany.json.detail]).toEqual([
      409,
      "3 monitors would change, and max is 2. Nothing was changed.",
    ]);
    const until = new Date(http.clock.now() + 3600_000).toISOString().replace(/\.\d+/, "");
    const paused = await send("/monitors/pause", { filter, until });
    expect(rows(paused)).toEqual(all(true));
    expect(paused.json[2]).toMatchObject({ kind: "webhook_monitors", paused_until: until });
    expect(rows(await send("/monitors/pause", { filter, until }))).toEqual(all(false));
    expect(rows(await send("/monitors/pause", { filter }))).toEqual(all(true));
    expect((await one("webhook_monitors", "errors")).paused_until).toBeNull();
    const { id } = await one("alert_groups", "group");
    const resumed = await send("/monitors/resume", { filter: { alert_group_id: id } });
    expect(rows(resumed)).toEqual(all(true));
    expect(rows(await send("/monitors/resume", { filter }))).toEqual(all(false));
    expect((await one("health_check_monitors", "a")).paused_at).toBeNull();
  });

  test("are named by id, and none is paused when one is unknown, or the end has passed", async () => {
    const { id } = await one("health_check_monitors", "a");
    const unknown = await send("/monitors/pause", { ids: [id, "nope"] });
    expect([unknown.status, unknown.json.errors]).toEqual([
      422,
      [{ field: "ids[1]", code: "unknown", message: "no monitor has the id nope" }],
    ]);
    const late = await send("/monitors/pause", { ids: [id], until: "2001-01-01T00:00:00Z" });
    expect(late.json.errors[0].field).toBe("until");
    for (const body of [{}, { ids: [id], filter: {} }])
      expect((await send("/monitors/pause", body)).json.errors[0].message).toBe(
        "send either ids or a filter",
      );
    expect((await one("health_check_monitors", "a")).paused_at).toBeNull();
    expect(rows(await send("/monitors/pause", { ids: [id, id] }))).toEqual([["a", true]]);
    const other = await http.call("POST", "/api/v1/monitors/resume", {
      key: http.stranger,
      body: { ids: [id] },
    });
    expect(other.status).toBe(422);
  });
});

describe("several deleted resources", () => {
  const prune = () =>
    http.api("POST", "/apply", { project, prune: true, prune_max: 100 }).then(({ status }) => {
      expect(status).toBe(200);
    });
  const names = ["leads", "group", "z", "a", "errors"];

  test("of a project come back with their URLs and with all that they refer to", async () => {
    const before = await one("webhook_monitors", "errors");
    await prune();
    const filter = { project };
    const dry = await send("/deleted_resources/restore", { filter, dry_run: true });
    expect(new Map(rows(dry))).toEqual(new Map(names.map((name) => [name, true])));
    expect(await one("webhook_monitors", "errors")).toBeUndefined();
    expect((await send("/deleted_resources/restore", { filter, max: 4 })).status).toBe(409);
    const restored = await send("/deleted_resources/restore", { filter });
    expect(new Map(rows(restored))).toEqual(new Map(rows(dry)));
    expect((await one("webhook_monitors", "errors")).webhook_url).toBe(before.webhook_url);
    const [a, z] = [
      await one("health_check_monitors", "a"),
      await one("health_check_monitors", "z"),
    ];
    expect(a.depends_on).toEqual([z.id]);
    const group = await one("alert_groups", "group");
    expect(group.escalate_to).toBe((await one("alert_groups", "leads")).id);
    expect((await send("/deleted_resources/restore", { filter })).json).toEqual([]);
    const plan = await http.api("POST", "/plan", declaration(project));
    expect(plan.json.changes.map(({ action }: { action: string }) => action)).not.toContain(
      "create",
    );
  });

  test("are chosen by time and kind, and one that cannot be restored keeps no other back", async () => {
    await prune();
    await http.clock.advance(60_000, () => true);
    const since = new Date(http.clock.now()).toISOString();
    const filter = { project };
    expect(
      (await send("/deleted_resources/restore", { filter: { ...filter, since } })).json,
    ).toEqual([]);
    const listed = await http.api("GET", `/deleted_resources?project=${project}&since=${since}`);
    expect(listed.json).toEqual([]);
    expect((await http.api("GET", `/deleted_resources?project=${project}`)).json).toHaveLength(5);
    await http.api("POST", "/alert_groups", { external_id: `${project}-leads`, title: "Again" });
    const groups = await send("/deleted_resources/restore", {
      filter: { ...filter, kind: "alert_groups" },
    });
    const reasons = Object.fromEntries(
      groups.json.map((row: { external_id: string; changed: boolean; reason: string | null }) => [
        row.external_id.replace(`${project}-`, ""),
        row.reason,
      ]),
    );
    expect(reasons["leads"]).toBe(`"${project}-leads" is the external_id of another resource now`);
    // It escalates to a group that stays deleted.
    expect(reasons["group"]).toMatch(/^escalate_to /);
  });

  test("are named by id; users among them need an administrator", async () => {
    const user = { external_id: `${project}-ada`, email: `${project}@example.com`, name: "Ada" };
    const { json: ada } = await http.api("POST", "/users", user);
    await http.api("DELETE", `/users/${ada.id}`);
    const body = { ids: [ada.id] };
    const refused = await send("/deleted_resources/restore", body);
    expect(refused.json).toMatchObject([
      { changed: false, reason: "needs a key with the scope admin" },
    ]);
    const allowed = await send("/deleted_resources/restore", body, http.keys.admin);
    expect(allowed.json).toMatchObject([{ id: ada.id, changed: true, reason: null }]);
    const unknown = await send("/deleted_resources/restore", { ids: ["nope"] });
    expect(unknown.json.errors).toEqual([
      { field: "ids[0]", code: "unknown", message: "no deleted resource has the id nope" },
    ]);
  });
});

test("a silence of several monitors and groups covers these alone", async () => {
  const [a, z] = [await one("health_check_monitors", "a"), await one("health_check_monitors", "z")];
  const body = { source_ids: [a.id], until: "2199-01-01T00:00:00Z", reason: "move" };
  const made = await send("/silences", body, http.keys.respond);
  expect([made.status, made.json]).toMatchObject([
    201,
    { status: "active", begins_at: null, source_ids: [a.id], monitor_id: null },
  ]);
  const now = await one("health_check_monitors", "a");
  expect(now.silenced).toMatchObject({ silence_id: made.json.id, why: "move" });
  expect((await one("health_check_monitors", "z")).silenced).toBeNull();
  const unknown = await send("/silences", { ...body, source_ids: [z.id, "nope"] });
  expect(unknown.json.errors).toEqual([
    {
      field: "source_ids[1]",
      code: "unknown",
      message: "no monitor or alert group with this id exists",
    },
  ]);
  const weekly = { ...body, cron: "0 2 * * 0", duration_minutes: 60 };
  const maintenance = await send("/silences", weekly);
  expect(maintenance.json.status).toBe("scheduled");
  expect(maintenance.json.begins_at).toMatch(/T02:00:00Z$/);
});

test("a key of a project acts on several things of that project alone", async () => {
  const other = `${project}-other`;
  await http.api("POST", "/apply", declaration(other));
  const { json } = await http.api("POST", "/api_keys", {
    name: "ci",
    scopes: ["write"],
    projects: [project],
  });
  const { id } = await one("health_check_monitors", "a");
  const foreign = (await http.api("GET", `/health_check_monitors?external_id=${other}-a`)).json[0]
    .id;
  const status = async (path: string, body: object) => (await send(path, body, json.key)).status;
  for (const path of ["/monitors/pause", "/deleted_resources/restore", "/incidents/acknowledge"]) {
    expect(await status(path, { filter: { project } }), path).toBe(200);
    expect(await status(path, { filter: { project: other } }), path).toBe(403);
    expect(await status(path, { filter: {} }), path).toBe(403);
  }
  const silence = { until: "2199-01-01T00:00:00Z", reason: "move" };
  expect(await status("/silences", { ...silence, source_ids: [id] })).toBe(201);
  expect(await status("/silences", { ...silence, source_ids: [id, foreign] })).toBe(403);
  const { json: both } = await http.api("POST", "/silences", {
    ...silence,
    source_ids: [id, foreign],
  });
  const ended = await http.call("DELETE", `/api/v1/silences/${both.id}`, { key: json.key });
  expect(ended.status).toBe(403);
  expect(await status("/monitors/resume", { ids: [id] })).toBe(200);
  expect(await status("/monitors/resume", { ids: [id, foreign] })).toBe(403);
  await http.api("POST", "/apply", { project: other, prune: true, prune_max: 100 });
  expect(await status("/deleted_resources/restore", { ids: [foreign] })).toBe(403);
});
