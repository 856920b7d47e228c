/**
 * Reads a YAML file into documents that remember the place of every node.
 *
 * YAML 1.2 core only: no custom tags, no keys that are not strings, no duplicate keys, bounded in size
 * and in aliases. Every syntax error is an issue; reading never throws.
 */
import {
  isAlias,
  isCollection,
  isNode,
  isPair,
  LineCounter,
  parseAllDocuments,
  visit,
  type Alias,
  type Document,
  type Node,
  type Scalar,
  type YAMLError,
} from "yaml";
import { nearest } from "../core/text/nearest.ts";
import type { Issue, FilePlace } from "./issue.ts";

export interface ManifestFile {
  /** As it is shown in messages. */
  name: string;
  text: string;
}

/** A file's text with its lines counted. */
export interface Source {
  name: string;
  text: string;
  counter: LineCounter;
}

/** A scalar as it was written; its node holds the parsed value. */
export interface Filled {
  written: string;
  value: string;
}

/** One YAML document of a file. */
export interface ManifestPart {
  source: Source;
  document: Document;
  /** The scalars into which variables were put. */
  filled: Map<Scalar, Filled>;
  /** The document that includes its file; null: the file was named itself. */
  parent: ManifestPart | null;
}

const limits = {
  characters: 5_000_000,
  /** The most nodes of a document whose aliases are replaced by copies. */
  nodes: 1_000_000,
  /** Maximum number of syntax issues: one missing quote makes every later line wrong. */
  syntaxIssues: 20,
};

/** The documents of a file; none if its syntax is invalid. `failsafe`: every scalar is read as text. */
export function readSource(
  file: ManifestFile,
  schema: "core" | "failsafe" = "core",
): {
  parts: ManifestPart[];
  issues: Issue[];
} {
  const source: Source = {
    name: file.name,
    // A byte order mark is not part of the first line.
    text: file.text.replace(/^\ufeff/, ""),
    counter: new LineCounter(),
  };
  const refuse = (code: string, message: string) => ({
    parts: [],
    issues: [issueAt(source, [0, 0], code, message)],
  });
  if (source.text.length > limits.characters)
    return refuse("too_large", "a file may have at most 5 MB");
  const tooDeep = () => refuse("too_deep", "the file is nested too deeply");
  let documents: Document[];
  try {
    documents = [
      ...parseAllDocuments(source.text, {
        lineCounter: source.counter,
        prettyErrors: false,
        logLevel: "silent",
        version: "1.2",
        schema,
        merge: true,
        strict: true,
        stringKeys: true,
      }),
    ] as Document[];
  } catch (error) {
    // The parser descends as deep as the file does.
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
  const exhausted = documents.some((document) =>
    document.errors.some((error) => error.code === "RESOURCE_EXHAUSTION"),
  );
  if (exhausted) return tooDeep();
  if (documents.length === 0)
    return refuse("empty", "the file declares nothing; start with version: 1 and project:");
  const issues = documents.flatMap((document) => [
    ...document.errors.map((error) => syntaxIssue(source, error)),
    ...document.warnings.map((error) => syntaxIssue(source, error)),
    ...aliasIssues(source, document),
  ]);
  const bare = bareVariable(source, documents);
  if (bare) return { parts: [], issues: [bare] };
  const parts = documents.map((document) => ({
    source,
    document,
    filled: new Map<Scalar, Filled>(),
    parent: null,
  }));
  // A key that is there twice leaves the rest readable; after any other mistake the rest is a guess.
  const readable = issues.every((issue) => issue.code === "duplicate_key");
  return {
    parts: readable ? parts : [],
    issues: issues.slice(0, limits.syntaxIssues),
  };
}

/** An issue at a range of offsets. */
export function issueAt(
  source: Source,
  range: readonly [number, number],
  code: string,
  message: string,
  hint: string | null = null,
): Issue {
  const place = placeOf(source, range);
  return { ...place, code, message, hint, resource: null };
}

/** Where a range of offsets is; of a range over several lines, the part on the first. */
export function placeOf(
  { name, text, counter }: Source,
  [start, stop]: readonly [number, number],
): FilePlace {
  // A fault at the end of the file is reported on the last line with content.
  const end = text.trimEnd().length;
  const { line, col } = counter.linePos(Math.min(start, end));
  const from = counter.lineStarts[Math.max(0, line - 1)] ?? 0;
  const next = text.indexOf("\n", from);
  const source = text.slice(from, next < 0 ? undefined : next).replace(/\r$/, "");
  const column = Math.max(1, col);
  const length = Math.min(stop - start, source.length - column + 1);
  return {
    file: name,
    line: Math.max(1, line),
    column,
    length: Math.max(1, length),
    source,
  };
}

function syntaxIssue(source: Source, error: YAMLError): Issue {
  const [start, end] = error.pos;
  const known: Partial<Record<YAMLError["code"], [string, string]>> = {
    DUPLICATE_KEY: ["duplicate_key", "duplicate key"],
    TAB_AS_INDENT: ["tab", "YAML is indented with spaces, never with tabs"],
    TAG_RESOLVE_FAILED: ["tag", "tags (!…) are not read"],
    NON_STRING_KEY: ["key", "a key must be a plain word"],
  };
  const [code, message] = known[error.code] ?? ["yaml", error.message];
  const quote = /^Missing closing (["'])quote$/.exec(error.message)?.[1];
  if (quote !== undefined)
    return issueAt(
      source,
      [start, end],
      code,
      `a text that begins with ${quote} has no ${quote} at its end`,
    );
  if (error.code !== "DUPLICATE_KEY") return issueAt(source, [start, end], code, message);
  const key = /^[^\s:]+/.exec(source.text.slice(start))?.[0] ?? "";
  return issueAt(source, [start, start + key.length], code, `duplicate key "${key}"`);
}

/** The `${` that a brace-delimited mapping or a bracketed list took for its own; null: it is something else. */
function bareVariable(source: Source, documents: readonly Document[]): Issue | null {
  const first = documents.flatMap((document) => document.errors)[0];
  if (!first) return null;
  const from = source.text.lastIndexOf("$", first.pos[0]);
  const [bare] = /^\$\{[^\s}]*\}?/.exec(source.text.slice(from)) ?? [];
  const near = from >= 0 && first.pos[0] - from <= 1;
  if (bare === undefined || !near) return null;
  return issueAt(
    source,
    [from, from + bare.length],
    "variable",
    "within { } and [ ] a variable must stand in quotes",
    `write "${bare}"`,
  );
}

function aliasIssues(source: Source, document: Document): Issue[] {
  // Most files have none, and a visit of every node takes a tenth of their reading.
  if (!source.text.includes("*")) return [];
  const issues: Issue[] = [];
  const anchors = new Map<string, Node>();
  // Not Alias.resolve, which looks through the document for every one.
  const meant = new Map<Alias, Node>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if ("anchor" in node && node.anchor) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target) {
        meant.set(node, target);
        return;
      }
      const near = nearest(node.source, anchors.keys());
      issues.push(
        issueAt(
          source,
          rangeOf(node),
          "unknown_alias",
          `no anchor &${node.source} comes before this`,
          near ? `did you mean "*${near}"?` : null,
        ),
      );
    },
  });
  const large = issues.length > 0 ? null : tooLargeAlias(document, meant);
  if (large)
    issues.push(
      issueAt(
        source,
        rangeOf(large),
        "too_many_aliases",
        "aliases of aliases make the document too large: over a million values",
      ),
    );
  return issues;
}

/** The alias with which the document, written out, passes its limit; null: it stays below. */
function tooLargeAlias(document: Document, meant: ReadonlyMap<Alias, Node>): Alias | null {
  const known = new Map<Node, number>();
  let oversized: Alias | null = null;
  const sizeOf = (value: unknown): number => {
    if (isPair(value)) return sizeOf(value.key) + sizeOf(value.value);
    if (!isNode(value)) return 0;
    const before = known.get(value);
    if (before !== undefined) return before;
    // An alias inside its own anchor would never end.
    known.set(value, Infinity);
    const own = isAlias(value)
      ? sizeOf(meant.get(value))
      : isCollection(value)
        ? value.items.reduce((sum: number, item) => sum + sizeOf(item), 1)
        : 1;
    if (own > limits.nodes && isAlias(value)) oversized ??= value;
    known.set(value, own);
    return own;
  };
  const size = sizeOf(document.contents);
  // Many that are small each.
  return size > limits.nodes ? (oversized ?? [...meant.keys()][0] ?? null) : oversized;
}

function rangeOf(node: Alias.Parsed | Alias): [number, number] {
  const [start, end] = node.range!;
  return [start, end];
}
