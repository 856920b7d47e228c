/**
 * Formats the text of a manifest: two spaces, keys in the order of the guide, a blank line between resources. Comments, anchors,
 * merge keys, quotes, flow style, block texts, line ends and a byte order mark stay. Pure.
 *
 * A text that would mean something else afterwards, or lose a comment, is left as it is: the result is read again and
 * compared.
 */
import { isDeepStrictEqual } from "node:util";
import { isAlias, Lexer, visit, type Document } from "yaml";
import { arrange } from "./arrange.ts";
import type { Issue } from "../issue.ts";
import { documentsOf, tidy, written } from "./layout.ts";
import { readSource } from "../read-source.ts";
import { issueAt, type ManifestFile } from "../source.ts";

export type Formatted = { ok: true; text: string } | { ok: false; issues: Issue[] };

/** The formatted text of a file, or the mistakes for which it cannot be read. */
export function format({ name, text }: ManifestFile): Formatted {
  const { issues, parts } = readSource({ name, text });
  const isEmpty = issues.some(({ code }) => code === "empty");
  if (isEmpty) return { ok: true, text };
  if (issues.length > 0) return { ok: false, issues };
  const [, mark, body] = /^(\ufeff?)([^]*)$/.exec(text)!;
  const plain = body!.replaceAll("\r\n", "\n");
  const refuse = (why: string): Formatted => {
    const message = `the file cannot be formatted${why}`;
    return { ok: false, issues: [issueAt(parts[0]!.source, [0, 0], "unformattable", message)] };
  };
  let result = plain;
  try {
    for (let pass = 0, before = ""; pass < mostPasses && before !== result; pass += 1) {
      before = result;
      result = arranged(before);
    }
  } catch (error) {
    // The library reads names of anchors that it does not write.
    return refuse(`: ${(error as Error).message}`);
  }
  if (!isSame(plain, result)) return refuse(" without a change of its meaning or its comments");
  return {
    ok: true,
    text: mark! + (body!.includes("\r\n") ? withCarriageReturns(result) : result),
  };
}

/** A comment can belong to another value once it has moved, and a second pass sees that. */
const mostPasses = 4;

function arranged(text: string): string {
  const documents = documentsOf(text);
  for (const [index, document] of documents.entries()) {
    arrange(document);
    tidy(document, text);
    const { directives } = document;
    if (!directives) continue;
    if (index > 0) directives.docStart = true;
    // The library would write the comment behind the mark of the end.
    if (document.comment) directives.docEnd = false;
  }
  return documents.map(written).join("");
}

const withCarriageReturns = (text: string) => text.replaceAll("\n", "\r\n");

/** Whether two texts have the same documents, anchors and comments. */
function isSame(before: string, after: string): boolean {
  return isDeepStrictEqual(contentOf(before), contentOf(after));
}

function contentOf(text: string): unknown[] {
  const documents = documentsOf(text);
  const comments = [...new Lexer().lex(text)].filter((lexeme) => lexeme.startsWith("#"));
  return [
    documents.map(({ errors }) => errors.length),
    documents.map((document) => document.toJS({ maxAliasCount: -1 }) as unknown),
    documents.map(namesOf),
    comments.map((comment) => comment.trimEnd()).toSorted(),
  ];
}

/** The anchors and aliases of a document. */
function namesOf(document: Document): string[] {
  const names: string[] = [];
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) names.push(`*${node.source}`);
      else if ("anchor" in node && node.anchor) names.push(`&${node.anchor}`);
    },
  });
  return names.toSorted();
}
