/** Mistakes of YAML, in words of monitorctl: one for each cause, at the place where it begins. */
import { expect, test } from "vitest";
import { readSource } from "../../src/manifest/read-source.ts";

const said = (text: string) =>
  readSource({ name: "m.yaml", text }).issues.map(
    ({ line, column, code, hint }) =>
      `${line}:${column} ${code}${hint === null ? "" : `: ${hint}`}`,
  );
const list = "a:\n  - id: x\n";

test.each<[what: string, text: string, said: string]>([
  [
    "a colon in a text",
    `${list}    title: Shop: EU\n`,
    '3:12 quotes_needed: write title: "Shop: EU"',
  ],
  ["a colon at its end", "title: Shop:\nurl: u\n", '1:8 quotes_needed: write title: "Shop:"'],
  ["quotes in it", 'title: a: "b"\n', '1:8 quotes_needed: write title: "a: \\"b\\""'],
  ["lines of old Macs", "a: 1\rb: 2\r", "1:5 line_end: save the file with LF or CRLF"],
  ["a missing comma in JSON", '{ "a": [\n  { "b": "c" "d": "e" }\n] }\n', "2:14 comma"],
  ["a tab", `${list}\ttitle: Shop\n`, "3:1 tab"],
  ["a tab behind spaces", `${list}  \ttitle: Shop\n`, "3:1 tab"],
  [
    "one space too few",
    `${list}   title: Shop\n    url: u\n`,
    "3:1 indentation: indent both alike",
  ],
  ["one too many", `${list}     title: Shop\n    url: u\n`, "3:1 indentation: indent both alike"],
  [
    "one too many, past a note",
    `${list}  # note\n\n     b: c\n`,
    "5:1 indentation: indent both alike",
  ],
  ["a line that belongs nowhere", `${list}  title: Shop\n`, "3:1 indentation: indent both alike"],
  [
    "no-break spaces",
    `${list}\u00a0\u00a0\u00a0\u00a0title: Shop\n    url: u\n`,
    "3:1 space: type it anew",
  ],
  ["one after a colon", `${list}    title:\u00a0Shop\n    url: u\n`, "3:11 space: type it anew"],
  ["a wide space", `${list}    title:\u3000Shop\n    url: u\n`, "3:11 space: type it anew"],
  [
    "an open quote",
    `${list}    title: "Shop\n    url: u\n    b: c\n`,
    '3:12 quote: close it, or put the whole in single quotes if " is a part of it',
  ],
  [
    "an open quote that a later one closes",
    `${list}    title: 'Shop\n    url: 'u'\n`,
    "3:12 quote: close it, or put the whole in double quotes if ' is a part of it",
  ],
  [
    "an apostrophe",
    `${list}    title: 'It's'\n`,
    "3:12 quote: write '' for an apostrophe, or put the text in double quotes",
  ],
  ["more after a quote", 'a: "x" y\n', '1:4 quote: write \\" for a quote within the text'],
  [
    "a template of Helm",
    `${list}    title: {{ .Values.x }}\n`,
    "3:12 template: render it first, write a variable as ${NAME}, or put the text in quotes",
  ],
  [
    "one of Jinja",
    "a:\n{% for x in y %}\n  - id: x\n{% endfor %}\n",
    "2:1 template: render it first, write a variable as ${NAME}, or put the text in quotes",
  ],
  ["a variable in braces", "a: { url: ${URL} }\n", '1:11 variable: write "${URL}"'],
  ["an open brace", "a:\n  - { id: x, title: y\n  - { id: z }\n", "2:5 bracket"],
  [
    "an open bracket, past closed ones",
    `${list}    tags: [[a], b\n    url: u\nb: c\n`,
    "3:11 bracket",
  ],
  ["a bracket too many", "a: [1, 2]]\nb: c\n", "1:10 bracket"],
  ["a comma that is missing", '{"a": 1 "b": 2}\n', "1:7 comma"],
  ["a percent sign", `${list}    title: %foo\n`, '3:12 quotes_needed: write "%foo"'],
  ["an at sign", "a: @foo\n", '1:4 quotes_needed: write "@foo"'],
  ["a star", "a: *\n", '1:4 quotes_needed: write "*"'],
  [
    "a star and more",
    "a: *.example.com\n",
    '1:4 unknown_alias: write "*.example.com" if it is a text',
  ],
  ["no space after a colon", "a:\n  - id:x\n    url: u\n", "2:7 space"],
  ["no space after a dash", "a:\n  -id: x\n    url: u\n", "2:3 space"],
  [
    "a backslash",
    'a: "C:\\path"\n',
    "1:7 escape: put the text in single quotes, or write \\\\ for a backslash",
  ],
  ["no colon", `${list}    title\n    url: u\n`, "3:5 colon"],
  ["an equals sign", "a:\n  - id = x\n    url: u\n", "2:5 colon: write id: x"],
  ["a tag", "a: !secret x\n", "1:4 tag"],
  [
    "a merge conflict",
    `${list}<<<<<<< HEAD\n    b: c\n=======\n>>>>>>> x\n`,
    "3:1 merge_conflict: resolve the conflict first",
  ],
  ["a merge of nothing", "a:\n  - <<:\n    b: c\n", "2:5 merge"],
  ["a merge of a text", "a: &x { b: c }\nd:\n  <<: x\n", '3:7 merge: write "*x"'],
  ["a merge of an alias of a text", "a: &x b\nd: { <<: *x }\n", "2:10 merge"],
  ["a merge of a list with a text", "a: &x { b: c }\nd: { <<: [*x, 5] }\n", "2:15 merge"],
  ["a merge of a list of lists", "a: &x [{ b: c }]\nd: { <<: [*x] }\n", "2:11 merge"],
  ["what the parser alone knows", "a: ? b\n", "1:4 yaml"],
])("%s is one mistake", (_what, text, expected) => {
  expect(said(text)).toEqual([expected]);
  // The line ends of Windows change nothing.
  expect(said(text.replaceAll("\n", "\r\n"))).toEqual([expected]);
});

test("mistakes that leave the rest readable are told together", () => {
  expect(said('a: 1\na: !x 2\nb: "\\p"\nc: *d\n')).toEqual([
    "2:1 duplicate_key",
    "3:5 escape: put the text in single quotes, or write \\\\ for a backslash",
    "2:4 tag",
    "4:4 unknown_alias: write &d before the value that it repeats",
  ]);
});
