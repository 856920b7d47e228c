/** Explains quotes and brackets that begin and do not end, or end too early. */
import { lineAt, type Explanation, type Spot } from "./spot.ts";

const openingQuote = /(?:^|[:,[{-])\s*(["'])/;

/** A quote that is open at the end of its line: the last one up to the mistake. */
export function openQuote({ source, at, error }: Spot): Explanation | null {
  if (!/quote|node end|Implicit|compact/.test(error.message)) return null;
  for (let number = at; number >= 0; number -= 1) {
    const { line, from } = lineAt(source, number);
    const start = openingQuote.exec(line);
    if (!start) continue;
    const quote = start[1]!;
    const index = start.index + start[0].length - 1;
    const closed = quote === '"' ? /^"(?:\\.|[^"\\])*"/ : /^'(?:''|[^'])*'/;
    if (closed.test(line.slice(index))) {
      if (number < at) continue;
      return null;
    }
    return {
      range: [from + index, from + line.length],
      code: "quote",
      message: `a text that begins with ${quote} has no ${quote} at its end`,
      hint: `close it, or put the whole in ${quote === '"' ? "single" : "double"} quotes if ${quote} is a part of it`,
    };
  }
  return null;
}

/** Text behind the quote that ends a value. */
export function afterQuote({ source, error, line, from }: Spot): Explanation | null {
  const end = source.text.slice(from, error.pos[0]).trimEnd();
  const quote = end.at(-1);
  if (!/at node end/.test(error.message) || (quote !== "'" && quote !== '"')) return null;
  const start = end.lastIndexOf(quote, end.length - 2);
  return {
    range: [from + start, from + line.length],
    code: "quote",
    message: `the text ends at its second ${quote}, and the line goes on`,
    hint:
      quote === "'"
        ? "write '' for an apostrophe, or put the text in double quotes"
        : 'write \\" for a quote within the text',
  };
}

export const missingComma = {
  code: "comma",
  message: "between [ ] and { } a comma stands after each entry",
};

const closings: Record<string, string> = { "[": "]", "{": "}" };

/** A bracket that is never closed, or entries between brackets without a comma. */
export function openBracket({ source, error, from, line }: Spot): Explanation | null {
  const [offset] = error.pos;
  if (error.code === "BLOCK_IN_FLOW" || error.message.startsWith("Missing , "))
    return {
      range: [offset, Math.max(offset + 1, Math.min(error.pos[1], from + line.length))],
      ...missingComma,
    };
  if (!/^Flow (?:map|sequence)/.test(error.message)) return null;
  const open: number[] = [];
  for (let at = 0; at < offset; at += 1) {
    const sign = source.text.charAt(at);
    if (sign in closings) open.push(at);
    else if (sign === "]" || sign === "}") open.pop();
  }
  const start = open.at(-1);
  if (start === undefined) return null;
  const sign = source.text.charAt(start);
  return {
    range: [start, start + 1],
    code: "bracket",
    message: `this ${sign} has no ${closings[sign]} at its end`,
  };
}
