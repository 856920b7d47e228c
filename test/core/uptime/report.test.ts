/** The period, the rows and the words of a report. */
import { describe, expect, it, test } from "vitest";
import { daysIn, monitorDays } from "../../../src/core/uptime/days.ts";
import { joined } from "../../../src/core/history/points.ts";
import { maintenanceIn, plannedTimes, type Planned } from "../../../src/core/uptime/maintenance.ts";
import {
  firstAndLast,
  lengthText,
  monthAfter,
  monthPeriod,
  periodTitle,
  rangePeriod,
  shortDate,
} from "../../../src/core/uptime/period.ts";
import { keptChanges, piecesOf } from "../../../src/core/uptime/pieces.ts";
import { uptimeCsv } from "../../../src/core/uptime/report-csv.ts";
import {
  countText,
  noiseText,
  spreadText,
  timeText,
  unobservedText,
  uptimeText,
  verdictOf,
} from "../../../src/core/uptime/report-text.ts";
import {
  byUptime,
  monitorRow,
  setsOf,
  type ReportedMonitor,
} from "../../../src/core/uptime/report.ts";
import { spreadOf } from "../../../src/core/uptime/response.ts";
import { figuresOf, noTimes, uptimeOf } from "../../../src/core/uptime/uptime.ts";
import { day, hour, minute } from "../../../src/core/text/units.ts";
import { silence } from "../../support/builders.ts";

const now = Date.parse("2026-12-10T12:00:00Z");
const utc = (text: string) => Date.parse(text);

describe("the period of a report", () => {
  test.each([
    ["2026-10", "Europe/Berlin", "745 h: clocks went back on 25 Oct"],
    ["2026-03", "Europe/Berlin", "743 h: clocks went forward on 29 Mar"],
    ["2026-10", "UTC", "744 h"],
    ["2024-02", "Asia/Kolkata", "696 h"],
    // By half an hour, and over the date line.
    ["2026-04", "Australia/Lord_Howe", "720.5 h: clocks went back on 5 Apr"],
    ["2011-12", "Pacific/Apia", "720 h: clocks went forward on 31 Dec"],
    // A day that begins at 01:00.
    ["2015-10", "America/Sao_Paulo", "743 h: clocks went forward on 18 Oct"],
  ])("%s in %s is %s", (month, zone, length) => {
    const period = monthPeriod(month, zone, now)!;
    expect(lengthText(period)).toBe(length);
    const days = daysIn(period, zone);
    expect(days[0]!.from).toBe(period.from);
    expect(days.at(-1)!.to).toBe(period.to);
    expect(days.every((one, i) => i === 0 || one.from === days[i - 1]!.to)).toBe(true);
  });

  it("that is under way ends now", () => {
    const december = monthPeriod("2026-12", "UTC", now)!;
    expect([december.to, december.under_way]).toEqual([now, true]);
    expect(daysIn(december, "UTC")).toHaveLength(10);
    expect(monthPeriod("2027-01", "UTC", now)).toBeNull();
    expect(monthPeriod("2026-13", "UTC", now)).toBeNull();
  });

  it("between instants has an end after its beginning, and a year at most", () => {
    const range = (from: string, to: string) =>
      rangePeriod({ from: utc(from), to: utc(to) }, "UTC", now);
    expect(range("2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z")).toBeNull();
    expect(range("2020-11-02T00:00:00Z", "2026-11-01T00:00:00Z")).toBeNull();
    expect(range("2026-11-02T00:00:00Z", "2027-11-01T00:00:00Z")).toMatchObject({
      to: now,
      under_way: true,
    });
  });

  test.each([
    ["2026-11-02T00:00:00Z", "2026-11-09T00:00:00Z", "2 Nov – 8 Nov 2026"],
    ["2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z", "31 Dec 2025 – 1 Jan 2026"],
    ["2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z", "2 Nov 2026"],
    ["2026-11-02T10:00:00Z", "2026-11-03T00:00:00Z", "2 Nov 10:00 – 3 Nov 00:00, 2026"],
  ])("from %s to %s is called %s", (from, to, title) => {
    expect(periodTitle(rangePeriod({ from: utc(from), to: utc(to) }, "UTC", now)!)).toBe(title);
  });

  it("has a title, neighbors, and days", () => {
    const october = monthPeriod("2026-10", "Europe/Berlin", now)!;
    expect(periodTitle(october)).toBe("October 2026");
    expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
    expect(firstAndLast(october)).toEqual(["2026-10-01", "2026-10-31"]);
    expect(shortDate("2026-10-01")).toBe("1 Oct");
  });
});

describe("planned work", () => {
  const period = { from: utc("2026-11-01T00:00:00Z"), to: utc("2026-12-01T00:00:00Z") };
  const at = (text: string) => utc(`2026-11-${text}:00Z`);
  const planned = (with_: Parameters<typeof silence>[0]): Planned => {
    const one = silence({ inserted_at: utc("2026-10-01T00:00:00Z"), ...with_ });
    return { silence: one, times: joined([...plannedTimes(one, period)]) };
  };
  const times = (with_: Parameters<typeof silence>[0]) => planned(with_).times;

  it("of a cron expression is each of its windows, however many", () => {
    const cron = {
      from: utc("2026-10-01T00:00:00Z"),
      until: null,
      duration_minutes: 10,
      timezone: "UTC",
    };
    expect(times({ ...cron, cron: "0 2 * * *" })).toHaveLength(30);
    expect(times({ ...cron, cron: "0 * * * *" })).toHaveLength(720);
    // Windows that overlap or touch are one time.
    const whole = [{ from: period.from, to: period.to }];
    expect(times({ ...cron, cron: "*/5 * * * *" })).toEqual(whole);
    expect(times({ ...cron, cron: "*/10 * * * *" })).toEqual(whole);
    // Ended by a person, it has no later windows.
    const ended = times({ ...cron, cron: "0 2 * * *", until: at("03T02:05") });
    expect(ended.map(({ from, to }) => [from, to])).toEqual([
      [at("01T02:00"), at("01T02:10")],
      [at("02T02:00"), at("02T02:10")],
      [at("03T02:00"), at("03T02:05")],
    ]);
  });

  it("is announced before it begins", () => {
    const window = { from: at("05T10:00"), until: at("05T12:00") };
    expect(times({ ...window, inserted_at: at("05T09:59") })).toHaveLength(1);
    expect(times({ ...window, inserted_at: at("05T10:00") })).toEqual([]);
    expect(times({ ...window, until: null })).toEqual([]);
    expect(times({ ...window, until_recovered: true })).toEqual([]);
    // A window that was open when its rule was declared.
    const open = times({
      from: at("05T02:30"),
      inserted_at: at("05T02:30"),
      until: at("06T12:00"),
      cron: "0 2 * * *",
      duration_minutes: 60,
      timezone: "UTC",
    });
    expect(open.map(({ from }) => from)).toEqual([at("06T02:00")]);
    // Of windows that overlap, the first that opened after the rule was declared, too.
    const each = {
      from: at("05T02:30"),
      inserted_at: at("05T02:30"),
      until: at("05T03:00"),
      cron: "* * * * *",
      duration_minutes: 5,
      timezone: "UTC",
    };
    expect(times(each)).toEqual([{ from: at("05T02:31"), to: at("05T03:00") }]);
    // Declared inside of a window, from a later minute of it on.
    const later = { ...each, cron: "0 2 * * *", duration_minutes: 60, from: at("05T02:45") };
    expect(times(later)).toEqual([{ from: at("05T02:45"), to: at("05T03:00") }]);
    // Declared before the period, in a window that goes on into it.
    const before = { ...each, cron: "55 23 * * *", duration_minutes: 10, until: at("02T00:00") };
    const eve = period.from - 5 * minute;
    expect(times({ ...before, from: eve, inserted_at: eve })).toEqual([
      { from: at("01T23:55"), to: at("02T00:00") },
    ]);
    const over = { from: at("05T10:00") - 20 * day, until: at("01T00:00") - day };
    expect(times(over)).toEqual([]);
  });

  it("concerns the monitors that its silence names", () => {
    const window = { from: at("05T10:00"), until: at("05T12:00") };
    const all = [
      planned({ ...window, alert_group_id: "oncall" }),
      planned({ from: at("07T10:00"), until: at("07T12:00"), id: "other" }),
    ];
    const maintenanceOf = maintenanceIn(all);
    const shared = maintenanceOf({ id: "a", alert_group_id: "oncall" });
    expect(shared).toHaveLength(2);
    expect(maintenanceOf({ id: "b", alert_group_id: "oncall" })).toBe(shared);
    expect(maintenanceOf({ id: "a", alert_group_id: "other" })).toHaveLength(1);
    const labels = [planned({ ...window, matchers: ["env=prod"] })];
    expect(maintenanceIn(labels)({ id: "a", alert_group_id: "oncall" })).toEqual([]);
  });
});

describe("changes of which the older ones were deleted", () => {
  const changes = [
    { at: 10, status: "up" as const },
    { at: 20, status: "down" as const },
    { at: 40, status: "up" as const },
  ];
  test.each([
    [0, ["10 up", "20 down", "40 up"]],
    [30, ["30 down", "40 up"]],
    [50, ["50 up"]],
  ])("before %i say how it began then", (kept, left) => {
    expect(keptChanges(changes, kept).map(({ at, status }) => `${at} ${status}`)).toEqual(left);
  });
  it("are none without any", () => expect(keptChanges([], 5)).toEqual([]));
});

const monitor = (id: string, more: Partial<ReportedMonitor> = {}): ReportedMonitor => ({
  id,
  kind: "health_check_monitors",
  external_id: null,
  title: id,
  public_title: null,
  alert_group_id: "oncall",
  project: null,
  inserted_at: 0,
  ...more,
});
const period = { from: 0, to: 10 * hour };
/** A monitor that was down for so many minutes; null: never observed. */
const row = (id: string, down: number | null, more: Partial<ReportedMonitor> = {}) =>
  monitorRow(
    monitor(id, more),
    {
      changes:
        down === null
          ? []
          : [
              { at: 0, status: "down" as const },
              { at: down * minute, status: "up" as const },
            ],
      pauses: [],
      gaps: [],
      maintenance: [],
    },
    period,
    daysIn(period, "UTC"),
  );

describe("rows", () => {
  it("are worst first, those without a figure last", () => {
    const rows = byUptime([row("b", 0), row("none", null), row("worst", 9), row("a", 0)]);
    expect(rows.map(({ id }) => id)).toEqual(["worst", "a", "b", "none"]);
    expect(rows[1]!.days).toEqual([]);
    expect(rows[0]!.days).toMatchObject([{ date: "1970-01-01", outages: 1 }]);
  });

  it("are joined by group and by project: by time, not by share", () => {
    const rows = [
      row("a", 60, { project: "shop" }),
      row("b", 0, { project: "shop" }),
      row("c", null),
    ];
    const [shop, rest] = setsOf(rows, "project", (id) => id ?? "No project");
    expect([shop!.title, shop!.monitors, figuresOf(shop!.uptime).uptime]).toEqual([
      "shop",
      2,
      0.95,
    ]);
    expect([rest!.title, figuresOf(rest!.uptime).uptime]).toEqual(["No project", null]);
  });

  it("show an outage on each of its days", () => {
    const long = { from: 0, to: 3 * day };
    const pieces = piecesOf(
      {
        changes: [
          { at: 0, status: "up" },
          { at: day - hour, status: "down" },
          { at: day + hour, status: "up" },
        ],
        pauses: [],
        gaps: [],
        maintenance: [],
      },
      long,
    );
    const { outages } = uptimeOf(pieces);
    const days = monitorDays(pieces, outages, daysIn(long, "UTC"));
    expect(days.map(({ date, down_ms, outages }) => [date, down_ms / hour, outages])).toEqual([
      ["1970-01-01", 1, 1],
      ["1970-01-02", 1, 1],
    ]);
  });
});

describe("words", () => {
  const said = (rows: ReturnType<typeof row>[]) => {
    const monitors = rows.map((one) => ({ ...figuresOf(one.uptime), title: one.title }));
    const all = {
      observed_ms: monitors.reduce((sum, one) => sum + one.observed_ms, 0),
      outage_count: monitors.reduce((sum, one) => sum + one.outage_count, 0),
      down_ms: monitors.reduce((sum, one) => sum + one.down_ms, 0),
    };
    const { state, result, more } = verdictOf({
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      all: { ...figuresOf({ ...noTimes, outages: 0, longest_ms: 0 }), ...all },
      monitors,
    });
    return `${state}: ${result} ${more}`.trim();
  };

  it.each([
    [[], "unknown: No monitors. A report needs at least one."],
    [[row("a", null)], "unknown: 0.00 % of the time was observed. The period has no verdict."],
    [[row("a", 0)], "ok: No outage. 10 h of monitoring."],
    [[row("a", 0), row("b", 0)], "ok: None of 2 monitors had an outage. 20 h of monitoring."],
    [[row("a", 31)], "down: 1 outage, 31 min down."],
    [
      [row("a", 5), row("b", 31), row("c", 0)],
      "down: 2 of 3 monitors had an outage. Longest down: b (31 min), a (5 min).",
    ],
  ])("say how the period went: %#", (rows, text) => {
    expect(said(rows)).toBe(text);
  });

  it("say times, counts and shares, and a dash for none", () => {
    expect([0, null, 1, minute].map(timeText)).toEqual(["–", "–", "< 1 s", "1 min"]);
    expect([countText(0), countText(2)]).toEqual(["–", "2"]);
    expect([uptimeText(null), uptimeText(0.99996)]).toEqual(["–", "99.99 %"]);
    expect(unobservedText({ ...noTimes, paused_ms: hour, gap_ms: minute })).toBe(
      "1 h paused, 1 min monitoring gap",
    );
    expect(spreadText(spreadOf([]))).toBeNull();
    expect(spreadText(spreadOf([minute, 3 * minute, 8 * minute]))).toBe(
      "median 3 min, mean 4 min, longest 8 min",
    );
  });

  it.each([
    [{ incidents: 5, unacknowledged: 0, pages: 14, reminders: 9 }, "reminders: 9 of 14 pages"],
    [
      { incidents: 12, unacknowledged: 11, pages: 19, reminders: 0 },
      "11 of 12 ended before an acknowledgement",
    ],
    [{ incidents: 1, unacknowledged: 1, pages: 2, reminders: 0 }, null],
  ])("say why a source is noisy: %#", (source, text) => {
    expect(noiseText(source)).toBe(text);
  });

  it("are not read as formulas by a spreadsheet", () => {
    const row = {
      ...figuresOf({ ...noTimes, down_ms: 90_500, outages: 1, longest_ms: 90_500 }),
      monitor_id: "m",
      external_id: "@SUM(1)",
      title: '=cmd|"/c calc"!A1',
      kind: "health_check_monitors",
      alert_group_id: "g",
      project: "+1",
    };
    const csv = uptimeCsv({
      from: "2026-10-01T00:00:00Z",
      to: "2026-11-01T00:00:00Z",
      timezone: "UTC",
      groups: [{ id: "g", title: "-Team" }],
      monitors: [row, { ...row, alert_group_id: "gone", project: null }],
    });
    const [, first, second] = csv.split("\r\n");
    expect(first).toContain(`m,'@SUM(1),"'=cmd|""/c calc""!A1",health_check_monitors,'-Team,'+1,`);
    expect(first).toContain(",0,0,1,1.5,0,0,1.5,");
    expect(second).toContain(",health_check_monitors,,,2026-10-01T00:00:00Z,");
  });
});
