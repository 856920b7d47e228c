/** Reads of error reports. */
import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { StoredReport } from "../../core/reports/report-kinds.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, type Page, type Reader } from "../queries/reader.ts";

export function reportReads(c: Context, read: Reader) {
  const {
    db,
    t: { reports },
  } = c;
  return {
    /** A page of the stored reports of a webhook monitor. */
    report_page: read((subject_id: string, page: Page): Procedure<StoredReport[]> =>
      pageOf(c, reports, reports.at, page, eq(reports.subject_id, subject_id)),
    ),

    /**
     * The stored reports of a webhook monitor in `[from, to)`, newest first. Bodies of bursts are stored in part, and
     * all of them are deleted after their retention.
     */
    reports: read(function* ({
      subject_id,
      from,
      to,
      limit,
    }: {
      subject_id: string;
      from: Instant;
      to: Instant;
      limit: number;
    }): Procedure<StoredReport[]> {
      const { id, at, message, source, meta } = reports;
      return yield* rows(
        db
          .select({ id, at, message, source, meta })
          .from(reports)
          .where(and(eq(reports.subject_id, subject_id), gte(at, from), lt(at, to)))
          .orderBy(desc(at), desc(id))
          .limit(limit),
      );
    }),
  };
}
