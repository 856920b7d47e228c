/**
 * From YAML files to one declaration, or to every mistake in them.
 *
 * Promises that all mistakes are said at once, each with file, line, column and the nearest name, and that
 * a declaration which comes out has been checked as far as it can be without a server. What only the
 * server knows (whether a group or a user exists there) it says itself, by field; `Places` turns its
 * faults back into places in the files. Pure: reads no file, sends nothing.
 */
import { check } from "../api/check.ts";
import { type Declaration, ManifestDocument } from "../api/declaration.ts";
import type { Fault } from "../core/fault.ts";
import { resourceKinds, type ResourceKind } from "../core/model.ts";
import { rules } from "../core/rules.ts";
import { inFileOrder, type Issue } from "./issue.ts";
import { locate } from "./locate.ts";
import {
  issueOf,
  placesOf,
  type Entry,
  type Item,
  type Places,
} from "./places.ts";
import {
  issueAt,
  placeOf,
  readSource,
  type ManifestFile,
  type ManifestPart,
} from "./source.ts";
import { wantedResource } from "./wanted.ts";

export type { Places } from "./places.ts";

export type Parsed =
  | { ok: true; declaration: Declaration; places: Places }
  | { ok: false; issues: Issue[] };

type Root = Record<string, unknown> & Partial<Record<ResourceKind, Item[]>>;

/** Reads and merges the files; lists of one name are appended in the order of the files. */
export function parseManifest(files: readonly ManifestFile[]): Parsed {
  const issues: Issue[] = [];
  const roots: { part: ManifestPart; root: Root }[] = [];
  for (const file of files) {
    const read = readSource(file);
    issues.push(...read.issues);
    for (const part of read.parts) {
      const { root, found } = shape(part);
      issues.push(...found);
      if (root) roots.push({ part, root });
    }
  }
  issues.push(...otherProjects(roots));

  const entries = Object.fromEntries(
    resourceKinds.map((kind) => [
      kind,
      roots.flatMap(({ part, root }) => entriesOf(part, root, kind)),
    ]),
  ) as Record<ResourceKind, Entry[]>;
  for (const kind of resourceKinds) {
    issues.push(...doubles(entries[kind], "external_id", (id) => id));
    for (const { part, field, item } of entries[kind])
      issues.push(...brokenRules(part, field, kind, item));
  }
  issues.push(
    ...doubles(entries.users, "email", (email) => email.trim().toLowerCase()),
  );

  const names = files.map((file) => file.name);
  if (issues.length > 0)
    return { ok: false, issues: inFileOrder(issues, names) };
  const first = roots[0]!;
  const declaration = { project: (first.root["project"] as string).trim() };
  for (const kind of resourceKinds)
    if (entries[kind].length > 0)
      Object.assign(declaration, {
        [kind]: entries[kind].map(({ item }) => item),
      });
  return {
    ok: true,
    declaration,
    places: placesOf(first.part, entries, names),
  };
}

const itemSchemas = Object.fromEntries(
  resourceKinds.map((kind) => [kind, ManifestDocument.properties[kind].items]),
) as { [K in ResourceKind]: (typeof ManifestDocument.properties)[K]["items"] };

/** The document as data and what is wrong with its shape; null: nothing can be read out of it. */
function shape(part: ManifestPart): { root: Root | null; found: Issue[] } {
  const { source, document } = part;
  const value = document.toJS({ maxAliasCount: -1 }) as unknown;
  const all = locate(document, "", "value");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return {
      root: null,
      found: [
        issueAt(
          source,
          all,
          "type",
          "a manifest is version:, project: and lists such as health_check_monitors:",
        ),
      ],
    };
  const root = { ...value } as Root;
  const foreign = "apiVersion" in root ? "apiVersion" : "kind";
  if (foreign in root)
    return {
      root: null,
      found: [
        issueAt(
          source,
          locate(document, foreign, "key"),
          "kubernetes",
          "this looks like a Kubernetes manifest; here everything is one document with version: 1, project: and lists such as health_check_monitors:",
        ),
      ],
    };
  // A list whose entries are all commented out.
  for (const kind of resourceKinds) if (root[kind] === null) delete root[kind];
  const found = [
    ...versionIssues(part, root),
    ...withoutEchoes(check(ManifestDocument, { ...root, version: 1 })).map(
      (fault) => issueOf(part, fault),
    ),
  ];
  return { root, found };
}

/** Faults without those of fields that are missing only because they are misspelt. */
function withoutEchoes(faults: readonly Fault[]): Fault[] {
  const meant = new Set(
    faults.map(({ field, message }) => {
      const name = /did you mean "(.*)"\?$/.exec(message)?.[1];
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
      issueAt(
        part.source,
        at,
        "required",
        "version is required: begin the file with version: 1",
      ),
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

function otherProjects(
  roots: readonly { part: ManifestPart; root: Root }[],
): Issue[] {
  const named = roots.filter(({ root }) => typeof root["project"] === "string");
  const projectOf = (root: Root) => (root["project"] as string).trim();
  return named.flatMap(({ part, root }) => {
    const first = named[0]!;
    if (projectOf(root) === projectOf(first.root)) return [];
    const place = placeOf(
      first.part.source,
      locate(first.part.document, "project", "value"),
    );
    return [
      issueAt(
        part.source,
        locate(part.document, "project", "value"),
        "project",
        `one apply is one project; ${place.file}:${place.line} says "${projectOf(first.root)}"`,
      ),
    ];
  });
}

function entriesOf(
  part: ManifestPart,
  root: Root,
  kind: ResourceKind,
): Entry[] {
  const list: unknown = root[kind];
  return Array.isArray(list)
    ? list.map((item, index) => ({
        part,
        field: `${kind}[${index}]`,
        item: (item ?? {}) as Item,
      }))
    : [];
}

/** Entries whose `name` is the same as that of an earlier one; `key` says when two are the same. */
function doubles(
  entries: readonly Entry[],
  name: string,
  key: (text: string) => string,
): Issue[] {
  const first = new Map<string, Entry>();
  return entries.flatMap((entry) => {
    const text = entry.item[name];
    if (typeof text !== "string") return [];
    const earlier = first.get(key(text));
    if (!earlier) {
      first.set(key(text), entry);
      return [];
    }
    const place = placeOf(
      earlier.part.source,
      locate(earlier.part.document, `${earlier.field}.${name}`, "value"),
    );
    const fault = {
      field: `${entry.field}.${name}`,
      code: "duplicate",
      message: `${name} "${text}" is declared twice, first at ${place.file}:${place.line}:${place.column}`,
    };
    return [issueOf(entry.part, fault)];
  });
}

/** What is wrong between fields whose shape is right; the others are named already. */
function brokenRules(
  part: ManifestPart,
  field: string,
  kind: ResourceKind,
  item: Item,
): Issue[] {
  const head = (path: string) => /^[^.[]*/.exec(path)![0];
  const misshapen = new Set(
    check(itemSchemas[kind], item).map((fault) => head(fault.field)),
  );
  // The item itself: `foo` where a resource should be.
  if (misshapen.has("")) return [];
  const sound = Object.entries(item).filter(([name]) => !misshapen.has(name));
  const { fields } = wantedResource(kind, Object.fromEntries(sound));
  return (
    rules(kind, fields)
      .filter((fault) => !misshapen.has(head(fault.field)))
      // `***` may stand for what the server has stored; only it can say.
      .filter((fault) => fault.code !== "secret_needed")
      .map((fault) =>
        issueOf(part, { ...fault, field: `${field}.${fault.field}` }),
      )
  );
}
