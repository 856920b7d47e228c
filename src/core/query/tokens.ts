/** Splits the text of a query into tokens. Pure. */

/** A token: `kind` is the sign itself, or one of `name`, `quoted`, `number`, `literal`, `end`. */
export interface Token {
  kind: string;
  /** As it is written. */
  text: string;
  /** The value of a `quoted` name, a `number` and a `literal`. */
  value: unknown;
  /** Where it begins, from 0. */
  at: number;
}

/** A mistake in the text of a query, with its place; continues its name. */
export class Mistake extends Error {
  constructor(what: string, at: number) {
    super(`${what} at character ${at + 1}`);
  }
}

// Each alternative ends at the first character that is not part of it: none is tried twice.
const next =
  /\s*(?:([A-Za-z_]\w*)|(-?\d{1,9})(?![\w.])|('(?:[^'\\]|\\[^])*')|("(?:[^"\\]|\\[^])*")|(`(?:[^`\\]|\\[^])*`)|(\[\?|\[\]|\|\||&&|==|!=|<=|>=|[[\]{}().,:*@$|!<>]))/y;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end;) {
    next.lastIndex = at;
    const match = next.exec(text);
    if (!match) throw unknownAt(text, at);
    const [all, name, number, raw, quoted, literal, sign] = match;
    const written = all.trimStart();
    at += all.length;
    const from = at - written.length;
    tokens.push({ text: written, at: from, ...meaning() });

    function meaning(): Pick<Token, "kind" | "value"> {
      if (name !== undefined) return { kind: "name", value: name };
      if (number !== undefined) return { kind: "number", value: Number(number) };
      if (raw !== undefined)
        return { kind: "literal", value: raw.slice(1, -1).replace(/\\(['\\])/g, "$1") };
      if (quoted !== undefined) return { kind: "quoted", value: json(quoted, from) };
      if (literal === undefined) return { kind: sign!, value: null };
      return { kind: "literal", value: json(literal.slice(1, -1).replaceAll("\\`", "`"), from) };
    }
  }
  return [...tokens, { kind: "end", text: "", value: null, at: end }];
}

function json(text: string, at: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Mistake("has a value that is not JSON", at);
  }
}

function unknownAt(text: string, from: number): Mistake {
  const at = from + /^\s*/.exec(text.slice(from))![0].length;
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return /['"`]/.test(character)
    ? new Mistake(`lacks the ${character} that ends the text which begins`, at)
    : new Mistake(`has an unexpected ${character}`, at);
}
