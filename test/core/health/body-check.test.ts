import { describe, expect, test } from "vitest";
import { asksForBody, bodyCheck } from "../../../src/core/health/body-check.ts";
import type { BodyCondition } from "../../../src/resource/check/body-condition.ts";

const nothing = { body_contains: null, body_lacks: null, body_json: [] };

const said = (expected: Partial<Parameters<typeof bodyCheck>[0]>, body: string, cut = false) => {
  const { status, notification_message } = bodyCheck({ ...nothing, ...expected }, body, cut).result;
  return notification_message === null ? status : `${status}: ${notification_message}`;
};

describe("text in a body", () => {
  test.each([
    [{ body_contains: "come" }, "Welcome", false, "ok"],
    [{ body_contains: "COME" }, "Welcome", false, "failed: The body lacks “COME”"],
    [{ body_lacks: "error" }, "Welcome", false, "ok"],
    [{ body_lacks: "come" }, "Welcome", false, "failed: The body contains “come”"],
    [
      { body_contains: "a", body_lacks: "come" },
      "Welcome",
      false,
      "failed: The body lacks “a”; The body contains “come”",
    ],
    [{ body_contains: "x".repeat(200) }, "", false, `failed: The body lacks “${"x".repeat(100)}…”`],
    [{ body_contains: "come" }, "Welcome", true, "ok"],
    [
      { body_contains: "later" },
      "Welcome",
      true,
      "failed: The first 1 MiB of the body lacks “later”",
    ],
    [
      { body_lacks: "later" },
      "Welcome",
      true,
      "warning: Only the first 1 MiB of the body was searched for “later”",
    ],
  ])("%j", (expected, body, cut, check) => {
    expect(said(expected, body, cut)).toBe(check);
  });

  test("is looked for only when something is expected", () => {
    const condition: BodyCondition = { pointer: "", comparison: "exists" };
    expect(asksForBody(nothing)).toBe(false);
    expect(asksForBody({ ...nothing, body_lacks: "a" })).toBe(true);
    expect(asksForBody({ ...nothing, body_contains: "a" })).toBe(true);
    expect(asksForBody({ ...nothing, body_json: [condition] })).toBe(true);
  });
});

describe("values in a JSON body", () => {
  const body = JSON.stringify({
    queue: { length: 120, "a/b": 1, "m~n": 2 },
    state: "degraded",
    version: "12.5",
    ready: true,
    none: null,
    tags: ["web", 5],
    empty: [],
    // As numbers: JavaScript itself does not tell those that end in 0 and in 1 apart.
    id: "ID",
    ids: ["ID"],
  }).replaceAll('"ID"', "12345678901234567890");
  type Case = [string, BodyCondition["comparison"], BodyCondition["value"] | undefined, string];

  test.each<Case>([
    ["/state", "equals", "degraded", "ok"],
    ["/state", "equals", "ok", "failed: /state is “degraded”, expected “ok”"],
    ["/ready", "equals", true, "ok"],
    ["/ready", "equals", "true", "failed: /ready is true, expected “true”"],
    ["/none", "equals", null, "ok"],
    ["/queue", "equals", 5, "failed: /queue is an object, expected 5"],
    ["/version", "equals", 12.5, "ok"],
    ["/queue/length", "equals", "120", "ok"],
    ["/tags/length", "equals", 2, "ok"],
    ["/tags/length", "at_least", 3, "failed: /tags/length is 2, expected at least 3"],
    ["/empty/length", "equals", 0, "ok"],
    ["/empty/length", "above", 0, "failed: /empty/length is 0, expected above 0"],
    ["/state/length", "exists", undefined, "failed: /state/length is missing"],
    ["/id", "equals", "12345678901234567890", "ok"],
    [
      "/id",
      "equals",
      "12345678901234567891",
      "failed: /id is “12345678901234567890”, expected “12345678901234567891”",
    ],
    ["/id", "differs", "12345678901234567891", "ok"],
    ["/ids", "contains", "12345678901234567890", "ok"],
    ["/ids", "contains", "12345678901234567891", "failed: /ids lacks “12345678901234567891”"],
    ["/id", "above", "1234567890123456789", "ok"],
    ["/state", "differs", "ok", "ok"],
    ["/state", "differs", "degraded", "failed: /state is “degraded”, expected another value"],
    ["/missing", "differs", "ok", "failed: /missing is missing"],
    ["/queue/length", "below", 100, "failed: /queue/length is 120, expected below 100"],
    ["/queue/length", "below", 121, "ok"],
    ["/queue/length", "above", 119, "ok"],
    ["/queue/length", "above", 120, "failed: /queue/length is 120, expected above 120"],
    ["/queue/length", "at_least", 120, "ok"],
    ["/queue/length", "at_least", 121, "failed: /queue/length is 120, expected at least 121"],
    ["/queue/length", "at_most", 120, "ok"],
    ["/queue/length", "at_most", "119", "failed: /queue/length is 120, expected at most 119"],
    ["/version", "above", 12, "ok"],
    ["/state", "above", 1, "failed: /state is “degraded”, which does not compare with numbers"],
    ["/none", "below", 1, "failed: /none is null, which does not compare with numbers"],
    ["/tags", "contains", "web", "ok"],
    ["/tags", "contains", "5", "ok"],
    ["/tags", "contains", "db", "failed: /tags lacks “db”"],
    ["/state", "contains", "grad", "ok"],
    ["/state", "contains", "ok", "failed: /state lacks “ok”"],
    ["/version", "contains", 12, "ok"],
    ["/ready", "contains", "t", "failed: /ready is true, which has no parts to look for"],
    ["/none", "exists", undefined, "ok"],
    ["/queue/a~1b", "equals", 1, "ok"],
    ["/queue/m~0n", "equals", 2, "ok"],
    ["/tags/0", "equals", "web", "ok"],
    ["/tags/00", "exists", undefined, "failed: /tags/00 is missing"],
    ["/tags/-", "exists", undefined, "failed: /tags/- is missing"],
    ["/state/length", "exists", undefined, "failed: /state/length is missing"],
    ["/none/a", "exists", undefined, "failed: /none/a is missing"],
    ["/constructor", "exists", undefined, "failed: /constructor is missing"],
    ["", "equals", 5, "failed: The body is an object, expected 5"],
    [`/${"x".repeat(200)}`, "exists", undefined, `failed: /${"x".repeat(99)}… is missing`],
  ])("%s %s %j: %s", (pointer, comparison, value, check) => {
    const condition = { pointer, comparison, ...(value === undefined ? {} : { value }) };
    expect(said({ body_json: [condition] }, body)).toBe(check);
  });

  const exists = (pointer: string): BodyCondition => ({ pointer, comparison: "exists" });

  test("of a list", () => {
    expect(said({ body_json: [{ pointer: "", comparison: "equals", value: 1 }] }, "[1]")).toBe(
      "failed: The body is a list, expected 1",
    );
  });

  test("are not there when the body is not JSON, empty or cut off", () => {
    const body_json = [exists("/a")];
    expect(said({ body_json }, "<html>")).toBe("failed: The body is not JSON");
    expect(said({ body_json }, " ")).toBe("failed: The body is empty, not JSON");
    expect(said({ body_json }, '{"a":1', true)).toBe(
      "failed: The body is longer than 1 MiB and is not read as JSON",
    );
  });

  test("that fail are named up to three", () => {
    const body_json = ["/a", "/b", "/c", "/d", "/e"].map(exists);
    expect(said({ body_json }, "{}")).toBe(
      "failed: /a is missing; /b is missing; /c is missing; and 2 more",
    );
  });

  test("that are nested deeply are not followed in a sentence", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const body_json: BodyCondition[] = [{ pointer: "", comparison: "equals", value: 1 }];
    expect(said({ body_json }, deep)).toMatch(/^failed: The body is /);
  });
});

test("a body counts for a monitor that has a condition on it", () => {
  expect(asksForBody({})).toBe(false);
  expect(asksForBody({ body_contains: null, body_lacks: null, body_json: [] })).toBe(false);
  expect(asksForBody({ body_lacks: "" })).toBe(true);
  expect(asksForBody({ body_json: [{ pointer: "", comparison: "exists" }] })).toBe(true);
});
