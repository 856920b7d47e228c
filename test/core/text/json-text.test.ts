import { expect, test } from "vitest";
import {
  deeperThan,
  exceeded,
  numbersAsWritten,
  withoutNaN,
} from "../../../src/core/text/json-text.ts";

const noLimits = { depth: Infinity, values: Infinity, names: Infinity, digits: Infinity };

test.each([
  ["", 0, false],
  ["1", 0, false],
  ["[]", 0, true],
  ["[]", 1, false],
  ['{"a":[{}]}', 2, true],
  ['{"a":[{}]}', 3, false],
  ["[][][]", 1, false],
  ['"[[[["', 0, false],
  ['"\\"[[["', 0, false],
  ['["\\\\",[]]', 1, true],
  ["]]]]", 0, false],
])("%s nests deeper than %i: %s", (text, limit, deeper) => {
  expect(deeperThan(text, limit)).toBe(deeper);
});

test("a million brackets are told from their first few", () => {
  expect(deeperThan("[".repeat(1_000_000), 32)).toBe(true);
});

test.each([
  ["1", 1, false],
  ["[]", 2, false],
  ["[]", 1, true],
  ['{"a":1,"b":[2,3]}', 5, false],
  ['{"a":1,"b":[2,3]}', 4, true],
  ['"a,b,[,{"', 1, false],
  ['"\\",["', 1, false],
])("%s may have more than %i values: %s", (text, limit, more) => {
  expect(exceeded(text, { ...noLimits, values: limit })).toBe(more ? "values" : null);
});

test.each([
  ["1", 0, false],
  ['{"a":1,"b":[{"a":2}]}', 2, false],
  ['{"a":1,"b":[{"c":2}]}', 2, true],
  ['{"a" : "x:y"}', 1, false],
  ['["a","b","c"]', 0, false],
  ['{"a\\"b":{"a\\"c":1}}', 1, true],
])("%s may have more than %i different names: %s", (text, limit, more) => {
  expect(exceeded(text, { ...noLimits, names: limit })).toBe(more ? "names" : null);
});

test.each([
  ["[123,-4.5e6,1234]", 5, true],
  ["[123,-4.5e6,1234]", 6, false],
  ['{"12345":"67890","a1b2":12}', 2, false],
  ["[12 34,56]", 2, false],
])("a number of %s may have more than %i digits: %s", (text, limit, more) => {
  expect(exceeded(text, { ...noLimits, digits: limit })).toBe(more ? "digits" : null);
});

test.each([
  ['[[[[],{"a":1,"b":2}]]]', "depth"],
  ['[1,2,3,[4,{"a":1,"b":2}]]', "values"],
  ['{"a":1,"b":[[[1,2]]]}', "names"],
  ["[[12,456,7]]", "digits"],
  ['[[{"a":1}]]', null],
])("of several limits, %s exceeds first: %s", (text, first) => {
  expect(exceeded(text, { depth: 3, values: 5, names: 1, digits: 2 })).toBe(first);
});

test.each([
  ["[123456789012345]", "[123456789012345]"],
  ['{"id":-9234567890123457,"n":1}', '{"id":"-9234567890123457","n":1}'],
  ["[1234567890123456]", "[1234567890123456]"],
  ["[1234567890123456.50,1234567890123456e2]", '["1234567890123456.50",1234567890123456e2]'],
  ["[1.10,1.1,0.50,-2.0,1.0,100,1e3,-0,0.0]", '["1.10",1.1,"0.50",-2.0,1.0,100,1e3,-0,0.0]'],
  ['{"1.10":"2.20"}', '{"1.10":"2.20"}'],
  ['["1234567890123456"]', '["1234567890123456"]'],
  ["[1,9234567890123457,-2]", '[1,"9234567890123457",-2]'],
])("numbers of %s that would be read as others become texts: %s", (text, texts) => {
  expect(numbersAsWritten(text)).toBe(texts);
});

test("a number of a million digits is a long one", () => {
  const digits = "1".repeat(1_000_000);
  expect(numbersAsWritten(`[${digits}]`)).toBe(`["${digits}"]`);
});

test.each([
  ['{"a":NaN,"b":[Infinity,-Infinity,-1]}', '{"a":null,"b":[null,null,-1]}'],
  ['{"NaN":"Infinity","a":NaN}', '{"NaN":"Infinity","a":null}'],
  ["[INF,Nil,NaN]", "[INF,Nil,null]"],
  ['{"a":1}', null],
])("numbers without a value of %s are null: %s", (text, known) => {
  expect(withoutNaN(text)).toBe(known);
});

test.each([
  ["[:::::::::::", "values"],
  ["[1 1 1 1 1 1 1 1 1 1 1", "values"],
  ["[a a a a a a a a a a a", "values"],
  ["[]]]]]]]]", null],
  ["[\\\\[[[[[", null],
  ["[½[[[[[", null],
])("wrong JSON takes no more steps than JSON: %s", (text, answer) => {
  expect(exceeded(text, { ...noLimits, depth: 3, values: 2 })).toBe(answer);
});

test.each(["[true, false, null]", '"without an end', '{"a": "\\'])(
  "the walk over %s ends",
  (text) => {
    expect(exceeded(text, noLimits)).toBeNull();
  },
);
