/**
 * Reads the files of a configuration of Gatus as one, as Gatus does: variables are put in before YAML is read, maps of
 * several files are joined, lists appended. Every scalar stays the text that it was written as, so that a name such as
 * `1.10` keeps its digits. Pure.
 */
import type { Issue } from "../../manifest/issue.ts";
import { readSource } from "../../manifest/read-source.ts";
import type { ManifestFile } from "../../manifest/source.ts";
import { isObject } from "../../resource/part.ts";
import { membersOf } from "../values.ts";

/** A configuration, with variables as manifests write them. */
export interface GatusConfig {
  config: Record<string, unknown>;
  /** The variables that it takes from the environment. */
  environment: string[];
  /** Texts that two files set to different values: the first is taken. */
  twice: string[];
}

/** The files as one configuration, or every mistake in them. */
export function gatusConfig(files: readonly ManifestFile[]): GatusConfig | { issues: Issue[] } {
  const environment = new Set<string>();
  const twice: string[] = [];
  let config: unknown = {};
  for (const { name, text } of files) {
    const { parts, issues } = readSource({ name, text: held(text, environment) }, "failsafe");
    const [first] = parts;
    const wrong = issues.filter(({ code }) => code !== "empty");
    if (wrong.length > 0)
      return { issues: wrong.map((issue) => ({ ...issue, source: original(issue.source) })) };
    // Gatus reads the first document of a file alone.
    if (first) config = joined(config, restored(first.value), "", twice);
  }
  return { config: membersOf(config), environment: [...environment], twice };
}

// These stand for a variable while YAML is read: the text keeps its length, and YAML gives them no meaning.
const opening = "\uE000";
const filling = "\uE001";
const dollars = "\uE002\uE002";

/** The text with `$NAME`, `${NAME}` and `$$` such that YAML reads them as a part of any scalar. */
function held(text: string, environment: Set<string>): string {
  return (
    text
      .replace(/[\uE000-\uE002]/g, " ")
      // A library of Go writes this tag; a merge key needs none.
      .replace(/!!merge([ \t]+)<<(?=[ \t]*:)/g, "<<       $1")
      .replace(
        /\$\$|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g,
        (whole, braced?: string, plain?: string) => {
          const name = braced ?? plain;
          if (name === undefined) return dollars;
          environment.add(name);
          return opening + name + filling.repeat(whole.length - name.length - 1);
        },
      )
  );
}

/** The text as it was, for messages. */
const original = (text: string) =>
  text.replaceAll("\uE002", "$").replace(/\uE000(\w+)\uE001*/g, "$${$1}");

/** The value with variables as manifests write them; null in place of `null` and `~`. */
function restored(value: unknown): unknown {
  if (typeof value === "string") {
    if (value === "null" || value === "~") return null;
    return value.replaceAll(dollars, "$$$$").replace(/\uE000(\w+)\uE001*/g, "$${$1}");
  }
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [String(restored(name)), restored(part)]),
  );
}

function joined(before: unknown, after: unknown, path: string, twice: string[]): unknown {
  if (Array.isArray(before) && Array.isArray(after))
    return [...(before as unknown[]), ...(after as unknown[])];
  if (isObject(before) && isObject(after)) {
    const result = { ...before };
    for (const [name, value] of Object.entries(after))
      result[name] = Object.hasOwn(before, name)
        ? joined(before[name], value, path === "" ? name : `${path}.${name}`, twice)
        : value;
    return result;
  }
  if (before !== after && after !== null && after !== "") twice.push(path);
  return before ?? after;
}
