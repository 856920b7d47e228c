/** Finds where the files of this folder declare a resource, as an apply without a file reads them. */
import type { ResourceKind } from "../../resource/kinds.ts";
import type { Call } from "../call/call.ts";
import { withProjectFile } from "../connect/project-file.ts";
import { parseFiles } from "./declare.ts";

/** `monitors.yaml:5`; null: no files of this project are here, they have mistakes, or do not declare it. */
export async function declaredAt(
  call: Call,
  kind: ResourceKind,
  { project, external_id }: { project: string | null; external_id: string | null },
): Promise<string | null> {
  const options = await withProjectFile(call.io, [], {});
  if (external_id === null) return null;
  const parsed = await parseFiles({ ...call, options }).catch(() => null);
  return parsed?.ok && parsed.declaration.project === project
    ? parsed.places.lineOf(kind, external_id)
    : null;
}
