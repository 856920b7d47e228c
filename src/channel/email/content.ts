/**
 * The content of one mail, for both of its parts: first the event, then the actions, then the facts in the order of the
 * incident's page. Pure.
 */
import type { Letter, LetterReport } from "../../core/access/letter.ts";
import type { DuePush } from "../../core/paging/push.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { weekMinute } from "../../core/hours/zone.ts";
import { pushNouns } from "../../core/paging/settle.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { asSentence, cutText } from "../../core/text/text.ts";
import { linksOf, missingLink, type Link } from "../links.ts";
import { toneOf, type PushTone } from "../tone.ts";
import { visible } from "../visible.ts";

export interface MailContent {
  /** The same for all mails of an incident, but for the `Re:` of those that follow its first page. */
  subject: string;
  tone: PushTone;
  /** The state in a word or two. */
  badge: string;
  heading: string;
  /** Shown behind the subject in a list of mails. */
  preview: string;
  /** The text of the push, as the machine said it; "": none. */
  message: string;
  /** Says that a link is missing, and why; null: none is. */
  note: string | null;
  /** Pages with a button, and the page of the incident. */
  links: MailLink[];
  report: LetterReport | null;
  facts: Fact[];
  /** Why this person gets the mail, and the page to change that; null: none. */
  because: string;
  settings: Link | null;
}

/** A link; `label` is that of its button, and `text` the same for plain text. */
export interface MailLink extends Link {
  text: string;
}

export interface Fact {
  label: string;
  text: string;
  url?: string;
}

/** Mail programs show subjects in a list. */
const subjectBytes = 200;
/** Longer than every message that `core` makes. */
const messageBytes = 64 * 1024;
const headingBytes = 500;

export const oneLine = (text: string) => visible(text).replaceAll("\n", " ").trim();

/** The content of a letter. Names in it are of others. */
export const letterContent = (letter: Letter): MailContent => ({
  subject: cutText(oneLine(letter.subject), subjectBytes),
  tone: letter.tone ?? "neutral",
  badge: letter.badge,
  heading: cutText(oneLine(letter.heading ?? letter.subject), headingBytes),
  preview: oneLine(letter.preview ?? ""),
  message: letter.code,
  note: letter.text === "" ? null : visible(letter.text),
  links: [letter.link, letter.other].flatMap((link) => (link ? { ...link, text: link.label } : [])),
  report: letter.report ? shownReport(letter.report) : null,
  facts: (letter.facts ?? []).map(({ label, text }) => ({ label, text: oneLine(text) })),
  because: visible(letter.because),
  settings:
    letter.unsubscribe === undefined
      ? changeLink(letter.settings ?? null)
      : { label: "Unsubscribe", url: letter.unsubscribe },
});

const changeLink = (url: string | null): Link | null =>
  url === null ? null : { label: "Change what you are sent", url };

/** A report with the names in it as they are shown. */
const shownReport = (report: LetterReport): LetterReport => ({
  ...report,
  more: oneLine(report.more),
  rows: report.rows.map((row) => ({ ...row, title: cutText(oneLine(row.title), headingBytes) })),
});

/** The content of the mail for `due`, sent at `now`; `site` as for `linksOf`. */
export function mailContent(due: DuePush, now: Instant, site: string | null): MailContent {
  const { text, incident, device, facts } = due;
  const heading = cutText(oneLine(text.title), headingBytes);
  const missing = missingLink(due, site);
  const message = missing === null ? cutText(visible(text.message).trim(), messageBytes) : "";
  const subject = incident ? subjectOf(incident, heading) : cutText(heading, subjectBytes);
  const first = message.split("\n", 1)[0]!;
  const because = facts?.because ?? "you were paged for it";
  return {
    subject,
    tone: toneOf(due),
    badge: incident ? stateOf(incident, due) : nounOf(due),
    heading,
    preview: [
      ...(subject.endsWith(heading) && !subject.startsWith("Re: ") ? [] : [heading]),
      ...(first === "" || first === heading ? [] : [first]),
      ...(incident ? ownerOf(incident) : []),
    ]
      .map(asSentence)
      .join(" "),
    message: message === heading ? "" : message,
    note: missing,
    links: mailLinks(due, site),
    report: null,
    facts: incident ? factsOf(due, incident, now, site) : [],
    because: asSentence(
      incident
        ? `You get this because ${because}`
        : "You get this because this address is a device of yours",
    ),
    settings: changeLink(site === null ? null : `${site}/users/${device.user_id}`),
  };
}

function subjectOf({ priority_level, title }: Incident, heading: string): string {
  const shown = oneLine(title);
  const re = shown === heading ? "" : "Re: ";
  return `${re}[P${priority_level}] ${cutText(shown, subjectBytes)}`;
}

const nounOf = ({ event }: DuePush): string =>
  event === "summary" ? "Summary" : event === "offline" ? "No network" : pushNouns[event];

/** `P1 · Open, unacknowledged` */
function stateOf(incident: Incident, { event }: DuePush): string {
  if (incident.status === "resolved") return "Resolved";
  const state =
    event === "handed_over"
      ? "Handed over"
      : incident.status === "acknowledged"
        ? "Acknowledged"
        : "Open, unacknowledged";
  return `P${incident.priority_level} · ${state}`;
}

function ownerOf({ status, acknowledged_by }: Incident): string[] {
  if (status === "open") return ["Nobody has acknowledged it"];
  return status === "acknowledged" && acknowledged_by !== null
    ? [`Acknowledged by ${oneLine(acknowledged_by)}`]
    : [];
}

function mailLinks(due: DuePush, site: string | null): MailLink[] {
  const { buttons, pages, open } = linksOf(due, site);
  return [
    ...pages.map(({ label: text, url }, index) => ({ label: buttons[index]!.label, text, url })),
    ...(open === null || due.incident?.status === "resolved"
      ? []
      : [{ label: "Open incident", text: "Open incident", url: open }]),
  ];
}

function factsOf(due: DuePush, incident: Incident, now: Instant, site: string | null): Fact[] {
  const { facts } = due;
  const { opened_at, acknowledged_at, acknowledged_by, resolved_at, number } = incident;
  const { open, runbook } = linksOf(due, site);
  const at = (instant: Instant) => weekMinute(facts?.timezone ?? "UTC", instant, now);
  const isOver = resolved_at !== null;
  const row = (label: string, text: string | null | undefined, url?: string | null): Fact[] =>
    text ? [{ label, text: oneLine(text), ...(url ? { url } : {}) }] : [];
  return [
    ...row(
      "Since",
      isOver
        ? `${at(opened_at)} until ${at(resolved_at)}, ${formatDuration(resolved_at - opened_at)}`
        : `${at(opened_at)}, ${formatDuration(now - opened_at)}`,
    ),
    ...row("Group", facts?.group),
    ...row(
      "Acknowledged",
      acknowledged_at === null
        ? null
        : `by ${acknowledged_by} after ${formatDuration(acknowledged_at - opened_at)}`,
    ),
    ...row(
      "Notified",
      facts &&
        (isOver
          ? `${plural(facts.reached, "person", "people")}, ${plural(facts.pages, "page")}`
          : facts.notified),
    ),
    ...row("Next", isOver ? null : facts?.next.replace(/^next /, "")),
    ...row("First step", runbook && `Runbook: ${runbook.replace(/^https?:\/\//, "")}`, runbook),
    // The page of an open one has a button.
    ...row(isOver ? "Look back" : "Incident", `#${number}`, isOver ? open : null),
  ];
}
