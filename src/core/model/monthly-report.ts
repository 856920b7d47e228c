/** The monthly reports by mail of a person: the one that is sent next, and its attempts. Pure. */
import { instant, integer, text, type Row } from "./column.ts";

/** The row of a person is made when the choice is seen first, so that no earlier month is sent. */
export interface MonthlyReport extends Row<typeof monthly_reports> {}
export const monthly_reports = {
  user_id: text().key(),
  /** The month that the next mail is about: `2026-10`. It moves on when the mail was accepted or has expired. */
  month: text(),
  /** Attempts to send it so far. */
  attempts: integer().startsAs(0),
  /** When the first of them began; null: none has. */
  first_at: instant("moves").orNull(),
  /** When another may begin: the end of the claim of the last one, or of the pause after it failed; null: at once. */
  retry_at: instant("moves").orNull(),
};
