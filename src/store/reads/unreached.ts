/** Loads unreached incidents (`core/paging/unreached`), for the figures of `vitals`. */
import { and, asc, eq, inArray, notExists, sql } from "drizzle-orm";
import { unreached } from "../../core/paging/unreached.ts";
import type { Instant, Silence } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

export interface UnreachedIncident {
  org_id: string;
  id: string;
  number: number;
  title: string;
  /** A page waits for contact hours. */
  on_hold: boolean;
}

/** Incidents that are counted at most. */
const maxCounted = 1000;

/** Open incidents without an accepted page and without a silence, the oldest first. */
export function* unreachedIncidents(c: Context, now: Instant): Procedure<UnreachedIncident[]> {
  const { incidents, notifications } = c.t;
  const candidates = yield* rows(
    c.db
      .select()
      .from(incidents)
      .where(
        and(
          sql`${incidents.status} = 'open'`,
          notExists(
            c.db
              .select({ id: notifications.id })
              .from(notifications)
              .where(
                and(
                  eq(notifications.incident_id, incidents.id),
                  eq(notifications.transition, "opened"),
                  eq(notifications.state, "delivered"),
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(incidents.id))
      .limit(maxCounted),
  );
  if (candidates.length === 0) return [];
  const pages = yield* rows(
    c.db
      .select({
        incident_id: notifications.incident_id,
        state: notifications.state,
        attempts: notifications.attempts,
        last_error: notifications.last_error,
      })
      .from(notifications)
      .where(
        and(
          inArray(
            notifications.incident_id,
            candidates.map(({ id }) => id),
          ),
          eq(notifications.transition, "opened"),
        ),
      ),
  );
  const pagesOf = Map.groupBy(pages, ({ incident_id }) => incident_id);
  const silences = new Map<string, Silence[]>();
  for (const org_id of new Set(candidates.map((one) => one.org_id)))
    silences.set(org_id, yield* rows(c.q.silencesOf, { org_id, now }));
  return candidates.flatMap((incident) => {
    const { org_id, id, number, title } = incident;
    const how = unreached(incident, pagesOf.get(id) ?? [], silences.get(org_id)!, now);
    return how === null ? [] : [{ org_id, id, number, title, on_hold: how === "on_hold" }];
  });
}
