/**
 * Decides whether the sub-checks of a health check monitor are those of its last check. A failed fetch keeps
 * the last report, whose sub-checks then say nothing about now. Pure.
 */
import { isFailing, type Status } from "../model/status.ts";

/** Instants, or the texts that the API has for them. */
interface Checked<At> {
  status: Status;
  checked_at: At | null;
  /** When the last report was fetched; null: never, or it was not recorded. */
  last_report_at: At | null;
}

/** True when the last check brought the report. */
export const isReportCurrent = <At>({
  status,
  checked_at,
  last_report_at,
}: Checked<At>): boolean =>
  last_report_at === null ? !isFailing(status) : last_report_at === checked_at;
