/**
 * Counts the consecutive failed checks that confirm a failure. The status shows the last check
 * immediately; only the incident waits. Until the failure is confirmed the next check comes soon, so that
 * three checks of an hourly monitor take a minute and not three hours. A confirmed failure stays
 * confirmed until a successful check, even if `confirmations` is changed.
 */
import type { Subject } from "../model/model.ts";
import { isFailing, type Status } from "../model/status.ts";

/** The longest wait between an unconfirmed failure and the next check, ms. */
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
  const count = `failed check ${bad} of ${confirmations}, no incident yet`;
  return reason === null ? count : `${reason} (${count})`;
}

/** How long after an unconfirmed check the next one is due, ms. */
export const confirmingDelay = (interval: number) => Math.min(interval, confirmDelayMs);
