/** Reads of the audit log. */
import { asc, eq, gte, inArray, isNull } from "drizzle-orm";
import type { AuditEvent, Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, when, type PageQuery, type Reader } from "../queries/reader.ts";

/** A page of the audit log; absent filters match all. */
export interface AuditQuery extends PageQuery {
  actor?: string | undefined;
  object_kind?: string | undefined;
  action?: string | undefined;
  /** Events about one of these, by id. */
  objects?: readonly string[] | undefined;
  /** Happened at or after. */
  since?: Instant | undefined;
  /** The parts of an apply are left out: its own event speaks for them. */
  whole?: boolean;
}

/** Actors offered in a filter at most. */
const maxActors = 200;

export function auditReads(c: Context, read: Reader) {
  const { audit_events } = c.t;

  return {
    audit_events: read((query: AuditQuery): Procedure<AuditEvent[]> =>
      pageOf(
        c,
        audit_events,
        audit_events.at,
        query,
        when(query.actor, (v) => eq(audit_events.actor, v)),
        when(query.object_kind, (v) => eq(audit_events.object_kind, v)),
        when(query.action, (v) => eq(audit_events.action, v)),
        when(query.objects, (v) => inArray(audit_events.object_id, [...v])),
        when(query.since, (v) => gte(audit_events.at, v)),
        query.whole ? isNull(audit_events.part_of) : undefined,
      ),
    ),

    /** The actors and the kinds of objects that the log has. */
    audit_filters: read(function* (
      org_id: string,
    ): Procedure<{ actors: string[]; kinds: string[] }> {
      const { actor, object_kind } = audit_events;
      const of = eq(audit_events.org_id, org_id);
      const actors = yield* rows(
        c.db
          .selectDistinct({ actor })
          .from(audit_events)
          .where(of)
          .orderBy(asc(actor))
          .limit(maxActors),
      );
      const kinds = yield* rows(
        c.db
          .selectDistinct({ kind: object_kind })
          .from(audit_events)
          .where(of)
          .orderBy(asc(object_kind)),
      );
      return { actors: actors.map((row) => row.actor), kinds: kinds.map(({ kind }) => kind) };
    }),
  };
}
