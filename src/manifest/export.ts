/**
 * Turns the answers of a server into a manifest that declares the same: the opposite of reading one. Pure.
 *
 * A plan of the result is empty, but for the start of schedules whose turns were edited or have none: written, it moves
 * no turn. Secrets are not answered, so each becomes a variable with
 * the default `***`, which stands for the stored secret: unset, it changes no secret; set, its value
 * is written.
 */
import type { Declaration } from "../api/declaration.ts";
import { defaultsOf, type FieldTable, type Part, type Secret } from "../resource/field.ts";
import { nameOfItem } from "../resource/part.ts";
import { toNames, type Directory, type Fields } from "../resource/references.ts";
import { manifestFields } from "../resource/manifest.ts";
import { onceFor } from "../resource/once-for.ts";
import { eachKind } from "../resource/resources.ts";
import { resourceKinds, type ResourceKind } from "../core/model/model.ts";
import { masked, maskUrl, userinfoOf } from "../core/declare/secrets.ts";
import { literal, plainValue } from "./text.ts";
import { VariableNames } from "./variable-names.ts";

/** A resource as the API answers it, with its lists as the API answers those. */
export type Answered = Fields & { id: string; external_id: string | null };

export interface Exported {
  declaration: Declaration;
  /** A variable for each secret. */
  variables: string[];
}

/** The resources as a declaration. `project`: null: it has no project yet. `directory`: the names of possible reference targets. */
export function exported(
  project: string | null,
  lists: Partial<Record<ResourceKind, readonly Answered[]>>,
  directory: Directory,
): Exported {
  const variables = new VariableNames();
  const declaration: Fields = project === null ? {} : { project };
  for (const kind of resourceKinds) {
    const items = (lists[kind] ?? []).map((resource) =>
      itemOf(kind, resource, directory, variables),
    );
    if (items.length > 0) declaration[kind] = items;
  }
  return {
    declaration: declaration as unknown as Declaration,
    variables: variables.names(),
  };
}

function itemOf(
  kind: ResourceKind,
  resource: Answered,
  directory: Directory,
  variables: VariableNames,
): Fields {
  const id = resource.external_id!;
  const fields = nameless[kind];
  const values = toNames(kind, resource, directory);
  for (const { name, exportedFrom } of generated(fields))
    if (exportedFrom in resource) values[name] = resource[exportedFrom];
  const variableOf: VariableOf = (part) => `\${${variables.of(id, part)}:-${masked}}`;
  return { external_id: literal(id), ...writtenFields(fields, values, variableOf) };
}

const nameless = eachKind((kind) => {
  const { external_id: _, ...fields }: FieldTable = manifestFields[kind];
  return fields;
});

/** The fields that an export takes from a generated one; a server of another version may lack that. */
const generated = onceFor((fields: FieldTable) =>
  Object.entries(fields).flatMap(([name, { exportedFrom }]) =>
    exportedFrom === undefined ? [] : [{ name, exportedFrom }],
  ),
);

/** The text of a variable for a secret, by the part of the resource that it is. */
type VariableOf = (part: string) => string;

/** The values that are not the default of their field, as manifests have them. */
function writtenFields(fields: FieldTable, values: Fields, variable: VariableOf): Fields {
  const defaults = defaultsOf(fields);
  const own: Fields = {};
  for (const [name, { secret, part, leftOut }] of entriesOf(fields)) {
    const value = values[name] ?? null;
    // A list that a manifest need not manage: written while it is empty, the next apply would remove later entries.
    if (leftOut === "unmanaged" && (value as [] | null)?.length === 0) continue;
    if (value === null || isSame(value, defaults[name])) continue;
    if (part) own[name] = (value as Fields[]).map((item) => partItem(part, item, variable));
    else own[name] = secret ? written[secret](value, name, variable) : plainValue(value);
  }
  return own;
}

const entriesOf = onceFor((fields: FieldTable) => Object.entries(fields));

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

/** An item; its short form, unless it has more than that. */
function partItem(part: Part, item: Fields, variable: VariableOf): unknown {
  const own = writtenFields(part.fields, item, (secret) =>
    variable(`${nameOfItem(part, item)}_${secret}`),
  );
  const isShort = part.short !== undefined && Object.keys(own).length === 1;
  return isShort ? own[part.short!] : own;
}

/** Values with a secret: a variable in place of each `***`, made from the part of the value that it is. */
const written: Record<
  Secret,
  (value: unknown, name: string, variable: (part: string) => string) => unknown
> = {
  whole: (value, name, variable) => (value === masked ? variable(name) : plainValue(value)),
  userinfo: (value, name, variable) => urlOf(String(value), name, variable),
  values: (value, _name, variable) =>
    Object.fromEntries(
      Object.entries(value as Fields).map(([key, text]) => [
        key,
        text === masked ? variable(key) : plainValue(text),
      ]),
    ),
};

function urlOf(url: string, name: string, variable: (part: string) => string): string {
  const parts = userinfoOf(url);
  // The answer is masked; a URL that masking would change has no `***` of ours.
  if (!parts || maskUrl(url) !== url) return literal(url);
  const { head, user, password, tail } = parts;
  return password === masked
    ? `${literal(`${head}${user}:`)}${variable(`${name}_password`)}${literal(`@${tail}`)}`
    : `${literal(head)}${variable(`${name}_user`)}${literal(`@${tail}`)}`;
}
