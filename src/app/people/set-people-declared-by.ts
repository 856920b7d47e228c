import { type Acting, audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Sets the projects whose declarations can change people with a key of the scope `write`. */
export function* set_people_declared_by(
  c: Context,
  { actor, projects, now }: Acting & { projects: string[] },
): Procedure<null> {
  const { org_id: id } = actor;
  const organization = yield* c.of.organizations.first({ id });
  const people_declared_by = [...new Set(projects)].sort();
  if (!organization || same(organization.people_declared_by, people_declared_by)) return null;
  yield* c.of.organizations.update({ id }, { people_declared_by });
  yield* audit(c, { actor, now }, "update", "organizations", organization);
  return null;
}

const same = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify(a) === JSON.stringify(b);
