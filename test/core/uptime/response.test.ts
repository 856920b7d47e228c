/** How incidents were answered, and which sentences say it. */
import { describe, expect, it, test } from "vitest";
import type { SentPage } from "../../../src/core/on-call/report.ts";
import { sentPages } from "../../../src/core/on-call/sent-pages.ts";
import { daysIn } from "../../../src/core/uptime/days.ts";
import { monthPeriod } from "../../../src/core/uptime/period.ts";
import {
  incidentDays,
  incidentFigures,
  nightsOf,
  noisiest,
  pagedPeople,
  pageFigures,
  spreadOf,
  type AnsweredIncident,
} from "../../../src/core/uptime/response.ts";
import { minute } from "../../../src/core/text/units.ts";

const utc = (text: string) => Date.parse(`2026-10-${text.replace(" ", "T")}:00Z`);
const incident = (id: string, at: string, more: Partial<AnsweredIncident> = {}) => ({
  id,
  number: 1,
  title: `${id} is down`,
  source: "health_check_monitor" as const,
  source_id: "shop",
  priority_level: 2,
  opened_at: utc(at),
  resolved_at: utc(at) + 30 * minute,
  acknowledged_at: null,
  ...more,
});
const page = (incident_id: string, user_id: string, at: string, reminder = false): SentPage => ({
  incident_id,
  user_id,
  alert_group_id: "oncall",
  at: utc(at),
  reminder,
});

describe("figures of incidents", () => {
  const incidents = [
    incident("a", "06 11:00", { priority_level: 1, acknowledged_at: utc("06 11:02") }),
    incident("b", "06 12:00", { acknowledged_at: utc("06 12:08") }),
    incident("c", "08 12:00", { source: "alert_group", source_id: "ag", title: "Disk full" }),
    incident("d", "08 13:00", { resolved_at: null, source_id: "deleted", title: "Old is down" }),
    incident("e", "08 14:00", { source: "alert_group", source_id: "ag", title: "Load" }),
  ];

  it("count, and have mean, median and longest", () => {
    expect(incidentFigures(incidents)).toEqual({
      incidents: 5,
      urgent: 1,
      unacknowledged: 2,
      acknowledged: {
        count: 2,
        mean_ms: 5 * minute,
        median_ms: 5 * minute,
        longest_ms: 8 * minute,
      },
      urgent_acknowledged: {
        count: 1,
        mean_ms: 2 * minute,
        median_ms: 2 * minute,
        longest_ms: 2 * minute,
      },
      resolved: {
        count: 4,
        mean_ms: 30 * minute,
        median_ms: 30 * minute,
        longest_ms: 30 * minute,
      },
    });
    // More than a call takes as its arguments.
    expect(spreadOf([...Array<number>(300_000).fill(1), 2]).longest_ms).toBe(2);
    expect(spreadOf([])).toEqual({ count: 0, mean_ms: null, median_ms: null, longest_ms: null });
  });

  it("are those of the days on which they opened", () => {
    const october = monthPeriod("2026-10", "UTC", utc("31 12:00"))!;
    expect(incidentDays(incidents, daysIn(october, "UTC"))).toEqual([
      { date: "2026-10-06", incidents: 2, urgent: 1 },
      { date: "2026-10-08", incidents: 3, urgent: 0 },
    ]);
  });

  it("are joined by monitor, and of a tool by alert; most pages first", () => {
    const pages = [
      page("c", "ada", "08 12:00"),
      page("c", "ada", "08 12:05", true),
      page("a", "ada", "06 11:00"),
      page("of another month", "ada", "06 11:00"),
    ];
    const rows = noisiest(incidents, pages, new Map([["shop", "Shop"]]));
    expect(rows.map((row) => [row.title, row.incidents, row.pages, row.reminders])).toEqual([
      ["Disk full", 1, 2, 1],
      ["Shop", 2, 1, 0],
      ["Load", 1, 0, 0],
      ["Old is down", 1, 0, 0],
    ]);
  });
});

describe("pages of people", () => {
  test.each([
    // 22:00 to 07:00 in Berlin, in summer and in winter.
    ["05 19:59", null],
    ["05 20:00", "2026-10-06"],
    ["06 04:59", "2026-10-06"],
    ["06 05:00", null],
    // The night with ten hours.
    ["24 20:00", "2026-10-25"],
    ["25 05:59", "2026-10-25"],
    ["25 06:00", null],
    ["31 22:30", "2026-11-01"],
  ])("at %s are of the night to %s", (at, night) => {
    expect(nightsOf("Europe/Berlin")(utc(at))).toBe(night);
  });

  it("count at night by the clocks of each person", () => {
    const pages = [
      page("a", "ada", "06 01:00"),
      page("a", "ada", "06 02:00", true),
      page("b", "ada", "06 12:00"),
      page("a", "mia", "06 01:00"),
      page("b", "bob", "06 12:00"),
      page("c", "bob", "06 13:00"),
      page("b", "cid", "06 12:00"),
    ];
    const zones: Record<string, string> = { mia: "Asia/Tokyo" };
    const people = pagedPeople(pages, (id) => ({
      name: id,
      timezone: zones[id] ?? "Europe/Berlin",
    }));
    expect(people.map(({ name, pages, night_pages }) => [name, pages, night_pages])).toEqual([
      ["ada", 3, 2],
      ["bob", 2, 0],
      ["cid", 1, 0],
      ["mia", 1, 0],
    ]);
    expect(people[0]!.nights).toEqual([
      { date: "2026-10-06", pages: 2, first: utc("06 01:00"), last: utc("06 02:00") },
    ]);
    expect(pageFigures(people)).toEqual({ pages: 7, reminders: 1, night_pages: 2 });
  });

  it("to several phones of a person are one, when the first was accepted", () => {
    const push = (inserted: string, more: object = {}) => ({
      incident_id: "a",
      alert_group_id: "oncall",
      user_id: "ada",
      attempted_at: null,
      delivered_at: null,
      inserted_at: utc(inserted),
      ...more,
    });
    const sent = sentPages(
      [
        push("30 23:00"),
        push("06 01:00", { delivered_at: utc("06 01:02") }),
        push("06 01:00", { attempted_at: utc("06 01:01") }),
        push("06 01:05"),
        push("30 00:00"),
      ],
      { from: utc("01 00:00"), until: utc("30 00:00") },
    );
    expect(sent.map(({ at, reminder }) => [at, reminder])).toEqual([
      [utc("06 01:01"), true],
      [utc("06 01:05"), true],
    ]);
  });
});
