/**
 * Snapshots of status pages in a folder of the data directory, one file each, for this user alone. A file is replaced as a
 * whole, so a reader finds the earlier or the later one. It belongs to one version of monitord, as its content does: another
 * version takes it for absent.
 */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** The most files, and the most that one takes on the disk and in memory, bytes. */
const most = { files: 100, file: 1024 ** 2, text: 32 * 1024 ** 2 };
/** Slugs are names of files, too: they have no letter that a path has a meaning for. */
const slug = /^[a-z0-9-]{3,63}$/;

export class SnapshotFiles {
  readonly most = most.files;
  readonly #folder: string;
  readonly #end: string;

  constructor(dataDir: string, version: string) {
    this.#folder = join(dataDir, "status-pages");
    this.#end = `.${version.replaceAll(/[^\w.-]/g, "_")}.json.gz`;
  }

  /** The snapshot of a page; null: none that can be read. */
  async read(name: string): Promise<string | null> {
    if (!slug.test(name)) return null;
    try {
      const text = await promisify(gunzip)(await readFile(this.#pathOf(name)), {
        maxOutputLength: most.text,
      });
      return text.toString();
    } catch {
      return null;
    }
  }

  /** Replaces the snapshot of a page. One that is too large is left out, and so is the one before it. */
  async write(name: string, text: string): Promise<void> {
    const content = await promisify(gzip)(text);
    if (content.length > most.file || text.length > most.text)
      return rm(this.#pathOf(name), { force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Nodes on one machine can share the folder.
    const partial = `${this.#pathOf(name)}.${process.pid}`;
    const file = await open(partial, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, this.#pathOf(name));
  }

  /** Removes all that is not the snapshot of one of these pages. */
  async keepOnly(names: readonly string[]): Promise<void> {
    const kept = new Set(names.map((name) => this.#nameOf(name)));
    for (const file of await readdir(this.#folder).catch(() => []))
      if (!kept.has(file)) await rm(join(this.#folder, file), { force: true });
  }

  #nameOf(name: string): string {
    return `${name}${this.#end}`;
  }

  #pathOf(name: string): string {
    return join(this.#folder, this.#nameOf(name));
  }
}
