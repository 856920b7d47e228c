/**
 * From what a server answers to a manifest that says the same: the opposite of reading one. Pure.
 *
 * Promises that a plan of what comes out changes nothing. Secrets are not answered, so each becomes a variable with
 * `***` as its default, which stands for the secret that the server has: unset, it changes nothing; set, it is
 * what is written.
 */
import { Document, isMap, isScalar, Scalar, visit } from "yaml";
import type { Declaration } from "../api/declaration.ts";
import { defaultsOf } from "../resource/field.ts";
import { manifestFields } from "../resource/manifest.ts";
import { resourceKinds, type MemberRules, type ResourceKind } from "../core/model/model.ts";
import { isAsTheGroup, rulesOf } from "../core/declare/plan-members.ts";
import { masked, maskUrl, userinfoOf } from "../core/declare/secrets.ts";

type Fields = Record<string, unknown>;

/** A resource as the API answers it; groups with their `members` as the API answers those. */
export type Answered = Fields & { id: string; external_id: string | null };

export interface Exported {
  declaration: Declaration;
  /** A variable for each secret. */
  variables: string[];
}

/** The resources as a declaration. `names` are external ids, or `id:…`, of what can be referred to, by id. */
export function exported(
  project: string,
  lists: Partial<Record<ResourceKind, readonly Answered[]>>,
  names: ReadonlyMap<string, string>,
): Exported {
  const variables = new Variables();
  const declaration: Fields = { project };
  for (const kind of resourceKinds) {
    const items = (lists[kind] ?? []).map((resource) => itemOf(kind, resource, names, variables));
    if (items.length > 0) declaration[kind] = items;
  }
  return {
    declaration: declaration as unknown as Declaration,
    variables: variables.names(),
  };
}

/** The manifest as text, secrets explained. */
export function manifestText({ declaration, variables }: Exported): string {
  const document = new Document({ version: 1, ...declaration });
  for (const kind of resourceKinds) {
    const pair = isMap(document.contents)
      ? document.contents.items.find(({ key }) => isScalar(key) && key.value === kind)
      : undefined;
    if (pair && isScalar(pair.key)) pair.key.spaceBefore = true;
  }
  visit(document, {
    Scalar(key, node) {
      // In quotes, a variable stays text whatever is put in.
      if (key !== "key" && typeof node.value === "string" && holdsVariable(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  if (variables.length > 0) document.commentBefore = secretsNote;
  return document.toString({ lineWidth: 0 });
}

const secretsNote = ` Secrets are not exported. "\${NAME:-***}" keeps the secret that the server has. Set NAME, in the
 environment or in a file that --env-file names, to change it, or to apply this to another server.`;

const holdsVariable = (text: string) => text.includes(`:-${masked}}`);

function itemOf(
  kind: ResourceKind,
  resource: Answered,
  names: ReadonlyMap<string, string>,
  variables: Variables,
): Fields {
  const defaults = defaultsOf(manifestFields[kind]);
  const id = resource.external_id!;
  const item: Fields = { external_id: literal(id) };
  const nameOf = (reference: unknown) =>
    typeof reference === "string" ? (names.get(reference) ?? `id:${reference}`) : null;
  for (const name of Object.keys(manifestFields[kind])) {
    if (name === "external_id") continue;
    const value =
      name === "alert_group"
        ? nameOf(resource["alert_group_id"])
        : name === "escalate_to"
          ? nameOf(resource[name])
          : name === "depends_on"
            ? (resource[name] as unknown[] | undefined)?.map(nameOf)
            : name === "members"
              ? (resource[name] as readonly AnsweredMember[] | undefined)?.map(memberItem)
              : resource[name];
    if (value === undefined || value === null) continue;
    const standard = JSON.stringify(value) === JSON.stringify(defaults[name]);
    if (!standard) item[name] = written(name, value, id, variables);
  }
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

/** A value as it stands in a manifest: dollar signs doubled, secrets as variables. */
function written(name: string, value: unknown, id: string, variables: Variables): unknown {
  if (name === "request_headers")
    return Object.fromEntries(
      Object.entries(value as Fields).map(([header, text]) => [
        header,
        text === masked ? placeholder(variables.of(id, header)) : literal(String(text)),
      ]),
    );
  if (name === "url") return urlOf(String(value), id, variables);
  if (typeof value === "string") return literal(value);
  return Array.isArray(value)
    ? value.map((item: unknown) =>
        typeof item === "string" && name !== "members" ? literal(item) : item,
      )
    : value;
}

function urlOf(url: string, id: string, variables: Variables): string {
  const parts = userinfoOf(url);
  // What is shown is masked; a URL that masking would change holds no `***` of ours.
  if (!parts || maskUrl(url) !== url) return literal(url);
  const { head, user, password, tail } = parts;
  return password === masked
    ? `${literal(`${head}${user}:`)}${placeholder(variables.of(id, "url_password"))}${literal(`@${tail}`)}`
    : `${literal(head)}${placeholder(variables.of(id, "url_user"))}${literal(`@${tail}`)}`;
}

const placeholder = (variable: string) => `\${${variable}:-${masked}}`;

/** The text such that reading it puts in no variable. */
export function literal(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
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
