/**
 * Writes the state of a server into the files that declare it, and leaves the rest of their text as it is: comments,
 * order, anchors and other formatting. Pure.
 */
import { isMap, isScalar, isSeq, stringify, type Node, type Pair, type YAMLMap } from "yaml";
import type { Declaration } from "../api/declaration.ts";
import type { ResourceKind } from "../core/model/model.ts";
import { defaultsOf, holdsSecret, type FieldTable } from "../resource/field.ts";
import { manifestFields } from "../resource/manifest.ts";
import type { FilePlaces } from "./places.ts";
import { placeOf, type ManifestPart, type Source } from "./source.ts";
import { literal, manifestText } from "./text.ts";

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

/** A stretch of a file, and the text that replaces it. */
interface Edit {
  source: Source;
  from: number;
  to: number;
  text: string;
  /** The variables in the text that it replaces. */
  replaced?: readonly string[];
}

/** The files after `differences` were written into them; `live` is the server's side, as an export has it. */
export function patched(
  places: FilePlaces,
  differences: readonly Difference[],
  live: Declaration,
): Patched {
  const edits: Edit[] = [];
  const written: string[] = [];
  const left: string[] = [];
  const added: Partial<Record<ResourceKind, object[]>> = {};
  for (const { kind, external_id, action, fields } of differences) {
    const name = `${kind} ${external_id}`;
    const item = live[kind]?.find((one) => one.external_id === literal(external_id));
    const entry = places.entryOf(kind, external_id);
    if (action === "update" && entry && item) {
      const names = new Set(fields.map(({ field }) => /^[^.[]*/.exec(field)![0]));
      for (const field of names) {
        const change = changeOf(kind, field, entry, item as Record<string, unknown>);
        if (typeof change === "string") left.push(`${name}: ${field} ${change}`);
        else {
          edits.push(change);
          const { replaced = [] } = change;
          const note = replaced.length > 0 ? `, in place of ${replaced.join(" and ")}` : "";
          written.push(`${placed(change)}: ${name}: ${field}${note}`);
        }
      }
    } else if (action === "create" && entry) {
      const removal = removalOf(entry);
      if (removal === null) left.push(`${name}: remove it yourself`);
      else {
        edits.push(removal);
        written.push(`${placed(removal)}: ${name}: taken out`);
      }
    } else if ((action === "detach" || action === "delete") && item) {
      (added[kind] ??= []).push(item);
      written.push(`${places.first.source.name}: ${name}: added`);
    }
  }
  const texts = new Map<string, string>();
  for (const edit of edits.toSorted((a, b) => b.from - a.from)) {
    const text = texts.get(edit.source.name) ?? edit.source.text;
    texts.set(edit.source.name, text.slice(0, edit.from) + edit.text + text.slice(edit.to));
  }
  if (Object.keys(added).length > 0) append(texts, places.first, live.project, added);
  return { texts, done: written, left };
}

const placed = ({ source, from, to }: Edit) => {
  const { file, line } = placeOf(source, [from, to]);
  return `${file}:${line}`;
};

/** The edit that gives a field the value of the server, or the reason why it cannot be written. */
function changeOf(
  kind: ResourceKind,
  field: string,
  entry: { part: ManifestPart; field: string; inherited: ReadonlySet<string> },
  live: Readonly<Record<string, unknown>>,
): Edit | string {
  const fields: FieldTable = manifestFields[kind];
  const item = itemAt(entry);
  if (!item) return "is in an alias, or comes from for_each";
  if (fields[field] === undefined) return "is not a field of a manifest";
  // An export leaves such a list out while it is empty. In a file that manages it, it stays managed.
  const isList = fields[field].leftOut === "unmanaged";
  const value = live[field] ?? (isList ? [] : (defaultsOf(fields)[field] ?? null));
  if (holdsSecret(fields[field]) && JSON.stringify(value).includes("***"))
    return "is a secret, which the server does not tell";
  const own = item.items.find(({ key }) => isScalar(key) && key.value === field);
  const isDefault = live[field] === undefined && !isList && !entry.inherited.has(field);
  if (own && isDefault) {
    const line = ownLine(entry.part.source, own);
    if (line) return { source: entry.part.source, ...line, text: "" };
  }
  return own
    ? replacement(entry.part, own, value, item)
    : insertion(entry.part, item, field, value);
}

/** The map of a resource, if it stands there itself, and for itself alone. */
function itemAt({ part, field }: { part: ManifestPart; field: string }): YAMLMap | null {
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

function replacement(part: ManifestPart, own: Pair, value: unknown, item: YAMLMap): Edit {
  const { source } = part;
  const from = rangeOf(own.key)[1];
  const to = endOf(source.text, own);
  return {
    source,
    from,
    to,
    text: `:${written(value, indentOf(source, own), isFlow(item))}`,
    replaced: source.text.slice(from, to).match(/\$\{[^}]*\}/g) ?? [],
  };
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
  const at = next < 0 ? source.text.length : next;
  const indent = indentOf(source, anchor);
  return { source, from: at, to: at, text: `\n${indent}${field}:${written(value, indent, false)}` };
}

/** The lines of a resource; null: it shares them with others. */
function removalOf(entry: { part: ManifestPart; field: string }): Edit | null {
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
  const { name } = source;
  const text = (texts.get(name) ?? source.text).replace(/(?<!\n)\n*$/, "\n");
  texts.set(name, `${text}---\n${manifestText({ project, ...added })}`);
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

/** The spaces up to the key. */
function indentOf({ text }: Source, { key }: Pair): string {
  const [start] = rangeOf(key);
  return " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
}

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
    : stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
