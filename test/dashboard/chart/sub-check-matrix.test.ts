import { expect, test } from "vitest";
import { subCheckMatrix, type MatrixRow } from "../../../src/dashboard/chart/sub-check-matrix.ts";
import type { CellState } from "../../../src/dashboard/chart/cells.ts";

const hour = 3600_000;
const now = Date.UTC(2026, 10, 21, 22, 10);
const reader = { now, zone: "UTC" };
const row = (title: string, state: CellState, earlier: CellState = state): MatrixRow => ({
  title,
  state,
  spans: [
    { from: now - 30 * hour, to: now - 10 * hour, state: "ok" },
    { from: now - 10 * hour, to: now - hour, state: earlier },
    { from: now - hour, to: now, state },
  ],
  value: "1 ms",
  detail: null,
});
const order = (text: string) =>
  Array.from(text.matchAll(/<bdi>([^<]*)<\/bdi>/g), ([, name]) => name);

test("the worst now comes first, then the worst within the day, then by name; skipped ones last", () => {
  const { text } = subCheckMatrix(
    [
      row("Nightly", "paused"),
      row("Zoo", "ok"),
      row("Api", "ok"),
      row("Queue", "ok", "down"),
      row("Disk", "warn"),
      row("Redis", "ok", "warn"),
      row("Database", "down"),
    ],
    null,
    reader,
  );
  expect(order(text)).toEqual(["Database", "Disk", "Queue", "Redis", "Api", "Zoo", "Nightly"]);
  expect(text.replace(/[\u2066-\u2069]/g, "")).toContain(
    'aria-label="Queue, last 24 hours: ok; failed once at 12:10 UTC"',
  );
  expect(text.match(/tabindex="0"/g)).toHaveLength(1);
});

test("from 20 rows on the healthy ones fold away, and no failing one does", () => {
  const rows = (bad: number, ok: number) => [
    ...Array.from({ length: bad }, (_, i) => row(`b${i}`, "down")),
    ...Array.from({ length: ok }, (_, i) => row(`o${i}`, "ok")),
  ];
  const before = (text: string) => order(text.split("<details")[0] ?? "").length;
  expect(subCheckMatrix(rows(3, 17), null, reader).text).not.toContain("<details");
  const folded = subCheckMatrix(rows(3, 58), null, reader).text;
  expect(before(folded)).toBe(20);
  expect(folded).toContain("41\nmore, all ok");
  expect(before(subCheckMatrix(rows(30, 5), null, reader).text)).toBe(30);
});

test("the open incident is a line through all rows", () => {
  const text = (at: number) => subCheckMatrix([row("A", "down"), row("B", "ok")], at, reader).text;
  expect(text(now - hour).match(/class="mark"/g)).toHaveLength(2);
  expect(text(now - 40 * hour)).not.toContain('class="mark"');
});

test("names and values are only text", () => {
  const { text } = subCheckMatrix([{ ...row("<b>\u202e", "down"), value: "<i>" }], null, reader);
  expect(text).not.toContain("<i>");
  expect(text).toContain("<bdi>&lt;b&gt;");
});

test("without a row there is still an axis", () => {
  expect(subCheckMatrix([], null, reader).text).toContain("now");
});
