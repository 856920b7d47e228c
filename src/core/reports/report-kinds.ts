/** Groups error reports by their message: which errors occurred, and how often. Pure. */
import type { Instant } from "../model/model.ts";

/** A stored error report. Only some bodies of a burst are stored. */
export interface StoredReport {
  id: string;
  at: Instant;
  message: string | null;
  source: string | null;
  /** JSON text of the other members of the report; null: none. */
  meta: string | null;
}

/** The reports with one message. */
export interface ReportKind {
  message: string | null;
  count: number;
  first_at: Instant;
  newest: StoredReport;
  /** The most frequent first. */
  sources: { source: string | null; count: number }[];
}

/** `reports`: newest first. The most frequent kind comes first; of equal ones the one with the newest report. */
export function reportKinds(reports: readonly StoredReport[]): ReportKind[] {
  return [...Map.groupBy(reports, ({ message }) => message)]
    .map(([message, all]) => ({
      message,
      count: all.length,
      first_at: all.at(-1)!.at,
      newest: all[0]!,
      sources: [...Map.groupBy(all, ({ source }) => source)]
        .map(([source, { length }]) => ({ source, count: length }))
        .toSorted((a, b) => b.count - a.count),
    }))
    .toSorted((a, b) => b.count - a.count || b.newest.at - a.newest.at);
}
