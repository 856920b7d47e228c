/** The functions of queries. None takes a pattern, none calls a query again: each ends after the steps that it pays for. Pure. */
import type { Run } from "./run.ts";
import { isObject } from "../../resource/part.ts";
import { jsonOf, kindOf, namesIn, numberIn, same, textIn, unfit } from "./values.ts";

export interface QueryFunction {
  /** How many values it takes, at least and at most. */
  takes: readonly [least: number, most: number];
  apply(args: readonly unknown[], run: Run): unknown;
}

/** Functions of one text, or of one and more. */
const ofText = (
  name: string,
  count: number,
  result: (text: string, more: string[], run: Run) => unknown,
): QueryFunction => ({
  takes: [count, count],
  apply(args, run) {
    const [text = "", ...more] = args.map((arg) => asText(name, arg, run));
    return result(text, more, run);
  },
});

function asText(name: string, value: unknown, run: Run): string {
  const text = textIn(value);
  if (text === null) throw unfit(name, "a text", value);
  run.spendText(text.length);
  return text;
}

function asList(name: string, value: unknown, run: Run): unknown[] {
  if (!Array.isArray(value)) throw unfit(name, "a list", value);
  run.spend(value.length);
  return value as unknown[];
}

function asMembers(name: string, value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw unfit(name, "an object", value);
  return value;
}

/** Texts joined; the result is paid for before it is made. */
function joined(glue: string, texts: readonly string[], run: Run): string {
  run.spendText(texts.reduce((sum, { length }) => sum + length + glue.length, 0));
  return texts.join(glue);
}

/** The parts of a text between the separators; its characters without one. */
function partsOf(text: string, separator: string, run: Run): string[] {
  if (separator === "") run.spend(text.length);
  const parts = text.split(separator);
  run.spend(parts.length);
  return parts;
}

/** By their names. */
export const functions: Readonly<Record<string, QueryFunction>> = {
  contains: {
    takes: [2, 2],
    apply: ([where, what], run) =>
      Array.isArray(where)
        ? where.some((one) => same(one, what, run))
        : asText("contains", where, run).includes(asText("contains", what, run)),
  },
  ends_with: ofText("ends_with", 2, (text, [end = ""]) => text.endsWith(end)),
  items: {
    takes: [1, 1],
    apply([value], run) {
      const members = asMembers("items", value);
      return namesIn(members, run).map((name) => [name, members[name]]);
    },
  },
  join: {
    takes: [2, 2],
    apply([glue, list], run) {
      const texts = asList("join", list, run).map((one) => asText("join", one, run));
      return joined(asText("join", glue, run), texts, run);
    },
  },
  keys: { takes: [1, 1], apply: ([value], run) => namesIn(asMembers("keys", value), run) },
  length: {
    takes: [1, 1],
    apply([value], run) {
      if (Array.isArray(value)) return value.length;
      return isObject(value) ? namesIn(value, run).length : asText("length", value, run).length;
    },
  },
  lower: ofText("lower", 1, (text) => text.toLowerCase()),
  not_null: { takes: [1, 50], apply: (args) => args.find((one) => one !== null) ?? null },
  replace: ofText("replace", 3, (text, [old = "", by = ""], run) =>
    old === "" ? text : joined(by, partsOf(text, old, run), run),
  ),
  split: ofText("split", 2, (text, [separator = ""], run) => partsOf(text, separator, run)),
  starts_with: ofText("starts_with", 2, (text, [start = ""]) => text.startsWith(start)),
  to_number: { takes: [1, 1], apply: ([value]) => numberIn(value) },
  to_string: {
    takes: [1, 1],
    apply: ([value], run) => (typeof value === "string" ? value : jsonOf(value, run)),
  },
  trim: ofText("trim", 1, (text) => text.trim()),
  type: { takes: [1, 1], apply: ([value]) => kindOf(value) },
  upper: ofText("upper", 1, (text) => text.toUpperCase()),
  values: {
    takes: [1, 1],
    apply([value], run) {
      const members = asMembers("values", value);
      return namesIn(members, run).map((name) => members[name]);
    },
  },
};
