/** Writes a declaration as the text of a manifest, with values quoted where needed. Pure. */
import { Document, isMap, isScalar, isSeq, Scalar, visit } from "yaml";
import { masked } from "../core/declare/secrets.ts";
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
  const document = new Document({ version: 1, ...declaration });
  const secrets = quoteVariables(document);
  if (secrets || head.length > 0)
    document.commentBefore = [...(secrets ? [secretsNote] : []), ...head.map(comment)].join("\n");
  if (!isMap(document.contents)) return document.toString();
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isSeq(value)) continue;
    key.spaceBefore = true;
    for (const item of value.items) {
      const id = isMap(item) ? item.get("external_id") : null;
      const sentences = typeof id === "string" ? resources.get(id) : undefined;
      if (isMap(item) && sentences) item.commentBefore = sentences.map(comment).join("\n");
    }
  }
  return document.toString({ lineWidth: 0 });
}

/** A value as it stands in a manifest: dollar signs are doubled, so that reading it fills in no variable. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return literal(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]));
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
