import { describe, expect, it, test } from "vitest";
import { compile } from "../../../src/core/query/compile.ts";
import { mostSteps, QueryFault, Run } from "../../../src/core/query/run.ts";

const body = {
  event: "threshold",
  sensor: { name: "Rack B4", site: "fra1" },
  value: 41.7,
  limit: "32.10",
  readings: [
    { id: "t-118", state: "ALARM", label: "Fan" },
    { id: "t-121", state: "OK", label: null },
  ],
  lists: [[1, 2], 3, [[4]]],
  "odd name": { x: { y: 1 }, z: { y: 2 } },
  empty: { list: [], object: {}, text: "" },
  yes: true,
};

function resultOf(text: string, value: unknown = body): unknown {
  const query = compile(text);
  if (typeof query === "string") throw new Error(query);
  return query(value, new Run(value));
}

describe("a query selects as JMESPath does", () => {
  it.each([
    ["sensor.name", "Rack B4"],
    ["sensor.nothing.more", null],
    ["event.more", null],
    ["sensor.nothing.to_string(@)", null],
    ["@.event", "threshold"],
    ["$.event", "threshold"],
    ["sensor | $.event", "threshold"],
    ['"odd name".x.y', 1],
    ["toString", null],
    ["readings[0].id", "t-118"],
    ["readings[-1].id", "t-121"],
    ["readings[5]", null],
    ["event[0]", null],
    ["readings[*].id", ["t-118", "t-121"]],
    ["readings[*].label", ["Fan"]],
    ["readings[*].label | [0]", "Fan"],
    ["event[*]", null],
    ["lists[*][0]", [1, [4]]],
    ["lists[]", [1, 2, 3, [4]]],
    ["lists[][]", [1, 2, 3, 4]],
    ["event[]", null],
    ['"odd name".*.y', [1, 2]],
    ["event.*", null],
    ["sensor.* | [1]", "fra1"],
    ["readings[?state == 'ALARM'].id", ["t-118"]],
    ["readings[?label]", [{ id: "t-118", state: "ALARM", label: "Fan" }]],
    ["event[?x]", null],
    ["readings[?state != 'ALARM'] | [0].id", "t-121"],
    ["lists[0][:1]", [1]],
    ["lists[0][1:]", [2]],
    ["lists[0][::-1]", [2, 1]],
    ["lists[0][-1:]", [2]],
    ["lists[0][5:0:-1]", [2]],
    ["lists[0][-9:-1]", [1]],
    ["lists[0][1:-9:-1]", [2, 1]],
    ["event[1:]", null],
    ["sensor.[name, site]", ["Rack B4", "fra1"]],
    ['sensor.{a: name, "b c": site}', { a: "Rack B4", "b c": "fra1" }],
    ["[event, value]", ["threshold", 41.7]],
    ["{e: event}", { e: "threshold" }],
    ["nothing | [a, b]", null],
    ["nothing | {a: b}", null],
    ["readings[*].[id]", [["t-118"], ["t-121"]]],
    ["readings[*].{i: id}", [{ i: "t-118" }, { i: "t-121" }]],
    ["readings[1].label || 'none'", "none"],
    ["event || 'none'", "threshold"],
    ["event && value", 41.7],
    ["nothing && value", null],
    ["!event", false],
    ["!yes || !nothing", true],
    ["(event || value) && yes", true],
    ["empty.list || empty.object || empty.text || `false` || 'all empty'", "all empty"],
    ["value > limit", true],
    ["value >= `41.7`", true],
    ["value < `1`", false],
    ["value <= `1`", false],
    ["event < `1`", null],
    ["`1` < event", null],
    ["limit == `32.1`", true],
    ["`32.1` == limit", true],
    ["value == event", false],
    ["yes == `true`", true],
    ["yes == 'true'", false],
    ["lists == lists", true],
    ["lists[0] == `[1, 2]`", true],
    ["lists[0] == `[1]`", false],
    ["lists[0] == sensor", false],
    ['sensor == `{"site": "fra1", "name": "Rack B4"}`', true],
    ['sensor == `{"site": "fra1"}`', false],
    ['sensor == `{"site": "fra1", "other": 1}`', false],
    ["sensor == lists", false],
    [" 'it\\'s' ", "it's"],
    ['`"a\\`b"`', "a`b"],
    ["* | length(@)", 9],
  ])("%s", (text, result) => {
    expect(resultOf(text)).toEqual(result);
  });

  it.each([
    ["[@][?event] | length(@)", 1],
    ["[].x", null],
    ["[?x]", null],
    ["*.name", ["Rack B4"]],
    ["contains(event, 'hold')", true],
    ["contains(lists, `3`)", true],
    ["contains(lists, `5`)", false],
    ["ends_with(event, 'hold')", true],
    [
      "items(sensor)",
      [
        ["name", "Rack B4"],
        ["site", "fra1"],
      ],
    ],
    ["join('/', [sensor.site, value, yes])", "fra1/41.7/true"],
    ["keys(sensor)", ["name", "site"]],
    ["length(event)", 9],
    ["length(readings)", 2],
    ["length(sensor)", 2],
    ["lower('ABC')", "abc"],
    ["not_null(nothing, event)", "threshold"],
    ["not_null(nothing)", null],
    ["replace(event, 'old', 'new')", "threshnew"],
    ["replace(event, '', 'x')", "threshold"],
    ["split('a,b', ',')", ["a", "b"]],
    ["split('ab', '')", ["a", "b"]],
    ["starts_with(event, 'three')", false],
    ["to_number(limit)", 32.1],
    ["to_number(event)", null],
    ["to_string(sensor)", '{"name":"Rack B4","site":"fra1"}'],
    ["to_string(readings[0:1])", '[{"id":"t-118","state":"ALARM","label":"Fan"}]'],
    ["to_string(event)", "threshold"],
    ["trim(' a ')", "a"],
    [
      "[type(nothing), type(lists), type(sensor), type(value)]",
      ["null", "array", "object", "number"],
    ],
    ["upper('abc')", "ABC"],
    ["values(sensor)", ["Rack B4", "fra1"]],
  ])("%s", (text, result) => {
    expect(resultOf(text)).toEqual(result);
  });

  it("names of the prototype are names like any other", () => {
    const hostile = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c"}') as object;
    expect(resultOf("__proto__.a", hostile)).toBe(1);
    expect(resultOf("constructor", hostile)).toBe("c");
    expect(resultOf("constructor", {})).toBeNull();
    const made = resultOf('{"__proto__": @}', hostile) as object;
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(() => resultOf("__proto__()")).toThrow("unknown function __proto__()");
  });
});

describe("a mistake is named with its place", () => {
  it.each([
    ["", "ends too early, at character 1"],
    ["a..b", "has an unexpected . at character 3"],
    ["a b", "has an unexpected b at character 3"],
    ["a.b.", "ends too early, at character 5"],
    ["(a", "ends too early, where ) is missing, at character 3"],
    ["[a", "ends too early, where ] is missing, at character 3"],
    ["a[b]", "has an unexpected b at character 3"],
    ["a[1:2:3:4]", "has an unexpected : at character 8"],
    ["a[1", "ends too early, at character 4"],
    ["a[::0]", "has a slice with steps of 0 at character 7"],
    ["{1: a}", "has an unexpected 1 at character 2"],
    ["a[?b", "ends too early, where ] is missing, at character 5"],
    ["a = b", "has an unexpected = at character 3"],
    ["a == 1", "has the number 1, which is written `1`, at character 6"],
    ["a.  ~", "has an unexpected ~ at character 5"],
    ["'abc", "lacks the ' that ends the text which begins at character 1"],
    ["`{`", "has a value that is not JSON at character 1"],
    ["lenght(@)", 'has an unknown function lenght(), did you mean "length"? at character 1'],
    ["not_null()", "gives not_null() 0 values where it takes 1 to 50, at character 1"],
    ["(".repeat(40), "is nested too deep at character 33"],
  ])("%s", (text, fault) => {
    expect(compile(text)).toBe(fault);
  });

  it.each(
    Object.entries({
      contains: 2,
      ends_with: 2,
      items: 1,
      join: 2,
      keys: 1,
      length: 1,
      lower: 1,
      replace: 3,
      split: 2,
      starts_with: 2,
      to_number: 1,
      to_string: 1,
      trim: 1,
      type: 1,
      upper: 1,
      values: 1,
    }),
  )("%s() with less or more than %i values", (name, takes) => {
    const given = (count: number) => `${name}(${Array(count).fill("a").join(", ")})`;
    expect(compile(given(takes))).toBeTypeOf("function");
    for (const count of [takes - 1, takes + 1])
      expect(compile(given(count))).toBe(
        `gives ${name}() ${count} values where it takes ${takes}, at character 1`,
      );
  });

  it.each([
    ["lower(nothing)", "gives lower() null where it takes a text"],
    ["join('/', event)", "gives join() a text where it takes a list"],
    ["join('/', [sensor])", "gives join() an object where it takes a text"],
    ["keys(lists)", "gives keys() a list where it takes an object"],
  ])("%s, while it runs", (text, fault) => {
    expect(() => resultOf(text)).toThrow(new QueryFault(fault));
  });
});

test("an error that is no mistake of a query is not hidden", () => {
  expect(() => compile(undefined as never)).toThrow(TypeError);
});

describe("a query ends after the steps that it may take", () => {
  const many = { x: Array.from({ length: 400_000 }, (_, i) => i), text: "a".repeat(8_000_000) };
  const by = (text: string, times: number) =>
    Array.from({ length: times }).reduce<string>(
      (inner) => `replace(${inner}, 'a', 'aaaaaaaaaaaaaaaa')`,
      text,
    );

  it.each([
    ["x[*].[$.x[*].[$.x[*]]]"],
    ["x[?contains($.x, @)]"],
    ["x[] | [*].[@][]"],
    ["to_string(@)"],
    ["x == x[:]"],
    ["split(text, '')"],
    ["lower(text)"],
    [by("'a'", 7)],
  ])("%s", (text) => {
    expect(() => resultOf(text, many)).toThrow("takes too many steps for this body");
  });

  it("the steps of a delivery are those of all its queries", () => {
    const run = new Run(many);
    const query = compile("x[:10000]");
    if (typeof query === "string") throw new Error(query);
    for (let steps = 20_000; steps < mostSteps; steps += 20_000) query(many, run);
    expect(() => query(many, run)).toThrow(QueryFault);
  });
});
