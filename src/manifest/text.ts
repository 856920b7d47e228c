/** Writes a declaration as the text of a manifest, with values quoted where needed. Pure. */
import { Document, Scalar, visit } from "yaml";
import { masked } from "../core/declare/secrets.ts";
import { isObject } from "../resource/part.ts";
import type { Fields } from "../resource/references.ts";

/** Comments of a manifest, as sentences. */
export interface Comments {
  /** Those at the beginning. */
  head: readonly string[];
  /** Those at a resource, by its external_id. */
  resources: ReadonlyMap<string, readonly string[]>;
}

const none: Comments = { head: [], resources: new Map() };

/** The manifest as text, secrets explained. */
export function manifestText(declaration: Fields, { head, resources }: Comments = none): string {
  let secrets = false;
  const written = (value: unknown): string => {
    const document = new Document(value);
    secrets = quoteVariables(document) || secrets;
    return document.toString({ lineWidth: 0 });
  };
  const itemText = (item: unknown): string => {
    const body = plainItem(item) ?? indented(written([item]));
    const id = isObject(item) ? item["external_id"] : null;
    const sentences = (typeof id === "string" && resources.get(id)) || [];
    return sentences.map((sentence) => `  #${comment(sentence)}\n`).join("") + body;
  };
  const text = Object.entries({ version: 1, ...declaration }).map(([name, value]) => {
    if (!Array.isArray(value)) return written({ [name]: value });
    const isList = value.length > 0 && value.every(isObject);
    return `\n${isList ? `${name}:\n${value.map(itemText).join("")}` : written({ [name]: value })}`;
  });
  const comments = [...(secrets ? [secretsNote] : []), ...head.map(comment)];
  const lines = comments.join("\n").split("\n");
  return (comments.length > 0 ? `${lines.map((l) => `#${l}`).join("\n")}\n\n` : "") + text.join("");
}

/** An item whose values are plain, as the library writes it, which takes ten times as long; null: others are among them. */
function plainItem(item: unknown): string | null {
  let text = "";
  for (const [name, value] of Object.entries(item as Fields)) {
    const plain = Array.isArray(value) ? plainList(value) : plainScalar(value);
    const key = plainScalar(name);
    if (plain === null || key === null) return null;
    text += `${text === "" ? "  -" : "   "}${key}:${plain}\n`;
  }
  return text === "" ? null : text;
}

function plainList(list: readonly unknown[]): string | null {
  const items = list.map(plainScalar);
  if (items.includes(null)) return null;
  return items.length === 0 ? " []" : items.map((item) => `\n      -${item}`).join("");
}

/** A value behind a space, if it needs no quotes. */
function plainScalar(value: unknown): string | null {
  if (typeof value === "boolean" || (Number.isSafeInteger(value) && !Object.is(value, -0)))
    return ` ${String(value)}`;
  return typeof value === "string" && plainText.test(value) && !word.test(value)
    ? ` ${value}`
    : null;
}

const plainText = /^[A-Za-z][\w./@-]*(?:[ :][\w./@-]+)*$/;
/** Texts that YAML reads as other values. */
const word = /^(?:true|false|null)$/i;

// Not by the flag m: to it, other characters end a line, too.
const indented = (text: string): string => text.replace(/(^|\n)(?=[^\n])/g, "$1  ");

/** A value as it stands in a manifest: dollar signs are doubled, so that reading it fills in no variable. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return literal(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]));
}

/** The opposite: a value without variables, as reading it from a manifest gives it. */
export function valueRead(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("$$", "$");
  if (Array.isArray(value)) return value.map(valueRead);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, valueRead(part)]));
}

/** The text such that reading it fills in no variable. */
export function literal(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
}

/** Puts variables in quotes, in which they stay text for every value. Answers whether any stands for a stored secret. */
function quoteVariables(document: Document): boolean {
  let hasSecret = false;
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || typeof node.value !== "string" || !node.value.includes("${")) return;
      node.type = Scalar.QUOTE_DOUBLE;
      hasSecret ||= node.value.includes(`:-${masked}}`);
    },
  });
  return hasSecret;
}

const secretsNote = ` Secrets are not exported. "\${NAME:-***}" keeps the secret that the server has. Set NAME, in the
 environment or in a file that --vars names, to change it, or to apply this to another server.`;

const comment = (sentence: string) => ` ${sentence.replace(/[\r\n]+/g, " ")}`;
