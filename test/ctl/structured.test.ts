import { expect, test } from "vitest";
import { parse } from "yaml";
import { jsonLine, jsonText, structured } from "../../src/ctl/call/structured.ts";

const hostile = { title: "a\u009b2J\u202egnp.exe", "key\u2066": ["\u0085", "é 😀 plain"] };

test.each([
  ["JSON", jsonText(hostile), (text: string): unknown => JSON.parse(text)],
  ["one line of JSON", jsonLine(hostile), (text: string): unknown => JSON.parse(text)],
  ["YAML", (await structured(hostile, "yaml"))!, (text: string): unknown => parse(text)],
])("%s has no character that a terminal obeys, and keeps every value", (_format, text, read) => {
  expect(text).not.toMatch(/[\u007f-\u009f\u200e-\u202e\u2066-\u2069]/);
  expect(text).toContain("é 😀 plain");
  expect(read(text)).toEqual(hostile);
});
