import { expect, test } from "vitest";
import {
  cellRuns,
  findingOf,
  monitorWords,
  slotsUntil,
  type StateSpan,
} from "../../../src/dashboard/chart/cells.ts";
import { heartbeatBar } from "../../../src/dashboard/chart/heartbeat-bar.ts";
import { monitorSpans, overlay, subCheckSpans } from "../../../src/dashboard/chart/spans.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** 2026-11-21 22:16 UTC: a boundary of the cells, and 10 min. */
const now = Date.UTC(2026, 10, 21, 22, 10);
const reader = { now, zone: "UTC" };
const span = (from: number, to: number, state: StateSpan["state"], note?: string): StateSpan => ({
  from: now + from,
  to: now + to,
  state,
  note: note ?? null,
});
const titlesOf = (svg: string) =>
  Array.from(svg.matchAll(/<title>([^<]*)<\/title>/g), ([, text]) => text);
const pathsOf = (svg: string) =>
  Array.from(svg.matchAll(/<path\s+class="(\w+)"\s+d="([^"]*)"/g), ([, name, d]) => `${name} ${d}`);
const labelOf = (svg: string) =>
  /aria-label="([^"]*)"/.exec(svg)?.[1]?.replace(/[\u2066-\u2069]/g, "");

test("a day that went well is one dashed line", () => {
  const svg = heartbeatBar({ title: "Shop", spans: [span(-40 * day, 0, "ok")] }, reader).text;
  expect(pathsOf(svg)).toEqual(["ok M0 14H224"]);
  expect(labelOf(svg)).toBe("Shop, last 24 hours: up all the time");
  expect(svg.length).toBeLessThan(260);
});

test("each state has a height of its own, and its title says exactly how long it was", () => {
  const spans = [
    span(-30 * hour, -20 * hour, "ok"),
    span(-20 * hour, -19.8 * hour, "down", "#79"),
    span(-19.8 * hour, -10 * hour, "ok"),
    span(-10 * hour, -8 * hour, "stale"),
    span(-8 * hour, -6 * hour, "silenced"),
    span(-6 * hour, -4 * hour, "paused"),
    span(-4 * hour, -2 * hour, "unknown"),
    span(-2 * hour, -22 * minute, "warn"),
    span(-22 * minute, 0, "down", "#95"),
  ];
  const svg = heartbeatBar({ title: "Shop", spans }, reader).text;
  expect(pathsOf(svg)).toMatchInlineSnapshot(`
    [
      "ok M0 14H34",
      "down M35 10H39",
      "ok M40 14H124",
      "stale M125 3.5H149M125 16.5H149",
      "silenced M150 16H169",
      "paused M170 18H184",
      "unknown M185 9H199M185 19H199",
      "warn M200 12H214",
      "down M215 10H224",
    ]
  `);
  expect(titlesOf(svg).map((text) => text?.replace(/[\u2066-\u2069]/g, ""))).toMatchInlineSnapshot(`
    [
      "Fri 22:24–02:10 UTC up",
      "02:10–02:22 UTC down, 12 min · #79",
      "02:40–12:10 UTC up",
      "12:10–14:10 UTC stale, 2 h",
      "14:24–16:10 UTC silenced",
      "16:32–18:10 UTC paused",
      "18:10–20:10 UTC not observed",
      "20:10–21:48 UTC degraded, 1 h 38 min",
      "21:48–now UTC down, 22 min · #95",
    ]
  `);
  expect(labelOf(svg)).toBe(
    "Shop, last 24 hours: down for 22 min; down once at 02:10 UTC, stale once at 12:10 UTC, degraded once at 20:10 UTC",
  );
});

test("an outage of a second shows in its cell, and several are counted", () => {
  const at = (minutes: number) => span(minutes * minute, minutes * minute + 1000, "down");
  const spans = [at(-40), at(-39), at(-38)];
  const svg = heartbeatBar({ title: "Shop", spans }, reader).text;
  expect(titlesOf(svg)).toContain("21:20–21:52 UTC down 3 times, 3 s");
});

test("the minutes before a monitor existed do not hide its first ones", () => {
  const slots = slotsUntil(now, 45, 32 * minute);
  expect(cellRuns([span(-5 * minute, 0, "ok")], slots)).toEqual([
    { state: "unknown", first: 0, end: 44 },
    { state: "ok", first: 44, end: 45 },
  ]);
});

test("a short gap hides no observation, a long one is not observed", () => {
  const slots = slotsUntil(now, 45, 32 * minute);
  const up = [span(-2 * day, 0, "ok")];
  const gap = (from: number, to: number) => ({ from: now + from, to: now + to });
  expect(
    cellRuns(overlay(up, [gap(-3 * hour, -3 * hour + minute)], "unknown", now), slots),
  ).toEqual([{ state: "ok", first: 0, end: 45 }]);
  expect(
    cellRuns(overlay(up, [gap(-6 * hour, -3 * hour)], "unknown", now), slots).map(
      ({ state }) => state,
    ),
  ).toEqual(["ok", "unknown", "ok"]);
});

test("cells begin at multiples of their step, so that a bar changes only with them", () => {
  expect(slotsUntil(now, 45, 32 * minute)).toEqual(slotsUntil(now + minute, 45, 32 * minute));
});

test("without any history the bar says that it was not observed", () => {
  const svg = heartbeatBar({ title: "Shop", spans: [] }, reader).text;
  expect(pathsOf(svg)).toEqual(["unknown M0 9H224M0 19H224"]);
  expect(labelOf(svg)).toBe("Shop, last 24 hours: not observed");
});

test("hostile text stays text, and cannot turn the direction of the title", () => {
  const svg = heartbeatBar(
    { title: '"><script>\u202e', spans: [span(-hour, 0, "down", "<b>\u202egone")] },
    reader,
  ).text;
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("<b>");
  expect(svg).not.toContain("\u202e");
});

test("a monitor that flaps does not make its bar larger", () => {
  const spans = Array.from({ length: 3000 }, (_, i) =>
    span(-day + i * 28_000, -day + (i + 1) * 28_000, i % 2 === 0 ? "ok" : "down", `#${i}`),
  );
  const svg = heartbeatBar({ title: "Shop", spans }, reader).text;
  expect(svg.length).toBeLessThan(2000);
});

test("times are those of the reader's zone", () => {
  const svg = heartbeatBar(
    { title: "Shop", spans: [span(-22 * minute, 0, "down")] },
    { now, zone: "Europe/Berlin" },
  ).text;
  expect(titlesOf(svg).at(-1)).toBe("22:48–now down, 22 min");
});

test("changes become spans until now; a sub-check that is no longer reported is not known", () => {
  expect(
    monitorSpans(
      [
        { at: 10, status: "pending" },
        { at: 20, status: "up", reason: null },
        { at: 30, status: "missing", reason: "no report" },
      ],
      40,
    ),
  ).toEqual([
    { from: 10, to: 20, state: "unknown", note: null },
    { from: 20, to: 30, state: "ok", note: null },
    { from: 30, to: 40, state: "stale", note: "no report" },
  ]);
  expect(
    subCheckSpans(
      [
        { at: 10, status: "crashed", short_summary: "gone" },
        { at: 20, status: null, short_summary: null },
      ],
      40,
    ).map(({ state }) => state),
  ).toEqual(["down", "unknown"]);
});

test("an overlay can be limited to some states, and one that lasts ends now", () => {
  const spans = [span(-10, -5, "down"), span(-5, 0, "ok")];
  expect(
    overlay(spans, [{ from: now - 7, to: null }], "silenced", now, (state) => state === "down").map(
      ({ from, to, state }) => [from - now, to - now, state],
    ),
  ).toEqual([
    [-10, -7, "down"],
    [-7, -5, "silenced"],
    [-5, 0, "ok"],
  ]);
});

test("the finding names the state that lasts, then the faults before it", () => {
  const finding = (spans: StateSpan[]) => findingOf(spans, now - day, monitorWords, reader);
  expect(finding([span(-day, -hour, "ok"), span(-hour, 0, "warn")])).toBe("degraded for 1 h");
  expect(finding([span(-day, -hour, "unknown"), span(-hour, 0, "ok")])).toBe("up");
  expect(
    finding([
      span(-9 * hour, -8 * hour, "down"),
      span(-8 * hour, -7 * hour, "ok"),
      span(-7 * hour, -6 * hour, "down"),
      span(-6 * hour, 0, "ok"),
    ]),
  ).toBe("up; down 2 times");
});
