/**
 * The incident about deliveries to one URL that could not be read: their alerts or errors are in no incident. Each
 * URL of a group or a monitor has its own, beside the incidents of its alerts or errors. It pages once, with the
 * lowest priority, and is open until a delivery is read again.
 *
 * However many deliveries are refused, they make no storm: an open incident is updated once a minute, and one that ended
 * less than an hour ago opens again without a page. So two senders at one URL, of which one is refused, page once. Pure.
 */
import { open, resolve } from "../incident/incident.ts";
import type { Change } from "../command/change.ts";
import type { MonitorCommand } from "../command/command.ts";
import type { Incident, Instant } from "../model/model.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { cutText } from "../text/text.ts";

type Refused = Extract<MonitorCommand, { kind: "refused" }>;
type Refusable = Exclude<Snapshot, { kind: "health_check_monitor" }>;

/** The key of the incident among those of its source. */
export const refusalKey = "monitord.refused";

/** How often an open incident is updated, and how long one that ended is the same incident, ms. */
const pace = { update: 60_000, same: 3_600_000 };

/** Characters of the body in the incident. */
const beginning = 500;

/** The changes that a refused delivery makes to the incident. */
export function refusalBy(snapshot: Refusable, command: Refused, now: Instant): Change[] {
  const last = snapshot.refusal ?? null;
  const text = textsOf(snapshot, command);
  const details = detailsOf(command);
  if (last === null || (last.resolved_at !== null && last.resolved_at <= now - pace.same))
    return [about(null), ...open({ ...text, occurrences: 1, details })];
  const seen = Date.parse(String(last.details["refused_at"]));
  if (last.resolved_at === null && now < seen + pace.update) return [];
  const occurrences = Math.max(last.occurrences, snapshot.subject.refused_in_row) + 1;
  const again = last.resolved_at === null ? last.details["again"] === true : true;
  const reopened: Partial<Incident> =
    last.resolved_at === null
      ? {}
      : {
          status: "open",
          acknowledged_at: null,
          acknowledged_by: null,
          acknowledged_user_id: null,
          resolved_at: null,
          resolved_reason: null,
        };
  return [
    about(last),
    {
      kind: "incident",
      set: { ...text, ...reopened, occurrences, details: { ...details, again } },
    },
  ];
}

/** A delivery was read again. Empty when no refused one is on record. */
export function refusalOver(snapshot: Refusable, now: Instant): Change[] {
  const incident = snapshot.refusal ?? null;
  if (incident === null || incident.resolved_at !== null) return [];
  const reason = "A delivery was read again.";
  if (incident.details["again"] === true)
    return [
      about(incident),
      {
        kind: "incident",
        set: { status: "resolved", resolved_at: now, resolved_reason: reason },
      },
    ];
  const how = { title: `Resolved: ${incident.title}`, reason, last: incident.title, actor: null };
  return [about(incident), ...resolve({ ...snapshot, incident }, how, now)];
}

const about = (incident: Incident | null): Change => ({ kind: "about", key: refusalKey, incident });

function textsOf(snapshot: Refusable, { reason, http_status, arrival }: Refused) {
  const { title } = snapshot.kind === "alert_group" ? snapshot.group : snapshot.monitor;
  const body = beginningOf(arrival);
  return {
    title: `A delivery could not be read: ${cutText(reason.replace(/\.$/, ""), 200)}`,
    summary: [
      `It was posted to the URL of "${title}" and answered with ${http_status}. What it reported is in no incident.`,
      "Fix the sender. Refused deliveries are listed with the inbound events.",
      ...(body === "" ? [] : [`It begins: ${body}`]),
    ].join("\n"),
  };
}

function detailsOf({ reason, http_status, arrival }: Refused): Record<string, unknown> {
  return {
    notice: true,
    refused_at: new Date(arrival.received_at).toISOString(),
    http_status,
    reason,
    content_type: arrival.content_type,
    size: arrival.size,
    user_agent: arrival.headers["user-agent"] ?? null,
    beginning: beginningOf(arrival),
    labels: {},
    links: [],
  };
}

/** The beginning of its body on one line; empty for a sender that did not present the secret. */
const beginningOf = ({ body, ring }: Refused["arrival"]): string =>
  ring === "unauthenticated"
    ? ""
    : cutText(
        body
          .slice(0, 4 * beginning)
          .replace(/[\s\p{Cc}]+/gu, " ")
          .trim(),
        beginning,
      );
