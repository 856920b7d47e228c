import { describe, expect, test } from "vitest";
import { badge } from "../../src/dashboard/badge.ts";
import { badgeMarkdown, badgeSnippet } from "../../src/dashboard/badge-snippet.ts";

const width = (svg: string) => Number(/ width="(\d+)"/.exec(svg)?.[1]);

describe("a badge", () => {
  test("is a picture with a text alternative", () => {
    const svg = badge("Shop", "operational", "operational");
    expect(svg).toContain('role="img"');
    expect(svg).toContain('aria-label="Shop: operational"');
    expect(svg).toContain("<title>Shop: operational</title>");
  });

  test("shows hostile text as text", () => {
    const svg = badge(`"><script>alert(1)</script>&`, "<b>", "down");
    expect(svg).not.toMatch(/<script|<b>/);
    expect(svg).toContain("&lt;script&gt;");
  });

  test("is as wide as its letters", () => {
    const of = (text: string) => width(badge(text, "x", "down"));
    expect(of("iiii")).toBeLessThan(of("cccc"));
    expect(of("cccc")).toBeLessThan(of("WWWW"));
    expect(of("中文")).toBeGreaterThan(of("ab"));
    // Verdana's own: 11 pixels, five letters.
    expect(of("Shop1") - of("")).toBeGreaterThan(30);
    expect(of("Shop1") - of("")).toBeLessThan(40);
  });

  test("has room for so much, and cuts no character in two", () => {
    const long = badge("😀".repeat(300), "x", "down");
    expect(width(long)).toBeLessThan(1000);
    expect(long).toContain("…");
    expect(long.isWellFormed()).toBe(true);
  });

  test("has letters that can be read on its colours", () => {
    const luminance = (colour: string) =>
      [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!, 0);
    for (const state of ["operational", "degraded", "down", "maintenance", "unknown"] as const)
      for (const [, colour] of badge("a", "b", state).matchAll(/<rect[^>]*fill="(#\w{6})"/g))
        expect(1.05 / (luminance(colour!) + 0.05), state).toBeGreaterThan(4.5);
  });
});

describe("Markdown of a badge", () => {
  const about = { url: "https://x/badge/shop.svg", page_url: "https://x/status/shop" };

  test("is a picture that leads to the status page", () => {
    expect(badgeMarkdown({ title: "Shop", ...about })).toBe(
      "[![Shop](https://x/badge/shop.svg)](https://x/status/shop)",
    );
  });

  test("keeps a title between its brackets", () => {
    expect(badgeMarkdown({ title: "a](javascript:x) *b*\n<c>", ...about })).toBe(
      String.raw`[![a\](javascript:x) \*b\* \<c\>](https://x/badge/shop.svg)](https://x/status/shop)`,
    );
  });

  test("has a button that copies it", () => {
    const { text } = badgeSnippet("badge-1", { title: "Shop", ...about });
    expect(text).toContain('data-copy="badge-1"');
    expect(text).toContain('id="badge-1"');
  });
});
