/** Completes a declaration, as people write it, to the full resources that a plan compares. */
import type { Declaration } from "../api/declaration.ts";
import { defaultsOf } from "../resource/field.ts";
import { manifestFields } from "../resource/manifest.ts";
import { resourceKinds, type ResourceKind } from "../core/model/model.ts";
import { membersOf } from "../core/declare/plan-members.ts";
import type { WantedResource } from "../core/declare/plan.ts";
import { tidy } from "../core/declare/rules.ts";

/** Every declared resource, kind by kind as a plan counts them, with a value for every field. */
export function wantedOf(declaration: Declaration): WantedResource[] {
  return resourceKinds.flatMap((kind) =>
    (declaration[kind] ?? []).map((declared) => wantedResource(kind, declared)),
  );
}

/** A declared resource with its defaults. `members` stay out when they are not declared. */
export function wantedResource(kind: ResourceKind, declared: object): WantedResource {
  const given = declared as Record<string, unknown>;
  const defaults = defaultsOf(manifestFields[kind]);
  const fields: Record<string, unknown> = {};
  // In the order of the contract, which is the one that a plan shows.
  for (const name of Object.keys(manifestFields[kind])) {
    const value = given[name] ?? defaults[name];
    if (value !== undefined) fields[name] = value;
  }
  const { members } = fields;
  if (members === null) delete fields["members"];
  else if (Array.isArray(members)) Object.assign(fields, membersOf(members));
  delete fields["external_id"];
  return {
    kind,
    external_id: given["external_id"] as string,
    fields: tidy(kind, fields),
  };
}
