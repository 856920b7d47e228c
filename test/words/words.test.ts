/**
 * Holds the English of comments, names, texts for people and guides: `counts.json` has how often each banned
 * word or phrase still occurs. A change may lower a number (and then writes it there), never raise it. What
 * to write instead stands beside each pattern.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const counts = JSON.parse(
  readFileSync(new URL("./counts.json", import.meta.url), "utf8"),
) as Record<string, number>;

/** In comments: pattern → the words to use. */
const banned: Record<string, string> = {
  "\\b(what|whatever|who|whoever|whom)\\b": "name the thing or the person",
  "\\b(nobody|nothing|somebody|anybody)\\b": "name the actor or the state",
  "\\b(told|tells?|hears? of)\\b": "notified, notify",
  "\\b(hush|quiet)\\b": "silence, silenced (quiet is a status of webhook monitors)",
  "\\bwithh(old|eld)": "suppressed, or skipped",
  "\\bby (itself|hand)\\b": "automatically, yourself",
  "\\bmend": "fix",
  "\\blook(s|ed|ing)? (at|whether|again)\\b": "check, inspect, re-evaluate",
  "\\b(made anew|begins? anew)\\b": "recreated, restarts",
  "\\bin vain\\b": "failed",
  "\\baway\\b": "unavailable, unreachable, offline",
  "\\b(is|are|was) over\\b": "resolved, ended",
  "\\bso (many|much|long)\\b": "the number, or the name of the parameter",
  "\\b(circles?|crossings?|ups and downs|good and bad|bad checks?)\\b":
    "cycle, state change, failed check",
  "\\bblind\\b": "monitoring gap",
  "\\b(given|gives?) (back|up)\\b": "unacknowledged; gave up, expired",
  "\\b(colour|licence|recognis|normalis|cancelled)": "American spelling",
};

/** In comments, texts for people, browser scripts and guides, with case: pattern → the words to use. */
const clumsy: Record<string, string> = {
  "\\b([Ii]s|[Aa]re|[Ww]as|[Ww]ere) no (?!longer\\b)": "is not a …; no … exists; without …",
  "\\bOf (?!extends\\b)[a-z]": "the subject first: Length of …; The monitor's …",
  "\\b[Tt]here (is|are)\\b": "… exists; … has …; null: none",
  '(?<!["`(])\\b[Mm]anual(ly)?\\b': "yourself; by a user",
};

/** Participles as names, which say nothing of what a variable holds. */
const participles = ["said", "found", "told", "given", "asked", "made", "done"];

const read = (...globs: string[]) =>
  globSync(globs, { cwd: root })
    .filter((path) => !path.startsWith("src/store/migrations/"))
    .map((path) => ({ path, text: readFileSync(root + path, "utf8") }));

const sources = read("src/**/*.{ts,tsx}");
const scripts = read("src/dashboard/assets/*.js");

/** Everything that people read, each file as one line: a phrase can be wrapped anywhere. */
const prose = [...sources, ...scripts, ...read("README.md", "src/**/*.md")].map(
  ({ path, text }) => ({ path, text: text.replace(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ") }),
);

/** Comments of a source file, without what stands in backticks. A `//` within a URL is none. */
const commentsOf = (text: string) =>
  (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []).join("\n").replace(/`[^`]*`/g, "");

/** How often `pattern` occurs in `texts`, and the files where it does most often. */
function occurrences(pattern: RegExp, texts: { path: string; text: string }[]) {
  const per = texts
    .map(({ path, text }) => ({ path, n: (text.match(pattern) ?? []).length }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n);
  return { n: per.reduce((sum, { n }) => sum + n, 0), most: per.slice(0, 5) };
}

const comments = [...sources, ...scripts].map(({ path, text }) => ({
  path,
  text: commentsOf(text),
}));

test.each(Object.entries(banned))("comments do not say %s more often", (pattern, instead) => {
  const { n, most } = occurrences(new RegExp(pattern, "gi"), comments);
  expect(n, `write ${instead}; most in ${JSON.stringify(most)}`).toBeLessThanOrEqual(
    counts[pattern] ?? 0,
  );
});

test.each(Object.entries(clumsy))("no text says %s more often", (pattern, instead) => {
  const { n, most } = occurrences(new RegExp(pattern, "g"), prose);
  expect(n, `write ${instead}; most in ${JSON.stringify(most)}`).toBeLessThanOrEqual(
    counts[pattern] ?? 0,
  );
});

test.each(participles)("no more variables are called %s", (name) => {
  const { n, most } = occurrences(new RegExp(`\\b(?:const|let) ${name}\\b`, "g"), sources);
  expect(n, `call it after what it holds; most in ${JSON.stringify(most)}`).toBeLessThanOrEqual(
    counts[`const ${name}`] ?? 0,
  );
});

test("a docstring is followed by the code that it is about", () => {
  // The one at the head of a file is about the file.
  const stray = /(?<!^)\/\*\*(?:(?!\*\/)[^])*\*\/(?=\s*(?:\/\*\*|[)\]}]|$))/g;
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(stray)].map(({ 0: docstring }) => `${path}: ${docstring}`),
  );
  expect(found).toEqual([]);
});
