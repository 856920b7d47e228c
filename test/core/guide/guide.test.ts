import { describe, expect, test } from "vitest";
import {
  anchorOf,
  groupsOf,
  parseGuide,
  plainText,
  sectionsOf,
  type Guide,
} from "../../../src/core/guide/guide.ts";
import { searchGuides } from "../../../src/core/guide/search.ts";

const head = (title: string, more: Partial<Record<string, string>> = {}) =>
  Object.entries({
    title,
    question: "How do I do it?",
    for: "everybody",
    group: "Start",
    order: "10",
    ...more,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
const guide = (name: string, body: string, more: Partial<Record<string, string>> = {}): Guide =>
  parseGuide(name, `---\n${head(`Title of ${name}`, more)}---\n${body}\n`);

describe("a guide", () => {
  test("has a head and a body", () => {
    expect(guide("a", "First.", { question: "Why: how?" })).toEqual({
      name: "a",
      title: "Title of a",
      question: "Why: how?",
      audience: "everybody",
      group: "Start",
      order: 10,
      body: "First.",
    });
  });

  test("without a head, or with half of one, is refused by its name", () => {
    expect(() => parseGuide("a", "# A\n")).toThrow("The guide a has no head.");
    expect(() => parseGuide("a", "---\ntitle: A\n---\n")).toThrow(
      'The head of the guide a lacks "question".',
    );
  });

  test("has parts by its headings, none of which is in code", () => {
    const text = "One.\n\n## Run `it` (now)\n\n```sh\n## no heading\n```\n\n### [More](b.md)\nTwo.";
    expect(sectionsOf(guide("a", text))).toEqual([
      { id: "", heading: "Title of a", level: 0, text: "One.\n\n" },
      {
        id: "run-it-now",
        heading: "Run it (now)",
        level: 2,
        text: "\n```sh\n## no heading\n```\n\n",
      },
      { id: "more", heading: "More", level: 3, text: "Two.\n" },
    ]);
  });

  test("has anchors as forges make them", () => {
    expect(anchorOf("Add a phone, by QR: `ntfy_url` – now")).toBe(
      "add-a-phone-by-qr-ntfy_url--now",
    );
  });

  test("loses its marks as plain text, but no name its underscores", () => {
    expect(plainText("**Set** `a_b` in _the_ [file](x.md), ![it](i.png)")).toBe(
      "Set a_b in the file, it",
    );
  });
});

test("guides stand in groups, both in their order", () => {
  const list = [
    guide("c", "", { group: "Use", order: "30" }),
    guide("b", "", { order: "12" }),
    guide("a", "", { order: "11" }),
  ];
  expect(
    groupsOf(list).map(({ group, guides }) => [group, guides.map(({ name }) => name)]),
  ).toEqual([
    ["Start", ["a", "b"]],
    ["Use", ["c"]],
  ]);
});

describe("a search", () => {
  const list = [
    guide("late", "Nothing.\n\n## Hours\n\nSet the contact times.", { order: "20" }),
    guide("early", "Contact them.\n\n## Contact hours\n\nFrom eight."),
    guide("titled", "Nothing here.", { question: "Which contact hours are there?", order: "30" }),
  ];
  const found = (words: string) =>
    searchGuides(list, words).map(({ guide: { name }, section }) => `${name}#${section.id}`);

  test("finds titles first, then headings, then texts", () => {
    expect(found("contact HOURS")).toEqual(["titled#", "early#contact-hours", "late#hours"]);
  });

  test("needs every word, and some word", () => {
    expect(found("contact penguins")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });

  test("shows the text around the first word, cut at words", () => {
    const long = `${"far away ".repeat(20)}needle ${"far behind ".repeat(20)}`;
    const [hit] = searchGuides([guide("a", long)], "needle");
    expect(hit!.excerpt).toMatch(/^…(?:away )?far away .*needle far behind.*…$/);
    expect(searchGuides([guide("a", "A needle.")], "needle")[0]!.excerpt).toBe("A needle.");
    expect(searchGuides([guide("a", "## Needle\n\nHay.")], "needle")[0]!.excerpt).toBe("");
  });
});
