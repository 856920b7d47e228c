/** Reads the YAML files of options. Their mistakes are explained as those of manifests are. Pure. */
import { LineCounter, parseDocument, type Document } from "yaml";
import { syntaxIssues } from "../../manifest/syntax.ts";

export type YamlFile =
  | { ok: true; document: Document; value: unknown; counter: LineCounter }
  | { ok: false; problems: string[] };

/** The file as data with the places of its nodes, or its mistakes, which begin with the line: `monitord.yaml:3: …`. */
export function readYaml(name: string, text: string): YamlFile {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (document.errors.length > 0)
    return {
      ok: false,
      problems: syntaxIssues({ name, text, counter }, document).map(
        ({ line, message, hint }) => `${name}:${line}: ${message}${hint ? `; ${hint}` : ""}.`,
      ),
    };
  try {
    return { ok: true, document, value: document.toJS(), counter };
  } catch (error) {
    // Aliases without an anchor, or too many of them.
    return { ok: false, problems: [`${name}: ${(error as Error).message}.`] };
  }
}
