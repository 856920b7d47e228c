/** Reads the files passed and the files they include, as documents with their variables replaced. */
import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import type { Issue } from "./issue.ts";
import { readSource } from "./read-source.ts";
import { issueAt, type ManifestFile, type ManifestPart } from "./source.ts";
import { repeat } from "./repeat.ts";
import { fill, nextStep, type Surroundings, type Use } from "./variables.ts";

export interface Gathered {
  /** In the order in which their lists are appended: an included file comes after the including one. */
  parts: ManifestPart[];
  issues: Issue[];
  /** The mistakes of files that cannot be read as YAML. */
  unreadable: Issue[];
  /** Names of all files, in the order in which they were read. */
  names: string[];
  uses: Use[];
  /** Values of variables and files that must not be shown. */
  secrets: string[];
}

/** No layout of files that people keep needs more, and a loop of generated names must end. */
const mostFiles = 1000;

interface Loaded {
  parts: ManifestPart[];
  includes: { part: ManifestPart; name: string }[];
}

/** Reads all of it; a file that is reached in several ways is read once. */
export function gather(files: readonly ManifestFile[], surroundings: Surroundings): Gathered {
  const loaded = new Map<string, Loaded>();
  const gathered: Gathered = {
    parts: [],
    issues: [],
    unreadable: [],
    names: [],
    uses: [],
    secrets: [],
  };

  const load = (file: ManifestFile, way: readonly string[]): void => {
    if (loaded.has(file.name)) return;
    const { parts, issues } = readSource(file);
    const own: Loaded = { parts, includes: [] };
    loaded.set(file.name, own);
    gathered.names.push(file.name);
    (parts.length > 0 ? gathered.issues : gathered.unreadable).push(...issues);
    for (const part of parts) {
      gathered.issues.push(...repeat(part));
      const filled = fill(part, surroundings);
      gathered.issues.push(...filled.issues);
      gathered.uses.push(...filled.uses);
      gathered.secrets.push(...filled.secrets);
      for (const node of includesOf(part)) include(part, node, own, [...way, file.name]);
    }
  };

  const include = (part: ManifestPart, node: Scalar, own: Loaded, way: readonly string[]): void => {
    const path = node.value as string;
    const [start, end] = node.range!;
    const refuse = (code: string, message: string, hint: string | null) =>
      gathered.issues.push(issueAt(part.source, [start, end], code, message, hint));
    for (const content of surroundings.readAll(path, part.source.name)) {
      if (!content.ok) {
        refuse("include", `${path} ${content.why}`, nextStep(content));
        continue;
      }
      const from = way.indexOf(content.name);
      if (from >= 0)
        return void refuse(
          "include_cycle",
          `files include each other in a cycle: ${[...way.slice(from), content.name].join(" -> ")}`,
          "take this line out",
        );
      if (loaded.size >= mostFiles && !loaded.has(content.name))
        return void refuse("include", `over ${mostFiles} files`, null);
      own.includes.push({ part, name: content.name });
      load(content, way);
    }
  };

  for (const file of files) load(file, []);

  const included = new Set(
    [...loaded.values()].flatMap(({ includes }) => includes.map((i) => i.name)),
  );
  const placed = new Set<string>();
  const place = (name: string, parent: ManifestPart | null): void => {
    if (placed.has(name)) return;
    placed.add(name);
    const { parts, includes } = loaded.get(name)!;
    for (const part of parts) {
      part.parent = parent;
      gathered.parts.push(part);
      for (const inner of includes) if (inner.part === part) place(inner.name, part);
    }
  };
  // A file that is both named and included belongs to the including file.
  for (const { name } of files) if (!included.has(name)) place(name, null);
  return gathered;
}

/** The paths under `include:`; other values are faults of shape. */
function includesOf(part: ManifestPart): Scalar[] {
  // The nodes of a file without the word need not be read.
  if (!part.source.text.includes("include")) return [];
  const { contents } = part.document;
  const list = isMap(contents) ? contents.get("include", true) : null;
  return isSeq(list)
    ? list.items.filter((item): item is Scalar => isScalar(item) && typeof item.value === "string")
    : [];
}
