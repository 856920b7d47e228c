/** Statements about monthly reports by mail: their recipients, and the progress of each. */
import { and, asc, eq, exists, isNull, not } from "drizzle-orm";
import type { Database } from "../../kit/kit.ts";
import type { Tables } from "../../kit/tables.ts";
import { taking, type Placeholders } from "../../kit/taking.ts";

export function monthlyReportQueries(db: Database, t: Tables) {
  const { users, monthly_reports: reports } = t;
  const chosen = eq(users.monthly_report, true);
  return {
    /** Forgets the people whose choice has ended. */
    forgetMonthlyReports: db.delete(reports).where(
      not(
        exists(
          db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, reports.user_id), chosen)),
        ),
      ),
    ),
    /** Those whose choice is new. */
    newMonthlyReports: taking((p: Placeholders<{ limit: number }>) =>
      db
        .select({ id: users.id, timezone: users.timezone })
        .from(users)
        .leftJoin(reports, eq(reports.user_id, users.id))
        .where(and(chosen, isNull(reports.user_id)))
        .orderBy(asc(users.id))
        .limit(p("limit")),
    ),
    /** The others, with the report that each gets next. */
    monthlyReports: db
      .select({
        row: reports,
        timezone: users.timezone,
        org_id: users.org_id,
        email: users.email,
      })
      .from(reports)
      .innerJoin(users, eq(users.id, reports.user_id))
      .where(chosen)
      .orderBy(asc(reports.month), asc(users.id)),
  };
}
