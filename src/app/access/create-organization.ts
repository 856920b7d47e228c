import { randomUUID } from "node:crypto";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Creates an organization. */
export function* create_organization(
  c: Context,
  { name, now }: { name: string; now: Instant },
): Procedure<{ id: string; name: string }> {
  const id = c.newId(now);
  yield* c.of.organizations.insert({
    action_secret: `${randomUUID()}${randomUUID()}`,
    id,
    name,
    revision: 0,
    inserted_at: now,
  });
  yield* c.of.counters.insert({ org_id: id, last_incident_number: 0 });
  return { id, name };
}
