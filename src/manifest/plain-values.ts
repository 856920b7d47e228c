/**
 * Reads YAML as data alone, without the places of its nodes: five times as fast, and most files have no mistake for
 * which a place is wanted.
 */
import { CORE_SCHEMA, defineMappingTag, loadAll, mapTag, Schema } from "js-yaml";
import { isObject } from "../resource/part.ts";

/**
 * Parts of a text that need nodes, or on which parsers of YAML differ: a variable, or an escape that may be its dollar sign;
 * anchors, aliases, tags, directives, explicit and merge keys; the end of a document, and a mark of its beginning that is
 * not at the margin; text behind a closed bracket; numbers that may be too large; tabs, carriage returns, and characters that
 * are not printed.
 */
const special =
  // oxlint-disable-next-line no-control-regex -- These are the ones that YAML does not allow.
  /[$\t\r]|\\[xuU]|(?:^|[\s[{,])[&*!%?]|^\.\.\.|^ +---|[}\]][^\s,:}\]]|\de[+-]?\d{3}|<<|__proto__|for_each|[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\ufeff\u2028\u2029]/m;

/** YAML 1.2 core with keys that are texts: of others, each parser makes another text. */
const schema = new Schema([
  ...CORE_SCHEMA.tags.filter((tag) => tag !== mapTag),
  defineMappingTag(mapTag.tagName, {
    ...mapTag,
    addPair: (map, key, value) =>
      typeof key === "string" ? mapTag.addPair(map, key, value) : "a key is not a text",
  }),
]);

/**
 * The documents of a file, each a mapping. null: its text needs the parser that knows places, as it is special, has a
 * mistake, or holds something else.
 */
export function plainValues(text: string): Record<string, unknown>[] | null {
  if (special.test(text)) return null;
  let documents: unknown[];
  try {
    documents = loadAll(text, { schema });
  } catch {
    return null;
  }
  return documents.length > 0 && documents.every(isObject) ? documents : null;
}
