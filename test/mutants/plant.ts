/** The faults that can be planted in a source, found in its syntax tree. */
import { parseAst } from "vitest/node";

/** One change of a source: the text from `start` to `end` becomes `text`. */
export interface Mutant {
  start: number;
  end: number;
  /** Empty for what is removed. */
  text: string;
  /** What stands there, which decides how the change becomes a switch. */
  shape: "expression" | "statement" | "field" | "element";
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Comparisons and operations, and what takes their place. */
const swapped: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
};

/** Methods that give back what they are called on, or a part of it, and those that narrow a query. */
const droppable = new Set(
  "filter slice trim trimStart trimEnd toSorted toReversed toLowerCase where orderBy limit".split(
    " ",
  ),
);

/** Functions of conditions: each argument is one that can be forgotten. */
const conjunctions = new Set(["and", "or"]);

/** Parts of a type: no program runs them. An assertion about an expression is that expression. */
const isType = ({ type }: Node) => type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(type);

/** All mutants of a source, in the order of its text. */
export function mutantsOf(source: string, path: string): Mutant[] {
  const mutants: Mutant[] = [];
  const plant = (
    { start, end }: Pick<Node, "start" | "end">,
    text: string,
    shape: Mutant["shape"] = "expression",
  ) => void mutants.push({ start, end, text, shape });
  const textOf = ({ start, end }: Node) => source.slice(start, end);

  /** `a + b` with the other operator; parentheses around its sides stay. */
  function swap(node: Node): void {
    const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string };
    const other = swapped[operator];
    const isText = [left, right].some(
      (side) => side.type === "TemplateLiteral" || typeof side["value"] === "string",
    );
    if (other === undefined || (isText && "+-".includes(operator[0]!))) return;
    const at = source.indexOf(operator, left.end);
    plant(
      node,
      source.slice(node.start, at) + other + source.slice(at + operator.length, node.end),
    );
  }

  /** `a.filter(b)` as `a`; `whole`: the chain that the call ends, if it is one. */
  function drop(call: Node, whole: Node): void {
    const { object, property } = call["callee"] as Node & { object?: Node; property?: Node };
    if (object && object.type !== "Super" && droppable.has(String(property!["name"])))
      plant(
        whole,
        source.slice(whole.start, source.lastIndexOf(".", property!.start)).replace(/\?$/, ""),
      );
  }

  const either = (condition: Node) => {
    plant(condition, "true");
    plant(condition, "false");
  };

  const plantAt: Record<string, (node: Node) => void> = {
    BinaryExpression: swap,
    AssignmentExpression: swap,
    LogicalExpression(node) {
      if (node["operator"] === "??")
        plant(node, source.slice(node.start, source.indexOf("??", (node["left"] as Node).end)));
      else swap(node);
    },
    UnaryExpression(node) {
      if (node["operator"] === "!" || node["operator"] === "-")
        plant(node, textOf(node["argument"] as Node));
    },
    Literal(node) {
      const { value } = node;
      if (typeof value === "number") plant(node, String(value + 1));
      if (typeof value === "boolean") plant(node, String(!value));
    },
    IfStatement: (node) => either(node["test"] as Node),
    ConditionalExpression: (node) => either(node["test"] as Node),
    WhileStatement: (node) => plant(node["test"] as Node, "false"),
    ForStatement(node) {
      if (node["test"]) plant(node["test"] as Node, "false");
    },
    CallExpression(node) {
      drop(node, node);
      if (conjunctions.has(String((node["callee"] as Node)["name"])))
        for (const one of node["arguments"] as Node[]) plant(one, "", "element");
    },
    ObjectExpression(node) {
      for (const one of node["properties"] as Node[])
        if (one.type === "SpreadElement" || one["kind"] === "init") plant(one, "", "field");
    },
    ArrayExpression(node) {
      for (const one of node["elements"] as (Node | null)[])
        if (one?.type === "SpreadElement") plant(one, "", "element");
    },
    ExpressionStatement(node) {
      const { expression } = node as Node & { expression: Node };
      const isSuper = (expression["callee"] as Node | undefined)?.type === "Super";
      if (!node["directive"] && !isSuper) plant(node, "", "statement");
    },
    ThrowStatement: (node) => plant(node, "", "statement"),
    ContinueStatement: (node) => plant(node, "", "statement"),
    ReturnStatement(node) {
      if (!node["argument"]) plant(node, "", "statement");
    },
  };

  /** `chained`: inside of an optional chain, where no part may be put in parentheses. */
  function visit(node: Node, chained = false): void {
    if (isType(node)) return;
    if (node.type === "ChainExpression") {
      const inner = node["expression"] as Node;
      if (inner.type === "CallExpression") drop(inner, node);
      return visit(inner, true);
    }
    if (!chained) plantAt[node.type]?.(node);
    for (const [key, value] of Object.entries(node)) {
      const isKey = key === "key" && !node["computed"];
      if (isKey || key === "attributes") continue;
      const linked = chained && ["callee", "object", "expression"].includes(key);
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, linked);
    }
  }

  const lang = path.endsWith("x") ? "tsx" : "ts";
  visit(parseAst(source, { lang }, path) as unknown as Node);
  return mutants
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** From the outside to the inside, of mutants of the same text. */
const rank: Record<Mutant["shape"], number> = { statement: 0, field: 1, element: 1, expression: 2 };

/**
 * The source with every mutant in it, each behind a switch: `on(n)` turns on the one with the place `n - first` of
 * the list. Where a mutant is on no other one is, so it holds the text as it was.
 */
export function withSwitches(
  source: string,
  mutants: readonly Mutant[],
  first: number,
  on: string,
): string {
  const all = mutants
    .map((mutant, index) => ({ ...mutant, id: first + index }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end || rank[a.shape] - rank[b.shape]);
  let next = 0;
  /** The text between two places, with the switches in it. */
  function between(start: number, end: number): string {
    let text = "";
    let at = start;
    while (next < all.length && all[next]!.start >= start && all[next]!.end <= end) {
      const mutant = all[next]!;
      text += source.slice(at, mutant.start) + region();
      at = mutant.end;
    }
    return text + source.slice(at, end);
  }
  /** The text of the next mutant, with its switch and those of the same text and inside of it. */
  function region(): string {
    const { start, end, text, shape, id } = all[next++]!;
    const inner = between(start, end);
    const is = `${on}(${id})`;
    if (shape === "expression") return `(${is}?(${text}):(${inner}))`;
    if (shape === "statement") return `{if(!${is}){${inner}}}`;
    return shape === "field" ? `...(${is}?{}:{${inner}})` : `...(${is}?[]:[${inner}])`;
  }
  return between(0, source.length);
}
