/** The fields of a server that has only the basic endpoints. */
import type { ResourceKind } from "../../core/model/model.ts";
import type { WantedResource } from "../../core/declare/plan.ts";
import { Directory, toNames } from "../../resource/references.ts";
import { originalFields } from "../../resource/manifest.ts";
import { keyOf, type Item } from "../../resource/part.ts";
import { listsOf } from "../../resource/resources.ts";
import { wantedResource } from "../../manifest/wanted.ts";

/** The fields of a kind, as manifests name them, that a server knows; `example` is a resource of that kind as it answers it. */
export function knownFields(kind: ResourceKind, example: object | undefined): ReadonlySet<string> {
  const answered = toNames(kind, { ...example }, new Directory());
  return new Set([...originalFields(kind), ...Object.keys(answered)]);
}

/** A resource as the server can keep it: other fields go back to their default, said if they were meant. */
export function withoutUnknown(
  resource: WantedResource,
  known: ReadonlySet<string>,
  warnings: string[],
): WantedResource {
  const defaults = defaultsOf(resource.kind);
  const fields = { ...resource.fields };
  for (const [name, value] of Object.entries(fields)) {
    if (known.has(name)) continue;
    if (JSON.stringify(value) !== JSON.stringify(defaults[name]))
      warnings.push(
        `${resource.kind} ${resource.external_id}: this server has no ${name}; it was left out`,
      );
    fields[name] = defaults[name];
  }
  // Such a server keeps the keys of items alone.
  for (const list of listsOf(resource.kind)) {
    const { name } = list;
    if (fields[name] === undefined) delete fields[name];
    const items = (fields[name] ?? []) as Item[];
    if (items.some((item) => typeof item !== "string"))
      warnings.push(
        `${resource.kind} ${resource.external_id}: this server has ${name} without fields of their own; these were left out`,
      );
    if (name in fields) fields[name] = items.map((item) => keyOf(list, item));
  }
  return { ...resource, fields };
}

/** The default of each field that is not declared. */
export function defaultsOf(kind: ResourceKind): Record<string, unknown> {
  return wantedResource(kind, { external_id: "" }).fields;
}
