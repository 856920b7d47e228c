/**
 * How many bad checks in a row it takes before somebody is told. The status says at once what the last check
 * found; what waits is the incident. Until then the next check comes soon, so that three checks of a monitor that
 * is looked at hourly take a minute and not three hours.
 *
 * What has been confirmed stays so until a good check, whatever becomes of `confirmations` meanwhile.
 */
import type { Subject } from "../model/model.ts";
import { isFailing, type Status } from "../model/status.ts";

/** After a bad check that is not confirmed the next one is due after this at most, ms. */
const confirmDelayMs = 30_000;

/** `Subject.unconfirmed` after a check that gave `status`. */
export function unconfirmedAfter(
  subject: Pick<Subject, "status" | "unconfirmed">,
  status: Status,
  confirmations: number,
): number | null {
  if (!isFailing(status) || isConfirmed(subject)) return null;
  const bad = (subject.unconfirmed ?? 0) + 1;
  return bad < confirmations ? bad : null;
}

/** It fails, and did so often enough. */
export function isConfirmed({
  status,
  unconfirmed,
}: Pick<Subject, "status" | "unconfirmed">): boolean {
  return isFailing(status) && unconfirmed === null;
}

/** The reason, with how far it is from an incident. */
export function unconfirmedReason(
  reason: string | null,
  bad: number,
  confirmations: number,
): string {
  const count = `${bad} of ${confirmations} failed checks in a row: no incident yet`;
  return reason === null ? count : `${reason} (${count})`;
}

/** How long after an unconfirmed check the next one is due, ms. */
export const confirmingDelay = (interval: number) => Math.min(interval, confirmDelayMs);
