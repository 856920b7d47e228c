/** Reads files of other tools, of any content. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../call/exit.ts";
import { Failure, wrongInput } from "../call/failure.ts";
import { gatusConfig, type GatusConfig } from "../../importer/gatus/config.ts";
import type { ManifestFile } from "../../manifest/source.ts";

/** The largest file: a state of Terraform with ten thousand resources has 30 MB. */
const mostBytes = 100 * 1024 * 1024;
const mostFiles = 1000;

/** The value of a JSON file. Throws a sentence when it holds none. */
export function readJson(path: string): unknown {
  const text = textOf(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = /^\s*</.test(text)
      ? "it is a page of HTML or XML, not JSON"
      : (error as Error).message.split("\n")[0]!;
    throw unreadable(path, why);
  }
}

/** A configuration of Gatus: a file, or all files of YAML in a folder and its folders. */
export function readGatus(path: string): GatusConfig {
  const files = filesAt(path).map((name): ManifestFile => ({ name, text: textOf(name) }));
  if (files.length === 0) throw unreadable(path, "no file in it ends in .yaml or .yml");
  const read = gatusConfig(files);
  if (!("issues" in read)) return read;
  throw new Failure(`${path} cannot be read as YAML`, {
    exit: exitCodes.input,
    code: "unreadable",
    next: "correct it; Gatus itself refuses such a file",
    issues: read.issues,
    closing: "Nothing was imported.",
  });
}

/** The path itself; of a folder its files of YAML, in the order in which Gatus reads them. */
function filesAt(path: string): string[] {
  if (!attempted(path, () => statSync(path)).isDirectory()) return [path];
  const names: string[] = [];
  const enter = (folder: string) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = join(folder, entry.name);
      // As Gatus: Kubernetes links to files of folders such as ..data from outside them.
      if (entry.name.includes("..")) continue;
      if (entry.isDirectory()) enter(name);
      else if (/\.ya?ml$/.test(entry.name)) names.push(name);
      if (names.length > mostFiles) throw unreadable(path, `it has over ${mostFiles} files`);
    }
  };
  enter(path);
  return names;
}

function textOf(path: string): string {
  const { size } = attempted(path, () => statSync(path));
  const bytes = size > mostBytes ? null : attempted(path, () => readFileSync(path));
  if (bytes === null || bytes.length > mostBytes)
    throw unreadable(path, `it is larger than ${mostBytes / 1024 / 1024} MiB`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function attempted<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unreadable(path, (error as Error).message);
  }
}

const unreadable = (path: string, why: string): Failure =>
  wrongInput(
    "unreadable",
    `${path} cannot be read: ${why}`,
    "check the path, and that it is a file of this tool",
  );
