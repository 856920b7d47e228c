/** Puts keys of a manifest in the order of the guide, and empty lines between its lists and resources. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from "yaml";
import { resourceKinds } from "../../core/model/model.ts";
import type { FieldTable } from "../../resource/field.ts";
import { manifestFields } from "../../resource/manifest.ts";

/** The keys of a document before its lists. */
const heads = ["version", "project", "include", "x-", "defaults"];

/** Puts keys in order, and blank lines between lists and resources. */
export function arrange(document: Document): void {
  const { contents } = document;
  if (!isMap(contents) || contents.flow) return;
  const rank = (name: string) => {
    const kind = (resourceKinds as readonly string[]).indexOf(name);
    return kind >= 0 ? heads.length + kind : heads.indexOf(name.startsWith("x-") ? "x-" : name);
  };
  const first = contents.items[0]?.key;
  sortKeys(document, contents, rank);
  const next = contents.items[0]?.key;
  if (isScalar(first) && isScalar(next) && first !== next) keepHead(document, first, next);
  for (const [index, { key, value }] of contents.items.entries()) {
    if (!isScalar(key)) continue;
    if (index === 0) key.spaceBefore = false;
    else if (isBlock(value)) key.spaceBefore = true;
    const fields = fieldsOf(key);
    if (fields && isSeq(value)) arrangeList(document, value.items, fields);
    if (key.value !== "defaults" || !isMap(value)) continue;
    for (const own of value.items) {
      const ofKind = fieldsOf(own.key);
      if (ofKind && isMap(own.value)) arrangeItem(document, own.value, ofKind);
    }
  }
}

/** The fields of the kind that a key names; null: it names none. */
function fieldsOf(key: unknown): FieldTable | null {
  const kind = resourceKinds.find((one) => isScalar(key) && key.value === one);
  return kind === undefined ? null : manifestFields[kind];
}

/** A list or a mapping over several lines. */
const isBlock = (value: unknown): boolean =>
  (isSeq(value) || isMap(value)) && !value.flow && value.items.length > 0;

function arrangeList(document: Document, items: readonly unknown[], fields: FieldTable): void {
  for (const [index, item] of items.entries()) {
    if (!isMap(item)) continue;
    arrangeItem(document, item, fields);
    const earlier = items[index - 1];
    if (index === 0) item.spaceBefore = false;
    else if (isBlock(item) || isBlock(earlier)) item.spaceBefore = true;
  }
}

/** The text of the key that the reader makes a symbol of. */
const mergeKey = String(Symbol("<<"));

function arrangeItem(document: Document, item: YAMLMap, fields: FieldTable): void {
  const names = ["for_each", ...Object.keys(fields)];
  sortKeys(document, item, (name) => (name === mergeKey ? 0 : names.indexOf(name) + 1 || -1));
  raiseComment(item);
  for (const { key, value } of item.items) {
    const part = isScalar(key) ? fields[String(key.value)]?.part : undefined;
    if (!part || !isSeq(value)) continue;
    for (const one of value.items) if (isMap(one)) arrangeItem(document, one, part.fields);
  }
}

/**
 * Sorts the keys by rank; those of rank -1 stay behind the key before them. A mapping in which an alias would then come
 * before its anchor stays as it is.
 */
function sortKeys(document: Document, map: YAMLMap, rankOf: (name: string) => number): void {
  let last = -1;
  const ranked = map.items.map((pair) => {
    const rank = isScalar(pair.key) ? rankOf(String(pair.key.value)) : -1;
    last = rank < 0 ? last : rank;
    return { pair, rank: last };
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank).map(({ pair }) => pair);
  const before = map.items;
  if (sorted.every((pair, at) => pair === before[at])) return;
  map.items = sorted;
  // Without an anchor of its own, its aliases stay behind all anchors that they were behind.
  if (hasAnchor(map) && !isInOrder(document)) map.items = before;
}

/** Keeps the comment above a document at its head: all of it, or the lines before the last empty one. */
function keepHead(document: Document, first: Node, next: Node): void {
  const comment = first.commentBefore;
  if (comment == null) return;
  const end = comment.lastIndexOf("\n\n");
  first.commentBefore = end < 0 ? null : comment.slice(end + 2);
  if (end >= 0) document.commentBefore = joined(document.commentBefore, comment.slice(0, end));
  else next.commentBefore = joined(comment, next.commentBefore);
}

/** The comment above the first key of an item of a list, above the item. */
function raiseComment(item: YAMLMap): void {
  const key = item.items[0]?.key;
  if (!isScalar(key) || item.flow) return;
  const comment = joined(item.commentBefore, key.commentBefore);
  if (comment !== null) item.commentBefore = comment;
  key.commentBefore = null;
  key.spaceBefore = false;
}

const joined = (...comments: (string | null | undefined)[]): string | null =>
  comments.filter((comment) => comment != null).join("\n") || null;

/** Whether a value within the mapping has an anchor. */
function hasAnchor(map: YAMLMap): boolean {
  let any = false;
  visit(map, {
    Node(_key, node) {
      if (node === map || isAlias(node) || !node.anchor) return;
      any = true;
      return visit.BREAK;
    },
  });
  return any;
}

/** Whether each alias comes after its anchor. */
function isInOrder(document: Document): boolean {
  const anchors = new Set<string>();
  let inOrder = true;
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if ("anchor" in node && node.anchor) anchors.add(node.anchor);
      } else if (!anchors.has(node.source)) inOrder = false;
    },
  });
  return inOrder;
}
