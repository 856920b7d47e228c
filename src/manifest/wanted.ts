/** Completes a declaration, as people write it, to the full resources that a plan compares. */
import type { Declaration } from "../api/declaration.ts";
import type { Field } from "../resource/field.ts";
import { identifying, manifestFields } from "../resource/manifest.ts";
import { completed } from "../resource/part.ts";
import { eachKind } from "../resource/resources.ts";
import { resourceKinds, type ResourceKind } from "../core/model/model.ts";
import type { WantedResource } from "../core/declare/plan.ts";
import { tidy } from "../core/declare/rules.ts";
import { soundFields } from "../core/declare/sound.ts";
import { partSize } from "../core/declare/steps.ts";
import type { Fault } from "../core/model/fault.ts";

/** Every declared resource, kind by kind as a plan counts them, with a value for every field. */
export function wantedOf(declaration: Declaration): WantedResource[] {
  return resourceKinds.flatMap((kind) =>
    (declaration[kind] ?? []).map((declared) => wantedResource(kind, declared)),
  );
}

/** The same, a few hundred at a time. */
export function* wantedInParts(declaration: Declaration): Generator<WantedResource[]> {
  for (const kind of resourceKinds) {
    const list = declaration[kind] ?? [];
    for (let from = 0; from < list.length; from += partSize)
      yield list.slice(from, from + partSize).map((declared) => wantedResource(kind, declared));
  }
}

/**
 * A declaration of which some parts have a wrong shape, without them. Each resource keeps its place, and has a name of
 * its own if it has no sound one.
 */
export function soundDeclaration(
  body: Readonly<Record<string, unknown>>,
  misshapen: readonly Fault[],
): Declaration {
  const byPlace = Map.groupBy(misshapen, ({ field }) => placeOf(field));
  const lists = resourceKinds.map((kind) => {
    const list = body[kind];
    const items = Array.isArray(list) ? (list as unknown[]) : [];
    const sound = items.map((item, index) => {
      const place = `${kind}[${index}]`;
      const faults = byPlace.get(place) ?? [];
      if (faults.some(({ field }) => field === place)) return { external_id: place };
      const own = faults.map((fault) => ({ ...fault, field: fault.field.slice(place.length + 1) }));
      return { external_id: place, ...soundFields(item as object, own) };
    });
    return [kind, sound];
  });
  return { project: "", ...Object.fromEntries(lists) } as Declaration;
}

/** The resource that a path leads into: `users[3].email` → `users[3]`. */
const placeOf = (field: string): string => /^[^.]*/.exec(field)![0];

/** The fields of each kind that a plan compares, in the order of the contract, which is the one that a plan shows. */
const planned = eachKind((kind) => {
  const entries = Object.entries<Field>(manifestFields[kind]);
  const own = entries.filter(([name]) => !identifying.includes(name));
  return { fields: Object.fromEntries(own), kept: own.filter(([, { leftOut }]) => leftOut) };
});

/** A declared resource with its defaults. Fields that a manifest keeps by leaving them out stay out then. */
export function wantedResource(kind: ResourceKind, declared: object): WantedResource {
  const declaredFields = declared as Record<string, unknown>;
  const fields = completed(planned[kind].fields, declaredFields);
  for (const [name, { leftOut }] of planned[kind].kept) {
    const value = declaredFields[name];
    if (value === undefined || (leftOut === "unmanaged" && value === null)) delete fields[name];
  }
  return {
    kind,
    external_id: declaredFields["external_id"] as string,
    previous_id: (declaredFields["previous_id"] as string | null | undefined) ?? null,
    fields: tidy(fields),
  };
}
