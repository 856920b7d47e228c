/** Reads of silences. */
import { and, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Instant, Silence } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, type PageQuery, type Reader } from "../queries/reader.ts";

export function silenceReads(c: Context, read: Reader) {
  const table = c.t.silences;

  return {
    /** `current`: only silences that have not ended. */
    silences: read(
      (query: PageQuery & { current?: boolean | undefined }, now: Instant): Procedure<Silence[]> =>
        pageOf(
          c,
          table,
          table.inserted_at,
          query,
          query.current === true ? or(isNull(table.until), gt(table.until, now)) : undefined,
        ),
    ),

    silence: read(function* (org_id: string, id: string): Procedure<Silence | null> {
      return (yield* c.of.silences.first({ id, org_id })) ?? null;
    }),

    /** Silences that have ended, the last to end first. */
    ended_silences: read(function* (query: {
      org_id: string;
      now: Instant;
      limit: number;
    }): Procedure<Silence[]> {
      return yield* rows(
        c.db
          .select()
          .from(table)
          .where(and(eq(table.org_id, query.org_id), lte(table.until, query.now)))
          .orderBy(desc(table.until), desc(table.id))
          .limit(query.limit),
      );
    }),
  };
}
