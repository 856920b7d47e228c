/** The report of on-call duty in the browser: its periods, and that it says what the API answers. */
import { describe, expect, it, test } from "vitest";
import { shareText } from "../../src/dashboard/load/table.ts";
import { reportPage } from "../../src/dashboard/pages/on-call-report.ts";
import { periodOf } from "../../src/http/site/on-call/report-period.ts";
import { evil, expectSafe, frame } from "../dashboard/hostile.ts";
import { startHttp } from "../support/http.ts";
import { clockTo } from "../support/people.ts";
import { dutyRow } from "../support/schedules.ts";
import { signIn } from "../support/visitor.ts";

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("the period of a report", () => {
  const reader = { now: Date.parse("2026-11-26T12:00:00Z"), zone: "Europe/Berlin" };
  const shown = (query: object) => {
    const { from, until, chosen, problem } = periodOf(query, reader);
    const at = (instant: number) => new Date(instant).toISOString().slice(0, 16);
    return [at(from), at(until), chosen, problem !== null];
  };

  test.each([
    [{}, ["2026-10-29T12:00", "2026-11-26T12:00", "28d", false]],
    [{ period: "90d" }, ["2026-08-28T12:00", "2026-11-26T12:00", "90d", false]],
    // Months and dates are those of the reader, with 745 hours in October.
    [{ period: "2026-10" }, ["2026-09-30T22:00", "2026-10-31T23:00", "2026-10", false]],
    [{ period: "2026-11" }, ["2026-10-31T23:00", "2026-11-26T12:00", "2026-11", false]],
    [
      { from: "2026-11-02", to: "2026-11-08" },
      ["2026-11-01T23:00", "2026-11-08T23:00", null, false],
    ],
    [
      { from: "2026-11-26", to: "2026-12-31" },
      ["2026-11-25T23:00", "2026-11-26T12:00", null, false],
    ],
  ])("of %j is %j", (query, expected) => {
    expect(shown(query)).toEqual(expected);
  });

  test.each([
    [{ from: "2026-11-08", to: "2026-11-02" }],
    [{ from: "2025-01-01", to: "2026-11-02" }],
    [{ from: "2026-12-01", to: "2026-12-02" }],
    [{ from: "2026-11-08" }],
    [{ from: "<script>", to: "2026-11-02" }],
    [{ from: "2026-02-30", to: "2026-11-02" }],
  ])("of %j is none: that is said, and the last days are shown", (query) => {
    expect(shown(query).slice(2)).toEqual(["28d", true]);
  });

  it("of words that are no period is the usual one", () => {
    for (const period of ["2027-01", "2026-13", "1d", evil, ["28d"]])
      expect(shown({ period }).slice(2)).toEqual(["28d", false]);
  });
});

it("is the same in every format, and empty without schedules", async () => {
  const http = await startHttp();
  await clockTo(http, "2026-11-23T12:00:00Z");
  const reader = await signIn(http, http.keys.read);
  expect(plain((await reader.get("/reports/on_call")).text)).toContain("No schedule yet");
  const people: string[] = [];
  for (const name of ["Ada", "Bob"]) {
    const email = `${name.toLowerCase()}@example.com`;
    people.push((await http.api("POST", "/users", { email, name })).json.id);
  }
  const { json: week } = await http.api("POST", "/schedules", {
    title: "Week <b>",
    timezone: "UTC",
    people,
  });
  await clockTo(http, "2026-12-07T12:00:00Z");
  const later = await signIn(http, http.keys.read);
  const { json } = await http.api("GET", "/reports/on_call?from=2026-11-30T00:00:00Z");
  expect(json.people.map(({ hours }: { hours: number }) => hours)).toEqual([12, 168]);
  // Before the schedule was created it had no gap.
  const { json: earlier } = await http.api("GET", "/reports/on_call?from=2026-11-01T00:00:00Z");
  expect(earlier.schedules).toMatchObject([{ hours: 336, gap_hours: 0 }]);
  const query = "from=2026-11-30&to=2026-12-31";
  const { status, text } = await later.get(`/reports/on_call?${query}`);
  expect(status).toBe(200);
  expect(plain(text)).toContain("Mon 30 Nov 00:00 – Mon 7 Dec 12:00");
  expect(plain(text)).toContain("Week &lt;b&gt; 2 people, fewer than 6 · 180 h on call");
  expect(plain(text)).toMatch(/Ada over 25% of the time 12 h|Ada 12 h/);
  expect(plain(text)).toMatch(/Bob .*168 h .*\+87 %/);
  expect(text).toContain(`/reports/on_call.csv?${query.replace("&", "&amp;")}`);
  expect(text).toContain('href="/reports/on_call" aria-current="page"');
  const csv = await later.get(`/reports/on_call.csv?${query}`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toContain("on-call.csv");
  const bob = json.people[1];
  expect(csv.text.split("\r\n")[2]).toContain(`,Bob,${bob.hours},${bob.night_hours},`);
  const schedule = plain((await later.get(`/schedules/${week.id}`)).text);
  expect(schedule).toMatch(/Load last 90 days · mark: an equal share, 168 h Report/);
  await http.end();
});

describe("a report", () => {
  it("holds hostile text", () => {
    const people = [dutyRow({ name: evil, schedule: evil, flags: ["much_time"] })];
    const schedules = [
      {
        schedule_id: "s1",
        schedule: evil,
        people: 2,
        hours: 10,
        gap_hours: 0.25,
        flags: ["few_people"] as const,
      },
    ];
    const period = periodOf({ from: evil, to: evil }, { now: frame.now, zone: "UTC" });
    const { from, until } = period;
    const page = reportPage(frame, { period, report: { from, until, people, schedules } });
    expectSafe(page);
    expect(plain(page)).toContain("0.3 h without a person on call");
  });

  it.each([
    [21, "+21 %"],
    [-24, "−24 %"],
    [0, "±0 %"],
  ])("says a share of %d as %s", (above, text) => {
    expect(shareText(above)).toBe(text);
  });
});
