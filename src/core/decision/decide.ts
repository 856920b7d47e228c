/**
 * Decides every change of a monitor: takes a snapshot and a command, returns changes. The only place
 * where events meet state. Pure and synchronous, so that a store can run it inside a transaction, and
 * repeat it when the transaction is repeated. Reads nothing but its arguments. Its reasons end in the
 * timeline, the log and the push.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Command, MonitorCommand } from "../command/command.ts";
import { skipReading } from "../gap/connectivity.ts";
import { decideAlerts } from "../alerts/decide-alerts.ts";
import { refusalKey } from "../alerts/refusal.ts";
import { startDrill } from "../drill/decide-drills.ts";
import { decideHealth } from "../health/decide-health.ts";
import { decideWebhook, settledManually } from "../reports/decide-webhook.ts";
import { steady } from "../incident/flapping.ts";
import { withRecheck } from "../incident/dependency.ts";
import { acknowledge, resolve, unacknowledge } from "../incident/incident.ts";
import { pagesAgain } from "./pages-again.ts";
import { pageNow } from "../incident/page-now.ts";
import { askToHelp, handOverTo } from "../incident/responders.ts";
import { reopen } from "./reopen.ts";
import type { Instant } from "../model/model.ts";
import { asSentence } from "../text/text.ts";
import { handOver } from "../paging/handover.ts";
import { pageOn } from "../paging/paging.ts";
import { pagePending } from "../paging/pending.ts";

/** The changes that `command` makes, as of `now`; empty when it has no effect. */
export function decide(snapshot: Snapshot, command: Command, now: Instant): Change[] {
  switch (command.kind) {
    case "acknowledged":
      return acknowledge(snapshot, command, now);
    case "unacknowledged":
      return unacknowledge(snapshot, command, now);
    case "paged_now":
      return pageNow(snapshot, command, now);
    case "paging_due":
      return snapshot.incident && snapshot.paging
        ? pageOn(snapshot.incident, snapshot.paging, now)
        : [];
    case "page_pending":
      return pagePending(snapshot.incident, command, now);
    case "moved":
      return handOver(snapshot, { ...command, word: "Moved" }, now);
    case "asked_to_help":
      return askToHelp(snapshot, command, now);
    case "handed_over":
      return handOverTo(snapshot, command, now);
    case "noted":
      return [
        {
          kind: "timeline",
          entry: "note",
          text: command.text,
          actor: command.by,
          user_id: command.user_id ?? null,
        },
      ];
    case "resolved":
      return resolved(snapshot, command, now);
    case "reopened":
      return reopen(snapshot, command, now);
    case "drill_started":
      return snapshot.kind === "alert_group" ? startDrill(snapshot, command.by, now) : [];
    case "reading_skipped":
      return skipReading(snapshot, command.lease, now);
    case "deleted":
      return deleted(snapshot, command.by, now);
    default:
      return decideByKind(snapshot, command, now);
  }
}

function decideByKind(snapshot: Snapshot, command: MonitorCommand, now: Instant): Change[] {
  switch (snapshot.kind) {
    case "health_check_monitor":
      return withRecheck(snapshot.subject, decideHealth(snapshot, command, now));
    case "webhook_monitor":
      return decideWebhook(snapshot, command, now);
    case "alert_group":
      return decideAlerts(snapshot, command, now);
  }
}

/**
 * Resolved by a user. Flapping ends with it: the next state changes are sent again, and the count
 * restarts. So does the expectation of a success.
 */
function resolved(
  snapshot: Snapshot,
  { by, user_id = null, reason }: Extract<Command, { kind: "resolved" }>,
  now: Instant,
): Change[] {
  // An incident about refused deliveries has no bearing on the monitor.
  const isRefusal = snapshot.incident?.key === refusalKey;
  const changes = withPagesAgain(
    resolve(
      snapshot,
      {
        title: `${isRefusal ? snapshot.incident!.title : incidentTitle(snapshot)}: resolved by ${by}`,
        reason: reason ?? `Resolved by ${by}.`,
        actor: by,
        user_id,
      },
      now,
    ),
    isRefusal ? null : pagesAgain(snapshot, now),
  );
  if (isRefusal) return changes;
  const set = {
    ...(snapshot.subject.flapping_since === null ? {} : steady),
    ...(snapshot.kind === "webhook_monitor" ? settledManually(snapshot, now) : {}),
  };
  return changes.length === 0 || Object.keys(set).length === 0
    ? changes
    : [{ kind: "subject", set }, ...changes];
}

/** Adds when the source pages again, to the incident and to the line of its timeline. */
const withPagesAgain = (changes: Change[], pages_again: string | null): Change[] =>
  pages_again === null
    ? changes
    : changes.map((change) => {
        if (change.kind === "incident") return { ...change, set: { ...change.set, pages_again } };
        return change.kind === "timeline"
          ? { ...change, text: `${asSentence(change.text)} ${pages_again}` }
          : change;
      });

/** The incident of a monitor ends with it. A group with unresolved incidents is not deleted. */
function deleted(snapshot: Snapshot, by: string, now: Instant): Change[] {
  return resolve(
    snapshot,
    {
      title: `${incidentTitle(snapshot)}: monitor deleted`,
      reason: `The monitor was deleted by ${by}.`,
      actor: by,
    },
    now,
  );
}

/** The title of the incident: the monitor's, or its alert's. */
const incidentTitle = (snapshot: Snapshot) =>
  snapshot.kind === "alert_group"
    ? (snapshot.incident?.title ?? snapshot.group.title)
    : snapshot.monitor.title;
