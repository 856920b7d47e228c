/**
 * Writes the state of a server into the files that declare it, and leaves the rest of their text as it is: comments,
 * order, anchors and other formatting. Pure.
 */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  stringify,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import type { Declaration } from "../api/declaration.ts";
import type { ResourceKind } from "../core/model/model.ts";
import { defaultsOf, holdsSecret, type FieldTable } from "../resource/field.ts";
import { manifestFields } from "../resource/manifest.ts";
import {
  fitting,
  lineEnding,
  textsAfter,
  type Change,
  type Edit,
  type Reread,
} from "./patch-net.ts";
import type { FilePlaces, PlacedEntry } from "./places.ts";
import { placeOf, type ManifestPart, type Source } from "./source.ts";
import { literal, manifestText, valueRead } from "./text.ts";

/** A difference between the files and the server. */
interface Difference {
  kind: ResourceKind;
  external_id: string;
  /** As an apply of the files would do; create: the server no longer has it. */
  action: "create" | "update" | "delete" | "detach" | "unchanged";
  fields: readonly { field: string }[];
}

export interface Patched {
  /** The new text of each file that changes, by its name. */
  texts: Map<string, string>;
  /** Each change with its place: `monitors.yaml:14: health_check_monitors www: interval_seconds`. */
  done: string[];
  /** Differences that were not written, and why. */
  left: string[];
}

/**
 * The files after `differences` were written into them; `live` is the server's side, as an export has it. `reread` reads
 * the files: a difference whose writing would change more than its field is left.
 */
export function patched(
  places: FilePlaces,
  differences: readonly Difference[],
  live: Declaration,
  reread: Reread,
): Patched {
  const changes: Change[] = [];
  const left: string[] = [];
  const added = new Map<Change, object>();
  for (const { kind, external_id, action, fields } of differences) {
    const id = { kind, external_id };
    const name = `${kind} ${external_id}`;
    const item = live[kind]?.find((one) => one.external_id === literal(external_id));
    const entry = places.entryOf(kind, external_id);
    if (action === "update" && entry && item) {
      const names = new Set(fields.map(({ field }) => /^[^.[]*/.exec(field)![0]));
      for (const field of names) {
        const ways = waysOf(kind, field, entry, item as Record<string, unknown>);
        if (typeof ways === "string") left.push(`${name}: ${field} ${ways}`);
        else {
          const [first, instead] = ways.map((way) => changeOf(id, field, way));
          const anchored = itemAt(entry)?.anchor !== undefined;
          changes.push({ ...first!, ...(instead && { instead }), anchored });
        }
      }
    } else if (action === "create" && entry) {
      const edit = removalOf(entry);
      if (edit === null) left.push(`${name}: remove it yourself`);
      else {
        const line = `${placed(edit)}: ${name}: taken out`;
        const subject = `${name}: remove it yourself: that`;
        changes.push({ ...id, edit, becomes: () => null, done: line, subject });
      }
    } else if ((action === "detach" || action === "delete") && item) {
      const line = `${places.first.source.name}: ${name}: added`;
      const subject = `${name}: adding it`;
      const change = { ...id, edit: null, becomes: () => null, done: line, subject };
      changes.push(change);
      added.set(change, item);
    }
  }
  const write = (some: readonly Change[]): Map<string, string> => {
    const texts = textsAfter(some.flatMap(({ edit }) => edit ?? []));
    const items = some.filter((one) => added.has(one));
    const lists = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, ofKind]) => [
      kind,
      ofKind.map((one) => added.get(one)),
    ]);
    if (items.length > 0) append(texts, places.first, live.project, Object.fromEntries(lists));
    return texts;
  };
  const { kept, left: unfit } = fitting(changes, write, reread);
  return {
    texts: write(kept),
    done: kept.map(({ done }) => done),
    left: [...left, ...unfit],
  };
}

const placed = ({ source, from, to }: Edit) => {
  const { file, line } = placeOf(source, [from, to]);
  return `${file}:${line}`;
};

/** An edit of a field, and the value that the file says then; undefined: it says none. */
interface Way {
  edit: Edit;
  value?: unknown;
  /** The variables in the text that it replaces. */
  replaced?: readonly string[];
}

function changeOf(
  id: Pick<Change, "kind" | "external_id">,
  field: string,
  { edit, value, replaced = [] }: Way,
): Change {
  const name = `${id.kind} ${id.external_id}: ${field}`;
  const note = replaced.length > 0 ? `, in place of ${replaced.join(" and ")}` : "";
  return {
    ...id,
    edit,
    becomes: (item) => ({ ...item, [field]: valueRead(value) }),
    done: `${placed(edit)}: ${name}${note}`,
    subject: name,
  };
}

/** The ways to give a field the value of the server, the best one first, or the reason why it cannot be written. */
function waysOf(
  kind: ResourceKind,
  field: string,
  entry: PlacedEntry,
  live: Readonly<Record<string, unknown>>,
): Way[] | string {
  const fields: FieldTable = manifestFields[kind];
  const item = itemAt(entry);
  if (!item) return "is in an alias, or comes from for_each";
  if (fields[field] === undefined) return "is not a field of a manifest";
  // An export leaves such a list out while it is empty. In a file that manages it, it stays managed.
  const isList = fields[field].leftOut === "unmanaged";
  const value = live[field] ?? (isList ? [] : (defaultsOf(fields)[field] ?? null));
  if (holdsSecret(fields[field]) && JSON.stringify(value).includes("***"))
    return "is a secret, which the server does not tell";
  const { part } = entry;
  const own = item.items.find(({ key }) => isScalar(key) && key.value === field);
  if (!own) {
    const edit = insertion(part, item, field, value);
    return typeof edit === "string" ? edit : [{ edit, value }];
  }
  const edit = replacement(part, own, value, item);
  const replaced = part.source.text.slice(edit.from, edit.to).match(/\$\{[^}]*\}/g) ?? [];
  const written = { edit, value, replaced };
  // Below an inherited value, or with an anchor that others use, the line is needed.
  const line = live[field] === undefined && !isList ? ownLine(part.source, own) : null;
  return line ? [{ edit: { source: part.source, ...line, text: "" } }, written] : [written];
}

/** The map of a resource, if it stands there itself, and for itself alone. */
function itemAt({ part, field }: PlacedEntry): YAMLMap | null {
  const [, kind, index] = /^(\w+)\[(\d+)\]$/.exec(field)!;
  const { contents } = part.document;
  const list = isMap(contents) ? contents.get(kind, true) : null;
  const item = isSeq(list) ? list.items[Number(index)] : null;
  return isMap(item) && !part.repeated.has(item) ? item : null;
}

/** The lines of a key with its value, without others on them; null: something else stands there too. */
function ownLine({ text }: Source, pair: Pair): { from: number; to: number } | null {
  const from = text.lastIndexOf("\n", rangeOf(pair.key)[0]) + 1;
  const end = endOf(text, pair);
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next + 1;
  const before = text.slice(from, rangeOf(pair.key)[0]);
  const after = text.slice(end, to);
  return before.trim() === "" && /^\s*(?:#|$)/.test(after) ? { from, to } : null;
}

/** An anchor stays: aliases of it may be anywhere below. */
function replacement({ source }: ManifestPart, own: Pair, value: unknown, item: YAMLMap): Edit {
  const to = endOf(source.text, own);
  if (isExplicit(source, own) && isNode(own.value))
    return { source, from: rangeOf(own.value)[0], to, text: inline(value) };
  const anchor = isNode(own.value) && !isAlias(own.value) ? own.value.anchor : undefined;
  const text = `:${anchor ? ` &${anchor}` : ""}${written(value, indentOf(source, own), isFlow(item))}`;
  return { source, from: rangeOf(own.key)[1], to, text };
}

/** Keys that a resource never loses. */
const anchors: readonly unknown[] = ["external_id", "title", "email", "url"];

/** Behind the last key that stays for certain. */
function insertion(
  part: ManifestPart,
  item: YAMLMap,
  field: string,
  value: unknown,
): Edit | string {
  const { source } = part;
  const anchor = item.items.findLast(({ key }) => isScalar(key) && anchors.includes(key.value));
  if (!anchor) return "is in an alias, or comes from for_each";
  const end = endOf(source.text, anchor);
  if (isFlow(item)) {
    const text = `, ${field}:${written(value, "", true)}`;
    return { source, from: end, to: end, text };
  }
  const next = source.text.indexOf("\n", end);
  const at = next < 0 ? source.text.length : next - (source.text[next - 1] === "\r" ? 1 : 0);
  const indent = indentOf(source, anchor);
  return { source, from: at, to: at, text: `\n${indent}${field}:${written(value, indent, false)}` };
}

/** The lines of a resource; null: it shares them with others. */
function removalOf(entry: PlacedEntry): Edit | null {
  const item = itemAt(entry);
  const { source } = entry.part;
  if (!item) return null;
  const [start, stop] = rangeOf(item);
  const from = source.text.lastIndexOf("\n", start) + 1;
  if (!/^\s*-\s+$/.test(source.text.slice(from, start))) return null;
  const end = start + source.text.slice(start, stop).trimEnd().length;
  const next = source.text.indexOf("\n", end);
  return { source, from, to: next < 0 ? source.text.length : next + 1, text: "" };
}

/** Adds resources at the end of the first document, below the lists of their kinds. */
function append(
  texts: Map<string, string>,
  { source }: ManifestPart,
  project: string,
  added: Partial<Record<ResourceKind, object[]>>,
): void {
  const { name, text } = source;
  const above = (texts.get(name) ?? text).replace(/(?<![\r\n])[\r\n]+$/, "");
  const below = `\n---\n${manifestText({ project, ...added })}`;
  texts.set(name, above + below.replaceAll("\n", lineEnding(text, text.length)));
}

/** Where the value of a key ends; the key, when it has none. */
function endOf(text: string, { key, value }: Pair): number {
  const range = (value as Node | null)?.range;
  const [start, stop] = range ? [range[0], range[1]] : rangeOf(key);
  return start + text.slice(start, stop).trimEnd().length;
}

function rangeOf(node: unknown): [number, number] {
  const [start, end] = (node as Node).range!;
  return [start, end];
}

const isFlow = (item: YAMLMap) => item.flow === true;

/** The line of a key, up to it. */
function before({ text }: Source, { key }: Pair): string {
  const [start] = rangeOf(key);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

/** True for a key behind a question mark. */
const isExplicit = (source: Source, pair: Pair) => /\?\s+$/.test(before(source, pair));

/** The spaces up to the key. */
const indentOf = (source: Source, pair: Pair): string =>
  " ".repeat(before(source, pair).replace(/\?\s+$/, "").length);

/** The value behind `key:`, after a space or a new line. Long lists take a line for each item, where they may. */
function written(value: unknown, indent: string, flow: boolean): string {
  const isLong =
    Array.isArray(value) && (value.length > 3 || value.some((one) => typeof one === "object"));
  if (!isLong || flow) return ` ${inline(value)}`;
  return (value as unknown[]).map((one) => `\n${indent}  - ${inline(one)}`).join("");
}

const inline = (value: unknown): string =>
  typeof value === "string" && value.includes("\n")
    ? JSON.stringify(value)
    : stringify(value, flowStyle).trim();

const flowStyle = {
  collectionStyle: "flow",
  lineWidth: 0,
  // Its lines would need the indent of the place.
  doubleQuotedMinMultiLineLength: Infinity,
} as const;
