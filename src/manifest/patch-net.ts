/**
 * The net below a patch: reads the patched files as an apply would, and keeps only changes after which every resource of
 * the files declares the same as before, or the value that was written. Pure.
 */
import type { Declaration } from "../api/declaration.ts";
import type { ResourceKind } from "../core/model/model.ts";
import { resourceKinds } from "../resource/kinds.ts";
import { parseManifest, type Parsed } from "./manifest.ts";
import type { ManifestFile, Source } from "./source.ts";
import type { Surroundings } from "./variables.ts";
import { wantedResource } from "./wanted.ts";

type Item = Record<string, unknown>;
type Texts = ReadonlyMap<string, string>;

/** A stretch of a file, and the text that replaces it; its line endings become those of the file. */
export interface Edit {
  source: Source;
  from: number;
  to: number;
  text: string;
}

/** A change of the text, and the meaning that it is to have. */
export interface Change {
  kind: ResourceKind;
  external_id: string;
  /** null: the resource is added in a document of its own. */
  edit: Edit | null;
  /** The resource after it, by the one before; null: gone. */
  becomes: (item: Item) => Item | null;
  /** As a list of changes names it. */
  done: string;
  /** The subject of a sentence that says why it was not written. */
  subject: string;
  /** Another way to write it, if this one does not fit. */
  instead?: Change;
  /** True if an alias may repeat the resource or a merge take it in. */
  anchored?: boolean;
}

/** The texts of the files that some changes alter. */
type Write = (changes: readonly Change[]) => Map<string, string>;

/** Reads the files again, some of them with other texts. */
export type Reread = (texts: Texts) => Parsed;

export function rereading(files: readonly ManifestFile[], surroundings: Surroundings): Reread {
  return (texts) => {
    const withText = (file: ManifestFile) => ({ ...file, text: texts.get(file.name) ?? file.text });
    return parseManifest(files.map(withText), {
      ...surroundings,
      readAll: (path, from) =>
        surroundings
          .readAll(path, from)
          .map((file) => (file.ok ? { ...file, ...withText(file) } : file)),
    });
  };
}

/** The new text of each file that the edits change; later ones at one place come first. */
export function textsAfter(edits: readonly Edit[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, own] of Map.groupBy(edits, ({ source }) => source.name)) {
    const { text } = own[0]!.source;
    const pieces: string[] = [];
    let end = text.length;
    for (const edit of own.toSorted((a, b) => b.from - a.from)) {
      pieces.push(text.slice(edit.to, end));
      pieces.push(edit.text.replaceAll("\n", lineEnding(text, edit.from)));
      end = edit.from;
    }
    texts.set(name, [...pieces, text.slice(0, end)].toReversed().join(""));
  }
  return texts;
}

/** That of the line at an offset; of the last line, that of the first. */
export function lineEnding(text: string, at: number): string {
  const next = text.indexOf("\n", at);
  const end = next < 0 ? text.indexOf("\n") : next;
  return text[end - 1] === "\r" ? "\r\n" : "\n";
}

/** Those of the changes that fit together, in their order, and a sentence for each of the others. */
export function fitting(
  changes: readonly Change[],
  write: Write,
  reread: Reread,
): { kept: Change[]; left: string[] } {
  const net = new Net(write, reread);
  const units = [...Map.groupBy(changes, keyOf).values()];
  const free = units.filter((unit) => !unit.some(isTied));
  // Those that others depend on come last, because they may fit only after others.
  const all = net.keep([], [...free, ...units.filter((unit) => unit.some(isTied))]);
  const kept = changes.flatMap((one) => all.find((other) => isSameChange(one, other)) ?? []);
  const left = changes.filter((one) => !all.some((other) => isSameChange(one, other)));
  return { kept, left: left.map((one) => `${one.subject} ${net.why.get(one)}`) };
}

/** True for a change that may have an effect elsewhere. */
const isTied = ({ edit, instead, anchored = false }: Change): boolean =>
  anchored ||
  instead !== undefined ||
  (edit?.source.text.slice(edit.from, edit.to).includes("&") ?? false);

const isSameChange = (one: Change, other: Change) => one === other || one.instead === other;

const keyOf = ({ kind, external_id }: { kind: ResourceKind; external_id: string }) =>
  `${kind} ${external_id}`;

class Net {
  private readonly write: Write;
  private readonly reread: Reread;
  /** Why a change does not fit, as the end of a sentence. */
  readonly why = new Map<Change, string>();
  private readonly before: ReadonlyMap<string, { kind: ResourceKind; item: Item }>;

  constructor(write: Write, reread: Reread) {
    this.write = write;
    this.reread = reread;
    const parsed = reread(new Map());
    this.before = parsed.ok ? resourcesOf(parsed.declaration) : new Map();
  }

  /** Adds to `kept` all that fits: the whole, else its parts, down to single changes. */
  keep(kept: Change[], units: readonly (readonly Change[])[]): Change[] {
    const added = units.flat();
    const all = [...kept, ...added];
    const fault = this.faultOf(all);
    if (fault === null) return all;
    if (units.length > 1) {
      const free = units.filter((unit) => !unit.some(isTied)).length;
      const middle = free > 0 && free < units.length ? free : Math.ceil(units.length / 2);
      return this.keep(this.keep(kept, units.slice(0, middle)), units.slice(middle));
    }
    const [first, ...others] = added;
    if (others.length > 0) {
      const singly = (before: Change[]) =>
        added
          .filter((one) => !before.some((other) => isSameChange(one, other)))
          .reduce((some, one) => this.keep(some, [[one]]), before);
      // A field may fit only with a later one.
      return singly(singly(kept));
    }
    if (first!.instead) {
      const instead = this.keep(kept, [[first!.instead]]);
      this.why.set(first!, this.why.get(first!.instead)!);
      return instead;
    }
    this.why.set(first!, fault);
    return kept;
  }

  /** The fault after the changes, the last of which is to blame; null: they fit. */
  private faultOf(changes: readonly Change[]): string | null {
    const parsed = this.reread(this.write(changes));
    if (!parsed.ok) {
      const { file, line, message } = parsed.issues[0]!;
      return `would break the files (${file}:${line}: ${message})`;
    }
    const after = resourcesOf(parsed.declaration);
    const wanted = new Map<string, { kind: ResourceKind; item: Item | null }>(this.before);
    for (const change of changes) {
      const { kind, edit, becomes } = change;
      const key = keyOf(change);
      // The text of one that is added is made of it, and its secrets may be variables.
      const item = edit ? becomes(wanted.get(key)!.item!) : (after.get(key)?.item ?? {});
      wanted.set(key, { kind, item });
    }
    const isWrong = (key: string) => digest(wanted.get(key)) !== digest(after.get(key));
    const wrong = [...new Set([...wanted.keys(), ...after.keys()])].find(isWrong);
    if (wrong === undefined || changes.length === 0) return null;
    return wrong === keyOf(changes.at(-1)!)
      ? "cannot be written there"
      : `would change ${wrong}, too`;
  }
}

const resourcesOf = (declaration: Declaration) =>
  new Map(
    resourceKinds.flatMap((kind) =>
      ((declaration[kind] ?? []) as (Item & { external_id: string })[]).map(
        (item) => [keyOf({ kind, external_id: item.external_id }), { kind, item }] as const,
      ),
    ),
  );

/** The meaning of a resource, as a text that can be compared. */
function digest(resource: { kind: ResourceKind; item: Item | null | undefined } | undefined) {
  const { kind, item } = resource ?? {};
  return item && kind ? JSON.stringify(wantedResource(kind, item)) : null;
}
