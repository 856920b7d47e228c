/** A manifest with comments at its resources. Pure. */
import { Document, isMap, isScalar, isSeq } from "yaml";

type Fields = Record<string, unknown>;

/**
 * The declaration as text. `comments`: sentences by the external_id of their resource; `head`: those that are about none.
 */
export function commentedManifest(
  declaration: Fields,
  head: readonly string[],
  comments: ReadonlyMap<string, readonly string[]>,
): string {
  const document = new Document({ version: 1, ...declaration });
  if (head.length > 0) document.commentBefore = lines(head);
  if (!isMap(document.contents)) return document.toString();
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isSeq(value)) continue;
    key.spaceBefore = true;
    for (const item of value.items) {
      const id = isMap(item) ? item.get("external_id") : null;
      const sentences = typeof id === "string" ? comments.get(id) : undefined;
      if (isMap(item) && sentences) item.commentBefore = lines(sentences);
    }
  }
  return document.toString({ lineWidth: 0 });
}

function lines(sentences: readonly string[]): string {
  return sentences.map((sentence) => ` ${sentence.replace(/[\r\n]+/g, " ")}`).join("\n");
}
