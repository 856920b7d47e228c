/** Reads the resources of a state of Terraform, as its file has them or as `terraform show -json` prints them. Pure. */
import { listOf, membersOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** A resource of another tool: one of a state, or one that an API answers. */
export interface Foreign {
  /** The type, without the name of the provider: `monitor`. */
  type: string;
  id: string;
  values: Fields;
}

/** The managed resources of one provider in a state; null: the value is not a state. */
export function resourcesOf(state: unknown, provider: string): Foreign[] | null {
  const root = membersOf(state);
  const shown = membersOf(root["values"] ?? root["planned_values"])["root_module"];
  const isState = plainText(root["terraform_version"]) !== null || shown !== undefined;
  if (!isState) return null;
  const own = (resources: unknown) =>
    listOf(resources).filter(
      ({ mode, type }) => mode === "managed" && plainText(type)?.startsWith(`${provider}_`),
    );
  const foreign = (type: unknown, values: Fields): Foreign => ({
    type: String(type).slice(provider.length + 1),
    id: plainText(values["id"]) ?? "",
    values,
  });
  const stored = own(root["resources"]).flatMap(({ type, instances }) =>
    listOf(instances).map(({ attributes }) => foreign(type, membersOf(attributes))),
  );
  const printed = modulesIn(membersOf(shown)).flatMap((module) =>
    own(module["resources"]).map(({ type, values }) => foreign(type, membersOf(values))),
  );
  return [...stored, ...printed];
}

/** A module with all modules in it. */
function modulesIn(root: Fields): Fields[] {
  const modules = [root];
  for (const module of modules) modules.push(...listOf(module["child_modules"]));
  return modules;
}

/** The value under a name, which APIs write in camel case: `check_type` or `checkType`. */
export const valueAt = (values: Fields, name: string): unknown =>
  values[name] ?? values[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];

/** The text under such a name. */
export const textAt = (values: Fields, name: string): string | null =>
  plainText(valueAt(values, name));

/** The object under such a name; a block of Terraform is a list with one. */
export function partAt(values: Fields, name: string): Fields {
  const value = valueAt(values, name);
  return Array.isArray(value) ? (listOf(value)[0] ?? {}) : membersOf(value);
}

/** Headers or parameters, which are an object or a list of names and values. */
export function pairsAt(values: Fields, name: string): Fields {
  const value = valueAt(values, name);
  if (!Array.isArray(value)) return membersOf(value);
  return Object.fromEntries(
    listOf(value).flatMap((one) => {
      const key = plainText(one["name"]) ?? plainText(one["key"]);
      return key === null ? [] : [[key, one["value"]]];
    }),
  );
}

/** The regions that checks came from, as a note: here they come from one machine. */
export const regionsNote = (regions: ReadonlySet<string>): string =>
  `checks came from ${[...regions].slice(0, 10).join(", ")}: here they come from the machine of monitord alone`;
