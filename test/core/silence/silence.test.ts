import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matches, parseMatcher, type Matcher } from "../../../src/core/silence/matcher.ts";
import {
  covers,
  heardAgainAt,
  type Silence,
  type Silenceable,
} from "../../../src/core/silence/silence.ts";
import { night } from "../../support/builders.ts";

const minute = 60_000;
const matcher = (text: string) => parseMatcher(text) as Matcher;
const silence = (more: Partial<Silence> = {}): Silence => ({
  monitor_id: null,
  source_ids: [],
  alert_group_id: null,
  key: null,
  matchers: [],
  from: night,
  until: night + 60 * minute,
  until_recovered: false,
  ...more,
});
const incident = (more: Partial<Silenceable> = {}): Silenceable => ({
  source_id: "shop",
  alert_group_id: "oncall",
  key: "",
  opened_at: night + 10 * minute,
  labels: null,
  ...more,
});
const alert = incident({ labels: { env: "prod", host: "db-1" } });

describe("a matcher", () => {
  test.each<[string, Record<string, string>, boolean]>([
    ["env=prod", { env: "prod" }, true],
    ["env=prod", { env: "production" }, false],
    ["env=prod", { Env: "prod" }, false],
    ["env!=prod", { env: "dev" }, true],
    ["env!=prod", { env: "prod" }, false],
    ["env!=prod", {}, true],
    ["env=", {}, true],
    ["env=", { env: "" }, true],
    ['env=""', { env: "x" }, false],
    ["env=*", {}, true],
    ["host=db-*", { host: "db-1" }, true],
    ["host=db-*", { host: "db-" }, true],
    ["host=db-*", { host: "web-db-1" }, false],
    ["host=*-1", { host: "db-1" }, true],
    ["host=*-1", { host: "db-12" }, false],
    ["host=*b*", { host: "db-1" }, true],
    ["host=a*b*c", { host: "axbxc" }, true],
    ["host=a*b*c", { host: "axcxb" }, false],
    ["host=ab*ba", { host: "aba" }, false],
    ["host=ab*ba", { host: "abba" }, true],
    ["host=a*bb*b", { host: "abb" }, false],
    ["host!=db-*", { host: "db-1" }, false],
    ["host=d.-1", { host: "db-1" }, false],
    ["path=/a\\*", { path: "/a*" }, true],
    ["path=/a\\*", { path: "/ab" }, false],
    ["path=C:\\\\x", { path: "C:\\x" }, true],
    ["path=C:\\x", { path: "C:\\x" }, true],
    [' env = "a b" ', { env: "a b" }, true],
    ['env="a \\"b\\" c"', { env: 'a "b" c' }, true],
    ["env=a b", { env: "a b" }, true],
    ["env=a=b", { env: "a=b" }, true],
    ["env=a\nb", { env: "a\nb" }, true],
    ["kubernetes.io/app=😀*", { "kubernetes.io/app": "😀😀" }, true],
    ["constructor=", {}, true],
    ["__proto__!=x", {}, true],
  ])("%j on %j: %s", (text, labels, fit) => {
    expect(matches(matcher(text), labels)).toBe(fit);
  });

  test.each([
    ["", "must be a label"],
    ["env", "must be a label"],
    ["=prod", "must be a label"],
    ["a b=c", "must be a label"],
    [
      "env=~prod.*",
      "must not use =~: regular expressions are not offered; = takes * for any text, such as env=prod-*",
    ],
    [
      "env!~prod",
      "must not use !~: regular expressions are not offered; != takes * for any text, such as env!=prod-*",
    ],
    ['env="prod', "has a quote that is not closed"],
    ['env="a"b"', "has a quote that is not closed"],
    [`env=${"x".repeat(1024)}`, "must not be longer than 1024"],
  ])("%j is none", (text, words) => {
    expect(parseMatcher(text)).toContain(words);
  });

  test("means the same as a regular expression of one's own", () => {
    const letters = fc.constantFrom("a", "b", "*");
    const text = fc.array(letters, { maxLength: 10 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, (pattern, value) => {
        const regex = new RegExp(`^${pattern.replaceAll("*", "[^]*")}$`);
        expect(matches(matcher(`x=${pattern}`), { x: value })).toBe(regex.test(value));
      }),
      { numRuns: 2000 },
    );
  });

  test("reads or refuses any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, value) => {
        const read = parseMatcher(text);
        if (typeof read !== "string")
          expect(typeof matches(read, { [read.name]: value })).toBe("boolean");
      }),
    );
  });
});

describe("a silence", () => {
  test.each<[number, number | null, boolean]>([
    [-1, 60, false],
    [0, 60, true],
    [59.999, 60, true],
    [60, 60, false],
    [60 * 24 * 365, null, true],
  ])("after %d minutes, of %j: %s", (after, lasts, quiet) => {
    const until = lasts === null ? null : night + lasts * minute;
    expect(covers(silence({ until }), incident(), night + after * minute)).toBe(quiet);
  });

  test.each<[Partial<Silence>, Silenceable, boolean]>([
    [{}, incident(), true],
    [{ monitor_id: "shop" }, incident(), true],
    [{ monitor_id: "blog" }, incident(), false],
    [{ source_ids: ["blog", "shop"] }, incident(), true],
    [{ source_ids: ["blog"] }, incident(), false],
    [{ source_ids: ["shop"], alert_group_id: "others" }, incident(), false],
    [{ alert_group_id: "oncall" }, incident(), true],
    [{ alert_group_id: "others" }, incident(), false],
    [{ monitor_id: "shop", alert_group_id: "others" }, incident(), false],
    [{ key: "disk" }, incident({ key: "disk" }), true],
    [{ key: "disk" }, incident({ key: "cpu" }), false],
    [{ key: "" }, incident(), true],
    [{ matchers: [matcher("env=prod")] }, alert, true],
    [{ matchers: [matcher("env=prod"), matcher("host=db-*")] }, alert, true],
    [{ matchers: [matcher("env=prod"), matcher("host=web-*")] }, alert, false],
    [{ matchers: [matcher("env!=dev")] }, alert, true],
    [{ matchers: [matcher("env!=dev")] }, incident(), false],
    [{ until_recovered: true }, incident({ opened_at: night - minute }), true],
    [{ until_recovered: true }, incident({ opened_at: night }), true],
    [{ until_recovered: true }, incident({ opened_at: night + 1 }), false],
  ])("%j covers %j: %s", (more, what, quiet) => {
    expect(covers(silence(more), what, night + 20 * minute)).toBe(quiet);
  });
});

describe("the end of all silences", () => {
  const at = (from: number, until: number | null, more: Partial<Silence> = {}) =>
    silence({
      from: night + from * minute,
      until: until === null ? null : night + until * minute,
      ...more,
    });
  test.each<[string, Silence[], number | null]>([
    ["is now without any", [], 0],
    ["is now when they are over, or yet to come", [at(-9, 0), at(1, 9)], 0],
    ["is the end of the only one", [at(-1, 5)], 5],
    ["is the end of the last of several", [at(-1, 5), at(-1, 9), at(-1, 2)], 9],
    ["is after those that follow", [at(8, 12), at(-1, 5), at(5, 9)], 12],
    ["is before those that come later", [at(-1, 5), at(6, 9)], 5],
    ["does not come by itself", [at(-1, 5), at(4, null)], null],
    ["leaves out what is about others", [at(-1, 5, { monitor_id: "blog" })], 0],
  ])("%s", (_, silences, end) => {
    expect(heardAgainAt(silences, incident(), night)).toBe(
      end === null ? null : night + end * minute,
    );
  });

  test("is the first instant that nothing covers", () => {
    const any = fc
      .tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 20 }))
      .map(([from, lasts]) => at(from, from + lasts));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (silences) => {
        let now = night;
        while (silences.some((one) => covers(one, incident(), now))) now += minute;
        expect(heardAgainAt(silences, incident(), night)).toBe(now);
      }),
    );
  });
});
