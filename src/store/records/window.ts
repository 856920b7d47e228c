/**
 * Counts the reports in the window of a webhook monitor. The counts are exact, and cost no more than the reports that
 * left the window since the stored count; the tables are read only when the subject alone does not have the answer.
 */
import type { Command } from "../../core/command/command.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, type Procedure } from "../kit/procedure.ts";

/** Reports that left a window within this time are still stored, ms: retention keeps a day more than the longest window. */
const farthest = 24 * 60 * 60_000;

/**
 * Counts the reports after `from`. The stored count is exact for a window that began at `window_from`:
 * subtracting the reports that left since costs only their number, for any size of the window.
 */
export function* countWindow(c: Context, subject: Subject, from: Instant): Procedure<number> {
  const known = knownCount(subject, from);
  if (known !== null) return known;
  const { window_from, arrivals_shift: shift } = subject;
  if (from > window_from && from - window_from <= farthest) {
    const expired = yield* first(c.q.arrivalsBetween, {
      subject_id: subject.id,
      after: window_from - shift,
      until: from - shift,
    });
    return subject.window_count - (expired?.count ?? 0);
  }
  // The window has grown, or the clock was set back: reports that had left may be in it again. Or retention may have
  // deleted some that left.
  const all = yield* first(c.q.arrivalsBetween, {
    subject_id: subject.id,
    after: from - shift,
    until: Number.MAX_SAFE_INTEGER,
  });
  return all?.count ?? 0;
}

/** The same where the subject alone says it; null: it does not. */
export function knownCount({ window_from, window_count }: Subject, from: Instant): number | null {
  if (from === window_from) return window_count;
  return from > window_from && window_count === 0 ? 0 : null;
}

/** See `Snapshot.tipping_at`. Reads the window, so only when the answer will be used. */
export function* tippingAt(
  c: Context,
  subject: Subject,
  command: Command,
  in_window: number,
  threshold: number,
  from: Instant,
): Procedure<Instant | null> {
  const arriving = command.kind === "reported" ? command.reports.length : 0;
  if (arriving > 0 && subject.status === "firing") return null;
  const rank = threshold - arriving;
  if (rank <= 0 || in_window < rank) return null;
  const row = yield* first(c.q.arrivalOfRank, {
    subject_id: subject.id,
    after: from - subject.arrivals_shift,
    rank,
  });
  return row ? row.at + subject.arrivals_shift : null;
}
