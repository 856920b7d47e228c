/** What was published or planned, and is corrected or deleted afterwards. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
let monitor: { id: string; webhook_id: string };
beforeEach(async () => {
  http = await startHttp();
  const group = await http.api("POST", "/alert_groups", { title: "Shop" });
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "orders",
      alert_group_id: group.json.id,
    })
  ).json;
  const systems = [{ name: "Checkout", webhook_monitors: [monitor.id] }];
  await http.api("POST", "/status_pages", {
    title: "Shop",
    slug: "shop",
    sections: [{ title: "Store", systems }],
  });
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
    body: { message: "no", source: "shop" },
  });
  await publish("Order fail.", { state: "investigating", title: "Ordrs" });
  await publish("Wrong incident.", { state: "identified" });
});
afterEach(() => http.end());

interface Entry {
  id: string;
  at: string;
  kind: string;
  text: string;
  public_state: string | null;
  edited_at: string | null;
}
const publish = (message: string, more: object = {}) =>
  http.api("POST", "/incidents/1/publish", { message, ...more });
const timeline = async (): Promise<Entry[]> =>
  (await http.api("GET", "/incidents/1")).json.timeline;
const updates = async () => (await timeline()).filter(({ kind }) => kind === "published");
const pathOf = async (at: number) => `/incidents/1/updates/${(await updates())[at]!.id}`;
const get = async (path: string) => (await http.call("GET", path, { key: null })).text;
/** As much as a page may be old. */
const pass = () => http.clock.advance(10_000, () => true);
const audited = async (kind: string) =>
  (await http.api("GET", "/audit_events?limit=1000")).json.filter(
    ({ object_kind }: { object_kind: string }) => object_kind === kind,
  );
const updatedIn = (feed: string) => /<entry>[^]*<updated>([^<]+)/.exec(feed)![1];

describe("a public update", () => {
  it("is corrected where it stands: page, JSON and feed say when, and the timeline what it said", async () => {
    const before = updatedIn(await get("/status/shop.atom"));
    await pass();
    const corrected = await http.api("PUT", await pathOf(0), {
      message: "Orders fail.",
      by: "Ada",
    });
    expect(corrected.json).toMatchObject({ number: 1, public_title: "Ordrs" });
    const [first, second] = await updates();
    expect(first).toMatchObject({ text: "Orders fail.", public_state: "investigating" });
    expect(second).toMatchObject({ text: "Wrong incident.", edited_at: null });
    expect((await timeline()).at(-1)).toMatchObject({
      kind: "corrected",
      text: "Public update corrected by Ada. It said: Investigating. Order fail.",
      actor: "Ada",
    });
    await pass();
    const page = await get("/status/shop");
    expect(page).toContain("Orders fail.");
    expect(page).not.toContain("Order fail.");
    expect(page.match(/edited <time/g)).toHaveLength(1);
    const json = JSON.parse(await get("/status/shop.json"));
    expect(json.incidents[0].updates).toMatchObject([
      { edited_at: null },
      { edited_at: first!.edited_at },
    ]);
    const feed = await get("/status/shop.atom");
    expect(feed).toContain("Investigating (edited ");
    expect(updatedIn(feed)! > before!).toBe(true);
    expect((await audited("incident")).at(-1)).toMatchObject({
      action: "correct_update",
      changes: [{ field: "message", from: "Order fail.", to: "Orders fail." }],
    });
  });

  it("is corrected in its state, and its incident in its title, each alone", async () => {
    await http.api("PUT", await pathOf(1), { state: null });
    expect((await updates()).map((one) => one.public_state)).toEqual(["investigating", null]);
    const entries = (await timeline()).length;
    const titled = await http.api("PUT", await pathOf(0), { title: "Orders" });
    expect(titled.json.public_title).toBe("Orders");
    expect((await updates())[0]!.edited_at).toBeNull();
    await pass();
    expect(await get("/status/shop")).toMatch(/title\s+<span class="quiet">edited <time/);
    const none = await http.api("PUT", await pathOf(0), { title: null });
    expect(none.json.public_title).toBeNull();
    expect((await timeline()).slice(entries)).toMatchObject([
      { kind: "retitled", text: expect.stringContaining("It was: Ordrs") },
      { kind: "retitled", text: expect.stringContaining("It was: Orders") },
    ]);
    expect((await audited("incident")).at(-1)).toMatchObject({
      changes: [{ field: "public_title", from: "Orders", to: null }],
    });
  });

  it("stays as it is where nothing differs", async () => {
    const before = await timeline();
    for (const body of [{}, { message: "Order fail.", state: "investigating", title: "Ordrs" }])
      expect((await http.api("PUT", await pathOf(0), body)).status).toBe(200);
    expect(await timeline()).toEqual(before);
    expect((await audited("incident")).at(-1).action).toBe("published");
  });

  it("is deleted, unless it is the only one", async () => {
    expect((await http.api("DELETE", await pathOf(1))).status).toBe(200);
    await pass();
    for (const path of ["/status/shop", "/status/shop.json", "/status/shop.atom"])
      expect(await get(path)).not.toContain("Wrong incident.");
    expect(JSON.parse(await get("/status/shop.json")).incidents[0].state).toBe("investigating");
    expect((await timeline()).at(-1)!.text).toContain("It said: Identified. Wrong incident.");
    expect((await audited("incident")).at(-1)).toMatchObject({
      action: "delete_update",
      changes: [{ from: "Wrong incident.", to: null }],
    });
    const last = await http.api("DELETE", await pathOf(0));
    expect([last.status, last.json.detail]).toEqual([409, expect.stringContaining("unpublish")]);
  });

  it("is refused to those who may not, and when it is not public", async () => {
    const path = await pathOf(0);
    const asked = (key: string, method = "PUT") =>
      http.call(method, `/api/v1${path}`, {
        key,
        body: method === "PUT" ? { message: "x" } : undefined,
      });
    expect((await asked(http.keys.read)).status).toBe(403);
    expect((await asked(http.stranger)).status).toBe(404);
    for (const body of [{ message: "" }, { title: "" }, { state: "over" }, { more: 1 }])
      expect((await http.api("PUT", path, body)).status).toBe(422);
    const note = (await http.api("POST", "/incidents/1/notes", { text: "x" })).status;
    expect(note).toBe(200);
    const other = (await timeline()).find(({ kind }) => kind === "note")!;
    for (const id of [other.id, "x"])
      expect((await http.api("PUT", `/incidents/1/updates/${id}`, { message: "x" })).status).toBe(
        404,
      );
    await http.api("POST", "/incidents/1/unpublish");
    await publish("Again.");
    expect((await http.api("PUT", path, { message: "x" })).status).toBe(404);
    expect((await http.api("DELETE", path)).status).toBe(404);
  });

  it("is corrected in the dashboard: text, title alone, and what was posted by mistake", async () => {
    const browser = await signIn(http, http.keys.write);
    const page = await browser.get("/incidents/1");
    expect(page.text).toContain("Edit title");
    const back = { back: "/incidents/1" };
    const [first, second] = await updates();
    const at = `/incidents/1/updates/${first!.id}`;
    expect(page.text).toMatch(new RegExp(`action="/incidents/[^/]+/updates/${first!.id}/correct"`));
    const done = await browser.post(`${at}/correct`, {
      ...back,
      message: "Orders fail.",
      state: "",
    });
    expect(location(done)).toBe("/incidents/1?done=corrected");
    await browser.post(`${at}/correct`, { ...back, title: "Orders" });
    await browser.post(`/incidents/1/updates/${second!.id}/delete`, back);
    expect(await updates()).toMatchObject([{ text: "Orders fail.", public_state: null }]);
    const corrected = (await browser.get("/incidents/1")).text;
    expect(corrected).toContain("<bdi>Orders</bdi>");
    expect(corrected).toMatch(/edited\s+<time/);
    expect(corrected).not.toContain("/delete");
  });
});

describe("a silence", () => {
  const begun = () =>
    http.api("POST", "/silences", {
      monitor_id: monitor.id,
      from: new Date(http.clock.now() + 3_600_000).toISOString(),
      until: new Date(http.clock.now() + 7_200_000).toISOString(),
      reason: "new disk",
    });

  it("is corrected in its reason, and in nothing else", async () => {
    const { json: silence } = await begun();
    const path = `/silences/${silence.id}`;
    expect((await http.api("PUT", path, { reason: "new disks" })).json).toEqual({
      ...silence,
      reason: "new disks",
    });
    await http.api("PUT", path, { reason: "new disks" });
    const [created, updated, ...more] = await audited("silences");
    expect([created.action, updated.action, more]).toEqual(["create", "update", []]);
    expect(updated.changes).toEqual([{ field: "reason", from: "new disk", to: "new disks" }]);
    for (const body of [{}, { reason: "" }, { until: null, reason: "x" }])
      expect((await http.api("PUT", path, body)).status).toBe(422);
    expect((await http.api("PUT", "/silences/x", { reason: "x" })).status).toBe(404);
  });

  it("is corrected in the dashboard", async () => {
    const { json: silence } = await begun();
    const browser = await signIn(http, http.keys.write);
    expect((await browser.get("/silences")).text).toContain(`/silences/${silence.id}/correct`);
    await browser.post(`/silences/${silence.id}/correct`, { reason: "new disks" });
    expect((await http.api("GET", `/silences/${silence.id}`)).json.reason).toBe("new disks");
  });
});

describe("the audit log", () => {
  it("has who downloaded rows as a file", async () => {
    const browser = await signIn(http, http.keys.admin);
    const page = (await http.api("GET", "/status_pages")).json[0];
    for (const path of [
      "/incidents.csv",
      "/settings/audit.csv",
      "/reports.csv",
      "/reports/on_call.csv",
      `/status_pages/${page.id}/subscribers.csv`,
    ])
      expect((await browser.get(path)).headers.get("content-type")).toContain("text/csv");
    expect(await audited("files")).toMatchObject([
      { action: "export", object_title: "incidents.csv", actor: "Ada" },
      { object_title: "audit-log.csv" },
      { object_title: expect.stringMatching(/^uptime-.*\.csv$/) },
      { object_title: "on-call.csv" },
    ]);
    expect((await audited("status_pages")).at(-1)).toMatchObject({
      action: "export_subscribers",
      object_id: page.id,
      object_title: "Shop",
    });
  });

  it("shows the counts of an apply that only creates", async () => {
    const shop = { external_id: "a", title: "A", url: "https://a.example.com" };
    await http.api("POST", "/apply", {
      project: "shop",
      health_check_monitors: [
        { ...shop, alert_group: "g" },
        { ...shop, external_id: "b", alert_group: "g" },
      ],
      alert_groups: [{ external_id: "g", title: "G" }],
    });
    const browser = await signIn(http, http.keys.admin);
    expect((await browser.get("/settings/audit")).text).toMatch(
      /applied project[^]*<p class="quiet">3 created<\/p>/,
    );
  });
});
