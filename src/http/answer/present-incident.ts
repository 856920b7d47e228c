/** From incidents and their facts to the answers of the API. Pure. */
import type { Incident, IncidentDetail } from "../../api/incidents.ts";
import { reachCounts, type Reach } from "../../core/explain/reach.ts";
import { reachSentence } from "../../core/explain/reach-text.ts";
import type { Receipt } from "../../core/explain/receipt.ts";
import type { Guidance } from "../../core/incident/guidance.ts";
import type * as model from "../../core/model/model.ts";
import type { IncidentWithFacts } from "./incident-facts.ts";
import { notification, receipt } from "./present-records.ts";
import { silenced, timestamp, timestampOr } from "./present.ts";

/** The reach of an incident, as the API answers it. */
function presentReach(of: Reach, now: model.Instant): Incident["reach"] {
  const { people, reminder_at, escalation } = of;
  return {
    sentence: reachSentence(of, now),
    ...reachCounts(of),
    people: people.map(({ user_id, name, state, device, until, reason, ...pages }) => ({
      user_id,
      name,
      state,
      device,
      until: timestampOr(until),
      reason,
      pages: pages.accepted,
      reached_at: timestampOr(pages.accepted_at),
      last_reached_at: timestampOr(pages.last_accepted_at),
    })),
    reminder_at: timestampOr(reminder_at),
    escalation: escalation && { ...escalation, at: timestampOr(escalation.at) },
  };
}

export function incident({ incident: row, now, ...facts }: IncidentWithFacts): Incident {
  return {
    id: row.id,
    number: row.number,
    source: row.source,
    source_id: row.source_id,
    // Monitors have one problem at a time, which needs no name.
    key: row.key === "" ? null : row.key,
    alert_group_id: row.alert_group_id,
    title: row.title,
    summary: row.summary,
    status: row.status,
    priority_level: row.priority_level,
    opened_at: timestamp(row.opened_at),
    acknowledged_at: timestampOr(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    acknowledged_user_id: row.acknowledged_user_id,
    responders: row.responders,
    snoozed_until: timestampOr(row.snoozed_until),
    resolved_at: timestampOr(row.resolved_at),
    resolved_reason: row.resolved_reason,
    pages_again: row.pages_again,
    any_hour_since: timestampOr(row.any_hour_since),
    published_at: timestampOr(row.published_at),
    public_title: row.public_title,
    published_on: row.published_at === null ? [] : row.published_on.map(({ page_id }) => page_id),
    reach: presentReach(facts.reach, now),
    silenced: silenced(facts.silence),
    details:
      row.source === "health_check_monitor"
        ? row.details
        : { ...row.details, occurrences: row.occurrences },
  };
}

export const timelineEntry = ({
  id,
  at,
  kind,
  text,
  actor,
  user_id,
  public_state,
  edited_at,
}: Omit<model.TimelineEntry, "incident_id">) => ({
  id,
  at: timestamp(at),
  kind,
  text,
  actor,
  user_id,
  public_state,
  edited_at: timestampOr(edited_at),
});

export function incidentDetail(found: {
  facts: IncidentWithFacts;
  guidance: Guidance;
  timeline: model.TimelineEntry[];
  notifications: model.Notification[];
  receipts: Receipt[];
}): IncidentDetail {
  return {
    ...incident(found.facts),
    ...found.guidance,
    timeline: found.timeline.map(timelineEntry),
    people: found.receipts.map(receipt),
    notifications: found.notifications.map(notification),
  };
}
