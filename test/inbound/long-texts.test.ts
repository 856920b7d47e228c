import { expect, test } from "vitest";
import { withShortTexts } from "../../src/inbound/long-texts.ts";

const half = "a".repeat(64 * 1024);

test("texts and names of megabytes keep their ends and their length, wherever they stand", () => {
  const long = `${half}${"b".repeat(1000)}${half}`;
  const short = `${half}…${long.length}…${half}`;
  const body = { title: long, [long]: [long, { host: long }], count: 1, none: null };
  expect(withShortTexts(body)).toEqual({
    title: short,
    [short]: [short, { host: short }],
    count: 1,
    none: null,
  });
});

test("other texts stay as they are", () => {
  const body = JSON.parse('{"__proto__":{"a":"x"},"b":["y"]}') as object;
  expect(JSON.stringify(withShortTexts(body))).toBe('{"__proto__":{"a":"x"},"b":["y"]}');
  expect(withShortTexts(half + half)).toBe(half + half);
});
