/** Groups error reports: by the exception and its place where the sender names them, else by their message. Pure. */
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

/** The reports of one error. */
export interface ReportKind {
  /** `TypeError in total (cart.py:12)`; null: the sender names none. */
  exception: string | null;
  /** That of the newest. */
  message: string | null;
  count: number;
  first_at: Instant;
  newest: StoredReport;
  /** The most frequent first. */
  sources: { source: string | null; count: number }[];
}

/** `reports`: newest first. The most frequent kind comes first; of equal ones the one with the newest report. */
export function reportKinds(reports: readonly StoredReport[]): ReportKind[] {
  return [...Map.groupBy(reports, (report) => exceptionOf(report) ?? report.message)]
    .map(([, all]) => ({
      exception: exceptionOf(all[0]!),
      message: all[0]!.message,
      count: all.length,
      first_at: all.at(-1)!.at,
      newest: all[0]!,
      sources: [...Map.groupBy(all, ({ source }) => source)]
        .map(([source, { length }]) => ({ source, count: length }))
        .toSorted((a, b) => b.count - a.count),
    }))
    .toSorted((a, b) => b.count - a.count || b.newest.at - a.newest.at);
}

/** The exception that the SDKs of other services report. */
function exceptionOf({ meta }: StoredReport): string | null {
  const text = /"exception":("(?:[^"\\]|\\.)*")/.exec(String(meta))?.[1];
  return text === undefined ? null : (JSON.parse(text) as string);
}

/** The kind whose first report is the latest; null: without kinds. */
export const newestKind = (kinds: readonly ReportKind[]): ReportKind | null =>
  kinds.toSorted((a, b) => b.first_at - a.first_at)[0] ?? null;
