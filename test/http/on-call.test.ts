/** The people on call by the API: now and later, shifts, and calendars of them. */
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
const ids: Record<string, string> = {};

beforeAll(async () => {
  // It is Saturday, 2026-11-21 03:00 UTC.
  http = await startHttp();
  for (const name of ["ada", "bob", "cyd"]) {
    const body = { email: `${name}@example.com`, name: name.toUpperCase() };
    ids[name] = (await http.api("POST", "/users", body)).json.id;
  }
  const people = ["ada", "bob", "cyd"].map((name) => ids[name]);
  const week = { timezone: "Europe/Berlin", people };
  const nights = { ...week, title: "Nights", external_id: "nights", start: "2026-11-16" };
  ids["nights"] = (await http.api("POST", "/schedules", nights)).json.id;
  ids["days"] = (
    await http.api("POST", "/schedules", {
      title: "Days; and, more",
      people: [ids["cyd"]],
      everyone: true,
      contact_hours_from: "09:00:00",
      contact_hours_to: "17:00:00",
      contact_days: [1, 2, 3, 4, 5],
      otherwise: ids["nights"],
    })
  ).json.id;
  ids["later"] = (
    await http.api("POST", "/schedules", { ...week, title: "Later", start: "2026-12-07" })
  ).json.id;
});
afterAll(() => http.end());

describe("the people on call", () => {
  it("are answered for every schedule, with the end of their shift and the next person", async () => {
    const { json } = await http.api("GET", "/on_call");
    const ada = { user_id: ids["ada"], email: "ada@example.com", name: "ADA" };
    const bob = { user_id: ids["bob"], email: "bob@example.com", name: "BOB" };
    const monday = "2026-11-23T08:00:00Z";
    expect(json).toEqual([
      {
        schedule_id: ids["days"],
        external_id: null,
        title: "Days; and, more",
        timezone: "UTC",
        on_call: [{ ...ada, until: monday, by: ids["nights"], confirmed_at: null }],
        next: { ...bob, from: monday },
        next_shift: { people: [bob], from: monday, until: "2026-11-23T09:00:00Z" },
      },
      {
        schedule_id: ids["later"],
        external_id: null,
        title: "Later",
        timezone: "Europe/Berlin",
        on_call: [],
        next: null,
        next_shift: { people: [ada], from: "2026-12-07T08:00:00Z", until: "2026-12-14T08:00:00Z" },
      },
      {
        schedule_id: ids["nights"],
        external_id: "nights",
        title: "Nights",
        timezone: "Europe/Berlin",
        on_call: [{ ...ada, until: monday, by: ids["nights"], confirmed_at: null }],
        next: { ...bob, from: monday },
        next_shift: { people: [bob], from: monday, until: "2026-11-30T08:00:00Z" },
      },
    ]);
    const { json: later } = await http.api("GET", "/on_call?at=2026-11-23T10:00:00Z");
    expect(later[0].on_call).toMatchObject([{ name: "CYD", by: ids["days"] }]);
    expect(later[2].on_call).toMatchObject([{ name: "BOB", until: "2026-11-30T08:00:00Z" }]);
    // While a fallback answers, the next ones are those of the schedule itself.
    const { json: early } = await http.api("GET", "/on_call?at=2026-11-23T08:30:00Z");
    expect(early[0].next_shift.people).toMatchObject([{ name: "CYD" }]);
  });

  it("have shifts, and times without anybody are gaps; a year at most is asked for", async () => {
    const path = `/schedules/${ids["later"]}/shifts`;
    const { json } = await http.api(
      "GET",
      `${path}?from=2026-12-01T00:00:00Z&until=2026-12-15T00:00:00Z`,
    );
    expect(json).toMatchObject([
      { user_id: null, because: null, until: "2026-12-07T08:00:00Z" },
      { name: "ADA", because: "turn", by: ids["later"], until: "2026-12-14T08:00:00Z" },
      { name: "BOB", from: "2026-12-14T08:00:00Z", until: "2026-12-15T00:00:00Z" },
    ]);
    const { json: usual } = await http.api("GET", path);
    expect(usual.at(-1).until).toBe("2026-12-19T03:00:00Z");
    for (const [query, message] of [
      [
        "?from=2026-12-01T00:00:00Z&until=2036-12-01T00:00:00Z",
        "must be later than from, by a year at most",
      ],
      ["?until=2020-01-01T00:00:00Z", "must be later than from, by a year at most"],
    ]) {
      const { status, json: refused } = await http.api("GET", `${path}${query}`);
      expect([status, refused.errors[0].message]).toEqual([422, message]);
    }
    expect((await http.api("GET", "/schedules/none/shifts")).status).toBe(404);
  });
});

describe("a calendar feed", () => {
  const events = (text: string) =>
    new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((one) => new ICAL.Event(one));
  const pathOf = (url: string) => new URL(url).pathname;

  it("has the shifts that the API answers, of a schedule and of a person", async () => {
    const made = await http.api("POST", "/calendar_feeds", { schedule_id: ids["nights"] });
    expect(made.status).toBe(201);
    const { status, headers, text } = await http.call("GET", pathOf(made.json.url), { key: null });
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    const from = "2026-11-21T03:00:00Z";
    const { json: shifts } = await http.api(
      "GET",
      `/schedules/${ids["nights"]}/shifts?from=${from}&until=2027-03-01T00:00:00Z`,
    );
    const starts = events(text).map((one) => one.startDate.toJSDate().toISOString().slice(0, 19));
    for (const shift of shifts.slice(1)) expect(starts).toContain(shift.from.slice(0, 19));
    expect(events(text)[0]!.summary).toBe("ADA: Nights");

    const mine = await http.api("POST", "/calendar_feeds", { user_id: ids["cyd"] });
    const { text: own } = await http.call("GET", pathOf(mine.json.url), { key: null });
    const summaries = new Set(events(own).map(({ summary }) => summary));
    expect(summaries).toEqual(
      new Set(["On call: Days; and, more", "On call: Later", "On call: Nights"]),
    );
  });

  it("is known by its ETag until the schedule changes, and is gone when it is revoked", async () => {
    const { json } = await http.api("POST", "/calendar_feeds", { schedule_id: ids["later"] });
    const get = (etag?: string) =>
      http.call("GET", pathOf(json.url), {
        key: null,
        ...(etag && { headers: { "if-none-match": etag } }),
      });
    const etag = (await get()).headers.get("etag")!;
    expect((await get(etag)).status).toBe(304);
    await http.api("PUT", `/schedules/${ids["later"]}`, { title: "Later on" });
    const changed = await get(etag);
    expect(changed.status).toBe(200);
    expect(changed.text).toMatch(/SEQUENCE:2/);
    const { json: all } = await http.api("GET", "/calendar_feeds");
    expect(JSON.stringify(all)).not.toContain(pathOf(json.url).slice(10, 32));
    expect(all.at(-1)).toMatchObject({ id: json.id, schedule_id: ids["later"], user_id: null });
    expect((await http.api("DELETE", `/calendar_feeds/${json.id}`)).status).toBe(204);
    const gone = await get();
    expect(gone.status).toBe(404);
    expect(gone.text).not.toContain(pathOf(json.url).slice(10, 32));
    expect((await http.api("DELETE", `/calendar_feeds/${json.id}`)).status).toBe(404);
  });

  it("is of either a user or a schedule, and its address cannot be guessed", async () => {
    for (const body of [{}, { user_id: ids["ada"], schedule_id: ids["days"] }])
      expect((await http.api("POST", "/calendar_feeds", body)).json.errors[0].message).toBe(
        "name either a user or a schedule",
      );
    expect((await http.api("POST", "/calendar_feeds", { user_id: "none" })).status).toBe(404);
    const statuses = new Set<number>();
    for (let i = 0; i < 30; i++)
      statuses.add((await http.call("GET", `/calendar/${i}.ics`, { key: null })).status);
    expect([...statuses]).toEqual([404, 429]);
  });
});
