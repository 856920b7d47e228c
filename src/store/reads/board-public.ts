/** Reads for public status pages: which groups have one, and the published updates. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { BoardReads } from "./port.ts";
import { among, type Answers } from "./board.ts";
import type { Context } from "../kit/context.ts";
import { rows } from "../kit/procedure.ts";

export function publicReads({ db, t }: Context) {
  const { alert_groups, incidents, timeline } = t;

  return {
    *status_pages(): Answers<"status_pages"> {
      return yield* rows(
        db
          .select({
            id: alert_groups.id,
            org_id: alert_groups.org_id,
            title: alert_groups.title,
            status_page: alert_groups.status_page,
            status_page_slug: alert_groups.status_page_slug,
          })
          .from(alert_groups)
          .where(sql`${alert_groups.status_page}`),
      );
    },

    *published_incidents({
      alert_group_id,
      since,
      limit,
    }: Parameters<BoardReads["published_incidents"]>[0]): Answers<"published_incidents"> {
      const found = yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.alert_group_id, alert_group_id),
              isNotNull(incidents.published_at),
              or(isNull(incidents.resolved_at), gt(incidents.resolved_at, since)),
            ),
          )
          .orderBy(desc(incidents.opened_at), desc(incidents.id))
          .limit(limit),
      );
      const entries = yield* rows(
        db
          .select()
          .from(timeline)
          .where(
            and(
              among(
                timeline.incident_id,
                found.map(({ id }) => id),
              ),
              inArray(timeline.kind, ["published", "unpublished"]),
            ),
          )
          .orderBy(asc(timeline.at), asc(timeline.id)),
      );
      const of = Map.groupBy(entries, ({ incident_id }) => incident_id);
      return found.map((incident) => ({
        incident,
        timeline: of.get(incident.id) ?? [],
      }));
    },
  };
}
