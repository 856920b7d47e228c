/** Stores the last declaration of each project, for drift. */
import { inPart } from "./parts.ts";
import type { AppliedResource } from "../../core/declare/plan.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";

/** A project as it was applied last. */
export interface AppliedProject {
  org_id: string;
  name: string;
  wanted: AppliedResource[];
  applied_at: Instant;
  applied_by: string;
}

type Head = Omit<AppliedProject, "wanted">;

/**
 * The project as it was applied last without its resources, if those are `wanted`, with cuts; null: it was never
 * applied, or declared others. `markApplied` takes it.
 */
export function* appliedAs(
  c: Context,
  { org_id, name, wanted }: Pick<AppliedProject, "org_id" | "name" | "wanted">,
): Procedure<Head | null> {
  const head = yield* c.of.projects.first({ org_id, name });
  if (!head) return null;
  for (let part = 0; ; part++) {
    const stored = yield* c.of.project_parts.first({ org_id, name, part });
    const own = wanted.slice(part * inPart, (part + 1) * inPart);
    if (!stored) return own.length === 0 ? head : null;
    if (stored.wanted !== JSON.stringify(own)) return null;
    yield* cut();
  }
}

/** Records that the same resources were applied again; false: the project was applied since `before` was read. */
export function* markApplied(
  c: Context,
  before: Head,
  applied: Pick<Head, "applied_at" | "applied_by">,
): Procedure<boolean> {
  if (!(yield* c.of.projects.hold(before))) return false;
  yield* c.of.projects.update({ org_id: before.org_id, name: before.name }, applied);
  return true;
}

/** Stores the declaration of a project, with cuts; deletes a project whose declaration is empty. */
export function* storeProject(c: Context, project: AppliedProject): Procedure<void> {
  const { wanted, ...head } = project;
  const { org_id, name } = head;
  yield* c.of.projects.remove({ org_id, name });
  yield* c.of.project_parts.remove({ org_id, name });
  if (wanted.length === 0) return;
  yield* c.of.projects.insert(head);
  for (let from = 0, part = 0; from < wanted.length; from += inPart, part++) {
    yield* c.of.project_parts.insert({
      org_id,
      name,
      part,
      wanted: JSON.stringify(wanted.slice(from, from + inPart)),
    });
    yield* cut();
  }
}

/** The project as it was applied last; null: it never was. */
export function* appliedProject(
  c: Context,
  org_id: string,
  name: string,
): Procedure<AppliedProject | null> {
  const head = yield* c.of.projects.first({ org_id, name });
  if (!head) return null;
  const wanted: AppliedResource[] = [];
  for (let part = 0; ; part++) {
    const stored = yield* c.of.project_parts.first({ org_id, name, part });
    if (!stored) return { ...head, wanted };
    wanted.push(...(JSON.parse(stored.wanted) as AppliedResource[]));
    yield* cut();
  }
}
