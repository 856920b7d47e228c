/** The report of uptime over HTTP: what happened to monitors, counted by hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UptimeReport } from "../../src/api/reports/uptime.ts";
import { minute } from "../../src/core/text/units.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { clockTo } from "../support/people.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
const ids: Record<string, string> = {};
const zone = "timezone=Europe/Berlin";

/** The next checks find this state. */
async function checked(name: string, healthy: boolean): Promise<void> {
  const now = http.clock.now();
  const { due } = await http.store.run("claim_checks", { node: "node", limit: 9, now });
  const lease = due.find(({ subject_id }) => subject_id === ids[name])!.lease;
  const results = [
    {
      name: "disk",
      label: "Disk",
      status: healthy ? ("ok" as const) : ("failed" as const),
      reported_status: null,
      notification_message: null,
      short_summary: null,
      meta: null,
    },
  ];
  const answer = { ms: 5, status_code: 200 };
  await http.store.run("command", {
    subject_id: ids[name]!,
    command: {
      kind: "checked",
      lease,
      reading: { ok: true, finished_at: now, results, remarks: [], answer },
    },
    now,
  });
}
const create = async (kind: string, name: string, body: object) =>
  (ids[name] = (await http.api("POST", `/${kind}`, body)).json.id);
const report = async (query: string): Promise<UptimeReport> =>
  (await http.api("GET", `/reports/uptime?${query}`)).json;
const at = (moment: string) => clockTo(http, moment);

beforeAll(async () => {
  http = await startHttp();
  await at("2027-01-10T09:00:00Z");
  await create("alert_groups", "oncall", { title: "On call" });
  await create("alert_groups", "web", { title: "=Web" });
  const health = { url: "http://127.0.0.1:9/health", alert_group_id: ids["oncall"] };
  await create("health_check_monitors", "shop", { title: "Shop", ...health });
  await at("2027-01-10T09:01:00Z");
  await checked("shop", true);
  // Announced on the day before.
  await http.api("POST", "/silences", {
    monitor_id: ids["shop"],
    from: "2027-01-12T23:00:00Z",
    until: "2027-01-13T01:00:00Z",
    reason: "Database upgrade",
  });
  await at("2027-01-11T10:00:00Z");
  await checked("shop", false);
  // A silence during an outage makes no maintenance of it.
  await http.api("POST", "/silences", { monitor_id: ids["shop"], until: "2027-01-11T11:00:00Z" });
  await at("2027-01-11T10:10:00Z");
  const [incident] = (await http.api("GET", "/incidents")).json;
  await http.api("POST", `/incidents/${incident.id}/acknowledge`);
  await at("2027-01-11T10:30:00Z");
  await checked("shop", true);
  await at("2027-01-13T00:10:00Z");
  await checked("shop", false);
  await at("2027-01-13T00:30:00Z");
  await checked("shop", true);
  await at("2027-01-14T08:00:00Z");
  await http.api("POST", `/health_check_monitors/${ids["shop"]}/pause`);
  await at("2027-01-14T09:00:00Z");
  await http.api("POST", `/health_check_monitors/${ids["shop"]}/resume`);
  await at("2027-01-14T09:01:00Z");
  await checked("shop", true);
  await at("2027-01-20T09:00:00Z");
  await create("webhook_monitors", "errors", { title: "-Errors", alert_group_id: ids["web"] });
  await at("2027-02-03T12:00:00Z");
});
afterAll(() => http.end());

describe("the report of a month", () => {
  it("is that of the last one, with these minutes", async () => {
    const { monitors, ...rest } = await report(zone);
    expect(rest).toMatchObject({
      title: "All monitors",
      from: "2026-12-31T23:00:00Z",
      to: "2027-01-31T23:00:00Z",
      month: "2027-01",
      under_way: false,
      kept_since: null,
    });
    const shop = monitors.find(({ title }) => title === "Shop")!;
    const month = 31 * 24 * 60;
    // From 1 January 00:00 in Berlin to the first result.
    const before = 9 * 24 * 60 + 10 * 60 + 1;
    expect([shop.down_ms, shop.maintenance_ms, shop.maintenance_down_ms, shop.paused_ms]).toEqual(
      [30, 120, 20, 60].map((n) => n * minute),
    );
    expect(shop.unknown_ms).toBeGreaterThanOrEqual(before * minute);
    expect(shop.unknown_ms).toBeLessThanOrEqual((before + 1) * minute);
    expect(shop.up_ms + shop.unknown_ms).toBe((month - 30 - 120 - 60) * minute);
    expect([shop.outage_count, shop.longest_ms]).toEqual([1, 30 * minute]);
    expect(shop.outages).toMatchObject([
      { from: "2027-01-11T10:00:00Z", to: "2027-01-11T10:30:00Z", ended: true },
    ]);
    expect(shop.uptime).toBeLessThan(1);
    const errors = monitors.find(({ title }) => title === "-Errors")!;
    expect([errors.uptime, errors.outage_count]).toEqual([1, 0]);
    expect(monitors.map(({ title }) => title)).toEqual(["Shop", "-Errors"]);
  });

  it("says how incidents were answered", async () => {
    const { incidents, incident_days, noisiest, before, maintenance } = await report(zone);
    expect(incidents).toMatchObject({
      incidents: 2,
      unacknowledged: 1,
      acknowledged: { count: 1, mean_ms: 10 * minute, median_ms: 10 * minute },
      resolved: { count: 2, mean_ms: 25 * minute, longest_ms: 30 * minute },
    });
    expect(incident_days.map(({ date }) => date)).toEqual(["2027-01-11", "2027-01-13"]);
    expect(noisiest).toMatchObject([{ title: "Shop", incidents: 2, unacknowledged: 1 }]);
    expect(before).toMatchObject({ month: "2026-12", incidents: 0 });
    expect(maintenance).toMatchObject([
      { from: "2027-01-12T23:00:00Z", to: "2027-01-13T01:00:00Z", reason: "Database upgrade" },
    ]);
  });

  it("is of a group, a monitor or a project", async () => {
    const titles = async (query: string) => {
      const { title, monitors, incidents } = await report(query);
      return [title, monitors.map((one) => one.title), incidents.incidents];
    };
    expect(await titles(`alert_group_id=${ids["oncall"]}`)).toEqual(["On call", ["Shop"], 2]);
    expect(await titles(`alert_group_id=${ids["web"]}`)).toEqual(["=Web", ["-Errors"], 0]);
    expect(await titles(`monitor_id=${ids["shop"]}`)).toEqual(["Shop", ["Shop"], 2]);
    expect(await titles("project=none")).toEqual(["none", [], 0]);
  });

  it("that is under way ends now", async () => {
    const { to, under_way, monitors } = await report("month=2027-02");
    expect([to, under_way]).toEqual(["2027-02-03T12:00:00Z", true]);
    // A status that began in the month before lasts.
    expect(monitors.map(({ uptime }) => uptime)).toEqual([1, 1]);
  });

  it("is a table in which no title is a formula", async () => {
    for (const [query, accept] of [
      ["&format=csv", "*/*"],
      ["", "text/csv"],
    ]) {
      const { headers, text } = await http.call("GET", `/api/v1/reports/uptime?${zone}${query}`, {
        key: http.keys.read,
        headers: { accept: accept! },
      });
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(headers.get("content-disposition")).toContain("uptime-2027-01.csv");
      const lines = text.trimEnd().split("\r\n");
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/^monitor_id,external_id,monitor,kind,group,/);
      expect(lines[2]).toContain(",'-Errors,webhook_monitors,'=Web,");
      expect(lines[1]).toContain(",30,120,20,60,0,");
    }
  });

  it.each([
    ["a month of the future", "month=2027-03", "month"],
    ["a month that is none", "month=2027-13", "month"],
    ["a month and a range", "month=2027-01&from=2027-01-01T00:00:00Z", "month"],
    ["an unknown zone", "timezone=Europe/Atlantis", "timezone"],
    ["an end before its beginning", "from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z", "from"],
    ["more than a year", "from=2020-01-01T00:00:00Z", "from"],
  ])("refuses %s", async (_, query, field) => {
    const { status, json } = await http.api("GET", `/reports/uptime?${query}`);
    expect([status, json.errors[0].field]).toEqual([422, field]);
  });

  it("of what does not exist is not found, of another organization neither", async () => {
    for (const query of ["alert_group_id=x", "monitor_id=x"])
      expect((await http.api("GET", `/reports/uptime?${query}`)).status).toBe(404);
    const other = await http.call("GET", `/api/v1/reports/uptime?monitor_id=${ids["shop"]}`, {
      key: http.stranger,
    });
    expect(other.status).toBe(404);
  });
});

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("the page of a report", () => {
  it("says the same as the API, for the team and for a customer", async () => {
    const reader = await signIn(http, http.keys.read);
    const { text } = await reader.get("/reports?month=2027-01");
    expect(plain(text)).toContain("1 of 2 monitors had an outage. Longest down: Shop (30 min).");
    expect(plain(text)).toMatch(/Shop .* 30 min 1 /);
    expect(text).toContain("<title>11 Jan: down 30 min</title>");
    expect(text).toContain('href="/reports.csv?month=2027-01"');
    expect(plain(text)).toContain("Planned work 1");
    expect(plain(text)).toContain("Compared with December 2026");
    const { text: customer } = await reader.get("/reports?month=2027-01&for=customer");
    expect(plain(customer)).not.toContain("Noisiest");
    expect(customer).not.toContain(`/health_check_monitors/${ids["shop"]}`);
  });

  it("is found from the pages that it is about, in two clicks", async () => {
    const reader = await signIn(http, http.keys.read);
    for (const [path, query] of [
      [`/health_check_monitors/${ids["shop"]}`, `monitor=${ids["shop"]}`],
      [`/alert_groups/${ids["oncall"]}`, `group=${ids["oncall"]}`],
    ]) {
      expect((await reader.get(path!)).text).toContain(`href="/reports?${query}"`);
      const { status, text } = await reader.get(`/reports?${query}`);
      expect(status).toBe(200);
      expect(plain(text)).toContain("January 2027");
    }
    expect((await reader.get("/activity")).text).toContain('href="/reports"');
    expect((await reader.get("/find?q=uptime")).text).toContain('"/reports"');
  });

  it("of an address that names no period shows the last month, and says so", async () => {
    const reader = await signIn(http, http.keys.read);
    for (const query of ["month=2030-01", "month=<b>", "from=x&to=y"]) {
      const { status, text } = await reader.get(`/reports?${query}`);
      expect([status, plain(text).includes("Choose a month that has begun")]).toEqual([200, true]);
    }
    expect((await reader.get("/reports?group=none")).status).toBe(404);
    const csv = await reader.get("/reports.csv?month=2027-01");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text.split("\r\n")[1]).toContain(",Shop,");
  });
});
