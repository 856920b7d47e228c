import { expect, test } from "vitest";
import { html } from "../../../src/dashboard/html.ts";
import { dayCells, daysOf } from "../../../src/dashboard/chart/day-cells.ts";
import { errorsChart, type ErrorCounts } from "../../../src/dashboard/chart/errors.ts";
import { incidentHistogram } from "../../../src/dashboard/chart/incident-histogram.ts";
import { escalationLadder, escalationRule } from "../../../src/dashboard/chart/ladder.ts";
import { sparkline } from "../../../src/dashboard/chart/sparkline.ts";
import { stateStrip } from "../../../src/dashboard/chart/state-strip.ts";
import { roundUp } from "../../../src/dashboard/chart/scale.ts";
import { weekGrid, type HourState } from "../../../src/dashboard/chart/week-grid.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 22, 10);
const reader = { now, zone: "UTC" };
const plain = (text: string | undefined) => text?.replace(/[\u2066-\u2069]/g, "");
const labelsOf = (svg: string) =>
  Array.from(svg.matchAll(/aria-label="([^"]*)"/g), ([, text]) => plain(text));
const titlesOf = (svg: string) =>
  Array.from(svg.matchAll(/<title>([^<]*)<\/title>/g), ([, text]) => plain(text));

const errors = (more: Partial<ErrorCounts> = {}) =>
  errorsChart(
    {
      from: now - hour,
      to: now,
      step_ms: minute,
      points: [],
      threshold: 10,
      window_minutes: 10,
      incidents: [],
      marks: [],
      period: "last hour",
      ...more,
    },
    reader,
  ).text;
const perMinute = (from: number, count: number, errors: number) =>
  Array.from({ length: count }, (_, i) => ({ at: now - (from - i) * minute, errors }));

test("without errors both pictures are empty and say so", () => {
  const svg = errors();
  expect(labelsOf(svg)).toEqual([
    "Errors in a window of 10 min, last hour: 0 now, 0 at most, threshold 10; never reached",
    "Errors per minute, last hour: 0 errors; threshold 10 in 10 min",
  ]);
  expect(svg).not.toContain('class="col');
});

test("the window adds up the minutes that end with each step, those before the range included", () => {
  const svg = errors({ points: perMinute(65, 10, 1) });
  // Six minutes of the first window had an error, seven of the next.
  expect(svg).toContain('d="M0 15H10V12.5H20V10');
  expect(labelsOf(svg)[0]).toContain("0 now, 10 at most, threshold 10; below it now");
});

test("columns are red while an incident is open, and the table has the newest first", () => {
  const svg = errors({
    points: [...perMinute(40, 1, 1), ...perMinute(14, 14, 2)],
    incidents: [{ label: "#97", from: now - 9 * minute, to: null }],
  });
  expect(svg.match(/class="col"/g)).toHaveLength(6);
  expect(svg.match(/class="col hot"/g)).toHaveLength(9);
  expect(labelsOf(svg)[0]).toContain("20 now, 20 at most, threshold 10; above it now");
  expect(titlesOf(svg)[0]).toBe("#97 22:01–now UTC");
  expect(svg.indexOf("22:09–now UTC</th>")).toBeGreaterThan(0);
  expect(svg.indexOf("22:09–now UTC</th>")).toBeLessThan(svg.indexOf("21:30–21:31 UTC</th>"));
});

test("steps longer than the window have no sum", () => {
  const svg = errors({
    from: now - 7 * day,
    step_ms: hour,
    points: [{ at: now - hour, errors: 3 }],
  });
  expect(labelsOf(svg)).toEqual([
    "Errors per 1 h, last hour: 3 errors, at most 3 per 1 h; threshold 10 in 10 min",
  ]);
});

test("a state strip has exact times, and stays small when a monitor flaps", () => {
  const strip = (spans: Parameters<typeof stateStrip>[0]["spans"]) =>
    stateStrip(
      { title: "Shop<", period: "last 12 hours", from: now - 12 * hour, to: now, spans },
      reader,
    ).text;
  const svg = strip([
    { from: now - 20 * hour, to: now - 3 * hour, state: "ok" },
    { from: now - 3 * hour, to: now - 22 * minute, state: "warn" },
    { from: now - 22 * minute, to: now, state: "down", note: "#95" },
  ]);
  expect(titlesOf(svg)).toEqual([
    "10:10–19:10 UTC up",
    "19:10–21:48 UTC degraded, 2 h 38 min",
    "21:48–now UTC down, 22 min · #95",
  ]);
  expect(labelsOf(svg)).toEqual([
    "State of Shop&lt;, last 12 hours: down for 22 min; degraded once at 19:10 UTC",
  ]);
  const flapping = Array.from({ length: 4000 }, (_, i) => ({
    from: now - 12 * hour + i * 10_000,
    to: now - 12 * hour + (i + 1) * 10_000,
    state: i % 2 === 0 ? ("ok" as const) : ("down" as const),
  }));
  expect(strip(flapping).length).toBeLessThan(30_000);
  expect(titlesOf(strip([]))).toEqual(["10:10–now UTC not observed"]);
});

test("the histogram counts incidents per hour and names the worst one", () => {
  const svg = incidentHistogram(
    [now - 30 * minute, now - 5 * minute, now - 4 * minute, now - 3 * minute, now - 3 * day],
    { count: 24, step_ms: hour, period: "last 24 hours" },
    reader,
  ).text;
  expect(labelsOf(svg)).toEqual([
    "Incidents opened, last 24 hours: 4 in all, most (3) 22:00–now UTC",
  ]);
  expect(svg.match(/class="hot"/g)).toHaveLength(1);
  expect(titlesOf(svg)).toHaveLength(24);
  expect(
    labelsOf(
      incidentHistogram([], { count: 24, step_ms: hour, period: "last 24 hours" }, reader).text,
    ),
  ).toEqual(["Incidents opened, last 24 hours: 0 in all"]);
});

test("a week joins equal hours, over midnight too, and has a line at the present", () => {
  const hours = Array.from({ length: 168 }, (_, i): HourState =>
    i >= 128 ? "on" : i % 24 >= 8 && i % 24 < 18 && i < 120 ? "on" : "p1",
  );
  const svg = weekGrid([{ title: "Bo <b>", note: "Stockholm", face: "B", hours }], 143.15).text;
  expect(titlesOf(svg).slice(0, 3)).toEqual([
    "Mon 00:00–08:00: priority 1 only",
    "Mon 08:00–18:00: every page",
    "Mon 18:00 – Tue 08:00: priority 1 only",
  ]);
  expect(titlesOf(svg).at(-1)).toBe("Sat 08:00 – Sun 24:00: every page");
  expect(labelsOf(svg)[0]).toMatch(/^Bo &lt;b&gt;: now every page\. Mon 00:00–08:00/);
  expect(svg).toContain('class="nowline"');
  expect(svg).toContain('<span class="today">Sat</span>');
  expect(svg).not.toContain("<b>");
});

test("a week without hours says so", () => {
  const hours = Array<HourState>(168).fill(null);
  const svg = weekGrid([{ title: "Bo", note: null, face: null, hours }], 3).text;
  expect(labelsOf(svg)).toEqual(["Bo: now outside contact hours. Never."]);
});

test("a ladder marks the steps that have happened, the next one and later ones", () => {
  const svg = escalationLadder([
    { state: "done", title: "At once", at: "22:47", people: [html`<li>Ada</li>`] },
    { state: "next", title: "Management <b>", at: "in 3 min", people: [] },
    { state: "later", title: "Then no one", at: null, people: [] },
  ]).text;
  expect(svg.match(/<li class="(|next|later)">/g)).toHaveLength(3);
  expect(svg).not.toContain("<b>");
  expect(escalationRule([{ at: "at once", title: "Platform", note: "Ada" }]).text).toContain(
    '<span class="at">at once</span><b>Platform</b>',
  );
});

test("a day shows its worst state and how long it lasted; days are those of the reader", () => {
  const spans = [
    { from: now - 3 * day, to: now - 26 * hour, state: "ok" as const },
    { from: now - 26 * hour, to: now - 25 * hour, state: "down" as const },
    { from: now - 25 * hour, to: now - hour, state: "ok" as const },
    { from: now - hour, to: now, state: "warn" as const },
  ];
  const days = daysOf(spans, 6, reader);
  const svg = dayCells({ title: "Shop", days, uptime: "98.61 % up" }, reader).text;
  expect(days.map(({ state }) => state)).toEqual([
    "unknown",
    "unknown",
    "ok",
    "ok",
    "down",
    "warn",
  ]);
  expect(titlesOf(svg)).toEqual([
    "16 Nov\nnot observed",
    "17 Nov\nnot observed",
    "18 Nov\nno outage",
    "19 Nov\nno outage",
    "20 Nov\ndown 1 h",
    "21 Nov\ndegraded 1 h",
  ]);
  expect(labelsOf(svg)).toEqual(["Shop, last 6 days: 98.61 % up, outages on 1 day"]);
  // In Auckland it is the 22nd already, and the outage was on the 21st.
  expect(daysOf(spans, 2, { now, zone: "Pacific/Auckland" }).map(({ state }) => state)).toEqual([
    "down",
    "warn",
  ]);
});

test("90 days of many changes take one pass, and their cells have a bounded size", () => {
  const spans = Array.from({ length: 90 * 200 }, (_, i) => ({
    from: now - 90 * day + (i * day) / 200,
    to: now - 90 * day + ((i + 1) * day) / 200,
    state: i % 2 === 0 ? ("ok" as const) : ("down" as const),
  }));
  const svg = dayCells(
    { title: "Shop", days: daysOf(spans, 90, reader), uptime: null },
    reader,
  ).text;
  expect(titlesOf(svg)).toHaveLength(90);
  expect(svg.length).toBeLessThan(12_000);
});

test("a sparkline is interrupted where values are missing, and one value is a dash", () => {
  const d = (values: (number | null)[]) => / d="([^"]*)"/.exec(sparkline("Lag", values).text)?.[1];
  expect(d([1, 2, null, 2, 0])).toBe("M0 12L29.8 2M89.3 2L119 22");
  expect(d([5])).toBe("M-2 2h4");
  expect(d([])).toBe("");
});

test("axes end at round numbers", () => {
  expect([0, 0.7, 1, 1.1, 37, 99, 640, 801].map(roundUp)).toEqual([
    1, 0.8, 1, 1.5, 40, 100, 800, 1000,
  ]);
});
