/** Reads documents of YAML such that writing them keeps their texts over several lines, and lays them out. */
import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseAllDocuments,
  Scalar,
  visit,
  type Document,
  type Node,
  type Pair,
  type ScalarTag,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** The documents of a text, with the tokens of their scalars. */
export function documentsOf(text: string): Document[] {
  return [
    ...parseAllDocuments(text, {
      keepSourceTokens: true,
      prettyErrors: false,
      logLevel: "silent",
      version: "1.2",
      merge: true,
      customTags: (tags) => tags.map((tag) => (isText(tag) ? keepingLines(tag) : tag)),
    }),
  ] as Document[];
}

const isText = (tag: unknown): tag is ScalarTag =>
  typeof tag === "object" && tag !== null && (tag as ScalarTag).tag === "tag:yaml.org,2002:str";

/** The tag of texts, which writes one over several lines as its file has it, at another indentation. */
const keepingLines = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  stringify: (item, ctx, ...more) =>
    keptLines(item, ctx.indent) ?? tag.stringify!(item, ctx, ...more),
});

function keptLines(item: Scalar, indent: string): string | null {
  const token = item.srcToken;
  if (!token || !("source" in token) || !token.source.includes("\n")) return null;
  if (item.type === Scalar.PLAIN || item.type === "QUOTE_DOUBLE" || item.type === "QUOTE_SINGLE") {
    const lines = token.source.split("\n").map((line) => line.trim());
    return lines.map((line, at) => (at > 0 && line !== "" ? indent + line : line)).join("\n");
  }
  // A text that keeps the line breaks at its end, or gives its indentation, is for the library.
  if (token.type !== "block-scalar" || item.type !== Scalar.BLOCK_FOLDED) return null;
  const head = token.props.find(({ type }) => type === "block-scalar-header");
  const [sign] = /^>-?$/.exec(head && "source" in head ? head.source.trim() : "") ?? [];
  if (sign === undefined) return null;
  const lines = token.source.trimEnd().split("\n");
  const own = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  const shifted = lines.map((line) => (line.trim() === "" ? "" : indent + line.slice(own)));
  return `${sign}\n${shifted.join("\n")}`;
}

const indentOf = (line: string): number => /^ */.exec(line)![0].length;

/** Braces with spaces inside them, brackets without, and empty lines only before a key or an item. */
export function tidy(document: Document, text: string): void {
  document.comment = trimmed(document.comment);
  visit(document, {
    Pair(_key, pair) {
      const { value } = pair as Pair;
      if (isCollection(value) && !value.flow) lowerComment(pair as Pair, value, text);
      // Also of a value that is missing: the library writes that line once more each time.
      if (isCollection(value) || (isScalar(value) && value.value === null))
        value.spaceBefore = false;
    },
    Node(_key, node, path) {
      if (node.comment?.endsWith("\n")) {
        node.comment = trimmed(node.comment);
        spaceAfter(node, path);
      }
      if (!isCollection(node) || !node.flow) return;
      const write = node.toString.bind(node);
      const flowCollectionPadding = isMap(node) ? " " : "";
      node.toString = (ctx, ...more) => write(ctx && { ...ctx, flowCollectionPadding }, ...more);
    },
  });
}

/** Marks a comment that stands behind a key, on its line. */
const mark = "\ue000";

/** The text of a document, its comments behind keys where they were. */
export const written = (document: Document): string =>
  document
    .toString({ indent: 2, lineWidth: 0 })
    .replaceAll(new RegExp(`\\n+ *#${mark}`, "g"), " #");

/** Gives the comment between a key and its entries to the first entry: before the entries, an anchor would leave its line. */
function lowerComment({ key }: Pair, value: YAMLMap | YAMLSeq, text: string): void {
  const { commentBefore } = value;
  const [first] = value.items as unknown[];
  const entry = isPair(first) ? first.key : first;
  if (commentBefore == null || !isNode(key) || !isNode(entry) || !key.range) return;
  const [, end] = key.range;
  const isBehind = /^[^\n]*\s#/.test(text.slice(end));
  if (!isBehind && !value.anchor) return;
  value.commentBefore = null;
  const own = isBehind ? mark + commentBefore : commentBefore;
  entry.commentBefore = entry.commentBefore == null ? own : `${own}\n${entry.commentBefore}`;
}

const trimmed = (comment: string | null | undefined) => comment?.replace(/(?<!\n)\n+$/, "") ?? null;

/** Puts the empty line that the reader has as the end of a comment before the key or the item after it. */
function spaceAfter(node: Node, path: readonly unknown[]): void {
  let child: unknown = node;
  for (const parent of path.toReversed()) {
    if (isCollection(parent)) {
      const next: unknown = parent.items[(parent.items as unknown[]).indexOf(child) + 1];
      const at = isPair(next) ? next.key : next;
      if (isNode(at)) return void (at.spaceBefore = true);
    }
    child = parent;
  }
}
