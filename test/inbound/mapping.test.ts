import { describe, expect, it, test } from "vitest";
import type { Alert } from "../../src/inbound/alert.ts";
import { failure, readMapped } from "../../src/inbound/mapping/read-mapped.ts";
import type { InboundMapping } from "../../src/resource/inbound-mapping.ts";

const body = {
  sensor: { name: "Rack B4", site: "fra1" },
  level: "critical",
  value: 41.7,
  readings: [
    { id: "t-118", state: "ALARM", label: "冷却ユニット 2" },
    { id: "t-121", state: "ALARM", label: "Fan <b>7</b>" },
    { id: "t-122", state: "OK", label: "Door" },
  ],
};
const mapping: InboundMapping = {
  alerts: "readings",
  key: "[$.sensor.site, id]",
  status: "state == 'ALARM'",
  title: "label",
  text: "join(' ', [$.sensor.name, $.value, '°C'])",
  severity: "$.level",
};

/** The alerts, or why the mapping fails. */
function read(mapping: InboundMapping, value: unknown = body): Alert[] | string {
  const contents = readMapped(value, mapping);
  if (typeof contents === "string") return contents;
  try {
    return [...contents.alerts];
  } catch (error) {
    return failure(error);
  }
}
const first = (mapping: InboundMapping, value: unknown = body) => {
  const alerts = read(mapping, value);
  if (typeof alerts === "string") throw new Error(alerts);
  return alerts[0]!;
};

test("a mapping says which alerts a body has, and what each of them is", () => {
  expect(read(mapping)).toMatchObject([
    {
      identity: '["fra1","t-118"]',
      status: "firing",
      reported_status: null,
      title: "冷却ユニット 2",
      summary: "Rack B4 41.7 °C",
      severity: "critical",
    },
    { identity: '["fra1","t-121"]', status: "firing", title: "Fan <b>7</b>" },
    { identity: '["fra1","t-122"]', status: "resolved", title: "Door" },
  ]);
});

describe("what a mapping does not name is read as in any body", () => {
  it("also the title, and then the identity", () => {
    const item = { title: "Disk full", status: "ok", severity: "page", labels: { host: "db1" } };
    expect(first({ alerts: "all" }, { all: [item] })).toMatchObject({
      title: "Disk full",
      status: "resolved",
      severity: "page",
      labels: { host: "db1" },
    });
    const identity = (status: string) => first({ title: "name" }, { name: `db1 is ${status}` });
    expect(identity("DOWN").identity).toBe(identity("UP").identity);
  });

  it("a key of parts that are all null leaves the title", () => {
    const identity = (key: string, title: string) => first({ key, title: `'${title}'` }).identity;
    for (const key of ["[nothing, other.nothing]", "{a: nothing, b: other}"])
      expect(identity(key, "a")).not.toBe(identity(key, "b"));
  });

  it("a key that is null leaves the title", () => {
    const by = (key: string) => first({ key, title: "level" }).identity;
    expect(by("nothing")).toBe(first({ title: "level" }).identity);
    expect(by("nothing")).toBe(by("`null`"));
    expect(by("nothing")).not.toBe(by("value"));
    expect(by("value")).toBe("41.7");
  });

  it("a body without a list is one alert, and an object in place of a list, too", () => {
    expect(first({ title: "sensor.name" }).title).toBe("Rack B4");
    expect(first({ alerts: "sensor", title: "name" }).title).toBe("Rack B4");
    expect(first({ alerts: "readings[*].label", title: "@" }).title).toBe("冷却ユニット 2");
  });
});

test.each([
  ["true", "firing", null],
  ["false", "resolved", null],
  ["'Firing'", "firing", null],
  ["'OK'", "resolved", null],
  ["'acknowledged'", "acknowledged", null],
  ["'meh'", "firing", "meh"],
  ["nothing", "firing", null],
  ["sensor", "firing", null],
])("the status %s is %s", (text, status, reported_status) => {
  const query = /^(?:true|false)$/.test(text) ? `\`${text}\`` : text;
  expect(first({ status: query, title: "level" })).toMatchObject({ status, reported_status });
});

test.each([
  ["'https://x.example/1'", [{ name: "source", url: "https://x.example/1" }]],
  ["{runbook: 'https://x.example/1'}", [{ name: "runbook", url: "https://x.example/1" }]],
  [
    "['https://x.example/1', value, 'javascript:x']",
    [{ name: "source", url: "https://x.example/1" }],
  ],
  ["nothing", []],
])("links from %s", (links, expected) => {
  expect(first({ links, title: "level" }).links).toEqual(expected);
});

test("a text can be a list with one for each line", () => {
  expect(first({ text: "[level, value, sensor.nothing]", title: "sensor.name" }).summary).toBe(
    "critical\n41.7",
  );
  expect(first({ text: "sensor", title: "level" }).summary).toContain('"site":"fra1"');
  expect(first({ text: "nothing", title: "level" }).summary).toBe("critical");
});

test("an empty list says that the body has no alerts", () => {
  expect(readMapped(body, { alerts: "readings[?state == 'LOST']" })).toMatchObject({
    remarks: ["The mapping of the group finds no alerts in it."],
  });
});

test("alerts beyond those that are read are counted", () => {
  const all = Array.from({ length: 5_002 }, (_, n) => n);
  const contents = readMapped({ all }, { alerts: "all", title: "@" });
  if (typeof contents === "string") throw new Error(contents);
  expect([...contents.alerts]).toHaveLength(5_000);
  expect(contents).toMatchObject({
    left_out: 2,
    remarks: ["Read by the mapping of the group.", "2 alerts beyond 5000 were left out."],
  });
});

describe("a mapping fails as a whole, with the name of the query", () => {
  const many = { all: Array.from({ length: 400_000 }, (_, n) => n), title: "x" };
  const empty = { all: Array.from({ length: 1_400_000 }, () => ({})) };
  it.each([
    [{ alerts: "nothing" }, body, "`alerts` gives no list."],
    [{ alerts: "level" }, body, "`alerts` gives no list."],
    [{ title: "nothing" }, body, "`title` gives no text."],
    [{ title: "sensor" }, body, "`title` gives no text."],
    [
      { title: "label", alerts: "readings" },
      { readings: [{ label: "a" }, {}] },
      "`title` gives no text.",
    ],
    [{ title: "a" }, { a: " " }, "`title` gives no text."],
    [{ title: "@", alerts: "all" }, { all: [[1], [[2]]] }, "`title` gives no text."],
    [{ title: "@", alerts: "all" }, { all: [null] }, "`title` gives no text."],
    [{ title: "__proto__.a" }, JSON.parse('{"__proto__": {"b": 1}}'), "`title` gives no text."],
    [{ title: "x" }, null, "`title` gives no text."],
    [{ title: "x" }, 5, "`title` gives no text."],
    [{ title: "x" }, [[1, 2], [3]], "`title` gives no text."],
    [
      { title: "join('-', [level, nothing])" },
      body,
      "`title` gives join() null where it takes a text.",
    ],
    [
      { alerts: "all[*].[$.all[*].[$.all]]" },
      many,
      "`alerts` takes too many steps for this body: ask for less of it.",
    ],
    [
      { title: "title", text: "to_string($)" },
      many,
      "`text` takes too many steps for this body: ask for less of it.",
    ],
    [
      { alerts: "all[?@ == `{}`]" },
      empty,
      "`alerts` takes too many steps for this body: ask for less of it.",
    ],
    [{ title: "a.b." }, body, "`title` ends too early, at character 5."],
  ])("%j", (mapping, value, why) => {
    expect(read(mapping, value)).toBe(`The mapping of the group fails: ${why}`);
  });
});

test("an error that is no fault of a query is not hidden", () => {
  expect(() => failure(new Error("mine"))).toThrow("mine");
});
