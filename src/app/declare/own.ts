import type { Acting } from "../audit.ts";
import { assign, storedAt } from "./assign.ts";
import type { Outcome } from "../outcome.ts";
import { allWritten } from "./written.ts";
import type { Declared, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { titleOf } from "../../core/text/person.ts";
import type { Fields } from "../../resource/references.ts";

/**
 * Makes a project the owner of resources, or releases them from their project (null). All or none: a resource
 * that is missing, or an external id that is taken, refuses the request.
 */
export function* own(
  c: Context,
  {
    actor,
    project,
    resources,
    now,
  }: Acting & {
    project: string | null;
    resources: {
      kind: ResourceKind;
      id: string;
      /** null: it keeps its own. */
      external_id: string | null;
    }[];
  },
): Procedure<
  Outcome<
    {
      kind: ResourceKind;
      id: string;
      external_id: string | null;
      title: string;
      from: string | null;
      to: string | null;
    }[]
  >
> {
  const { org_id } = actor;
  const owned: { kind: ResourceKind; stored: Declared & Fields; name: string | null }[] = [];
  const taken = new Set<string>();
  for (const [index, { kind, id, external_id }] of resources.entries()) {
    const stored = yield* storedAt(c, kind, id, org_id);
    const field = `resources[${index}]`;
    if (!stored) return invalid(field, "not_found", `does not exist: ${kind} ${id}`);
    const name = external_id ?? stored.external_id;
    if (project !== null && name === null)
      return invalid(
        `${field}.external_id`,
        "required",
        `"${titleOf(stored)}" has no external_id, and a manifest needs one: give it one`,
      );
    const other =
      name === null ? undefined : yield* c.of[kind].first({ org_id, external_id: name });
    const key = `${kind}/${name}`;
    if ((other && other.id !== id) || (name !== null && taken.has(key)))
      return invalid(
        `${field}.external_id`,
        "taken",
        `"${name}" belongs to another resource of this kind`,
      );
    taken.add(key);
    owned.push({ kind, stored, name });
  }
  for (const { kind, stored, name } of owned) {
    const change = yield* assign(c, kind, stored, { project, external_id: name }, now);
    if (change) yield* allWritten(c, [change], actor, now);
  }
  return {
    ok: true,
    value: owned.map(({ kind, stored, name }) => ({
      kind,
      id: stored.id,
      external_id: name,
      title: titleOf(stored),
      from: stored.project,
      to: project,
    })),
  };
}

function invalid(
  field: string,
  code: string,
  message: string,
): Extract<Outcome<never>, { why: "invalid" }> {
  return { ok: false, why: "invalid", faults: [{ field, code, message }] };
}
