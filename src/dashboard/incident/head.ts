/** The head of the page of an incident: its title, its state, and since when. Pure. */
import { reachCounts } from "../../core/explain/reach.ts";
import { reachSentence, reachTone } from "../../core/explain/reach-text.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { deletedUser } from "../../core/text/person.ts";
import { asSentence } from "../../core/text/text.ts";
import { nearTime, spanText } from "../chart/times.ts";
import { crumbs } from "../components/crumbs.ts";
import { bigNote, note } from "../components/note.ts";
import { prio } from "../components/prio.ts";
import { lookOfState, pill } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { pageNowButton } from "./actions.ts";
import { sourcePath } from "../acknowledge.ts";
import type { Frame } from "../layout.ts";
import { age, timed, when } from "../words.ts";
import type { IncidentModel } from "./model.ts";

const words = { open: "Open · unacknowledged", acknowledged: "Acknowledged", resolved: "Resolved" };

export function incidentHead(frame: Frame, model: IncidentModel): Html {
  const { incident } = model;
  const { opened_at, resolved_at } = incident;
  return html`${crumbs([[`${frame.base}/incidents`, "Incidents"]], `#${incident.number}`)}
    <div class="title">
      ${prio(incident.priority_level)}
      <h1><bdi>${incident.title}</bdi></h1>
      ${pill(lookOfState(incident.status), words[incident.status])}
      <p class="since push">
        ${resolved_at === null ? age(opened_at, frame) : formatDuration(resolved_at - opened_at)}
        <small
          >${
            resolved_at === null
              ? `since ${nearTime(opened_at, frame)}`
              : spanText(opened_at, resolved_at, frame)
          }</small
        >
      </p>
    </div>
    <p class="sub">
      ${
        model.group_title === null
          ? null
          : html`<a href="${frame.base}/alert_groups/${incident.alert_group_id}"
              ><bdi>${model.group_title}</bdi></a
            >`
      }
      ${
        incident.source === "alert_group"
          ? null
          : html`<a href="${frame.base}${sourcePath(incident)}"
              ><bdi>${model.source_title ?? "Deleted monitor"}</bdi></a
            >`
      }
      ${checked(frame, model)}
    </p>
    ${answerNote(frame, model)}`;
}

function checked(frame: Frame, { monitor, incident }: IncidentModel): Html | null {
  if (monitor?.kind !== "health_check_monitors" || incident.resolved_at !== null) return null;
  const { interval_seconds, subject } = monitor.monitor;
  return html`<span
    >checked every
    ${formatDuration(interval_seconds * 1000)}${
      subject.checked_at === null ? null : html`, last ${when(subject.checked_at, frame)}`
    }</span
  >`;
}

/** The person with the acknowledgement, the end, or that it reached no person. */
function answerNote(frame: Frame, model: IncidentModel): Html | null {
  const { incident, reach } = model;
  const { status, acknowledged_at, acknowledged_by, resolved_at, resolved_reason, snoozed_until } =
    incident;
  if (resolved_at !== null)
    return note(
      "ok",
      html`Resolved ${when(resolved_at, frame)}:
        <bdi>${timed(asSentence(resolved_reason ?? "no reason given"), frame)}</bdi>
        ${incident.pages_again === null ? null : timed(incident.pages_again, frame)}`,
    );
  if (acknowledged_at !== null)
    return note(
      "acked",
      html`${snoozed_until === null ? "Acknowledged" : "Snoozed"} by
        <bdi>${acknowledged_by ?? deletedUser}</bdi>
        ${snoozed_until === null ? when(acknowledged_at, frame) : html`until ${nearTime(snoozed_until, frame)}`}`,
    );
  return status === "open" && reachTone(reach) === "bad" && reachCounts(reach).reached === 0
    ? bigNote(
        "down",
        html`<b><bdi>${reachSentence(reach, frame.now)}</bdi></b>`,
        pageNowButton(frame, model),
      )
    : null;
}
