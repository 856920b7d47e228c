/** Reads the manifests that were named: files, folders and the input. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { ManifestFile } from "../manifest/source.ts";
import { wrongInput } from "./failure.ts";
import { readInput, type Io } from "./io.ts";

const defaultFile = "monitors.yaml";

/** The text of each file, in the order in which they were named; of folders, sorted by name. */
export async function readManifests(
  io: Io,
  paths: readonly string[],
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const path of new Set(paths.length > 0 ? paths : byDefault(io)))
    if (path === "-")
      files.push({ name: "(input)", text: decoded("-", await readInput(io)) });
    else
      for (const name of filesAt(io, path))
        files.push({
          name,
          text: decoded(name, readFileSync(resolve(io.cwd, name))),
        });
  return files;
}

function byDefault(io: Io): string[] {
  if (existsSync(resolve(io.cwd, defaultFile))) return [defaultFile];
  throw wrongInput(
    "no_file",
    `no file was named, and there is no ${defaultFile} here`,
    "name a file or a folder with -f PATH",
  );
}

function filesAt(io: Io, path: string): string[] {
  const absolute = resolve(io.cwd, path);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (!found)
    throw wrongInput("no_file", `${path} does not exist`, "look at the path");
  if (!found.isDirectory()) return [path];
  const inside = readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.ya?ml$/.test(entry.name) && !entry.isDirectory())
    .map((entry) => relative(absolute, join(entry.parentPath, entry.name)))
    // Hidden files and folders are somebody else's: .git, editors.
    .filter((name) => !/(^|[/\\])\./.test(name))
    .toSorted();
  if (inside.length === 0)
    throw wrongInput(
      "no_file",
      `there is no *.yaml and no *.yml in ${path}`,
      "name the folder that holds them",
    );
  return inside.map((name) => join(path, name));
}

function decoded(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch {
    throw wrongInput("encoding", `${name} is not UTF-8`, "save it as UTF-8");
  }
}
