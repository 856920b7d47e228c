/**
 * Turns YAML files into one declaration, or into all mistakes in them.
 *
 * All mistakes are reported at once, each with file, line, column and the nearest name, and a returned
 * declaration has been checked as far as possible without a server. Facts that only the server knows
 * (whether a group or a user exists there) are reported by the server, by field; `Places` turns those
 * faults back into places in the files. Pure: the environment and the included files are passed in, and
 * no request is sent.
 */
import { check } from "../api/check.ts";
import type { Declaration } from "../api/declaration.ts";
import { ManifestDocument } from "../api/manifest-document.ts";
import { cycleFaults } from "../core/declare/cycles.ts";
import { manifestName, namesIn, refersToItsKind, type Referral } from "../resource/references.ts";
import type { Fault } from "../core/model/fault.ts";
import { resourceKinds, type ResourceKind } from "../core/model/model.ts";
import { eachKind } from "../resource/resources.ts";
import { renameFaults } from "../core/declare/renames.ts";
import { rules } from "../core/declare/rules.ts";
import { allFaults, soundFields } from "../core/declare/sound.ts";
import { didYouMean } from "../core/text/nearest.ts";
import { inFileOrder, type FilePlace, type Issue } from "./issue.ts";
import { locate } from "./locate.ts";
import { gather } from "./gather.ts";
import { issueOfEntry, placesOf, type Entry, type FilePlaces } from "./places.ts";
import { shape, type Shaped } from "./shape.ts";
import { issueAt, placeOf, type ManifestFile, type ManifestPart } from "./source.ts";
import { nowhere, type Surroundings, type Use } from "./variables.ts";
import { wantedResource } from "./wanted.ts";

export type { Places } from "./places.ts";

export type Parsed =
  | {
      ok: true;
      declaration: Declaration;
      places: FilePlaces;
      /** Every variable and file that was asked for. */
      uses: Use[];
      /** Values that came from outside and must not be shown. */
      secrets: string[];
      /** All files that were read, included ones too. */
      names: string[];
      warnings: Issue[];
    }
  | {
      ok: false;
      issues: Issue[];
      uses: Use[];
      /**
       * In the order of the files. With the code `undeclared`: references to resources that these files do not declare,
       * which are faults unless the server has the resource. With `spaces`: ids with a space at an end.
       */
      warnings: Issue[];
    };

/** Reads and merges the files; lists of one name are appended in the order of the files. */
export function parseManifest(
  files: readonly ManifestFile[],
  surroundings: Surroundings = nowhere,
): Parsed {
  const { parts, names, uses, secrets, issues, unreadable } = gather(files, surroundings);
  // Most of the others would follow from these.
  if (unreadable.length > 0)
    return { ok: false, issues: inFileOrder(unreadable, names), uses, warnings: [] };
  const shaped = new Map<ManifestPart, Shaped>();
  for (const part of parts) {
    const parent = part.parent ? (shaped.get(part.parent) ?? null) : null;
    const own = shape(part, parent);
    shaped.set(part, own);
    issues.push(...own.issues);
  }
  const documents = [...shaped.values()];
  const others = otherProjects(documents);
  issues.push(...others);
  // Resources of two projects may have one name.
  const isOneProject = others.length === 0;

  const entries = eachKind((kind) => documents.flatMap((document) => document.entries[kind]));
  for (const kind of resourceKinds) {
    if (isOneProject) issues.push(...doubles(entries[kind], "external_id", (id) => id));
    for (const entry of entries[kind]) issues.push(...brokenRules(kind, entry));
  }
  for (const kind of resourceKinds) {
    if (refersToItsKind(kind)) issues.push(...leadingBack(kind, entries[kind]));
    issues.push(...wrongRenames(entries[kind]));
  }
  if (isOneProject)
    issues.push(...doubles(entries.users, "email", (email) => email.trim().toLowerCase()));
  const isKnown = withValue(parts);
  const wrong = new Set(issues.map(whereOf));
  // A name of a wrong shape cannot be declared.
  const undeclared = undeclaredTargets(entries).filter((one) => !wrong.has(whereOf(one)));
  const spaces = resourceKinds.flatMap((kind) => spacesAround(entries[kind]));
  const warnings = inFileOrder(once([...undeclared, ...spaces]).filter(isKnown), names);
  if (issues.length > 0)
    return {
      ok: false,
      issues: inFileOrder(once(issues.filter(isKnown)), names),
      uses,
      warnings,
    };
  const first = documents[0]!;
  const declaration = { project: first.project! };
  for (const kind of resourceKinds)
    if (entries[kind].length > 0)
      Object.assign(declaration, {
        [kind]: entries[kind].map(({ item }) => item),
      });
  const places = placesOf(first.part, entries, names);
  return { ok: true, declaration, places, uses, secrets, names, warnings };
}

/** Answers whether an issue is more than the echo of a variable without a value. */
function withValue(parts: readonly ManifestPart[]): (issue: Issue) => boolean {
  const without = new Set(
    parts.flatMap(({ source, unfilled }) =>
      unfilled.map(({ range }) => whereOf(placeOf(source, [range![0], range![1]]))),
    ),
  );
  return (issue) => ofVariables.has(issue.code) || !without.has(whereOf(issue));
}

/** Codes of mistakes in variables themselves. */
const ofVariables = new Set(["file", "unset_variable", "variable"]);

const whereOf = ({ file, line, column }: FilePlace) => `${file}:${line}:${column}`;

/** A default that is wrong is wrong for many, and said once. */
function once(issues: readonly Issue[]): Issue[] {
  const known = new Map(
    issues.toReversed().map((issue) => {
      const { file, line, column, code, message } = issue;
      return [JSON.stringify([file, line, column, code, message]), issue];
    }),
  );
  return [...known.values()].toReversed();
}

const itemSchemas = eachKind((kind) => ManifestDocument.properties[kind].items);

function otherProjects(documents: readonly Shaped[]): Issue[] {
  const named = documents.filter(({ project }) => project !== null);
  return named.flatMap(({ part, project }) => {
    const first = named[0]!;
    if (project === first.project) return [];
    const place = placeOf(first.part.source, locate(first.part.document, "project", "value"));
    return [
      issueAt(
        part.source,
        locate(part.document, "project", "value"),
        "project",
        `one apply is one project; ${place.file}:${place.line} says "${first.project}"`,
      ),
    ];
  });
}

/** Entries whose `name` is the same as that of an earlier one; `key` says when two are the same. */
function doubles(entries: readonly Entry[], name: string, key: (text: string) => string): Issue[] {
  const first = new Map<string, Entry>();
  return entries.flatMap((entry) => {
    const text: unknown = entry.item?.[name];
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
      field: name,
      code: "duplicate",
      message: `${name} "${text}" is declared twice, first at ${place.file}:${place.line}:${place.column}`,
    };
    return [issueOfEntry(entry, fault, name)];
  });
}

/** Ids that read like others: with a space at an end. */
function spacesAround(entries: readonly Entry[]): Issue[] {
  return entries.flatMap((entry) => {
    const id: unknown = entry.item?.["external_id"];
    if (typeof id !== "string" || id.trim() === id) return [];
    const fault = {
      field: "external_id",
      code: "spaces",
      message: `has a space at its beginning or end, did you mean "${id.trim()}"?`,
    };
    return [issueOfEntry(entry, fault, "external_id")];
  });
}

/** References within a kind and the files that lead back to where they began. */
function leadingBack(kind: ResourceKind, entries: readonly Entry[]): Issue[] {
  const faults = cycleFaults(
    kind,
    entries.map(({ item }, index) => {
      const name = String(item?.["external_id"]);
      return { key: name, name, referrals: namesIn(kind, item ?? {}), prefix: `${index}.` };
    }),
  );
  return faults.map((fault) => numberedIssue(entries, fault));
}

function wrongRenames(entries: readonly Entry[]): Issue[] {
  const named = entries.map(({ item }, index) => ({
    external_id: item?.["external_id"],
    previous_id: item?.["previous_id"],
    prefix: `${index}.`,
  }));
  return renameFaults(named).map((fault) => numberedIssue(entries, fault));
}

/** The issue of a fault whose field begins with the number of its entry: `2.url`. */
function numberedIssue(entries: readonly Entry[], fault: Fault): Issue {
  const dot = fault.field.indexOf(".");
  const index = Number(fault.field.slice(0, dot));
  return issueOfEntry(entries[index]!, fault, fault.field.slice(dot + 1));
}

const isAddress = (name: string) => name.includes("@");

/** References to resources that these files do not declare. Ids of the server (`id:…`) are not checked. */
function undeclaredTargets(entries: Record<ResourceKind, Entry[]>): Issue[] {
  const declared = eachKind(
    (kind) =>
      new Set(
        entries[kind].map(({ item }) => manifestName(kind, { id: "", external_id: null, ...item })),
      ),
  );
  const isKnown = (to: ResourceKind, target: string) => {
    const names = declared[to];
    // A resource whose name is a mistake itself may be the one that is meant.
    const isMistaken = names.has("id:") || (to === "users" && ![...names].every(isAddress));
    return target.startsWith("id:") || names.has(target) || isMistaken;
  };
  const faultOf = ({ at, to, many }: Referral, target: string, index: number): Fault => ({
    field: many ? `${at}[${index}]` : at,
    code: "undeclared",
    message: `is "${target}", which these files do not declare${didYouMean(target, declared[to])}`,
  });
  return resourceKinds.flatMap((kind) =>
    entries[kind].flatMap((entry) =>
      namesIn(kind, entry.item ?? {}).flatMap((referral) =>
        referral.targets.flatMap((target, index) => {
          if (isKnown(referral.to, target)) return [];
          const fault = faultOf(referral, target, index);
          return [issueOfEntry(entry, fault, fault.field)];
        }),
      ),
    ),
  );
}

/** Faults between fields of the right shape; faults of shape are reported already. */
function brokenRules(kind: ResourceKind, entry: Entry): Issue[] {
  const { item } = entry;
  const misshapen = check(itemSchemas[kind], item);
  // The item itself: `foo` where a resource should be.
  if (misshapen.some(({ field }) => field === "")) return [];
  const { fields } = wantedResource(kind, soundFields(item, misshapen));
  return (
    allFaults(misshapen, rules(kind, fields))
      .slice(misshapen.length)
      // `***` may stand for a stored secret; only the server can check that.
      .filter((fault) => fault.code !== "secret_needed")
      .map((fault) => issueOfEntry(entry, fault, fault.field))
  );
}
