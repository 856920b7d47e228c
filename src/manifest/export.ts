/**
 * Turns the answers of a server into a manifest that declares the same: the opposite of reading one. Pure.
 *
 * A plan of the result is empty. Secrets are not answered, so each becomes a variable with
 * the default `***`, which stands for the stored secret: unset, it changes no secret; set, its value
 * is written.
 */
import type { Declaration } from "../api/declaration.ts";
import { defaultsOf, type FieldTable as ManifestFields, type Secret } from "../resource/field.ts";
import { toNames, type Directory, type Fields } from "../resource/references.ts";
import { manifestFields } from "../resource/manifest.ts";
import { resourceKinds, type MemberRules, type ResourceKind } from "../core/model/model.ts";
import { isAsTheGroup, rulesOf } from "../core/declare/plan-members.ts";
import { masked, maskUrl, userinfoOf } from "../core/declare/secrets.ts";
import { literal, plainValue } from "./text.ts";

/** A resource as the API answers it; groups with their `members` as the API answers those. */
export type Answered = Fields & { id: string; external_id: string | null };

export interface Exported {
  declaration: Declaration;
  /** A variable for each secret. */
  variables: string[];
}

/** The resources as a declaration. `directory`: the names of possible reference targets. */
export function exported(
  project: string,
  lists: Partial<Record<ResourceKind, readonly Answered[]>>,
  directory: Directory,
): Exported {
  const variables = new Variables();
  const declaration: Fields = { project };
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
  variables: Variables,
): Fields {
  const fields: ManifestFields = manifestFields[kind];
  const defaults = defaultsOf(fields);
  const { members, ...plain } = toNames(kind, resource, directory);
  const id = resource.external_id!;
  const item: Fields = { external_id: literal(id) };
  for (const [name, { secret }] of Object.entries(fields)) {
    const value = plain[name];
    if (name === "external_id" || value === undefined || value === null) continue;
    if (JSON.stringify(value) === JSON.stringify(defaults[name])) continue;
    const variable = (part: string) => `\${${variables.of(id, part)}:-${masked}}`;
    item[name] = secret ? written[secret](value, name, variable) : plainValue(value);
  }
  if (members) item["members"] = (members as readonly AnsweredMember[]).map(memberItem);
  return item;
}

export type AnsweredMember = { email: string } & Partial<MemberRules>;

/** The address alone, unless the member has something of their own. */
function memberItem(member: AnsweredMember): unknown {
  const email = literal(member.email.toLowerCase());
  if (isAsTheGroup(member)) return email;
  const own = Object.entries(rulesOf(member));
  return {
    email,
    ...Object.fromEntries(own.filter(([, value]) => value !== null)),
  };
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

/** Names of variables, each for one secret. */
class Variables {
  private readonly taken = new Set<string>();

  of(id: string, part: string): string {
    const name = `${id}_${part}`
      .replace(/[^A-Za-z0-9]+/g, "_")
      .toUpperCase()
      .replace(/^(?=\d)|^_/, "M_");
    let free = name;
    for (let count = 2; this.taken.has(free); count += 1) free = `${name}_${count}`;
    this.taken.add(free);
    return free;
  }

  names(): string[] {
    return [...this.taken];
  }
}
