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
  type YAMLMap,
} from "yaml";
import { nearest } from "../core/text/nearest.ts";
import type { Issue } from "./issue.ts";
import {
  issueAt,
  type Filled,
  type ManifestFile,
  type ManifestPart,
  type Source,
} from "./source.ts";
import { plainValues } from "./plain-values.ts";
import { isLegible, syntaxIssues } from "./syntax.ts";

const limits = {
  characters: 5_000_000,
  /** The most nodes of a document whose aliases are replaced by copies. */
  nodes: 1_000_000,
};

/** The documents of a file; none if its syntax is invalid. `failsafe`: every scalar is read as text. */
export function readSource(
  file: ManifestFile,
  schema: "core" | "failsafe" = "core",
): {
  parts: ManifestPart[];
  issues: Issue[];
} {
  // A byte order mark is not part of the first line.
  const text = file.text.replace(/^\ufeff/, "");
  const source: Source = { name: file.name, text, counter: linesOf(text) };
  const refuse = (code: string, message: string) => ({
    parts: [],
    issues: [issueAt(source, [0, 0], code, message)],
  });
  if (text.length > limits.characters) return refuse("too_large", "a file may have at most 5 MB");
  const plain = schema === "core" ? plainValues(text) : null;
  if (plain) return { parts: plainParts(source, plain), issues: [] };
  const documents = documentsOf(text, schema);
  if (documents === null) return refuse("too_deep", "the file is nested too deeply");
  if (documents.length === 0)
    return refuse("empty", "the file declares nothing; start with version: 1 and project:");
  const issues = documents.flatMap((document) => {
    const mistakes = syntaxIssues(source, document);
    return isLegible(document) ? [...mistakes, ...aliasIssues(source, document)] : mistakes;
  });
  const parts = documents.map((document) => ({
    ...partOf(source),
    document,
    get value() {
      return document.toJS({ maxAliasCount: -1 }) as unknown;
    },
  }));
  return { parts: isReadable(issues) ? parts : [], issues };
}

/** The parts of a plain text, whose nodes are read only if a place is asked for. */
function plainParts(source: Source, values: readonly unknown[]): ManifestPart[] {
  let read: Document[] | null = null;
  return values.map((value, index) => ({
    ...partOf(source),
    value,
    get document() {
      read ??= documentsOf(source.text, "core");
      return read![index]!;
    },
  }));
}

const partOf = (source: Source) => ({
  source,
  filled: new Map<Scalar, Filled>(),
  unfilled: [],
  repeated: new Set<YAMLMap>(),
  parent: null,
});

/** The documents with their nodes; null: they are nested too deeply. */
function documentsOf(text: string, schema: "core" | "failsafe"): Document[] | null {
  let documents: Document[];
  try {
    documents = [
      ...parseAllDocuments(text, {
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
    if (error instanceof RangeError) return null;
    throw error;
  }
  const exhausted = documents.some((document) =>
    document.errors.some((error) => error.code === "RESOURCE_EXHAUSTION"),
  );
  return exhausted ? null : documents;
}

/** Where each line of the text begins. */
function linesOf(text: string): LineCounter {
  const counter = new LineCounter();
  for (let start = 0; start >= 0; start = text.indexOf("\n", start) + 1 || -1)
    counter.addNewLine(start);
  return counter;
}

/** A key that is there twice leaves the rest readable; after any other mistake the rest is a guess. */
const isReadable = (issues: readonly Issue[]) =>
  issues.every(({ code }) => code === "duplicate_key");

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
          near
            ? `did you mean "*${near}"?`
            : /[^\w-]/.test(node.source)
              ? `write "*${node.source}" if it is a text`
              : `write &${node.source} before the value that it repeats`,
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
