/** The fuzzer itself: short runs with fixed seeds, and planted faults that it must find. */
import { describe, expect, test } from "vitest";
import { ManifestDocument } from "../../src/api/manifest-document.ts";
import { chanceOf } from "./chance.ts";
import { Coverage } from "./coverage.ts";
import { fuzz } from "./loop.ts";
import { inflated, mutated } from "./mutate.ts";
import {
  isExponential,
  patternsIn,
  patternsOfSchema,
  patternsOfSources,
  slowText,
} from "./patterns.ts";
import { holds, type Target } from "./target.ts";
import { targets } from "./targets/all.ts";

/** Texts for each target: few, because each run of the tests has them. */
const few = 60;
const untimed = (runs: number, seed = 1) => ({
  chance: chanceOf(seed),
  coverage: null,
  untimed: true,
  goesOn: (done: number) => done < runs,
});

describe("every parser keeps its promises", () => {
  test.each(targets.map((target) => [target.name, target] as const))("%s", async (_, target) => {
    const { findings } = await fuzz(target, untimed(target.seeds.length + few));
    expect(findings).toEqual([]);
  });
});

test("the same seed makes the same texts", () => {
  const some = () => {
    const chance = chanceOf(7);
    return Array.from({ length: 50 }, () => mutated(chance, ['{"a":[1,"x"]}'], ["b"], 1_000));
  };
  expect(some()).toEqual(some());
  expect(new Set(some()).size).toBeGreaterThan(25);
  expect(inflated(chanceOf(1), "abc", [], 10_000).length).toBeGreaterThan(9_000);
});

describe("a planted fault is found", () => {
  const planted = (run: (text: string) => unknown): Target => ({
    name: "planted",
    most: 1_000,
    seeds: ['{"a":{"b":"2026-01-01"}}'],
    run,
  });
  test.each<[string, (text: string) => unknown]>([
    ["U+0000", (text) => holds(!text.includes("\u0000"), "no U+0000")],
    ["half of a pair", (text) => holds(text.isWellFormed(), "well formed")],
    ["`__proto__`", (text) => holds(!text.includes("__proto__"), "no such name")],
    ["a year beyond 9999", (text) => holds(!/\d{5}-\d\d/.test(text), "four digits")],
    ["a number without an end", (text) => holds(!/\de\d{3}/.test(text), "a number")],
    ["an empty list", (text) => holds(!text.includes("[]"), "no empty list")],
  ])("%s", async (_, run) => {
    const { findings } = await fuzz(planted(run), untimed(20_000));
    expect(findings).toHaveLength(1);
    // It is made as short as it can be.
    expect(findings[0]!.input.length).toBeLessThan(12);
  });

  test("by what ran, one step after the other", () => {
    const coverage = new Coverage();
    const step = (text: string) => (text.startsWith("a") ? (text.startsWith("ab") ? 2 : 1) : 0);
    try {
      coverage.take();
      // Sources alone count, and this file is none of them.
      step("a");
      expect(coverage.isNew(coverage.take())).toBe(false);
    } finally {
      coverage.end();
    }
  });
});

describe("no text takes twice as long with each character", () => {
  test("one that does is found", () => {
    const text = String.raw`x = /^(?:\.?[^.[\]()]+|\.?\[\d+\])*$/;`;
    expect(patternsIn("planted", text).filter(isExponential)).toHaveLength(1);
  });

  test("of any pattern of the sources, and of what is declared", () => {
    const declared = patternsOfSchema("what is declared", ManifestDocument);
    expect([...patternsOfSources(), ...declared].filter(isExponential)).toEqual([]);
  });
});

describe("no text takes the square of its length", () => {
  /** Of some thousand characters, ms: what goes along them once takes a hundredth of one. */
  const limit = 60;

  test.each([
    String.raw`x = /\s*a\s*$/;`,
    String.raw`x = /\r+$/;`,
    String.raw`x = /^(?:<!--[^]*?-->\s*)*<svg/;`,
  ])("one that does is found: %s", (text) => {
    const [pattern] = patternsIn("planted", text);
    expect(slowText(pattern!, 1)).not.toBeNull();
  });

  test("of any pattern of the sources, and of what is declared", () => {
    const declared = patternsOfSchema("what is declared", ManifestDocument);
    expect(declared.length).toBeGreaterThan(10);
    const patterns = [...patternsOfSources(), ...declared];
    expect(patterns.length).toBeGreaterThan(500);
    const slow = patterns.flatMap((one) => {
      const text = slowText(one, limit);
      return text === null ? [] : [`${one.file} ${String(one.pattern)} ${text.slice(0, 40)}`];
    });
    expect(slow).toEqual([]);
  });
});
