/** The facts of a resolved incident as a text for a post-mortem. Pure. */
import { dayMinute, zoneOf } from "../hours/zone.ts";
import type { Incident, Instant } from "../model/model.ts";
import { formatDuration } from "../text/duration.ts";
import { deletedUser } from "../text/person.ts";
import { asSentence } from "../text/text.ts";
import type { Entry } from "./folded-timeline.ts";
import type { Phases } from "./phases.ts";

export interface SummaryFacts {
  incident: Incident;
  phases: Phases;
  /** The failures, worst first: a name and its error. */
  broken: readonly { name: string; text: string }[];
  /** Groups that it was escalated to, and when. */
  escalations: readonly { title: string; at: Instant }[];
  /** The changes before, oldest first. */
  changes: readonly { at: Instant; text: string }[];
  /** Oldest first. */
  timeline: readonly Entry[];
}

/** A paragraph; `label` null: the first one. */
export interface SummaryPart {
  label: string | null;
  text: string;
}

/** The paragraphs, with times of a zone. */
export function incidentSummary(facts: SummaryFacts, zone: string): SummaryPart[] {
  const { incident, phases, broken, changes, timeline } = facts;
  const { opened_at, resolved_at, recovered_at } = phases;
  const clock = clockOf(zone, opened_at);
  const notes = timeline.filter(({ kind }) => kind === "note");
  const list = (texts: readonly string[]) => texts.map(asSentence).join(" ");
  return [
    {
      label: null,
      text: `#${incident.number} ${incident.title}: open from ${dayMinute(zone, opened_at, 0)} to ${clock(resolved_at)} (${zone}), ${formatDuration(resolved_at - opened_at)}.`,
    },
    {
      label: "What was broken",
      text:
        broken.length === 0
          ? asSentence(incident.summary || incident.title)
          : list(broken.map(({ name, text }) => (text === "" ? name : `${name}: ${text}`))),
    },
    { label: "Who knew", text: list(whoKnew(facts, clock)) },
    {
      label: "What changed before",
      text:
        changes.length === 0
          ? "No known change."
          : list(changes.map(({ at, text }) => `${clock(at)} ${text}`)),
    },
    {
      label: "How it ended",
      text: list([
        ...(recovered_at === null ? [] : [`Up again ${clock(recovered_at)}`]),
        `Resolved ${clock(resolved_at)}: ${incident.resolved_reason ?? "no reason given"}`,
      ]),
    },
    ...(notes.length === 0
      ? []
      : [
          {
            label: "Notes",
            text: list(
              notes.map(({ at, actor, text }) => `${clock(at)} ${actor ?? deletedUser}: ${text}`),
            ),
          },
        ]),
  ];
}

/** The time of day; with the day where it is not that of the opening. */
function clockOf(zone: string, opened_at: Instant): (at: Instant) => string {
  const there = zoneOf(zone);
  return (at) => {
    const text = dayMinute(zone, at, opened_at);
    return there.day(at) === there.day(opened_at) ? text.slice(-5) : text;
  };
}

function whoKnew({ phases, escalations }: SummaryFacts, clock: (at: Instant) => string): string[] {
  const { opened_at, accepted_at, acknowledged_at, acknowledged_by } = phases;
  return [
    accepted_at === null ? "No page was accepted" : `First page accepted ${clock(accepted_at)}`,
    ...escalations.map(({ title, at }) => `Escalated to ${title} ${clock(at)}`),
    acknowledged_at === null
      ? "Never acknowledged"
      : `Acknowledged by ${acknowledged_by ?? deletedUser} ${clock(acknowledged_at)}, after ${formatDuration(acknowledged_at - opened_at)}`,
  ];
}

/** As plain text, a paragraph each. */
export const summaryText = (parts: readonly SummaryPart[]): string =>
  parts.map(({ label, text }) => (label === null ? text : `${label}: ${text}`)).join("\n\n");
