import { type Actor, audit } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import { whyNotReopened } from "../../core/decision/reopen.ts";
import type { Command } from "../../core/command/command.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { first, type Procedure } from "../../store/kit/procedure.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

export type IncidentCommand = Extract<
  Command,
  {
    kind:
      | "acknowledged"
      | "unacknowledged"
      | "paged_now"
      | "resolved"
      | "reopened"
      | "noted"
      | "asked_to_help"
      | "handed_over";
  }
>;

/**
 * Decides a command about the incident with an id: acknowledge, unacknowledge, page now, resolve, reopen or note. On a resolved
 * incident a note is still written, and the other commands but `reopened` have no effect. conflict: the incident
 * cannot be reopened. Writes the audit log when a key asked.
 */
export function* incident(
  c: Context,
  {
    org_id,
    incident_id,
    command: asked,
    actor,
    now,
  }: {
    org_id: string;
    incident_id: string;
    command: IncidentCommand;
    /** For the audit log; absent: no key was involved. */
    actor?: Actor;
    now: Instant;
  },
): Procedure<Outcome<Incident>> {
  const find = function* () {
    return yield* c.of.incidents.first({ id: incident_id, org_id });
  };
  const before = yield* find();
  if (!before) return { ok: false, why: "not_found" };
  if (asked.kind === "reopened" && before.resolved_at !== null) {
    const message = yield* whyNot(c, before);
    if (message !== null) return conflict(message);
  }
  if (before.resolved_at === null || asked.kind === "reopened")
    yield* runCommand(c, before.source_id, asked, now, before.key);
  else if (asked.kind === "noted")
    // Notes are also for looking back.
    yield* writeTimeline(c, before, "note", asked.text, asked.by, now, asked.user_id);
  const after = (yield* find()) ?? before;
  const changed = decisive.some((name) => after[name] !== before[name]);
  if (actor && (asked.kind === "noted" || changed))
    yield* audit(c, { actor, now }, asked.kind, "incident", after);
  return { ok: true, value: after };
}

/** The columns of which one changes with a command that has an effect. */
const decisive = [
  "status",
  "any_hour_since",
  "acknowledged_at",
  "alert_group_id",
  "responders",
] as const satisfies (keyof Incident)[];

/** Why the incident cannot be reopened. Holds its subject, so that the answer is true until the commit. */
function* whyNot(c: Context, incident: Incident): Procedure<string | null> {
  const subject = yield* c.of.subjects.hold({ id: incident.source_id });
  const latest = yield* first(c.q.latestIncident, { source_id: incident.source_id, key: "" });
  return whyNotReopened(incident, subject ?? null, latest ?? null);
}
