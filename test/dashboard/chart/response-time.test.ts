import { expect, test } from "vitest";
import {
  responseFigures,
  type ResponsePoint,
} from "../../../src/dashboard/chart/response-figures.ts";
import {
  responseTimeChart,
  type ResponseTimes,
} from "../../../src/dashboard/chart/response-time.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 22, 0);
const reader = { now, zone: "UTC" };
const point = (at: number, p50_ms: number | null, more: Partial<ResponsePoint> = {}) => ({
  at,
  checks: 10,
  failed: p50_ms === null ? 10 : 0,
  p50_ms,
  p95_ms: p50_ms === null ? null : p50_ms * 2,
  status_code: p50_ms === null ? 503 : 200,
  observed: true,
  ...more,
});
const chart = (more: Partial<ResponseTimes> = {}) =>
  responseTimeChart(
    {
      from: now - hour,
      to: now,
      step_ms: 5 * minute,
      points: [],
      interval_ms: minute,
      timeout_ms: 2000,
      incidents: [],
      marks: [],
      period: "last hour",
      ...more,
    },
    reader,
  ).text;
const steps = (count: number, step_ms: number, value: (i: number) => number | null) =>
  Array.from({ length: count }, (_, i) => point(now - (count - i) * step_ms, value(i)));
const labelOf = (svg: string) => /role="img"[^>]*?aria-label="([^"]*)"/.exec(svg)?.[1];
const lineOf = (svg: string) => /class="p50"\s+d="([^"]*)"/.exec(svg)?.[1];
const titlesOf = (svg: string) =>
  Array.from(svg.matchAll(/<title>([^<]*)<\/title>/g), ([, text]) =>
    text?.replace(/[\u2066-\u2069]/g, ""),
  );

test("without a check it is a sentence instead of an empty picture", () => {
  expect(chart()).toContain("No check in the last hour yet.");
  expect(chart()).not.toContain("<svg");
});

test("checks that are rarer than the steps are one line, interrupted where some are missing", () => {
  const step_ms = 5 * minute;
  const rare = (at: (i: number) => boolean) =>
    Array.from({ length: 36 }, (_, i) =>
      point(now - (36 - i) * step_ms, at(i) ? 100 + i : null, { checks: at(i) ? 1 : 0, failed: 0 }),
    );
  const pieces = (points: ReturnType<typeof rare>) =>
    lineOf(
      chart({ from: now - 3 * hour, period: "last 3 hours", interval_ms: 15 * minute, points }),
    )!.match(/M/g)!.length;
  expect(pieces(rare((i) => i % 3 === 0))).toBe(1);
  expect(pieces(rare((i) => i % 3 === 0 && (i < 12 || i > 24)))).toBe(2);
});

test("one measurement is a short dash", () => {
  expect(lineOf(chart({ points: [point(now - 30 * minute, 500)] }))).toMatch(
    /^M\d+(\.\d)? \d+(\.\d)?h4$/,
  );
});

test("the scale begins at 0 and goes above the timeout; nothing is cut off", () => {
  const svg = chart({ points: steps(12, 5 * minute, () => 900) });
  expect(Array.from(svg.matchAll(/<span>([\d.]+ m?s)<\/span>/g), ([, text]) => text)).toEqual([
    "2.4 s",
    "1.6 s",
    "0.8 s",
    "0 s",
  ]);
  expect(svg).toContain('class="limit"');
  expect(chart({ points: steps(12, 5 * minute, () => 9000) })).toContain("<span>18 s</span>");
});

test("a timeout far above all answers is said and not drawn, so that the line is not flat", () => {
  const svg = chart({ points: steps(12, 5 * minute, () => 40), timeout_ms: 30_000 });
  expect(svg).not.toContain('class="limit"');
  expect(svg).toContain("<span>90 ms</span>");
  expect(labelOf(svg)).toBe(
    "Response time, last hour: median 40 ms, p95 80 ms; no failed check; timeout 30 s",
  );
});

test("the line is interrupted where there was no answer, and where steps are missing", () => {
  const points = steps(12, 5 * minute, (i) => (i === 5 ? null : 400)).filter((_, i) => i !== 8);
  expect(lineOf(chart({ points }))?.match(/M/g)).toHaveLength(3);
});

test("a failed check has a red ground, a title with the HTTP status, and a row of the table", () => {
  const svg = chart({ points: steps(12, 5 * minute, (i) => (i > 9 ? null : 400)) });
  expect(svg.match(/class="none"/g)).toHaveLength(1);
  expect(titlesOf(svg).at(-1)).toBe("21:55–now UTC\nno answer\n10 of 10 checks failed, HTTP 503");
  expect(svg).toContain('<td class="num">10 of 10</td>');
  expect(labelOf(svg)).toBe(
    "Response time, last hour: median 400 ms, p95 800 ms; 20 of 120 checks failed; no acceptable answer now; timeout 2 s",
  );
});

test("incidents are shaded with an edge at their start, and the open one is in the label", () => {
  const svg = chart({
    points: steps(12, 5 * minute, () => 400),
    incidents: [
      { label: "#79", from: now - 3 * hour, to: now - 2 * hour },
      { label: "#90", from: now - 2 * hour, to: now - 50 * minute },
      { label: "#95", from: now - 22 * minute, to: null },
    ],
  });
  expect(svg.match(/class="shade"\s+x/g)).toHaveLength(2);
  expect(svg.match(/class="edge"/g)).toHaveLength(1);
  expect(labelOf(svg)).toContain("incident #95 for 22 min");
  expect(titlesOf(svg)[0]).toContain("#90");
});

test("marks are dotted lines, and their text is only text", () => {
  const svg = chart({
    points: steps(12, 5 * minute, () => 400),
    marks: [
      { at: now - 12 * minute, text: "<img src=x>\u202eshop 4.12" },
      { at: now - 2 * day, text: "old" },
    ],
  });
  expect(svg.match(/class="event"/g)).toHaveLength(1);
  expect(titlesOf(svg).at(-3)).toContain("&lt;img src=x&gt;shop 4.12");
  expect(svg).not.toContain("<img");
  expect(svg).not.toContain("\u202e");
});

test("time that was not observed says so", () => {
  const svg = chart({
    points: steps(12, 5 * minute, () => 400).map((one, i) =>
      i < 6 ? { ...one, checks: 0, p50_ms: null, p95_ms: null, observed: false } : one,
    ),
  });
  expect(titlesOf(svg)[0]).toBe("21:00–21:05 UTC\nnot observed");
  expect(svg).toContain('class="unseen-time"');
});

test("a year of days, and a day of minutes, stay small", () => {
  const year = chart({
    from: now - 365 * day,
    step_ms: day,
    points: steps(365, day, (i) => 300 + (i % 7) * 31),
    marks: Array.from({ length: 5000 }, (_, i) => ({ at: now - i * hour, text: "deploy" })),
    period: "last year",
  });
  expect(year.length).toBeLessThan(60_000);
  expect(titlesOf(year).length).toBeLessThanOrEqual(60);
  expect(year).toContain("21 Nov 2025");
});

test("figures weigh each step by its checks", () => {
  expect(
    responseFigures([
      point(0, 100, { checks: 1, p95_ms: 5000 }),
      point(1, 200, { checks: 98 }),
      point(2, 300, { checks: 1, failed: 1 }),
    ]),
  ).toEqual({ median_ms: 200, p95_ms: 400, checks: 100, failed: 1 });
  expect(responseFigures([])).toEqual({ median_ms: null, p95_ms: null, checks: 0, failed: 0 });
});
