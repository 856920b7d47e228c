/**
 * Collects the result of an import: a declaration, and sentences about settings without a counterpart. Pure.
 */
import { rules } from "../core/declare/rules.ts";
import type { MonitorKind } from "../core/model/model.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import { defaultsOf } from "../resource/field.ts";
import { declared, eachKind } from "../resource/resources.ts";
import { limits } from "../resource/schema.ts";
import type { Fields } from "../resource/references.ts";

/** A setting without a counterpart, as a sentence. `external_id`: of the imported resource that lacks it; null: the resource was not imported. */
export interface Remark {
  external_id: string | null;
  text: string;
}

export interface Imported {
  declaration: Fields;
  /** Whether `${NAME}` in its texts is a variable. */
  hasVariables: boolean;
  remarks: Remark[];
}

/** The alert group of everything that belongs to no group of the other tool. */
const standardGroup = { external_id: "oncall", title: "On call" };

export class Collected {
  readonly #hasVariables: boolean;
  readonly #items = eachKind((): Fields[] => []);
  readonly #remarks: Remark[] = [];
  readonly #ids = new Set<string>();
  readonly #groups = new Map<string, string>();

  /** `hasVariables`: whether the other tool fills `${NAME}` from its environment. */
  constructor({ hasVariables }: Pick<Imported, "hasVariables">) {
    this.#hasVariables = hasVariables;
  }

  /** The external_id of the alert group with this title, made at its first use; null: the standard group. */
  group(title: string | null): string {
    const wanted =
      title === null || title.trim() === "" ? standardGroup.title : monitorTitle(title);
    const known = this.#groups.get(wanted);
    if (known !== undefined) return known;
    const named = wanted === standardGroup.title ? standardGroup.external_id : wanted;
    const external_id = this.#idOf(named);
    this.#groups.set(wanted, external_id);
    this.#items.alert_groups.push({ external_id, title: wanted });
    return external_id;
  }

  /**
   * Adds a monitor. Fields that equal their default are left out. One that the rules refuse is left out as a whole, with
   * their reason as a remark. Its external_id is `id`, if that is free, or made of its title. Returns it; null: the
   * monitor was left out.
   */
  add(
    kind: MonitorKind,
    title: string,
    group: string | null,
    given: Fields,
    remarks: readonly string[] = [],
    id: string | null = null,
  ): string | null {
    const defaults = defaultsOf(declared[kind].fields);
    const fields = Object.fromEntries(
      Object.entries(given).filter(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          JSON.stringify(value) !== JSON.stringify(defaults[name]),
      ),
    );
    const faults =
      this.#hasVariables && usesVariable(fields)
        ? []
        : rules(kind, { ...defaults, title, ...fields });
    if (faults.length > 0) {
      this.leaveOut(title, faults.map((one) => `${one.field} ${one.message}`).join("; "));
      return null;
    }
    const external_id = id !== null && !this.#ids.has(id) ? id : this.#idOf(title);
    this.#ids.add(external_id);
    this.#items[kind].push({
      external_id,
      title: monitorTitle(title),
      alert_group: this.group(group),
      ...fields,
    });
    for (const text of remarks) this.#remarks.push({ external_id, text });
    return external_id;
  }

  /** Notes something that is not imported, and why. */
  leaveOut(name: string, why: string): void {
    this.#remarks.push({ external_id: null, text: `${monitorTitle(name)}: ${why}` });
  }

  /** Everything that was added, in the order of the other tool. */
  imported(project: string): Imported {
    const kinds = Object.entries(this.#items).filter(([, items]) => items.length > 0);
    return {
      declaration: { project, ...Object.fromEntries(kinds) },
      hasVariables: this.#hasVariables,
      remarks: this.#remarks,
    };
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
    for (let count = 2; this.#ids.has(free); count++) free = `${wanted}-${count}`;
    this.#ids.add(free);
    return free;
  }
}

function monitorTitle(name: string): string {
  return cutText(cleanText(name).replace(/\s+/g, " ").trim() || "Monitor", limits.title);
}

/** A variable is put in later, so that the rules cannot judge its value yet. */
function usesVariable(fields: Fields): boolean {
  return JSON.stringify(fields).includes("${");
}

/** `value` as a whole number within the limits of a field. */
export function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}
