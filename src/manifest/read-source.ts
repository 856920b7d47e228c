/**
 * Reads a YAML file into documents that remember the place of every node.
 *
 * YAML 1.2 core only: no custom tags, no keys that are not strings, no duplicate keys, bounded in size
 * and in aliases. Every syntax error is an issue; reading never throws.
 */
import {
  isScalar,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { aliasIssues } from "./aliases.ts";
import type { Issue } from "./issue.ts";
import {
  issueAt,
  type Filled,
  type ManifestFile,
  type ManifestPart,
  type Source,
} from "./source.ts";
import { plainValues } from "./plain-values.ts";
import { isLegible, syntaxIssues } from "./syntax.ts";

const mostCharacters = 5_000_000;

/**
 * The documents of a file; none if its syntax is invalid. Documents without a value are left out: templates and files that
 * are put together leave them. `failsafe`: every scalar is read as text.
 */
export function readSource(
  file: ManifestFile,
  schema: "core" | "failsafe" = "core",
): {
  parts: ManifestPart[];
  issues: Issue[];
} {
  // A byte order mark is not part of the first line.
  const text = file.text.replace(/^\ufeff/, "");
  const source: Source = { name: file.name, text, counter: linesOf(text) };
  const refuse = (code: string, message: string) => ({
    parts: [],
    issues: [issueAt(source, [0, 0], code, message)],
  });
  if (text.length > mostCharacters) return refuse("too_large", "a file may have at most 5 MB");
  const plain = schema === "core" ? plainValues(text) : null;
  if (plain) return { parts: plainParts(source, plain), issues: [] };
  const documents = documentsOf(text, schema);
  if (documents === null) return refuse("too_deep", "the file is nested too deeply");
  const issues = documents.flatMap((document) => {
    const mistakes = syntaxIssues(source, document);
    return isLegible(document) ? [...mistakes, ...aliasIssues(source, document)] : mistakes;
  });
  const parts = documents
    .filter((document) => !isEmpty(document))
    .map((document) => ({
      ...partOf(source),
      document,
      get value() {
        return document.toJS({ maxAliasCount: -1 }) as unknown;
      },
    }));
  if (parts.length === 0 && issues.length === 0)
    return refuse("empty", "the file declares nothing; start with version: 1 and project:");
  return { parts: isReadable(issues) ? parts : [], issues };
}

/** True for a document with nothing in it but comments, or with `null`. */
const isEmpty = ({ contents }: Document): boolean =>
  contents === null || (isScalar(contents) && (contents.value === null || contents.source === ""));

/** The parts of a plain text, whose nodes are read only if a place is asked for. */
function plainParts(source: Source, values: readonly unknown[]): ManifestPart[] {
  let read: Document[] | null = null;
  return values.map((value, index) => ({
    ...partOf(source),
    value,
    get document() {
      read ??= documentsOf(source.text, "core");
      return read![index]!;
    },
  }));
}

const partOf = (source: Source) => ({
  source,
  filled: new Map<Scalar, Filled>(),
  unfilled: [],
  repeated: new Set<YAMLMap>(),
  parent: null,
});

/** The documents with their nodes; null: they are nested too deeply. */
function documentsOf(text: string, schema: "core" | "failsafe"): Document[] | null {
  let documents: Document[];
  try {
    documents = [
      ...parseAllDocuments(text, {
        prettyErrors: false,
        logLevel: "silent",
        version: "1.2",
        schema,
        merge: true,
        strict: true,
        stringKeys: true,
      }),
    ] as Document[];
  } catch (error) {
    // The parser descends as deep as the file does.
    if (error instanceof RangeError) return null;
    throw error;
  }
  const exhausted = documents.some((document) =>
    document.errors.some((error) => error.code === "RESOURCE_EXHAUSTION"),
  );
  return exhausted ? null : documents;
}

/** Where each line of the text begins. */
function linesOf(text: string): LineCounter {
  const counter = new LineCounter();
  for (let start = 0; start >= 0; start = text.indexOf("\n", start) + 1 || -1)
    counter.addNewLine(start);
  return counter;
}

/** A key that is there twice leaves the rest readable; after any other mistake the rest is a guess. */
const isReadable = (issues: readonly Issue[]) =>
  issues.every(({ code }) => code === "duplicate_key");
