/** The details of an incident. */
import { deletedUser } from "../../../core/text/person.ts";
import type { Incident, IncidentDetail } from "../../../api/incidents.ts";
import { ageText } from "../../output/age.ts";
import { nextPagesText, reachedTone, receiptText } from "../../output/receipt.ts";
import { groupText, heading, paragraph, silencedLines } from "./block.ts";
import { line, span, type Line, type Signs, type Tone } from "../line.ts";
import type { Opened, State } from "../state.ts";
import { clean } from "../text.ts";
import { whenText } from "../time.ts";
import { reachSentence } from "./list.ts";

export function incidentBlocks(state: State, incident: Incident | IncidentDetail): Line[][] {
  const {
    look: { signs },
    data,
    now,
  } = state;
  const open = incident.status === "open";
  const tone: Tone = open ? "bad" : incident.status === "resolved" ? "good" : "warn";
  const sign = open ? signs.bad : incident.status === "resolved" ? signs.good : signs.taken;
  const by = clean(incident.acknowledged_by ?? "");
  const became =
    incident.status === "resolved"
      ? `resolved: ${clean(incident.resolved_reason ?? "")}`
      : open
        ? "unacknowledged"
        : `${incident.snoozed_until === null ? "acknowledged" : "snoozed"} by ${by}${incident.acknowledged_at ? ` ${ageText(incident.acknowledged_at, now)} ago` : ""}`;
  const facts = [
    `opened ${ageText(incident.opened_at, now)} ago`,
    `priority ${incident.priority_level}`,
    ...groupText(state, incident.alert_group_id),
    became,
  ].join(signs.between);
  return [
    [
      ...paragraph(
        state,
        [span(` ${sign} `, tone)],
        `#${incident.number} ${incident.title}`,
        "bold",
      ),
      ...paragraph(state, [span("   ")], facts, open ? "bad" : "plain"),
      ...reachLines(state, incident),
      ...silencedLines(state, incident),
      ...paragraph(state, [span("   ")], incident.summary, "plain"),
    ],
    ...("runbook_url" in incident ? guidanceBlocks(state, incident) : []),
    ...("notifications" in incident
      ? [notificationsBlock(state, incident, data.people, signs)]
      : []),
  ];
}

function guidanceBlocks(state: State, { description, runbook_url }: IncidentDetail): Line[][] {
  return [description, runbook_url && `Runbook: ${runbook_url}`]
    .filter((text) => text !== null)
    .map((text) => paragraph(state, [span("   ")], text, "plain"));
}

/** The people reached, and the next pages. */
function reachLines(state: State, incident: Incident): Line[] {
  const { zone } = state.look;
  const next = nextPagesText(incident, (at) => whenText(at, state.now, zone));
  const text = [reachSentence(state, incident), next && `next: ${next}`].filter(Boolean);
  return text.length === 0
    ? []
    : paragraph(state, [span("   ")], text.join(state.look.signs.between), reachedTone(incident));
}

function notificationsBlock(
  state: State,
  { notifications, people: receipts }: IncidentDetail,
  people: ReadonlyMap<string, string>,
  signs: Signs,
): Line[] {
  if (notifications.length === 0) return [];
  const lines = notifications.flatMap((push) => {
    const delivered = push.state === "delivered";
    const ended = ["refused", "expired", "dropped"].includes(push.state);
    const who = people.get(push.user_id) ?? deletedUser;
    const attempts = push.attempts > 1 ? `, ${push.attempts} attempts` : "";
    const error = push.last_error && !delivered ? `: ${push.last_error}` : "";
    const when = push.delivered_at
      ? ` ${ageText(push.delivered_at, state.now)} ago`
      : push.state === "held" && push.due_at
        ? ` until ${whenText(push.due_at, state.now, state.look.zone)}`
        : "";
    return paragraph(
      state,
      [
        span(
          `   ${delivered ? signs.good : ended ? signs.bad : signs.underWay} `,
          delivered ? "good" : ended ? "bad" : "warn",
        ),
      ],
      `${who}: ${push.transition}, ${wordOf(push.state)}${when}${attempts}${error}`,
      "plain",
    );
  });
  const { zone } = state.look;
  const said = receipts.flatMap((one) =>
    paragraph(
      state,
      [span("   ")],
      `${one.name}: ${receiptText(one, (at) => whenText(at, state.now, zone))}`,
      "plain",
    ),
  );
  return [heading(state, "Notifications"), ...said, ...lines];
}

/** The outbox's words, for people. */
function wordOf(state: string): string {
  const words: Record<string, string> = {
    queued: "to be sent",
    leased: "being sent",
    waiting: "after the one before",
    dropped: "not needed any more",
  };
  return words[state] ?? state;
}

export function timelineBlock(state: State, opened: Opened | null): Line[] {
  if (!opened?.incident) return [heading(state, "Timeline"), line(span("   Loading…", "dim"))];
  const { zone } = state.look;
  return [
    heading(state, "Timeline, newest first"),
    ...opened.incident.timeline
      .toReversed()
      .flatMap(({ at, text, actor }) =>
        paragraph(
          state,
          [span(`   ${whenText(at, state.now, zone)}  `, "dim")],
          actor && !text.includes(actor) ? `${text} (${actor})` : text,
          "plain",
        ),
      ),
  ];
}
