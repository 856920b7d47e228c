/**
 * Turns one YAML document into data: checks its shape and removes the parts that only the manifest language
 * has.
 */
import { eachKind } from "../resource/resources.ts";
import { check } from "../api/check.ts";
import { ManifestDocument } from "../api/manifest-document.ts";
import type { Fault } from "../core/model/fault.ts";
import { resourceKinds, type ResourceKind } from "../core/model/model.ts";
import { splitSuggestion } from "../core/text/nearest.ts";
import { isObject } from "../resource/part.ts";
import type { Issue } from "./issue.ts";
import { locate } from "./locate.ts";
import { issueOf, issueOfEntry, type Entry, type Item } from "./places.ts";
import { issueAt, type ManifestPart } from "./source.ts";

/** The settings of a document, which also hold for the documents that it includes. */
export interface Shaped {
  part: ManifestPart;
  /** null: none is named here, nor where it is included from. */
  project: string | null;
  defaults: Record<ResourceKind, Defaults>;
  entries: Record<ResourceKind, Entry[]>;
  issues: Issue[];
}

/** Fields of a kind, each with the place that said it. */
type Defaults = ReadonlyMap<string, { value: unknown; part: ManifestPart; field: string }>;

type Root = Record<string, unknown>;

/** The document; `parent` includes its file. Without entries if it cannot be read. */
export function shape(part: ManifestPart, parent: Shaped | null): Shaped {
  const { value } = part;
  const shaped: Shaped = {
    part,
    project: parent?.project ?? null,
    defaults: parent?.defaults ?? noDefaults(),
    entries: eachKind(() => []),
    issues: [],
  };
  const wrong = notADocument(part, value);
  if (wrong) return { ...shaped, issues: [wrong] };
  const root = withoutNotes(value as Root);
  const own = projectOf(root);
  const inherits = root["project"] === undefined && shaped.project !== null;
  const defaults = eachKind((kind) => defaultsOf(part, root, kind, shaped.defaults[kind]));
  const entries = eachKind((kind) => entriesOf(part, root, kind, defaults[kind]));
  const complete: Root = { ...root, version: 1 };
  if (inherits) complete["project"] = shaped.project;
  for (const kind of resourceKinds)
    if (Array.isArray(root[kind])) complete[kind] = entries[kind].map(({ item }) => item);
  const issues = withoutEchoes(check(ManifestDocument, complete, Infinity))
    .filter((fault) => !isInherited(fault, entries))
    .map((fault) => placed(part, fault, entries));
  return {
    part,
    project: own ?? shaped.project,
    defaults,
    entries,
    issues: [...versionIssues(part, root), ...issues],
  };
}

const noDefaults = () => eachKind((): Defaults => new Map());

function notADocument(part: ManifestPart, value: unknown): Issue | null {
  const { source } = part;
  if (!isObject(value))
    return issueAt(
      source,
      locate(part.document, "", "value"),
      "type",
      "a manifest is version:, project: and lists such as health_check_monitors:",
    );
  const foreign = "apiVersion" in value ? "apiVersion" : "kind";
  if (foreign in value)
    return issueAt(
      source,
      locate(part.document, foreign, "key"),
      "kubernetes",
      "this looks like a Kubernetes manifest; here everything is one document with version: 1, project: and lists such as health_check_monitors:",
    );
  return null;
}

/** Without the keys that hold anchors, and without lists whose entries are all commented out. */
function withoutNotes(value: Root): Root {
  const optional = new Set<string>([...resourceKinds, "defaults", "include"]);
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, content]) => !name.startsWith("x-") && !(content === null && optional.has(name)),
    ),
  );
}

function projectOf(root: Root): string | null {
  const { project } = root;
  return typeof project === "string" ? project.trim() : null;
}

function defaultsOf(
  part: ManifestPart,
  root: Root,
  kind: ResourceKind,
  inherited: Defaults,
): Defaults {
  const all = root["defaults"] as Root | undefined;
  const own = isObject(all) ? all[kind] : undefined;
  if (!isObject(own)) return inherited;
  const field = `defaults.${kind}`;
  return new Map([
    ...inherited,
    ...Object.entries(own).map(([name, value]) => [name, { value, part, field }] as const),
  ]);
}

function entriesOf(
  part: ManifestPart,
  root: Root,
  kind: ResourceKind,
  defaults: Defaults,
): Entry[] {
  const list = root[kind];
  if (!Array.isArray(list)) return [];
  return list.map((given: unknown, index) => {
    const field = `${kind}[${index}]`;
    if (!isObject(given)) return { part, field, item: given as Item, inherited: new Map() };
    const taken = [...defaults].filter(([name]) => !(name in given));
    const item = Object.fromEntries(taken.map(([name, { value }]) => [name, value]));
    return {
      part,
      field,
      item: { ...item, ...given },
      inherited: new Map(taken),
    };
  });
}

const itemPath = /^(\w+)\[(\d+)\]\.?(.*)$/s;

function entryAt(
  field: string,
  entries: Record<ResourceKind, Entry[]>,
): { entry: Entry; path: string } | null {
  const [, kind, index, path = ""] = itemPath.exec(field) ?? [];
  const entry = entries[kind as ResourceKind]?.[Number(index)];
  return entry ? { entry, path } : null;
}

/** A fault that is said of the defaults already. */
function isInherited(fault: Fault, entries: Record<ResourceKind, Entry[]>): boolean {
  const entry = entryAt(fault.field, entries);
  if (!entry || entry.path === "") return false;
  return entry.entry.inherited.has(/^[^.[]*/.exec(entry.path)![0]);
}

function placed(part: ManifestPart, fault: Fault, entries: Record<ResourceKind, Entry[]>): Issue {
  const entry = entryAt(fault.field, entries);
  return entry ? issueOfEntry(entry.entry, fault, entry.path) : issueOf(part, fault);
}

/** Faults without those of fields that are missing only because they are misspelt. */
function withoutEchoes(faults: readonly Fault[]): Fault[] {
  const meant = new Set(
    faults.map(({ field, message }) => {
      const [, suggestion] = splitSuggestion(message);
      const name = /^did you mean "(.*)"\?$/.exec(suggestion ?? "")?.[1];
      return name && field.replace(/[^.]*$/, name);
    }),
  );
  return faults.filter((f) => f.code !== "required" || !meant.has(f.field));
}

function versionIssues(part: ManifestPart, root: Root): Issue[] {
  const { version } = root;
  if (version === 1) return [];
  const at = locate(part.document, "version", "value");
  if (version === undefined)
    return [
      issueAt(part.source, at, "required", "version is required: begin the file with version: 1"),
    ];
  return [
    issueAt(
      part.source,
      at,
      "version",
      `this monitorctl reads version 1 of the format, not ${JSON.stringify(version)}`,
      "write 1",
    ),
  ];
}
