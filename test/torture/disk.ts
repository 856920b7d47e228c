/**
 * A disk of which only that is sure which was synced: contents of files by a sync of the file, names by a sync of their
 * folder. It is led through recorded calls, and written out as a power cut may leave it. No order between two syncs is
 * taken for granted, and no write is whole beyond a sector.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { outside, type FileCall } from "./recorded-calls.ts";

/**
 * What is left of what was not synced. synced: nothing. all: everything. torn512, torn4096: the first of it, the last
 * write up to a boundary of so many bytes. reordered: any sectors of it, in any order, and any names. names lost:
 * contents without names; names first: names without contents.
 */
export const remains = [
  "synced",
  "all",
  "torn512",
  "torn4096",
  "reordered",
  "names lost",
  "names first",
] as const;
export type Remains = (typeof remains)[number];

type Change = { offset: number; bytes: Buffer } | { size: number };

interface File {
  synced: Buffer;
  pending: Change[];
}

/** Names that change together: the file of each, or none. */
type Naming = { folder: string[]; names: [path: string, file: File | "folder" | null][] };

export class Disk {
  /** As the program sees them. */
  readonly #names = new Map<string, File | "folder">();
  readonly #synced: Map<string, File | "folder">;
  #naming: Naming[] = [];
  readonly #root: string;

  /** `root`: the folder in the calls; `folder`: what is in it at the beginning, all of it on the disk. */
  constructor(root: string, folder: string) {
    this.#root = root;
    const add = (path: string) => {
      for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
        const own = join(path, entry.name);
        if (entry.isDirectory()) {
          this.#names.set(join(root, own), "folder");
          add(own);
        } else
          this.#names.set(join(root, own), {
            synced: readFileSync(join(folder, own)),
            pending: [],
          });
      }
    };
    add("");
    this.#synced = new Map(this.#names);
  }

  /** Whether bytes of a file are not synced. */
  get isDirty(): boolean {
    return [...this.#names.values()].some((file) => file !== "folder" && file.pending.length > 0);
  }

  apply(call: FileCall): void {
    const file = this.#names.get(call.path);
    const known = file === "folder" ? undefined : file;
    switch (call.kind) {
      case "create":
        if (file === undefined) this.#name([[call.path, { synced: Buffer.alloc(0), pending: [] }]]);
        break;
      case "mkdir":
        this.#name([[call.path, "folder"]]);
        break;
      case "write":
        known?.pending.push({ offset: call.offset, bytes: call.bytes });
        break;
      case "copy":
        known?.pending.push({
          offset: call.offset,
          bytes: this.#read(call.from, call.start, call.length),
        });
        break;
      case "truncate":
        known?.pending.push({ size: call.size });
        break;
      case "link":
        this.#name([[call.path, this.#names.get(call.from) ?? null]]);
        break;
      case "rename":
        this.#name([
          [call.from, null],
          [call.path, this.#names.get(call.from) ?? null],
        ]);
        break;
      case "unlink":
        this.#name([[call.path, null]]);
        break;
      case "sync":
        if (known) {
          known.synced = changed(known.synced, known.pending);
          known.pending = [];
        } else this.#syncFolder(call.path);
    }
  }

  /** Writes the disk out to `folder`, as it is after a power cut now. */
  leave(folder: string, what: Remains, random: () => number): void {
    const names = this.#leftNames(what, random);
    for (const [path, file] of names) {
      const target = join(folder, relative(this.#root, path));
      if (file === "folder") mkdirSync(target, { recursive: true });
      else {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, contentOf(file, what, random), { mode: 0o600 });
      }
    }
  }

  #leftNames(what: Remains, random: () => number): Map<string, File | "folder"> {
    if (what === "synced" || what === "names lost") return this.#synced;
    if (what === "all" || what === "names first") return this.#names;
    const names = new Map(this.#synced);
    const count = Math.floor(random() * (this.#naming.length + 1));
    const left =
      what === "reordered"
        ? this.#naming.filter(() => random() < 0.5)
        : this.#naming.slice(0, count);
    for (const naming of left) rename(names, naming);
    return names;
  }

  #name(names: Naming["names"]): void {
    const naming = { folder: names.map(([path]) => dirname(path)), names };
    this.#naming.push(naming);
    rename(this.#names, naming);
  }

  #syncFolder(folder: string): void {
    for (const naming of this.#naming)
      if (naming.folder.includes(folder)) rename(this.#synced, naming);
    this.#naming = this.#naming.filter((naming) => !naming.folder.includes(folder));
  }

  #read(path: string, start: number, length: number): Buffer {
    const file = this.#names.get(path);
    if (file === undefined || file === "folder") return outside(path, start, length);
    return changed(file.synced, file.pending).subarray(start, start + length);
  }
}

function rename(names: Map<string, File | "folder">, naming: Naming): void {
  for (const [path, file] of naming.names)
    if (file === null) names.delete(path);
    else names.set(path, file);
}

function contentOf({ synced, pending }: File, what: Remains, random: () => number): Buffer {
  switch (what) {
    case "synced":
    case "names first":
      return synced;
    case "all":
    case "names lost":
      return changed(synced, pending);
    case "torn512":
      return changed(synced, torn(pending, 512, random));
    case "torn4096":
      return changed(synced, torn(pending, 4096, random));
    case "reordered": {
      const sectors = pending
        .flatMap((change) => sectorsOf(change, 512))
        .filter(() => random() < 0.5)
        .map((change) => ({ change, place: random() }));
      sectors.sort((a, b) => a.place - b.place);
      return changed(
        synced,
        sectors.map(({ change }) => change),
      );
    }
  }
}

/** The first of them, and the beginning of the next. */
function torn(pending: Change[], size: number, random: () => number): Change[] {
  const whole = Math.floor(random() * (pending.length + 1));
  const next = pending[whole];
  const sectors = next ? sectorsOf(next, size) : [];
  return [
    ...pending.slice(0, whole),
    ...sectors.slice(0, Math.floor(random() * (sectors.length + 1))),
  ];
}

/** The parts of a write between boundaries of the disk. */
function sectorsOf(change: Change, size: number): Change[] {
  if (!("bytes" in change)) return [change];
  const sectors: Change[] = [];
  for (let done = 0; done < change.bytes.length;) {
    const offset = change.offset + done;
    const next = Math.min(change.bytes.length, done + size - (offset % size));
    sectors.push({ offset, bytes: change.bytes.subarray(done, next) });
    done = next;
  }
  return sectors;
}

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return before;
  let length = before.length;
  let most = length;
  for (const change of changes) {
    length = "size" in change ? change.size : Math.max(length, change.offset + change.bytes.length);
    most = Math.max(most, length);
  }
  const content = Buffer.alloc(most);
  before.copy(content);
  length = before.length;
  for (const change of changes)
    if ("size" in change) {
      content.fill(0, Math.min(length, change.size));
      length = change.size;
    } else {
      change.bytes.copy(content, change.offset);
      length = Math.max(length, change.offset + change.bytes.length);
    }
  return content.subarray(0, length);
}
