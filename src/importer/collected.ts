/**
 * Collects the result of an import: a declaration, variables for its secrets, and sentences about settings without a
 * counterpart. Every monitor of the other tool ends in `add` or in `leaveOut`. Pure.
 */
import { check } from "../api/check.ts";
import { ManifestDocument } from "../api/manifest-document.ts";
import { rules } from "../core/declare/rules.ts";
import type { MonitorKind } from "../core/model/model.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import { literal, plainValue } from "../manifest/text.ts";
import { VariableNames } from "../manifest/variable-names.ts";
import { defaultsOf } from "../resource/field.ts";
import { declared, eachKind, factsOf } from "../resource/resources.ts";
import { limits, looksLikeEmail } from "../resource/schema.ts";
import type { Fields } from "../resource/references.ts";
import { withoutSecrets, type Writing } from "./secrets.ts";

/** A setting without a counterpart, as a sentence. `external_id`: of the imported resource that lacks it; null: of all. */
export interface Remark {
  external_id: string | null;
  text: string;
}

export interface Imported {
  /** As it is written: dollar signs that stand for themselves are doubled. */
  declaration: Fields;
  remarks: Remark[];
  /** The monitors of the other tool that are not in the declaration, and why. */
  left: string[];
  /** The values of the variables that stand in place of secrets. */
  secrets: Record<string, string>;
  /** Variables that the other tool takes from its environment. */
  needed: string[];
}

/** The alert group of everything that belongs to no group of the other tool. */
const standardGroup = { external_id: "oncall", title: "On call" };

/** Fields of which a monitor can lose an entry or a whole, named in a remark. Without any other it would not be the same. */
const droppable =
  /^(?:(?:request_headers|body_json|dns_answers)\b|(?:body_contains|body_lacks|certificate_failing_days|certificate_warning_days|description|slow_above_ms|watch_certificate)$)/;

export class Collected {
  readonly #items = eachKind((): Fields[] => []);
  readonly #remarks: Remark[] = [];
  readonly #left: string[] = [];
  readonly #ids = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #groups = new Map<string, Fields>();
  readonly #secrets: Record<string, string> = {};
  readonly #environment: readonly string[] | null;
  readonly #names: VariableNames;
  readonly #plain: (text: string) => string;

  /** `environment`: the variables that the other tool fills as `${NAME}` from its environment; null: it fills none. */
  constructor(environment: readonly string[] | null = null) {
    this.#environment = environment;
    this.#names = new VariableNames(environment ?? []);
    this.#plain = environment === null ? literal : (text) => text;
  }

  /** The external_id of the alert group with this title, made at its first use; null: the standard group. */
  group(title: string | null): string {
    return String(this.#groupOf(title)["external_id"]);
  }

  /** Adds a person to a group, by email. Answers whether the text is an address. */
  addMember(title: string | null, email: string): boolean {
    const address = email.trim();
    if (!looksLikeEmail(address)) return false;
    const group = this.#groupOf(title);
    const members = (group["members"] as string[] | undefined) ?? [];
    if (members.some((one) => one.toLowerCase() === address.toLowerCase())) return true;
    group["members"] = [...members, address];
    const users = this.#items.users;
    if (!users.some((user) => String(user["email"]).toLowerCase() === address.toLowerCase()))
      users.push({ external_id: this.#idOf(address.split("@")[0]!), email: address });
    return true;
  }

  /** Adds fields to a group. */
  extendGroup(title: string | null, fields: Fields): void {
    Object.assign(this.#groupOf(title), this.#written(fields));
  }

  /** Adds a status page. */
  addPage(title: string, fields: Fields): void {
    this.#items.status_pages.push({
      external_id: this.#idOf(title),
      ...this.#written({ title: monitorTitle(title), ...fields }),
    });
  }

  /**
   * Adds a monitor. Fields that equal their default are left out. A part that the rules refuse is left out with a remark;
   * if the monitor would not be the same without it, the monitor is. Its external_id is `id`, if that is free, or made of
   * its title. Returns its name, `hc/shop-web`; null: the monitor was left out.
   */
  add(
    kind: MonitorKind,
    title: string,
    group: string | null,
    given: Fields,
    remarks: readonly string[] = [],
    id: string | null = null,
  ): string | null {
    const named = { title: monitorTitle(title) };
    const dropped: string[] = [];
    const fields = sound(kind, named, given, dropped);
    if (typeof fields === "string") {
      this.leaveOut(title, fields);
      return null;
    }
    const external_id = id !== null && !this.#ids.has(id) ? id : this.#idOf(title);
    this.#ids.add(external_id);
    const writing: Writing = {
      plain: this.#plain,
      variable: (part, secret) => this.variable(external_id, part, secret),
    };
    this.#items[kind].push({
      external_id,
      ...this.#written(named),
      alert_group: this.group(group),
      ...withoutSecrets(fields, writing),
    });
    for (const text of [...remarks, ...dropped]) this.#remarks.push({ external_id, text });
    return `${factsOf(kind).short}/${external_id}`;
  }

  /** Names a monitor that is not imported, and why. */
  leaveOut(name: string, why: string): void {
    this.#left.push(`${monitorTitle(name)}: ${why}`);
  }

  /** Names a setting that is not imported, and why. */
  note(name: string, why: string): void {
    this.#remarks.push({ external_id: null, text: `${monitorTitle(name)}: ${why}` });
  }

  /** The reference to a new variable that has this secret as its value. */
  variable(id: string, part: string, text: string): string {
    const secret = this.#environment === null ? text : text.replaceAll("$$", "$");
    // A file of variables has two quotes that leave a value as it is: no piece has both of them in it.
    const pieces = secret.includes("'") ? secret.match(/[^']+|[^`]+/g)! : [secret];
    return pieces
      .map((piece) => {
        const name = this.#names.of(id, part);
        this.#secrets[name] = piece;
        return `\${${name}}`;
      })
      .join("");
  }

  /** Everything that was added, in the order of the other tool. */
  imported(project: string): Imported {
    const kinds = Object.entries(this.#items).filter(([, items]) => items.length > 0);
    const declaration = { project, ...Object.fromEntries(kinds) };
    const used = new Set(
      [...JSON.stringify(declaration).matchAll(/\$\$|\$\{(\w+)/g)].map(([, name]) => name),
    );
    return {
      declaration,
      remarks: this.#remarks,
      left: this.#left,
      secrets: this.#secrets,
      needed: (this.#environment ?? []).filter((name) => used.has(name)),
    };
  }

  #groupOf(title: string | null): Fields {
    const wanted =
      title === null || title.trim() === "" ? standardGroup.title : monitorTitle(title);
    const known = this.#groups.get(wanted);
    if (known) return known;
    const named = wanted === standardGroup.title ? standardGroup.external_id : wanted;
    const group = { external_id: this.#idOf(named), ...this.#written({ title: wanted }) };
    this.#groups.set(wanted, group);
    this.#items.alert_groups.push(group);
    return group;
  }

  #written(fields: Fields): Fields {
    return this.#environment === null ? (plainValue(fields) as Fields) : fields;
  }

  /** A free external_id made of a name. */
  #idOf(name: string): string {
    const plain = name
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase()
      .slice(0, 100);
    const wanted = plain === "" ? "monitor" : plain;
    let free = wanted;
    for (let count = this.#counts.get(wanted) ?? 2; this.#ids.has(free); count++) {
      free = `${wanted}-${count}`;
      this.#counts.set(wanted, count + 1);
    }
    this.#ids.add(free);
    return free;
  }
}

/** The fields of a monitor that its rules allow, with a remark for each that they do not; or why it cannot be imported. */
function sound(
  kind: MonitorKind,
  named: Fields,
  given: Fields,
  remarks: string[],
): Fields | string {
  const defaults = defaultsOf(declared[kind].fields);
  const fields = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== undefined &&
        value !== null &&
        JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  );
  const faults = faultsOf(kind, named, fields, defaults);
  const fatal = faults.filter(({ field }) => !droppable.test(field));
  if (fatal.length > 0) return sentence(fatal);
  for (const { field, message } of faults) {
    // The name of a header can be empty.
    const [, name = "", entry] = /^(\w+)(?:\[(\d+)\]|\.([^]*))?/
      .exec(field)!
      .filter((part) => part !== undefined);
    remarks.push(`${field} ${message}: left out`);
    const value = fields[name];
    if (entry === undefined) delete fields[name];
    else if (Array.isArray(value))
      fields[name] = value.map((one: unknown, index) =>
        index === Number(entry) ? undefined : one,
      );
    else if (value !== undefined) fields[name] = without(value as Fields, entry);
  }
  for (const [name, value] of Object.entries(fields))
    if (Array.isArray(value)) fields[name] = value.filter((one) => one !== undefined);
  const remaining = faults.length === 0 ? [] : faultsOf(kind, named, fields, defaults);
  return remaining.length === 0 ? fields : sentence(remaining);
}

const sentence = (faults: readonly { field: string; message: string }[]) =>
  faults.map(({ field, message }) => `${field} ${message}`).join("; ");

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));

function faultsOf(kind: MonitorKind, named: Fields, fields: Fields, defaults: Fields) {
  const judged = { ...named, ...(withValues(fields) as Fields) };
  const schema = ManifestDocument.properties[kind].items;
  const misshapen = check(schema, { external_id: "x", alert_group: "x", ...judged });
  return misshapen.length > 0 ? misshapen : rules(kind, { ...defaults, ...judged });
}

/** The value with something in place of variables, whose values are known only later. */
function withValues(value: unknown): unknown {
  if (typeof value === "string")
    return value
      .replace(/^\$\{\w+\}(?=$|[/:?])/, "https://x")
      .replace(/:\$\{\w+\}/g, ":1")
      .replace(/\$\{\w+\}/g, "x");
  if (Array.isArray(value)) return value.map(withValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withValues(part)]));
}

function monitorTitle(name: string): string {
  return cutText(cleanText(name).replace(/\s+/g, " ").trim() || "Monitor", limits.title);
}
