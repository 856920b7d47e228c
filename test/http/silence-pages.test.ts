/** Silences, explanations and checks on demand, as somebody with a browser uses them. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn, type Fields } from "../support/visitor.ts";

let http: HttpSide;
let browser: Awaited<ReturnType<typeof signIn>>;
let group: { id: string; webhook_id: string };
let monitor: { id: string; webhook_id: string };
beforeEach(async () => {
  http = await startHttp();
  browser = await signIn(http, http.keys.write);
  group = (
    await http.api("POST", "/alert_groups", {
      title: "On call",
      timezone: "Europe/Berlin",
    })
  ).json;
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: group.id,
    })
  ).json;
});
afterEach(() => http.end());

const form = (fields: Fields = {}): Fields => ({
  about: `monitor:${monitor.id}`,
  reason: "deploy",
  lasts: "1h",
  timezone: "Europe/Berlin",
  ...fields,
});
const silences = async () => (await http.api("GET", "/silences")).json;
const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const hour = 3600_000;
/** What somebody reads on a page. */
const read = async (path: string) =>
  (await browser.get(path)).text
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'");

describe("silencing", () => {
  it("of several monitors and groups names the first of them, and comes back with all", async () => {
    const others = await Promise.all(
      ["One", "Two", "Three"].map((title) => http.api("POST", "/alert_groups", { title })),
    );
    const source_ids = [monitor.id, ...others.map(({ json }) => json.id)];
    const made = await http.api("POST", "/silences", { source_ids, reason: "move" });
    expect(made.status).toBe(201);
    expect(await read("/silences")).toMatch(/Shop errors, One, Two, and 1 more/);
    await browser.post(`/silences/${made.json.id}/end`, { back: "/" });
    await browser.post(`/silences/${made.json.id}/again`, { back: "/" });
    expect((await silences()).at(-1)).toMatchObject({ status: "active", source_ids });
  });

  it("is told everywhere: by whom, until when and why", async () => {
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "boom" },
    });
    const made = await browser.post("/silences/new", form({ back: "/incidents/1" }));
    expect(location(made)).toBe("/incidents/1?done=silenced");
    const said = /silenced by Ada until [-\d: ]+ UTC ?: deploy/;
    for (const path of ["/", "/incidents/1", `/webhook_monitors/${monitor.id}`])
      expect(await read(path), path).toMatch(said);
    expect(await read("/")).toMatch(/1\s*Silences/);
    expect(await read(`/alert_groups/${group.id}`)).not.toMatch(said);
    expect(await read("/silences")).toContain("Shop errors");

    const [{ id }] = await silences();
    const ended = await browser.post(`/silences/${id}/end`, { back: "/" });
    expect(location(ended)).toBe("/?done=unsilenced");
    expect(await read("/")).not.toMatch(said);
    expect(await read("/silences")).toMatch(/Nothing is silenced.*Past.*deploy/);
  });

  it.each<[string, () => Fields, () => object]>([
    [
      "an hour",
      () => form(),
      () => ({ monitor_id: monitor.id, until: iso(http.clock.now() + hour) }),
    ],
    [
      "four hours of a group, from a time by the clocks of its zone",
      () =>
        form({
          about: `group:${group.id}`,
          lasts: "4h",
          from: "2030-07-01T12:00",
        }),
      () => ({
        alert_group_id: group.id,
        monitor_id: null,
        from: "2030-07-01T10:00:00Z",
        until: "2030-07-01T14:00:00Z",
      }),
    ],
    [
      "a duration of one's own, in place of the choice",
      () => form({ lasts: "4h", duration: " 2 h 30 min" }),
      () => ({ until: iso(http.clock.now() + 2.5 * hour) }),
    ],
    [
      "everything until a time",
      () =>
        form({
          about: "everything",
          lasts: "until",
          until: "2030-01-01T12:00",
        }),
      () => ({
        monitor_id: null,
        alert_group_id: null,
        until: "2030-01-01T11:00:00Z",
      }),
    ],
    [
      "until it has recovered",
      () => form({ lasts: "recovered" }),
      () => ({ until_recovered: true, until: null }),
    ],
    ["until ended", () => form({ lasts: "end" }), () => ({ until_recovered: false, until: null })],
    [
      "alerts with labels",
      () => form({ about: "everything", matchers: "env=prod\n\n host!=db-* " }),
      () => ({ matchers: ["env=prod", "host!=db-*"] }),
    ],
    [
      "maintenance that comes back",
      () => form({ lasts: "cron", cron: "0 2 * * SUN", duration_minutes: "1h 30m" }),
      () => ({
        cron: "0 2 * * SUN",
        duration_minutes: 90,
        timezone: "Europe/Berlin",
        until: null,
      }),
    ],
  ])("%s", async (_name, fields, expected) => {
    const made = await browser.post("/silences/new", fields());
    expect(location(made)).toBe("/silences?done=silenced");
    expect(await silences()).toMatchObject([
      { reason: "deploy", created_by: "Ada", ...expected() },
    ]);
  });

  it.each<[string, Fields, string]>([
    ["nothing that is named", { about: "" }, "must be chosen"],
    ["what is not there", { about: "monitor:nobody" }, "no monitor with this id"],
    ["no reason", { reason: " " }, "reason-fault"],
    ["a duration that is none", { duration: "a while" }, "such as 2h"],
    ["a duration of many years", { duration: "500 weeks" }, "of a year at most"],
    ["no end where one was promised", { lasts: "until" }, "is required for this length"],
    ["no time of day", { lasts: "until", until: "soon" }, "must be a date and time"],
    [
      "a day that does not exist",
      { lasts: "until", until: "2099-02-30T10:00" },
      "must be a date and time",
    ],
    [
      "a time zone that is none",
      { lasts: "until", until: "2027-01-01T00:00", timezone: "Mars/Base" },
      "unknown time zone",
    ],
    ["maintenance without a rule", { lasts: "cron" }, "is required, and at least one day"],
    [
      "a rule that is none",
      { lasts: "cron", cron: "whenever", duration_minutes: "5" },
      "cron expression of five fields",
    ],
    [
      "maintenance without a length",
      { lasts: "cron", cron: "0 2 * * *" },
      "duration_minutes-fault",
    ],
    [
      "a length that is no number",
      { lasts: "cron", cron: "0 2 * * *", duration_minutes: "x" },
      "duration_minutes-fault",
    ],
    [
      "a matcher that cannot be read",
      { matchers: "env=~x" },
      "regular expressions are not offered",
    ],
  ])("refuses %s at its field, and silences nothing", async (_name, fields, fault) => {
    const refused = await browser.post("/silences/new", form(fields));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(fault);
    expect(refused.text).toContain("aria-invalid");
    expect(await silences()).toEqual([]);
  });

  it.each<[string, Fields, string]>([
    ["some days", { days: ["0", "6"], time: "02:30" }, "30 2 * * 0,6"],
    ["every day", { days: ["0", "1", "2", "3", "4", "5", "6"], time: "23:05" }, "5 23 * * *"],
    ["a schedule that is typed", { days: ["1"], time: "02:30", cron: "0 2 1 * *" }, "0 2 1 * *"],
  ])("makes a schedule of %s", async (_name, fields, cron) => {
    await browser.post("/silences/new", form({ lasts: "cron", duration_minutes: "90", ...fields }));
    expect(await silences()).toMatchObject([{ cron, duration_minutes: 90 }]);
  });

  it("finds what it is about by its name", async () => {
    await browser.post("/silences/new", form({ about: " Shop errors " }));
    await browser.post("/silences/new", form({ about: "Everything" }));
    expect(await silences()).toEqual([
      expect.objectContaining({ monitor_id: monitor.id }),
      expect.objectContaining({ monitor_id: null, alert_group_id: null }),
    ]);
  });

  it("shows the next windows before it is asked for, and after", async () => {
    const fields = form({
      lasts: "cron",
      cron: "30 1 * * *",
      duration_minutes: "60",
      from: "2027-03-27T00:00",
    });
    const preview = await browser.post("/silences/new", {
      ...fields,
      show: "true",
    });
    // The clocks go forward on the Sunday: from two to three.
    const windows = [
      "Sat 2027-03-27 01:30 to 02:30",
      "Sun 2027-03-28 01:30 to 03:30",
      "Mon 2027-03-29 01:30 to 02:30",
    ];
    for (const one of windows) expect(preview.text).toContain(one);
    expect(preview.status).toBe(200);
    expect(await silences()).toEqual([]);
    await browser.post("/silences/new", fields);
    const page = await browser.get("/silences");
    expect(page.text).toContain(`next: ${windows[0]}`);
    const wrong = await browser.post("/silences/new", {
      ...fields,
      cron: "x",
      show: "true",
    });
    expect(wrong.text).toContain("cron-fault");
  });

  it("is sorted by when it matters: maintenance between its windows is to come", async () => {
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "boom" },
    });
    // It is 03:00 UTC.
    for (const [reason, fields] of [
      ["between windows", { cron: "0 5 * * *", duration_minutes: 10 }],
      ["under way now", { cron: "55 2 * * *", duration_minutes: 10 }],
      ["until well", { until_recovered: true }],
    ] as const)
      await http.api("POST", "/silences", { reason, ...fields });
    const order = (page: string) =>
      ["Now", "under way now", "until well", "Recurring", "between windows"].map((text) =>
        page.indexOf(text),
      );
    const page = await read("/silences");
    expect(order(page)).toEqual(order(page).toSorted((a, b) => a - b));
    expect(page).toContain("under way: ");
    expect(page).not.toContain("no open incident is left");
    await http.api("POST", "/incidents/1/resolve");
    expect(await read("/silences")).toContain("no open incident is left");
  });

  it("of an alert of another tool is about that alert alone", async () => {
    await http.call("POST", `/api/webhook/${group.webhook_id}`, {
      body: {
        alerts: ["one", "two"].map((alertname) => ({
          status: "firing",
          labels: { alertname },
          annotations: {},
        })),
      },
    });
    const [first] = (await http.api("GET", "/incidents")).json;
    const shown = await browser.get(`/silences/new?about=incident:${first.id}`);
    expect(shown.text).toContain(`Alert ${first.title}`);
    await browser.post("/silences/new", form({ about: `incident:${first.id}` }));
    const [made] = await silences();
    expect(made).toMatchObject({ alert_group_id: group.id, monitor_id: null });
    expect(made.key).not.toBeNull();
    expect(await read("/incidents/1")).toContain("silenced by Ada");
    expect(await read("/incidents/2")).not.toContain("silenced by Ada");
  });

  it("begins with what it was opened for, in the time zone of its group", async () => {
    const shown = await browser.get(
      `/silences/new?mode=plan&about=monitor:${monitor.id}&back=/webhook_monitors/${monitor.id}`,
    );
    expect(shown.text).toContain('value="Europe/Berlin"');
    expect(shown.text).toMatch(/name="about"[^>]*value="Shop errors"/);
    for (const back of ["//evil.example", "/.//evil.example", "https://evil.example", "\\\\evil"])
      expect(
        (await browser.get(`/silences/new?back=${encodeURIComponent(back)}`)).text,
      ).not.toContain("evil");
  });

  it("is nothing for who may only look, and for other organizations", async () => {
    await browser.post("/silences/new", form());
    const [{ id }] = await silences();
    const reader = await signIn(http, http.keys.read);
    const list = await reader.get("/silences");
    expect(list.text).toContain("Read-only");
    expect(list.text).not.toContain("End the silence");
    expect((await reader.get("/silences/new")).status).toBe(403);
    expect((await reader.post(`/silences/${id}/end`)).status).toBe(403);
    expect((await reader.post("/silences/new", form())).status).toBe(403);
    const stranger = await signIn(http, http.stranger);
    expect((await stranger.post(`/silences/${id}/end`)).status).toBe(404);
    expect((await stranger.get("/silences")).text).not.toContain(">deploy<");
    expect((await stranger.post("/silences/new", form())).status).toBe(422);
    const forged = await browser.post("/silences/new", form({ csrf: "x" }));
    expect(forged.status).toBe(403);
  });
});

describe("why somebody was told", () => {
  beforeEach(async () => {
    const { json: ada } = await http.api("POST", "/users", {
      email: "ada@example.com",
      name: "Ada",
    });
    const { json: device } = await http.api("POST", `/users/${ada.id}/devices`, {
      kind: "ntfy",
      target: "ada-phone",
      name: "Pixel",
    });
    await http.api("POST", `/alert_groups/${group.id}/members`, {
      email: "ada@example.com",
    });
    const tested = await browser.post(`/users/${ada.id}/devices/${device.id}/test`, {
      back: `/users/${ada.id}`,
    });
    expect(location(tested)).toBe(`/users/${ada.id}?done=tested`);
  });

  it("is said on the incident, sentence first", async () => {
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "boom" },
    });
    const page = await read("/incidents/1");
    expect(page).toContain("Nobody was reached. Ada is about to be notified.");
    expect(page).toContain("0 of 1 reached");
    expect(page).toContain("Contact hours within the group's contact hours");
  });

  it("can be asked of a group, for another moment and priority", async () => {
    await http.api("PUT", `/alert_groups/${group.id}`, {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
      urgent_ignores_contact_hours: true,
    });
    const path = `/alert_groups/${group.id}`;
    expect(await read(path)).toContain("Who would be notified now, and why?");
    expect(await read(`${path}?at=2030-01-01T12:00`)).toContain(
      "Ada would be notified immediately, on an unverified device: no test was confirmed.",
    );
    const night = `${path}?at=2030-01-01T03:00`;
    expect(await read(night)).toMatch(/Ada would not be notified immediately.*08:00/);
    expect(await read(`${night}&priority=1`)).toContain(
      "Ada would be notified immediately, on an unverified",
    );
    expect(await read(`${path}?at=soon&priority=x`)).toContain("not a time of day");
  });
});

it("checks a monitor at once, and says what came of it", async () => {
  const { json: made } = await http.api("POST", "/health_check_monitors", {
    title: "Books",
    url: "http://127.0.0.1:9/health",
    alert_group_id: group.id,
  });
  const page = await browser.post(`/health_check_monitors/${made.id}/check`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Checked just now");
  expect(page.text).toContain("down");
  const nobody = await browser.post("/health_check_monitors/nobody/check");
  expect(nobody.status).toBe(404);
});
