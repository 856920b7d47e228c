import fc from "fast-check";
import { expect, test } from "vitest";
import type { Key } from "ink";
import { eventReader } from "../../../src/client/events.ts";
import { clean, cut, fit, widthOf, wrap } from "../../../src/ctl/top/text.ts";
import { keysOf } from "../../../src/ctl/top/terminal-keys.ts";

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
);

test.each([
  ["plain", 5],
  ["家族", 4],
  ["🔥", 2],
  ["👩‍👩‍👧", 2],
  ["e\u0301", 1],
  ["", 0],
])("%s takes %i columns", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test.each([
  ["Checkout", 8, "Checkout"],
  ["Checkout", 5, "Chec…"],
  ["Checkout", 1, "C"],
  ["Checkout", 0, ""],
  ["家族写真", 5, "家族…"],
  ["家族写真", 4, "家…"],
])("%s in %i columns is %s", (text, columns, expected) => {
  expect(cut(text, columns)).toBe(expected);
});

test("a text that was fitted takes exactly its columns", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, columns) => {
      expect(widthOf(fit(clean(text), columns))).toBe(columns);
    }),
  );
});

test("wrapped lines fit, and nothing but space is lost", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, columns) => {
      const lines = wrap(text, columns);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(lines.join("").replace(/\s/g, "")).toBe(
        clean(text.replaceAll("\n", " ")).replace(/\s/g, ""),
      );
    }),
  );
});

test("words are not broken where they fit", () => {
  expect(wrap("connection refused on db-7", 11)).toEqual(["connection", "refused on", "db-7"]);
});

const none: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};
test.each<[string, Partial<Key>, string[]]>([
  ["", { upArrow: true }, ["up"]],
  ["", { delete: true }, ["backspace"]],
  ["R", { shift: true }, ["R"]],
  ["c", { ctrl: true }, ["ctrl-c"]],
  ["x", { meta: true }, ["alt-x"]],
  [" ", {}, ["space"]],
  ["jj家", {}, ["j", "j", "家"]],
  ["on it\r\n", {}, ["o", "n", "space", "i", "t", "enter"]],
  ["", {}, []],
])("the terminal's %j with %j is %j", (input, key, names) => {
  expect(keysOf(input, { ...none, ...key })).toEqual(names);
});

test("events are told apart however the stream is cut into parts", () => {
  const stream =
    ": ping\n\nid: 1\nevent: incident\ndata: {}\n\ndata: a\r\ndata: b\r\n\r\ndatabase: no\n\ndata\n\n";
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
      const read = eventReader();
      const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const names = places.slice(1).flatMap((at, i) => read(stream.slice(places[i], at)));
      expect(names).toEqual(["incident", "message", "message"]);
    }),
  );
});

test("a line without end is not kept", () => {
  const read = eventReader();
  expect(read("data: ")).toEqual([]);
  for (let i = 0; i < 100; i++) expect(read("x".repeat(10_000))).toEqual([]);
  expect(read("\n\n")).toEqual(["message"]);
});
