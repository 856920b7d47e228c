/** Turns faults of fields into issues at places in the files. */
import type { Fault } from "../core/model/fault.ts";
import type { ResourceKind } from "../core/model/model.ts";
import { inFileOrder, type Issue } from "./issue.ts";
import { locate, scalarAt, valueAt } from "./locate.ts";
import { issueAt, placeOf, type ManifestPart } from "./source.ts";
import { unfilled } from "./variables.ts";
import { wording } from "./words.ts";

export type Item = Record<string, unknown>;

/** A resource of the merged declaration and where it stands. */
export interface Entry {
  part: ManifestPart;
  /** `health_check_monitors[2]`, counted within its document. */
  field: string;
  /** With the defaults of its kind. */
  item: Item;
  /** Where a field comes from that the item itself does not have. */
  inherited: ReadonlyMap<string, { part: ManifestPart; field: string }>;
}

/** Where a resource stands: `health_check_monitors[2]`, counted within its document. */
export interface PlacedEntry {
  part: ManifestPart;
  field: string;
}

/** Knows where each field of the declaration came from. */
export interface Places {
  /** Faults of the declaration, by field, as issues in the files. */
  issues: (faults: readonly Fault[]) => Issue[];
  /** `monitors.yaml:18`, where a resource is declared; null: it is not. */
  lineOf: (kind: ResourceKind, external_id: string) => string | null;
}

/** Knows the files themselves. */
export interface FilePlaces extends Places {
  /** Where a resource is declared; null: it is not. */
  entryOf: (kind: ResourceKind, external_id: string) => PlacedEntry | null;
  /** The first document that was read. */
  first: ManifestPart;
}

/** A fault of a field as an issue in its file. */
export function issueOf(part: ManifestPart, fault: Fault): Issue {
  const { source, document } = part;
  // The name is at fault, not its value.
  const named = ["unknown_field", "reserved"].includes(fault.code);
  const range = locate(document, fault.field, named ? "key" : "value");
  const scalar = scalarAt(document, fault.field);
  const filled = scalar ? part.filled.get(scalar) : undefined;
  const reworded = { ...fault, message: unfilled(fault.message, filled) };
  const { message, hint } = wording(
    reworded,
    valueAt(document, fault.field),
    filled?.written,
    scalar?.source,
  );
  const issue = issueAt(source, range, fault.code, message, hint);
  return { ...issue, resource: resourceOf(part, fault.field) };
}

/** A fault of a field of an entry, which may stand in the defaults. */
export function issueOfEntry(entry: Entry, fault: Fault, path: string): Issue {
  const { part, field, inherited } = entry;
  const head = /^[^.[]*/.exec(path)![0];
  const from = inherited.get(head);
  if (!from || path === "")
    return issueOf(part, {
      ...fault,
      field: path === "" ? field : `${field}.${path}`,
    });
  // A fault of a default concerns more than one resource.
  return issueOf(from.part, { ...fault, field: `${from.field}.${path}` });
}

const shortId = (id: string) => (id.length > 60 ? `${id.slice(0, 59)}…` : id);

/** `health_check_monitors www` for any field within it. */
function resourceOf(part: ManifestPart, field: string): string | null {
  const [, kind, index] = /^(\w+)\[(\d+)\]/.exec(field) ?? [];
  if (kind === undefined) return null;
  const scalar = scalarAt(part.document, `${kind}[${index}].external_id`);
  const id = (scalar && part.filled.get(scalar)?.written) ?? scalar?.value;
  return typeof id === "string" && id !== "" ? `${kind} ${shortId(id)}` : `${kind}[${index}]`;
}

/** The places of a merged declaration, whose indexes count over all `names`d files. */
export function placesOf(
  first: ManifestPart,
  entries: Record<ResourceKind, Entry[]>,
  names: readonly string[],
): FilePlaces {
  const entryAt = (field: string): [Entry, rest: string] | null => {
    const [, kind, index, rest = ""] = /^(\w+)\[(\d+)\](.*)$/s.exec(field) ?? [];
    const entry = entries[kind as ResourceKind]?.[Number(index)];
    return entry ? [entry, rest] : null;
  };
  const byId = new Map(
    Object.entries(entries).flatMap(([kind, list]) =>
      list.map((entry) => [`${kind}/${String(entry.item["external_id"])}`, entry] as const),
    ),
  );
  return {
    first,
    entryOf: (kind, external_id) => byId.get(`${kind}/${external_id}`) ?? null,
    issues: (faults) => {
      const issues = faults.map((fault) => {
        const place = entryAt(fault.field);
        if (!place) return issueOf(first, fault);
        const [entry, rest] = place;
        return issueOfEntry(entry, fault, rest.replace(/^\./, ""));
      });
      return inFileOrder(issues, names);
    },
    lineOf: (kind, external_id) => {
      const entry = byId.get(`${kind}/${external_id}`);
      if (!entry) return null;
      const { part, field } = entry;
      const place = placeOf(part.source, locate(part.document, field, "value"));
      return `${place.file}:${place.line}`;
    },
  };
}
