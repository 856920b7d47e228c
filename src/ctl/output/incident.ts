/** Prints one incident with its timeline and notifications. */
import { deletedUser } from "../../core/text/person.ts";
import type { IncidentDetail } from "../../api/incidents.ts";
import { nextPagesText, receiptText } from "./receipt.ts";
import { silencedText } from "./silence.ts";
import { ageText } from "./age.ts";
import type { Style } from "./style.ts";
import { foldedText, type Cell } from "./table.ts";
import { oneLine } from "./text.ts";

/** Everything that is known of it. `names` gives people and groups by their id. */
export function incidentText(
  incident: IncidentDetail,
  names: ReadonlyMap<string, string>,
  now: number,
  style: Style,
): string {
  const { status } = incident;
  // Servers from before do not answer `reach`.
  const reached = incident.reach as typeof incident.reach | undefined;
  const paint =
    status === "open" ? style.red : status === "acknowledged" ? style.yellow : style.green;
  const since = (instant: string) => `${ageText(instant, now)} ago`;
  const rows: [string, string | null][] = [
    ["reached", reached === undefined ? null : reached.sentence],
    ["next", nextPagesText(incident) || null],
    ["silenced", silencedText(incident.silenced) || null],
    ["summary", incident.summary],
    // Servers from before do not answer these two.
    ["description", incident.description ?? null],
    ["runbook", incident.runbook_url ?? null],
    ["priority", String(incident.priority_level)],
    ["alert group", names.get(incident.alert_group_id) ?? incident.alert_group_id],
    ["opened", `${incident.opened_at} (${since(incident.opened_at)})`],
    [
      "acknowledged",
      incident.acknowledged_at &&
        `${incident.acknowledged_at} by ${incident.acknowledged_by ?? deletedUser}${incident.snoozed_until === null ? "" : `, snoozed until ${incident.snoozed_until}`}`,
    ],
    [
      "resolved",
      incident.resolved_at && `${incident.resolved_at}: ${incident.resolved_reason ?? ""}`,
    ],
    // Servers from before do not answer it.
    ["pages again", incident.pages_again ?? null],
    [
      "published",
      // Servers from before do not answer it.
      incident.published_at
        ? `${incident.published_at}${incident.public_title === null ? "" : ` as ${incident.public_title}`}`
        : null,
    ],
  ];
  const parts = [
    `${style.bold(`#${incident.number}`)} ${paint(status)}  ${oneLine(incident.title)}\n\n`,
    foldedText(
      rows.flatMap(([label, value]): Cell[][] =>
        value === null ? [] : [[{ text: label, paint: style.dim }, value]],
      ),
      "  ",
      style,
    ),
    section("Timeline", style),
    foldedText(
      incident.timeline.map(({ at, text, actor, kind }) => [
        at,
        { text: kind, paint: style.dim },
        kind === "note" && actor ? `${actor}: ${text}` : text,
      ]),
      "  ",
      style,
    ),
  ];
  if (incident.people.length > 0)
    parts.push(
      section("People", style),
      foldedText(
        incident.people.map((person) => [oneLine(person.name), receiptText(person)]),
        "  ",
        style,
      ),
    );
  if (incident.notifications.length > 0)
    parts.push(
      section("Notifications", style),
      foldedText(
        incident.notifications.map((n) => [
          { text: sign(n.state, style), paint: colour(n.state, style) },
          n.transition,
          n.state,
          names.get(n.user_id) ?? n.user_id,
          n.delivered_at ?? n.due_at ?? "-",
          n.last_error ?? "",
        ]),
        "  ",
        style,
      ),
    );
  if (status !== "resolved")
    parts.push(
      `\n${status === "open" ? `Acknowledge: monitorctl ack ${incident.number}` : `Resolve: monitorctl resolve ${incident.number} --reason TEXT`}\n`,
    );
  return parts.join("");
}

export function section(title: string, style: Style): string {
  return `\n${style.bold(title)}\n`;
}

function sign(state: string, style: Style): string {
  if (state === "delivered") return style.sign.done;
  return ["refused", "expired"].includes(state) ? style.sign.bad : style.sign.warn;
}

function colour(state: string, style: Style): (text: string) => string {
  if (state === "delivered") return style.green;
  return ["refused", "expired"].includes(state) ? style.red : style.yellow;
}
