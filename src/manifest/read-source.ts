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
  const issues = documents.flatMap((document) => {
    const mistakes = syntaxIssues(source, document);
    return isLegible(document) ? [...mistakes, ...aliasIssues(source, document)] : mistakes;
  });
  const parts = documents.map((document) => ({
    source,
    document,
    filled: new Map<Scalar, Filled>(),
    unfilled: [],
    repeated: new Set<YAMLMap>(),
    parent: null,
  }));
  return { parts: isReadable(issues) ? parts : [], issues };
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
