/**
 * Builds the gates of an explanation that come from records: whether the alert was deduplicated, sent
 * alone or in a summary, and the push server's answer. Pure.
 */
import type { Gate } from "../paging/gate.ts";
import type { Incident, Instant, Notification, NotificationAttempt } from "../model/model.ts";
import { stormBudget } from "../paging/storm.ts";
import { plural } from "../text/plural.ts";

/** A gate, and when it was passed or last tried; null: that is not recorded. */
export interface GateExplained extends Gate {
  at: Instant | null;
}

/**
 * The recorded gates; `pages` are the pages to one device, oldest first. `flapping_since`: of the
 * monitor, as it is now.
 */
export function recordedGates(
  incident: Incident,
  flapping_since: Instant | null,
  pages: readonly Notification[],
  attempts: readonly NotificationAttempt[],
): GateExplained[] {
  return [
    dependencyGate(incident),
    flappingGate(flapping_since),
    dedupGate(incident),
    budgetGate(pages),
    deliveryGate(pages, attempts),
  ];
}

const passed = (gate: Gate["gate"], reason: string, at: Instant | null): GateExplained => ({
  gate,
  passed: true,
  reason,
  closed: null,
  at,
});

/** A suppressed incident does not exist yet, so an open one has passed this gate. */
const dependencyGate = ({ source, opened_at }: Incident) =>
  passed(
    "dependency",
    source === "alert_group"
      ? "alerts from other tools have no dependencies"
      : "no dependency was down when the incident opened",
    opened_at,
  );

const flappingGate = (since: Instant | null) =>
  passed(
    "flapping",
    since === null
      ? "the monitor is not flapping"
      : "flapping: one push at the start, one at the end, none in between",
    since,
  );

function dedupGate({ occurrences, opened_at }: Incident): GateExplained {
  return passed(
    "dedup",
    occurrences > 1 ? `received ${occurrences} times, one incident` : "received once",
    opened_at,
  );
}

function budgetGate(pages: readonly Notification[]): GateExplained {
  const last = pages.at(-1);
  const at = last?.delivered_at ?? null;
  if (last?.batch_kind === "storm")
    return passed(
      "budget",
      `more than ${stormBudget} pushes in a minute: included in a summary`,
      at,
    );
  return passed(
    "budget",
    last && last.batch_kind !== null ? "included in a digest" : "sent on its own",
    at,
  );
}

function deliveryGate(
  pages: readonly Notification[],
  attempts: readonly NotificationAttempt[],
): GateExplained {
  const taken = pages.find(({ state }) => state === "delivered");
  const count = attempts.length;
  const tries = plural(count, "attempt");
  if (taken) return passed("delivery", `accepted after ${tries}`, taken.delivered_at);
  const last = attempts.at(-1);
  const reason = last
    ? `${tries}, last error: ${last.detail ?? last.outcome}`
    : pages.length > 0
      ? "no attempt was made yet"
      : "no push was queued for this device";
  return {
    gate: "delivery",
    passed: false,
    reason,
    closed: "drop",
    at: last ? (last.finished_at ?? last.started_at) : null,
  };
}
