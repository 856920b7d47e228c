/** Reads the manifests of `--provision`. */
import type { Fault } from "../../core/model/fault.ts";
import { readManifests, surroundingsOf, UnreadableFiles } from "../../manifest/files.ts";
import type { Issue } from "../../manifest/issue.ts";
import { parseManifest, type Parsed, type Places } from "../../manifest/manifest.ts";

type Sound = Pick<Extract<Parsed, { ok: true }>, "declaration" | "places">;

/** The manifest at a path, or every mistake in it as a line: `monitors.yaml:14:5: unknown field "intervall"`. */
export type Provisioned = ({ ok: true } & Sound) | { ok: false; mistakes: string[] };

/** Reads one file, folder or pattern; `variables` are those of the process. */
export async function readProvisioned(
  path: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Provisioned> {
  const host = { cwd: ".", input: () => Promise.resolve(Buffer.alloc(0)) };
  const reach = { paths: [path], outside: false, variables: foreign(variables) };
  try {
    const parsed = parseManifest(await readManifests(host, reach), surroundingsOf(host, reach));
    return parsed.ok ? parsed : { ok: false, mistakes: parsed.issues.map(lineOf) };
  } catch (error) {
    if (!(error instanceof UnreadableFiles)) throw error;
    return { ok: false, mistakes: [error.message] };
  }
}

/** Faults that the store found, in the same form. */
export function linesOf(faults: readonly Fault[], places: Places): string[] {
  return places.issues(faults).map(lineOf);
}

function lineOf({ file, line, column, resource, message, hint }: Issue): string {
  const of = resource === null ? "" : `${resource}: `;
  return `${file}:${line}:${column}: ${of}${message}${hint === null ? "" : ` (${hint})`}`;
}

/** Without the variables of monitord itself: the author of a manifest must not read its secrets. */
function foreign(variables: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !name.startsWith("MONITORD_")),
  );
}
