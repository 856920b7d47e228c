import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import type { Answer, HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";

let http: HttpSide;
let group: string;
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json.id;
});
afterAll(() => http.end());

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/;
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/;
let emails = 0;

/** Each kind: the least that makes one, a change of it, and an optional field with its default. */
const kinds = [
  {
    path: "/alert_groups",
    least: () => ({ title: "On call" }),
    change: { title: "Night shift" },
    optional: { timezone: "Europe/Berlin" },
    byDefault: { timezone: "UTC" },
    required: ["title"],
  },
  {
    path: "/health_check_monitors",
    least: () => ({
      title: "Shop",
      url: "https://shop.example.com/health",
      alert_group_id: group,
    }),
    change: { title: "Shop, health" },
    optional: { staleness_threshold_minutes: 30 },
    byDefault: { staleness_threshold_minutes: 10 },
    required: ["title", "url", "alert_group_id"],
  },
  {
    path: "/webhook_monitors",
    least: () => ({ title: "Errors", alert_group_id: group }),
    change: { title: "Shop, errors" },
    optional: { error_rate_window_minutes: 60 },
    byDefault: { error_rate_window_minutes: 5 },
    required: ["title", "alert_group_id"],
  },
  {
    path: "/users",
    least: () => ({ email: `ada${++emails}@example.com` }),
    change: { name: "Ada Lovelace" },
    optional: { name: "Ada" },
    byDefault: { name: null },
    required: ["email"],
  },
];

describe.each(kinds)("$path", (kind) => {
  const { path, least, change, optional, byDefault, required } = kind;
  const create = (more: object = {}) => http.api("POST", path, { ...least(), ...more });

  it("creates one: 201, where it is, its version and every field", async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`${http.siteUrl}/api/v1${path}/${made.json.id}`);
    expect(made.headers.get("etag")).toMatch(/^"1-[\w-]{22}"$/);
    expect(made.json.id).toMatch(uuid7);
    expect(made.json.inserted_at).toMatch(instant);
    expect(made.json.updated_at).toMatch(instant);
    expect(made.json).toMatchObject({
      ...byDefault,
      external_id: null,
      project: null,
    });
    const got = await http.api("GET", `${path}/${made.json.id}`);
    expect(got.json).toEqual(made.json);
    expect(got.headers.get("etag")).toMatch(/^"1-/);
  });

  it("updates instead when the external_id is known, and keeps what was not said", async () => {
    const external_id = `known${path}`;
    const made = await create({ external_id, ...optional });
    const again = await create({ external_id, ...change });
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(again.headers.get("location")).toBeNull();
    expect(again.json).toMatchObject({ id: made.json.id, ...change });
    expect(again.json).toMatchObject({ ...optional, ...change });
    const list = await http.api("GET", `${path}?external_id=${encodeURIComponent(external_id)}`);
    expect(list.json).toHaveLength(1);
  });

  it("makes one of forty racing creations, and fails none", async () => {
    const body = { ...least(), external_id: `race${path}` };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => http.api("POST", path, body)),
    );
    expect(new Set(answers.map((a) => a.json.id)).size).toBe(1);
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(39);
  });

  it("keeps two organizations' external_ids apart", async () => {
    const external_id = `shared${path}`;
    await create({ external_id });
    const body = { ...least(), external_id };
    if ("alert_group_id" in body) {
      const own = await http.call("POST", "/api/v1/alert_groups", {
        key: http.stranger,
        body: { title: "Theirs" },
      });
      Object.assign(body, { alert_group_id: own.json.id });
    }
    const theirs = await http.call("POST", `/api/v1${path}`, {
      key: http.stranger,
      body,
    });
    expect(theirs.status).toBe(201);
  });

  it("changes the fields given by PUT and keeps the others", async () => {
    const made = await create(optional);
    const put = await http.api("PUT", `${path}/${made.json.id}`, change);
    expect(put.status).toBe(200);
    expect(put.json).toMatchObject(change);
    expect(Object.keys(put.json)).toEqual(Object.keys(made.json));
    if (!Object.keys(change).includes(Object.keys(optional)[0]!))
      expect(put.json).toMatchObject(optional);
    expect(put.headers.get("etag")).toMatch(/^"2-/);
  });

  it("sets an optional field back to its default with null, and refuses null for a required one", async () => {
    const made = await create(optional);
    const nulls = Object.fromEntries(Object.keys(optional).map((f) => [f, null]));
    const put = await http.api("PUT", `${path}/${made.json.id}`, nulls);
    expect(put.json).toMatchObject(byDefault);
    const refused = await http.api("PUT", `${path}/${made.json.id}`, {
      [required[0]!]: null,
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].field).toBe(required[0]);
  });

  it("takes back what it gave: GET, edit, PUT changes nothing by itself", async () => {
    const made = await create(optional);
    const got = await http.api("GET", `${path}/${made.json.id}`);
    const put = await http.api("PUT", `${path}/${made.json.id}`, got.json);
    expect(put.status).toBe(200);
    expect(put.json).toEqual(got.json);
  });

  it("ignores generated fields in a creation", async () => {
    const made = await create({
      id: "mine",
      inserted_at: "1999-01-01T00:00:00Z",
      project: "mine",
    });
    expect(made.status).toBe(201);
    expect(made.json.id).not.toBe("mine");
    expect(made.json.project).toBeNull();
  });

  it("names every missing field, and the field that was meant", async () => {
    const none = await http.api("POST", path, {});
    expect(none.status).toBe(422);
    expect(none.json.errors.map((e: { field: string }) => e.field)).toEqual(required);
    const word = required[0]!;
    const typo = await create({ [`${word}e`]: "x", external_id: "" });
    expect(typo.status).toBe(422);
    expect(typo.json.errors).toEqual(
      expect.arrayContaining([
        {
          field: `${word}e`,
          code: "unknown_field",
          message: `unknown field "${word}e", did you mean "${word}"?`,
        },
        expect.objectContaining({ field: "external_id", code: "length" }),
      ]),
    );
  });

  it("holds a change to the version that was read", async () => {
    const made = await create();
    const at = `/api/v1${path}/${made.json.id}`;
    const ask = (method: string, match: string, body?: unknown) =>
      http.call(method, at, {
        key: http.keys.admin,
        headers: { "if-match": match },
        ...(body ? { body } : {}),
      });
    expect((await ask("PUT", '"1"', change)).status).toBe(200);
    const late = await ask("PUT", '"1"', optional);
    expect(late.status).toBe(412);
    expect(late.json.detail).toContain('"2"');
    for (const none of ['"nonsense"', '"1", W/"7-abc", "x,y"', '"2" "2"'])
      expect((await ask("PUT", none, optional)).status, none).toBe(412);
    expect((await ask("PUT", '"nonsense" , W/"2-abc"', change)).status).toBe(200);
    expect((await ask("DELETE", '"1", "nonsense"')).status).toBe(412);
    expect((await ask("PUT", "*", change)).status).toBe(200);
    const { headers } = await http.api("GET", `${path}/${made.json.id}`);
    expect((await ask("DELETE", headers.get("etag")!)).status).toBe(204);
  });

  it("answers 304 to whoever has it as it is, and all of it after a change", async () => {
    const made = await create();
    const at = `/api/v1${path}/${made.json.id}`;
    const get = (known: string) =>
      http.call("GET", at, { key: http.keys.read, headers: { "if-none-match": known } });
    const etag = (await get('"other"')).headers.get("etag")!;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const same = await get(known);
      expect([same.status, same.text]).toEqual([304, ""]);
      expect(same.headers.get("etag")).toBe(etag);
    }
    const headers = { authorization: `Bearer ${http.keys.read}`, "if-none-match": etag };
    expect((await fetch(http.origin + at, { method: "HEAD", headers })).status).toBe(304);
    expect((await get('"1"')).status).toBe(200);
    await http.api("PUT", `${path}/${made.json.id}`, change);
    expect((await get(etag)).json).toMatchObject(change);
  });

  it("is not updated by a POST that asks for a new one", async () => {
    const external_id = `new${path}`;
    const post = (body: object) =>
      http.call("POST", `/api/v1${path}`, {
        key: http.keys.admin,
        body,
        headers: { "if-none-match": "*" },
      });
    const made = await post({ ...least(), external_id });
    expect(made.status).toBe(201);
    const again = await post({ ...least(), external_id, ...change });
    expect(again.status).toBe(412);
    expect(again.json.detail).toContain("external_id");
    const got = await http.api("GET", `${path}/${made.json.id}`);
    expect(got.json).toEqual(made.json);
  });

  it("deletes: 204 without a body, then 404", async () => {
    const made = await create();
    const at = `${path}/${made.json.id}`;
    const gone = await http.api("DELETE", at);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await http.api(method, at, method === "PUT" ? change : undefined)).status).toBe(404);
  });

  it("does not reveal to a stranger that it exists", async () => {
    const made = await create();
    const bodies: Answer[] = [];
    for (const id of [made.json.id, "019aa000-0000-7000-8000-000000000000"])
      for (const method of ["GET", "PUT", "DELETE"])
        bodies.push(
          await http.call(method, `/api/v1${path}/${id}`, {
            key: http.stranger,
            ...(method === "PUT" ? { body: change } : {}),
          }),
        );
    expect(bodies.map((a) => a.status)).toEqual(bodies.map(() => 404));
    expect(new Set(bodies.map((a) => a.json.detail)).size).toBe(1);
    const list = await http.call("GET", `/api/v1${path}`, {
      key: http.stranger,
    });
    expect(list.text).not.toContain(made.json.id);
  });

  it("trims titles and names and takes 255 characters, not 256 and not none", async () => {
    const field = path === "/users" ? "name" : "title";
    const made = await create({ [field]: `  ${"x".repeat(255)} \n` });
    expect(made.json[field]).toBe("x".repeat(255));
    for (const wrong of ["x".repeat(256), "   ", "a\u0007b"]) {
      const refused = await create({ [field]: wrong });
      expect(refused.json.errors).toEqual([expect.objectContaining({ field })]);
    }
  });
});

describe("an alert group", () => {
  it("has its own inbound URL", async () => {
    const { json } = await http.api("POST", "/alert_groups", { title: "A" });
    expect(json.webhook_id).toMatch(uuid4);
    expect(json.webhook_url).toBe(`${http.siteUrl}/api/webhook/${json.webhook_id}`);
  });

  it("starts with the documented defaults", async () => {
    const { json } = await http.api("POST", "/alert_groups", { title: "A" });
    expect(json).toMatchObject({
      priority_level: 2,
      timezone: "UTC",
      contact_hours_all_day: true,
      contact_hours_from: null,
      contact_hours_to: null,
      contact_days: [0, 1, 2, 3, 4, 5, 6],
    });
  });

  it.each([
    [{ priority_level: 0 }, "priority_level"],
    [{ priority_level: 4 }, "priority_level"],
    [{ priority_level: "1" }, "priority_level"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ contact_days: [] }, "contact_days"],
    [{ contact_days: [7] }, "contact_days[0]"],
    [{ contact_hours_from: "9:00" }, "contact_hours_from"],
    [{ contact_hours_from: "24:00:00" }, "contact_hours_from"],
    [{ contact_hours_all_day: false }, "contact_hours_from"],
    [
      {
        contact_hours_all_day: false,
        contact_hours_from: "09:00:00",
        contact_hours_to: "09:00:00",
      },
      "contact_hours_to",
    ],
  ])("refuses %j", async (fields, field) => {
    const refused = await http.api("POST", "/alert_groups", {
      title: "A",
      ...fields,
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].field).toBe(field);
  });

  it("judges a partial update together with what is stored", async () => {
    const { json } = await http.api("POST", "/alert_groups", {
      title: "A",
      contact_hours_all_day: false,
      contact_hours_from: "09:00:00",
      contact_hours_to: "17:00:00",
      contact_days: [5, 1, 1],
    });
    expect(json.contact_days).toEqual([1, 5]);
    const at = `/alert_groups/${json.id}`;
    const refused = await http.api("PUT", at, { contact_hours_to: null });
    expect(refused.status).toBe(422);
    expect((await http.api("GET", at)).json).toEqual(json);
  });

  it("that monitors use is not deleted, and says which", async () => {
    const used = await http.api("POST", "/alert_groups", { title: "Used" });
    await http.api("POST", "/webhook_monitors", {
      title: "Nightly import",
      alert_group_id: used.json.id,
    });
    const refused = await http.api("DELETE", `/alert_groups/${used.json.id}`);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("Nightly import");
    expect((await http.api("GET", `/alert_groups/${used.json.id}`)).status).toBe(200);
  });
});

describe("what a monitor depends on", () => {
  const health = async (title: string, depends_on: string[] = []) =>
    (
      await http.api("POST", "/health_check_monitors", {
        title,
        url: "http://127.0.0.1:1/",
        alert_group_id: group,
        depends_on,
      })
    ).json as { id: string; title: string };
  const change = (id: string, depends_on: unknown) =>
    http.api("PUT", `/health_check_monitors/${id}`, { depends_on });

  it("is kept sorted and once, on both kinds of monitors, and null is nothing", async () => {
    const [a, b] = [await health("A"), await health("B")];
    const made = await http.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group,
      depends_on: [b.id, a.id, b.id],
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      depends_on: [a.id, b.id].toSorted(),
      withheld_since: null,
      withheld_by: null,
    });
    const at = `/webhook_monitors/${made.json.id}`;
    const kept = await http.api("PUT", at, { title: "More errors" });
    expect(kept.json.depends_on).toEqual(made.json.depends_on);
    const none = await http.api("PUT", at, { ...kept.json, depends_on: null });
    expect(none.json.depends_on).toEqual([]);
  });

  it("must be there, in the organization, and not too many", async () => {
    const { id } = await health("A");
    const errors = await http.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group,
    });
    const unknown = await change(id, [id.replace(/.$/, "x"), errors.json.id]);
    expect(unknown.status).toBe(422);
    expect(unknown.json.errors).toMatchObject([
      { field: "depends_on[0]", code: "unknown_monitor" },
      { field: "depends_on[1]", code: "unknown_monitor" },
    ]);
    const many = await change(
      id,
      Array.from({ length: 21 }, (_, i) => `m${i}`),
    );
    expect(many.status).toBe(422);
    expect(many.json.errors[0].field).toBe("depends_on");
  });

  it("must not lead back, however far it goes", async () => {
    const a = await health("A");
    const b = await health("B", [a.id]);
    const c = await health("C", [b.id]);
    const d = await health("D");
    for (const [to, way] of [
      [[a.id], '"A" → "A"'],
      [[d.id, c.id], '"A" → "C" → "B" → "A"'],
    ] as const) {
      const refused = await change(a.id, to);
      expect(refused.status).toBe(422);
      expect(refused.json.errors).toEqual([
        {
          field: `depends_on[${to.length - 1}]`,
          code: "cycle",
          message: `has a cycle: ${way}`,
        },
      ]);
    }
    expect((await change(a.id, [d.id])).status).toBe(200);
  });

  it("is not deleted, and says who depends on it", async () => {
    const router = await health("Router");
    const shop = await health("Shop behind it", [router.id]);
    const at = `/health_check_monitors/${router.id}`;
    const refused = await http.api("DELETE", at);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("Shop behind it");
    expect((await http.api("GET", at)).status).toBe(200);
    await http.api("DELETE", `/health_check_monitors/${shop.id}`);
    expect((await http.api("DELETE", at)).status).toBe(204);
  });
});

it("a change of status alone is no reason to refuse a change, but one to answer all of it", async () => {
  const { json } = await http.api("POST", "/webhook_monitors", {
    title: "Errors",
    alert_group_id: group,
  });
  const at = `/api/v1/webhook_monitors/${json.id}`;
  const etag = (await http.call("GET", at, { key: http.keys.read })).headers.get("etag")!;
  await http.call("POST", `/api/webhook/${json.webhook_id}`, { body: { message: "boom" } });
  const now = await http.call("GET", at, {
    key: http.keys.read,
    headers: { "if-none-match": etag },
  });
  expect([now.status, now.json?.status]).toEqual([200, "firing"]);
  const put = await http.call("PUT", at, {
    key: http.keys.write,
    body: { title: "Shop, errors" },
    headers: { "if-match": etag },
  });
  expect(put.status).toBe(200);
});

describe("members of an alert group", () => {
  it("are users of the organization, added once and taken out again", async () => {
    const user = await http.api("POST", "/users", {
      email: "Grace@Example.com",
      name: "Grace",
    });
    const made = await http.api("POST", "/alert_groups", { title: "M" });
    const path = `/alert_groups/${made.json.id}/members`;
    const first = await http.api("POST", path, { email: "grace@example.COM" });
    const second = await http.api("POST", path, { email: "Grace@Example.com" });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.json).toMatchObject({
      user_id: user.json.id,
      email: "Grace@Example.com",
      name: "Grace",
      devices: 0,
    });
    expect((await http.api("GET", path)).json).toEqual([first.json]);
    const at = `${path}/${user.json.id}`;
    for (const nothing of [{}, undefined])
      expect((await http.api("PUT", at, nothing)).json).toEqual(first.json);
    expect((await http.api("DELETE", at)).status).toBe(204);
    expect((await http.api("DELETE", at)).status).toBe(404);
    expect((await http.api("GET", path)).json).toEqual([]);
  });

  it("have the rules of the request that adds them, and no request sets them twice", async () => {
    const { json: user } = await http.api("POST", "/users", { email: "hopper@example.com" });
    const { json: made } = await http.api("POST", "/alert_groups", { title: "Rules" });
    const path = `/alert_groups/${made.id}/members`;
    const own = { minimum_priority: 1, contact_days: [1, 2], timezone: "Europe/Berlin" };
    const asked = { email: "hopper@example.com", ...own };
    const added = await http.api("POST", path, asked);
    expect([added.status, added.json]).toMatchObject([201, { user_id: user.id, ...own }]);
    const audited = async () =>
      (await http.api("GET", "/audit_events?order=desc&limit=1")).json[0].action;
    expect(await audited()).toBe("add_member");
    for (const body of [asked, { email: asked.email }, { ...asked, contact_days: [2, 1, 1] }]) {
      const again = await http.api("POST", path, body);
      expect([again.status, again.json]).toEqual([200, added.json]);
    }
    expect(await audited()).toBe("add_member");
    const changed = await http.api("POST", path, { email: asked.email, minimum_priority: null });
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...added.json, minimum_priority: null },
    ]);
    expect(await audited()).toBe("set_member");
  });

  it("are refused when nobody has the address, and in a group that is not there", async () => {
    const unknown = await http.api("POST", `/alert_groups/${group}/members`, {
      email: "nobody@example.com",
    });
    expect(unknown.status).toBe(422);
    expect(unknown.json.errors[0]).toMatchObject({
      field: "email",
      code: "unknown_user",
    });
    for (const method of ["GET", "POST"])
      expect(
        (
          await http.api(
            method,
            "/alert_groups/nope/members",
            method === "POST" ? { email: "a@b.c" } : undefined,
          )
        ).status,
      ).toBe(404);
  });
});

describe("a user", () => {
  it("has an address that nobody else has, in whatever case", async () => {
    await http.api("POST", "/users", { email: "one@example.com" });
    const second = await http.api("POST", "/users", {
      email: "ONE@example.com",
    });
    expect(second.status).toBe(409);
    expect(second.json.errors[0].field).toBe("email");
    const wrong = await http.api("POST", "/users", { email: "no address" });
    expect(wrong.status).toBe(422);
  });

  it("has devices whose token is never shown, and kept when *** comes back", async () => {
    const user = await http.api("POST", "/users", { email: "d@example.com" });
    const path = `/users/${user.json.id}/devices`;
    const made = await http.api("POST", path, {
      kind: "ntfy",
      target: "ada-phone",
      access_token: "tk_canary_device",
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`${http.siteUrl}/api/v1${path}/${made.json.id}`);
    expect(made.json).toMatchObject({ access_token: "***", enabled: true });
    const at = `${path}/${made.json.id}`;
    const got = await http.api("GET", at);
    const put = await http.api("PUT", at, { ...got.json, name: "Pixel" });
    expect(put.json).toMatchObject({ name: "Pixel", access_token: "***" });
    const [stored] = (await http.store.read.devices(
      (await http.api("GET", "/me")).json.organization.id,
      user.json.id,
    ))!;
    expect(stored!.access_token).toBe("tk_canary_device");
    expect((await http.api("GET", path)).json).toEqual([put.json]);
    expect((await http.api("DELETE", at)).status).toBe(204);
    expect((await http.api("GET", at)).status).toBe(404);
  });

  it("cannot have an fcm device as long as fcm is not configured", async () => {
    const user = await http.api("POST", "/users", { email: "f@example.com" });
    const refused = await http.api("POST", `/users/${user.json.id}/devices`, {
      kind: "fcm",
      target: "token",
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0]).toMatchObject({
      field: "kind",
      code: "not_configured",
    });
  });

  it("cannot have an email device without a mail server, and is told what it takes", async () => {
    const user = await http.api("POST", "/users", { email: "m@example.com" });
    const { status, json } = await http.api("POST", `/users/${user.json.id}/devices`, {
      kind: "email",
      target: "m@example.com",
    });
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      {
        field: "kind",
        code: "not_configured",
        message: "email is not configured on this server (--smtp-url and --mail-from); use ntfy",
      },
    ]);
  });

  it("can have an fcm device when it is", async () => {
    const other = await startHttp({ configured: ["fcm"] });
    const user = await other.api("POST", "/users", { email: "f@example.com" });
    const made = await other.api("POST", `/users/${user.json.id}/devices`, {
      kind: "fcm",
      target: "registration:token",
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ kind: "fcm", server: null });
    await other.end();
  });
});

describe("a health check monitor", () => {
  const body = () => ({
    title: "Secret",
    url: "https://ada:canary-pass@shop.example.com/health",
    alert_group_id: group,
    request_headers: { "X-Token": "canary-header" },
  });

  it("starts pending, with what was never measured as null", async () => {
    const { json } = await http.api("POST", "/health_check_monitors", {
      title: "New",
      url: "http://127.0.0.1:1/",
      alert_group_id: group,
    });
    expect(json).toMatchObject({
      status: "pending",
      staleness_threshold_minutes: 10,
      interval_seconds: 60,
      timeout_seconds: 10,
      fetch_retries: 1,
      confirmations: 1,
      detect_flapping: true,
      flapping_since: null,
      request_headers: {},
      checks_total: null,
      checks_passing: null,
      checked_at: null,
      finished_at: null,
      last_results: null,
    });
  });

  it("never shows its secrets, and keeps them when *** comes back", async () => {
    const made = await http.api("POST", "/health_check_monitors", body());
    expect(made.json.url).toBe("https://ada:***@shop.example.com/health");
    expect(made.json.request_headers).toEqual({ "X-Token": "***" });
    const at = `/health_check_monitors/${made.json.id}`;
    const put = await http.api("PUT", at, { ...made.json, title: "Renamed" });
    expect(put.status).toBe(200);
    const { organization } = (await http.api("GET", "/me")).json;
    const stored = await http.store.read.resource(
      "health_check_monitors",
      organization.id,
      made.json.id,
      http.clock.now(),
    );
    expect(stored).toMatchObject({
      url: body().url,
      request_headers: body().request_headers,
    });
    const stranger = await http.api("PUT", at, {
      url: "https://bob:***@shop.example.com/",
    });
    expect(stranger.json.errors[0].code).toBe("secret_needed");
  });

  it("keeps a client certificate to itself", async () => {
    const { key, cert } = makeCertificate("DNS:monitord");
    const pem = cert + key;
    const one = { ...body(), external_id: "client", tls_client_cert: pem, tls_ca: cert };
    const made = await http.api("POST", "/health_check_monitors", one);
    expect(made.json).toMatchObject({ tls_client_cert: "***", tls_ca: cert });
    const at = `/health_check_monitors/${made.json.id}`;
    const put = await http.api("PUT", at, { ...made.json, title: "Renamed" });
    expect(put.json).toMatchObject({ title: "Renamed", tls_client_cert: "***" });
    const { organization } = (await http.api("GET", "/me")).json;
    const stored = await http.store.read.resource(
      "health_check_monitors",
      organization.id,
      made.json.id,
      http.clock.now(),
    );
    expect(stored).toMatchObject({ tls_client_cert: pem });
    const wrong = await http.api("PUT", at, { tls_client_cert: cert });
    expect(wrong.json.errors).toMatchObject([{ field: "tls_client_cert", code: "format" }]);
    expect(JSON.stringify(await http.api("GET", "/audit_events"))).not.toContain("PRIVATE KEY");
  });

  it("sends no stored secret to another origin: each has to be given again", async () => {
    const at = async (method: "POST" | "PUT", url: string, more: object = {}) => {
      const one = { ...body(), external_id: "moves", url: "https://ada:pass@shop.example.com/" };
      const made = await http.api("POST", "/health_check_monitors", one);
      const path = `/health_check_monitors${method === "PUT" ? `/${made.json.id}` : ""}`;
      const base =
        method === "PUT" ? {} : { external_id: "moves", title: "x", alert_group_id: group };
      const { status, json } = await http.api(method, path, { ...base, url, ...more });
      return [status, json.errors?.map((one: { field: string }) => one.field)];
    };
    for (const method of ["PUT", "POST"] as const) {
      const other = "https://evil.example.com/";
      expect(await at(method, other)).toEqual([422, ["request_headers"]]);
      const masked = { request_headers: { "X-Token": "***" } };
      expect(await at(method, other, masked)).toEqual([422, ["request_headers.X-Token"]]);
      expect(await at(method, "https://ada:***@evil.example.com/", masked)).toEqual([
        422,
        ["url", "request_headers.X-Token"],
      ]);
      expect(await at(method, "https://shop.example.com:8443/")).toEqual([
        422,
        ["request_headers"],
      ]);
      expect(await at(method, "https://ada:***@shop.example.com/other")).toEqual([200, undefined]);
      expect(await at(method, other, { request_headers: null })).toEqual([200, undefined]);
    }
  });

  it("refuses what cannot be fetched", async () => {
    for (const url of ["ftp://x/", "/health", "https://", `https://x/${"y".repeat(2048)}`]) {
      const refused = await http.api("POST", "/health_check_monitors", {
        ...body(),
        url,
      });
      expect(refused.status, url).toBe(422);
      expect(refused.json.errors[0].field).toBe("url");
    }
  });

  it("refuses a group that is not there or is somebody else's", async () => {
    const theirs = await http.call("POST", "/api/v1/alert_groups", {
      key: http.stranger,
      body: { title: "Theirs" },
    });
    for (const alert_group_id of ["nope", theirs.json.id]) {
      const refused = await http.api("POST", "/health_check_monitors", {
        ...body(),
        alert_group_id,
      });
      expect(refused.status).toBe(422);
      expect(refused.json.errors[0].field).toBe("alert_group_id");
    }
  });
});

describe.each(["health_check_monitors", "webhook_monitors"])("pausing one of the %s", (kind) => {
  const make = async () =>
    (
      await http.api("POST", `/${kind}`, {
        title: "P",
        alert_group_id: group,
        ...(kind === "webhook_monitors" ? {} : { url: "http://127.0.0.1:1" }),
      })
    ).json;

  it("works without a body, with an end, and is undone by resuming", async () => {
    const { id } = await make();
    const paused = await http.api("POST", `/${kind}/${id}/pause`);
    expect(paused.status).toBe(200);
    expect(paused.json.paused_at).toMatch(instant);
    expect(paused.json.paused_until).toBeNull();
    const until = "2099-01-01T00:00:00Z";
    const ended = await http.api("POST", `/${kind}/${id}/pause`, { until });
    expect(ended.json.paused_until).toBe(until);
    const resumed = await http.api("POST", `/${kind}/${id}/resume`);
    expect(resumed.json).toMatchObject({
      paused_at: null,
      paused_until: null,
    });
    expect((await http.api("GET", `/${kind}/${id}`)).json).toEqual(resumed.json);
  });

  it("refuses an end that has passed or is none", async () => {
    const { id } = await make();
    for (const until of ["2001-01-01T00:00:00Z", "tomorrow", 7]) {
      const refused = await http.api("POST", `/${kind}/${id}/pause`, {
        until,
      });
      expect(refused.status).toBe(422);
      expect(refused.json.errors[0].field).toBe("until");
    }
    for (const verb of ["pause", "resume"])
      expect((await http.api("POST", `/${kind}/nope/${verb}`)).status).toBe(404);
  });

  it("has a history that begins empty, and none for what is not there", async () => {
    const { id } = await make();
    const history = await http.api("GET", `/${kind}/${id}/history`);
    expect([history.status, history.json]).toEqual([200, []]);
    expect((await http.api("GET", `/${kind}/nope/history`)).status).toBe(404);
  });
});
