/** The page of a report with hostile text, with many monitors, and without any. */
import { describe, expect, it } from "vitest";
import { daysIn } from "../../src/core/uptime/days.ts";
import { monthPeriod } from "../../src/core/uptime/period.ts";
import { byUptime, monitorRow, setsOf, type UptimeReport } from "../../src/core/uptime/report.ts";
import { incidentFigures, pageFigures } from "../../src/core/uptime/response.ts";
import { together } from "../../src/core/uptime/uptime.ts";
import { minute } from "../../src/core/text/units.ts";
import type { ReportPage } from "../../src/dashboard/report/model.ts";
import { uptimePage } from "../../src/dashboard/report/page.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const period = monthPeriod("2026-10", "Europe/Berlin", Date.parse("2026-12-01T00:00:00Z"))!;
const days = daysIn(period, "Europe/Berlin");

/** A month of monitors with these titles, each down for a minute more than the one before; the first for none. */
function modelOf(titles: readonly string[], more: Partial<UptimeReport> = {}): ReportPage {
  const monitors = titles.map((title, i) =>
    monitorRow(
      {
        id: `m${i}`,
        kind: "health_check_monitors",
        external_id: null,
        title,
        public_title: i === 0 ? "Public name" : null,
        alert_group_id: `g${i % 2}`,
        project: i % 2 === 0 ? evil : null,
        inserted_at: 0,
      },
      {
        changes: [
          { at: 0, status: "up" as const },
          ...(title.startsWith("calm")
            ? []
            : [
                { at: days[6]!.from, status: "down" as const },
                { at: days[6]!.from + i * minute, status: "degraded" as const },
                { at: days[8]!.from, status: "up" as const },
              ]),
        ],
        pauses: [{ from: days[10]!.from, to: days[10]!.from + minute }],
        gaps: [],
        maintenance: [{ from: days[12]!.from, to: days[12]!.to }].slice(
          title.startsWith("calm") ? 1 : 0,
        ),
      },
      period,
      days,
    ),
  );
  return {
    report: {
      period,
      title: evil,
      kept_since: period.from + 1,
      all: together(monitors.map(({ uptime }) => uptime)),
      groups: setsOf(monitors, "alert_group_id", () => evil),
      projects: setsOf(monitors, "project", (id) => id ?? "No project"),
      monitors: byUptime(monitors),
      incidents: incidentFigures([]),
      incident_days: [],
      pages: pageFigures([]),
      noisiest: [],
      people: [],
      maintenance: [],
      gaps: [],
      before: null,
      ...more,
    },
    filter: { group: evil, project: evil, monitor: "" },
    view: "team",
    groups: [{ id: evil, title: evil }],
    projects: [evil],
    months: { before: "2026-09", after: "2026-11", last: "2026-12" },
    problem: evil,
  };
}

describe("the page of a report", () => {
  it("holds hostile text", () => {
    const night = {
      date: "2026-10-07",
      pages: 2,
      first: days[6]!.from,
      last: days[6]!.from + minute,
    };
    const model = modelOf([evil, evil], {
      incidents: { ...incidentFigures([]), incidents: 3, urgent: 1 },
      incident_days: [{ date: "2026-10-07", incidents: 3, urgent: 1 }],
      noisiest: [
        {
          source: "alert_group",
          source_id: "g",
          title: evil,
          incidents: 3,
          unacknowledged: 3,
          pages: 2,
          reminders: 0,
        },
      ],
      people: [
        {
          user_id: "u",
          name: evil,
          timezone: "UTC",
          pages: 2,
          reminders: 0,
          night_pages: 2,
          nights: [night],
        },
        {
          user_id: "v",
          name: evil,
          timezone: "UTC",
          pages: 2,
          reminders: 0,
          night_pages: 0,
          nights: [],
        },
      ],
      maintenance: Array.from({ length: 60 }, () => ({
        from: days[12]!.from,
        to: days[12]!.to,
        reason: evil,
        announced_at: period.from,
      })),
      before: { month: "2026-09", incidents: 1, unacknowledged: 0, pages: 0, night_pages: 0 },
    });
    expectSafe(uptimePage(frame, model));
    expectSafe(uptimePage(frame, { ...model, view: "customer" }));
    const text = plain(uptimePage(frame, model));
    expect(text).toContain("7 Oct: 2 pages");
    expect(text).toContain("3 of 3 ended before an acknowledgement");
    expect(text).toContain("10 more");
    expect(text).toContain("745 h: clocks went back on 25 Oct");
  });

  it("folds monitors that were up all the time, and cuts no figure", () => {
    const text = uptimePage(
      frame,
      modelOf(["down", "worse", "calm a", "calm b", "calm c", "calm d"]),
    );
    expect(plain(text)).toContain("4 more monitors, all 100 %");
    expect(text).toContain("<bdi>calm a</bdi>, <bdi>calm b</bdi>");
    expect(text).toContain("7 Oct: down 1 min; degraded 23 h 59 min");
    expect(text).toContain("13 Oct: maintenance 24 h");
    expect(text).toContain("11 Oct: not observed: 1 min paused");
    expect(text).toContain("1 Oct–6 Oct: no outage");
  });

  it("for a customer has public names", () => {
    const text = plain(uptimePage(frame, { ...modelOf(["internal-1"]), view: "customer" }));
    expect(text).toContain("Public name");
    expect(text).not.toContain("internal-1");
  });

  it("without a monitor or an incident says so", () => {
    const text = plain(uptimePage(frame, modelOf([])));
    expect(text).toContain("No monitors.");
    expect(text).toContain("No incidents");
  });
});
