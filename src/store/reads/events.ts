/**
 * Reads of live events, in the order of `tx` and `seq`, and only up to where none can appear any more
 * (`records/events` says why).
 */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { EventPosition, LiveEvent } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import type { Reader } from "../queries/reader.ts";

/** Settled events, and whether more are to be waited for, for some milliseconds. */
export interface SettledEvents {
  events: LiveEvent[];
  unsettled: boolean;
}

export function eventReads({ kit, t: { events }, db, of }: Context, read: Reader) {
  const after = ({ tx, seq }: EventPosition) =>
    sql`(${events.tx}, ${events.seq}) > (${tx}, ${seq})`;

  return {
    /** Events after a position, oldest first, of one organization or (null) of all. */
    events: read(function* (query: {
      org_id: string | null;
      after: EventPosition;
      limit: number;
    }): Procedure<SettledEvents> {
      const { org_id, after: position, limit } = query;
      const ofOrganization = org_id === null ? undefined : eq(events.org_id, org_id);
      const newEvents = yield* rows(
        db
          .select()
          .from(events)
          .where(and(after(position), kit.settled(events.tx), ofOrganization))
          .orderBy(asc(events.tx), asc(events.seq))
          .limit(limit),
      );
      // Beyond that point: events that were unsettled a moment ago may be settled in this second read.
      const unsettled =
        kit.dialect === "postgres" &&
        newEvents.length < limit &&
        (yield* first(
          db
            .select({ seq: events.seq })
            .from(events)
            .where(and(after(newEvents.at(-1) ?? position), ofOrganization))
            .limit(1),
        )) !== undefined;
      return {
        events: newEvents.map(({ tx, seq, ...event }) => ({ position: { tx, seq }, ...event })),
        unsettled,
      };
    }),

    /** The last position of all; zeros without events. */
    last_event: read(function* (): Procedure<EventPosition> {
      const last = yield* first(
        db
          .select({ tx: events.tx, seq: events.seq })
          .from(events)
          .where(kit.settled(events.tx))
          .orderBy(desc(events.tx), desc(events.seq))
          .limit(1),
      );
      return last ?? { tx: 0, seq: 0 };
    }),

    /** False when the event at a position is gone, and perhaps others after it, or was one of another database. */
    event_kept: read(function* ({ tx, seq }: EventPosition): Procedure<boolean> {
      return (yield* of.events.first({ tx, seq })) !== undefined;
    }),
  };
}
