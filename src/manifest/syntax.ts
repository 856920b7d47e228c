/**
 * Explains mistakes of YAML: the parser names the token that it expected, and this names the likely cause. One mistake makes
 * much of the rest unreadable, so only the first of a document is reported, at the place where it begins.
 */
import type { Document, YAMLError } from "yaml";
import type { Issue } from "./issue.ts";
import { afterQuote, missingComma, openBracket, openQuote } from "./open-ends.ts";
import { issueAt, type Source } from "./source.ts";
import { lineAt, spotOf, within, type Explanation, type Spot } from "./spot.ts";

/** The mistakes of a document's syntax: the first, or all those that leave the rest readable. */
export function syntaxIssues(source: Source, document: Document): Issue[] {
  const mistakes = [...document.errors, ...document.warnings];
  const first = mistakes.find(({ code }) => !harmless.has(code));
  if (first) return [explained(source, first)];
  return mistakes.map((mistake) => explained(source, mistake));
}

/** True for a document whose aliases can be judged. */
export const isLegible = ({ errors, warnings }: Document): boolean =>
  [...errors, ...warnings].every(({ code }) => harmless.has(code));

/** Codes of mistakes after which the rest is read as it was meant. */
const harmless = new Set<YAMLError["code"]>([
  "BAD_DQ_ESCAPE",
  "DUPLICATE_KEY",
  "NON_STRING_KEY",
  "TAG_RESOLVE_FAILED",
]);

/** The first explanation that fits; the order goes from the sure to the likely. */
const explanations: ((spot: Spot) => Explanation | null)[] = [
  lineEnd,
  bareVariable,
  mergeConflict,
  template,
  strangeSpace,
  tab,
  openQuote,
  afterQuote,
  ofItsCode,
  colonInText,
  missingSpace,
  noColon,
  openBracket,
  indentation,
];

function explained(source: Source, error: YAMLError): Issue {
  const spot = spotOf(source, error);
  for (const explain of explanations) {
    const explanation = explain(spot);
    if (explanation)
      return issueAt(
        source,
        explanation.range,
        explanation.code,
        explanation.message,
        explanation.hint ?? null,
      );
  }
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  return issueAt(source, error.pos, "yaml", message);
}

/** The `${` that a mapping in braces or a list in brackets took for its own. */
function bareVariable({ source, error: { pos } }: Spot): Explanation | null {
  const from = source.text.lastIndexOf("$", pos[0]);
  const [bare] = /^\$\{[^\s}]*\}?/.exec(source.text.slice(from)) ?? [];
  if (from < 0 || pos[0] - from > 1 || bare === undefined) return null;
  return {
    range: [from, from + bare.length],
    code: "variable",
    message: "within { } and [ ] a variable must stand in quotes",
    hint: `write "${bare}"`,
  };
}

/** A line end of old Macs, which is none to YAML parsers. */
function lineEnd({ source }: Spot): Explanation | null {
  const end = /\r(?!\n)/.exec(source.text);
  return (
    end && {
      range: within(0, end),
      code: "line_end",
      message: "lines end with CR alone here",
      hint: "save the file with LF or CRLF",
    }
  );
}

function mergeConflict({ source }: Spot): Explanation | null {
  const mark = /^(?:<{7}|>{7}|={7})(?= |\r?$)/m.exec(source.text);
  return (
    mark && {
      range: within(0, mark),
      code: "merge_conflict",
      message: "this is the mark of a merge conflict",
      hint: "resolve the conflict first",
    }
  );
}

function template({ line, from }: Spot): Explanation | null {
  const braces = /\{\{.*?\}\}|\{%.*?%\}|\{[{%]/.exec(line);
  return (
    braces && {
      range: within(from, braces),
      code: "template",
      message: "this is a template of another program, and monitorctl fills in none",
      hint: "render it first, write a variable as ${NAME}, or put the text in quotes",
    }
  );
}

/** Characters that look like a space and are none to YAML. */
export const strange = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/;

/** A character that looks like a space, in this line or the one before it. */
function strangeSpace({ source, at }: Spot): Explanation | null {
  for (const number of [at, at - 1]) {
    const { line, from } = lineAt(source, Math.max(0, number));
    const space = strange.exec(line);
    if (!space) continue;
    const point = space[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const name = point === "00A0" ? "a no-break space" : "an unusual space";
    return {
      range: within(from, space),
      code: "space",
      message: `this is ${name} (U+${point}), and YAML needs a plain one`,
      hint: "type it anew",
    };
  }
  return null;
}

function tab({ line, from, error }: Spot): Explanation | null {
  const indent = /^ *\t\s*/.exec(line);
  if (error.code !== "TAB_AS_INDENT" && !indent) return null;
  return {
    range: indent ? within(from, indent) : [error.pos[0], error.pos[1]],
    code: "tab",
    message: "YAML is indented with spaces, never with tabs",
  };
}

/** The mistakes whose code says enough. */
function ofItsCode({ source, error, line, from }: Spot): Explanation | null {
  const [start, end] = error.pos;
  const rest = /^[^\s,\]}]*/.exec(source.text.slice(start))![0];
  const range: [number, number] = [start, Math.max(end, start + rest.length)];
  switch (error.code) {
    case "DUPLICATE_KEY": {
      const key = /^[^\s:]+/.exec(source.text.slice(start))?.[0] ?? "";
      return {
        range: [start, start + key.length],
        code: "duplicate_key",
        message: `duplicate key "${key}"`,
      };
    }
    case "TAG_RESOLVE_FAILED":
      return { range, code: "tag", message: "tags (!…) are not read" };
    case "NON_STRING_KEY":
      return { range: [start, end], code: "key", message: "a key must be a plain word" };
    // A manifest may have several; files of options have one.
    case "MULTIPLE_DOCS":
      return { range, code: "documents", message: "the file must have one document: remove ---" };
    case "BAD_DQ_ESCAPE":
      return {
        range: [start, start + 2],
        code: "escape",
        message: `${source.text.slice(start, start + 2)} has no meaning in double quotes`,
        hint: "put the text in single quotes, or write \\\\ for a backslash",
      };
    case "BAD_ALIAS":
    case "BAD_SCALAR_START": {
      const text = line.slice(start - from).trim();
      return {
        range: [start, start + text.length],
        code: "quotes_needed",
        message: `a text that begins with ${text.charAt(0)} needs quotes`,
        hint: `write "${text}"`,
      };
    }
    case "UNEXPECTED_TOKEN": {
      const [, closing] = /"([\]}])"$/.exec(error.message) ?? [];
      if (error.message.endsWith("-scalar token")) return { range, ...missingComma };
      if (closing === undefined) return null;
      const opening = closing === "]" ? "[" : "{";
      return { range, code: "bracket", message: `this ${closing} has no ${opening} before it` };
    }
    default:
      return null;
  }
}

const entry = /^(\s*(?:- +)*)([^\s:"'[{#&*!|>][^\s:]*):(?:\s+(\S.*))?$/;

/** `title: Shop: EU` */
function colonInText({ line, from }: Spot): Explanation | null {
  const [, indent, key, value] = entry.exec(line.trimEnd()) ?? [];
  if (value === undefined || /^["'[{|>&*!#]/.test(value) || !/:(?:\s|$)/.test(value)) return null;
  const start = from + line.indexOf(value, indent!.length + key!.length + 1);
  return {
    range: [start, start + value.length],
    code: "quotes_needed",
    message: `a text with ": " in it needs quotes`,
    hint: `write ${key}: "${value.replaceAll('"', '\\"')}"`,
  };
}

/** `title:Shop`, `-title: Shop` */
function missingSpace({ line, from }: Spot): Explanation | null {
  const dash = /^\s*(-)[^\s-]/.exec(line);
  const colon = /^\s*(?:- +)?[a-z]\w*(:)[^\s/]/i.exec(line);
  const sign = dash ?? colon;
  if (!sign) return null;
  const at = from + sign.index + sign[0].length - 2;
  return {
    range: [at, at + 1],
    code: "space",
    message: `a space is missing after the ${dash ? "dash" : "colon"}`,
  };
}

/** A line of a mapping without `name: value`. */
function noColon({ line, from, error }: Spot): Explanation | null {
  if (error.code !== "MULTILINE_IMPLICIT_KEY" || line.includes(":")) return null;
  const text = /[^\s-].*\S|[^\s-]/.exec(line);
  if (!text) return null;
  const [, name, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(text[0]) ?? [];
  return {
    range: within(from, text),
    code: "colon",
    message: "a name and a value are expected here, with a colon between them",
    hint: name === undefined ? null : `write ${name}: ${value}`,
  };
}

/** The column in which the names of a line begin, dashes passed over. */
const indentOf = (line: string): number => /^[\s-]*/.exec(line)![0].length;
const isEmpty = (line: string) => /^\s*(?:#|$)/.test(line);

/** A line that is indented otherwise than the one before it. */
function indentation({ source, at, error }: Spot): Explanation | null {
  const count = source.counter.lineStarts.length;
  const next = (from: number, step: 1 | -1): number => {
    let number = from + step;
    while (number >= 0 && number < count && isEmpty(lineAt(source, number).line)) number += step;
    return number;
  };
  if (
    !/^(?:BLOCK_AS_IMPLICIT_KEY|BAD_INDENT|MISSING_CHAR|MULTILINE_IMPLICIT_KEY)$/.test(error.code)
  )
    return null;
  const here = isEmpty(lineAt(source, at).line) ? next(at, 1) : at;
  if (here >= count) return null;
  const below = next(here, 1);
  const own = indentOf(lineAt(source, here).line);
  // The parser takes a line that is indented too far for the rest of the value above it.
  const isBelow =
    error.code === "BLOCK_AS_IMPLICIT_KEY" &&
    below < count &&
    indentOf(lineAt(source, below).line) > own;
  const wrong = isBelow ? below : here;
  const before = next(wrong, -1);
  if (before < 0) return null;
  const { line, from } = lineAt(source, wrong);
  const [expected, found] = [indentOf(lineAt(source, before).line), indentOf(line)];
  if (expected === found) return null;
  return {
    range: [from, from + Math.max(1, found)],
    code: "indentation",
    message: `this line begins in column ${found + 1}, the one before it in column ${expected + 1}`,
    hint: "indent both alike",
  };
}
