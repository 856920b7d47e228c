/**
 * Compiles JMESPath (jmespath.org), as far as it selects and joins: a function takes values alone, never an expression, so
 * queries cannot loop or call themselves, and have no patterns. `$` is the whole body. An engine of our own, because every
 * step is paid for (`run`): a limit of time stops a query at another place each time, and none inside of one call. Pure.
 */
import { didYouMean } from "../text/nearest.ts";
import { functions } from "./functions.ts";
import {
  at,
  comparison,
  current,
  field,
  flattened,
  project,
  sliced,
  andThen,
  valuesOf,
} from "./parts.ts";
import type { Query } from "./run.ts";
import { Mistake, tokensOf, type Token } from "./tokens.ts";
import { holds } from "./values.ts";

/** Brackets within brackets. */
const deepest = 32;

/** How strongly a sign binds the expression before it; others end it. */
const powers: Readonly<Record<string, number>> = {
  "|": 1,
  "||": 2,
  "&&": 3,
  "==": 5,
  "!=": 5,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "[]": 9,
  "[?": 21,
  ".": 40,
  "[": 55,
};

/** Signs that bind less end a projection: the rest is about the list of its results. */
const ofProjection = 10;

/** The query; a text: the mistake in it, which continues its name. */
export function compile(text: string): Query | string {
  try {
    return new Parser(tokensOf(text)).whole();
  } catch (error) {
    if (error instanceof Mistake) return error.message;
    throw error;
  }
}

class Parser {
  private place = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Query {
    const query = this.expression(0);
    if (this.peek().kind !== "end") throw this.unexpected(this.peek());
    return query;
  }

  private expression(power: number): Query {
    if (++this.depth > deepest) throw new Mistake("is nested too deep", this.peek().at);
    let left = this.first(this.take());
    while (power < (powers[this.peek().kind] ?? 0)) left = this.after(left, this.take());
    this.depth--;
    return left;
  }

  /** The beginning of an expression. */
  private first(token: Token): Query {
    switch (token.kind) {
      case "name":
        return this.peek().kind === "(" ? this.call(token) : field(token.text);
      case "quoted":
        return field(token.value as string);
      case "literal":
        return () => token.value;
      case "@":
        return current;
      case "$":
        return (_value, run) => run.root;
      case "!": {
        const query = this.expression(45);
        return (value, run) => !holds(query(value, run));
      }
      case "(": {
        const query = this.expression(0);
        this.expect(")");
        return query;
      }
      case "*":
        return project(valuesOf(current), this.ofEach(20));
      case "{":
        return this.members();
      case "[":
        return this.isPlace() ? this.placeIn(current) : this.list();
      case "[]":
      case "[?":
        return this.after(current, token);
      case "number":
        throw new Mistake(
          `has the number ${token.text}, which is written \`${token.text}\`,`,
          token.at,
        );
      default:
        throw this.unexpected(token);
    }
  }

  /** An expression with the sign behind it. */
  private after(left: Query, { kind }: Token): Query {
    switch (kind) {
      case ".":
        if (this.peek().kind !== "*") return andThen(left, this.afterDot(40));
        this.take();
        return project(valuesOf(left), this.ofEach(20));
      case "|":
        return andThen(left, this.expression(1), true);
      case "||":
      case "&&": {
        const right = this.expression(powers[kind]!);
        const wanted = kind === "&&";
        return (value, run) => {
          const one = left(value, run);
          return holds(one) === wanted ? right(value, run) : one;
        };
      }
      case "[]":
        return project(flattened(left), this.ofEach(9));
      case "[?": {
        const condition = this.expression(0);
        this.expect("]");
        return project(left, this.ofEach(21), condition);
      }
      case "[":
        if (this.isPlace()) return this.placeIn(left);
        throw this.unexpected(this.peek());
      default:
        return comparison(left, kind, this.expression(5));
    }
  }

  /** Behind a `.`: a name, or a list or an object of several expressions. */
  private afterDot(power: number): Query {
    const { kind } = this.peek();
    if (kind === "[" || kind === "{") {
      this.take();
      return kind === "[" ? this.list() : this.members();
    }
    if (kind === "name" || kind === "quoted" || kind === "*") return this.expression(power);
    throw this.unexpected(this.peek());
  }

  /** The result for each item of a projection. */
  private ofEach(power: number): Query {
    const { kind } = this.peek();
    if ((powers[kind] ?? 0) < ofProjection) return current;
    if (kind !== ".") return this.expression(power);
    this.take();
    return this.afterDot(power);
  }

  /** True before `0]`, `*]` and `1:2]`; otherwise it is a list of expressions. */
  private isPlace(): boolean {
    const { kind } = this.peek();
    return kind === "number" || kind === ":" || (kind === "*" && this.peek(1).kind === "]");
  }

  private placeIn(left: Query): Query {
    if (this.peek().kind === "*") {
      this.take();
      this.expect("]");
      return project(left, this.ofEach(20));
    }
    const bounds: (number | null)[] = [null];
    for (;;) {
      const token = this.take();
      if (token.kind === "]") break;
      if (token.kind === "number") bounds[bounds.length - 1] = token.value as number;
      else if (token.kind === ":" && bounds.length < 3) bounds.push(null);
      else throw this.unexpected(token);
    }
    if (bounds.length === 1) return at(left, bounds[0]!);
    if (bounds[2] === 0) throw new Mistake("has a slice with steps of 0", this.peek().at);
    return project(sliced(left, bounds), this.ofEach(20));
  }

  private list(): Query {
    const queries = this.several("]", () => this.expression(0));
    return (value, run) =>
      value === null
        ? null
        : queries.map((query) => {
            run.spend(1);
            return query(value, run);
          });
  }

  private members(): Query {
    const queries = this.several("}", () => {
      const name = this.take();
      if (name.kind !== "name" && name.kind !== "quoted") throw this.unexpected(name);
      this.expect(":");
      return [name.value as string, this.expression(0)] as const;
    });
    return (value, run) =>
      value === null
        ? null
        : Object.fromEntries(
            queries.map(([name, query]) => {
              run.spend(1);
              return [name, query(value, run)];
            }),
          );
  }

  private call({ text: name, at: place }: Token): Query {
    this.take();
    const isEmpty = this.peek().kind === ")";
    if (isEmpty) this.take();
    const queries = isEmpty ? [] : this.several(")", () => this.expression(0));
    if (!Object.hasOwn(functions, name))
      throw new Mistake(
        `has an unknown function ${name}()${didYouMean(name, Object.keys(functions))}`,
        place,
      );
    const known = functions[name]!;
    const [least, most] = known.takes;
    if (queries.length < least || queries.length > most)
      throw new Mistake(
        `gives ${name}() ${queries.length} values where it takes ${least === most ? least : `${least} to ${most}`},`,
        place,
      );
    return (value, run) => {
      run.spend(1);
      return known.apply(
        queries.map((query) => query(value, run)),
        run,
      );
    };
  }

  /** One or more, with commas between them. */
  private several<T>(end: string, one: () => T): T[] {
    const all = [one()];
    while (this.peek().kind === ",") {
      this.take();
      all.push(one());
    }
    this.expect(end);
    return all;
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.place + ahead, this.tokens.length - 1)]!;
  }

  private take(): Token {
    const token = this.peek();
    this.place++;
    return token;
  }

  private expect(kind: string): void {
    const token = this.take();
    if (token.kind !== kind) throw this.unexpected(token, kind);
  }

  private unexpected({ kind, text, at: place }: Token, wanted?: string): Mistake {
    const fault = kind === "end" ? "ends too early," : `has an unexpected ${text}`;
    return new Mistake(
      wanted === undefined ? fault : `${fault} where ${wanted} is missing,`,
      place,
    );
  }
}
