/** The mails to subscribers of a status page, in the name of the page. Pure. */
import type { Letter } from "../access/letter.ts";
import { dayMinute } from "../hours/zone.ts";
import type { Instant, PlannedNotice, StatusPage, Subscriber } from "../model/model.ts";
import { formatDuration } from "../text/duration.ts";
import { asSentence, cutText } from "../text/text.ts";
import type { IncidentNews } from "./notices.ts";

/** A page as its mails show it. */
export type MailedPage = Pick<StatusPage, "id" | "title" | "timezone"> & {
  /** The whole address. */
  url: string;
};

type Recipient = Pick<Subscriber, "id" | "email" | "asked_at">;

/** Text of others in a mail; a public update can be longer. */
const mostBytes = 16_000;

export const confirmationLetter = (
  page: MailedPage,
  { id, email, asked_at }: Recipient,
  /** The link that confirms. */
  confirm: string,
): Letter => ({
  to: email,
  sender: page.title,
  subject: `Confirm updates of ${page.title}`,
  badge: "Subscription",
  text: `Confirm to get a mail when ${page.title} reports an incident, an update of it, or planned maintenance. The link works for 24 h.`,
  code: "",
  link: { label: "Confirm", url: confirm },
  other: { label: "Open status page", url: page.url },
  because:
    "Somebody entered this address on the page. If it was not you, ignore this mail: you get no other.",
  id: `subscribe.${id}.${asked_at}`,
});

/** `number`: of the notice. `unsubscribe`: the link that ends the mails. */
interface About {
  number: number;
  unsubscribe: string;
}

const noticeLetter = (
  page: MailedPage,
  { id, email }: Recipient,
  { number, unsubscribe }: About,
  more: Pick<
    Letter,
    "thread" | "subject" | "heading" | "badge" | "tone" | "text" | "facts" | "preview"
  >,
): Letter => ({
  to: email,
  sender: page.title,
  code: "",
  link: { label: "Open status page", url: page.url },
  because: `You get this because you subscribed to updates of ${asSentence(page.title)}`,
  unsubscribe,
  id: `status.${number}.${id}`,
  ...more,
});

export function newsLetter(
  page: MailedPage,
  to: Recipient,
  about: About,
  { id, state, title, message, systems, opened_at, ended_at }: IncidentNews,
): Letter {
  const word = state === null ? "Update" : state[0]!.toUpperCase() + state.slice(1);
  return noticeLetter(page, to, about, {
    thread: `status.incident.${id}`,
    subject: `[${page.title}] ${word}: ${title}`,
    heading: title,
    badge: word,
    ...(state === "investigating" || state === "identified"
      ? { tone: "bad" }
      : state !== null && { tone: "good" }),
    text: cutText(message, mostBytes),
    preview: message.split("\n", 1)[0]!,
    facts: [
      ...(systems.length === 0
        ? []
        : [{ label: "Affected", text: cutText(systems.join(", "), mostBytes) }]),
      ended_at === null
        ? { label: "Since", text: timeText(page, opened_at) }
        : {
            label: "Time",
            text: `${spanText(page, opened_at, ended_at)}, ${formatDuration(ended_at - opened_at)}`,
          },
    ],
  });
}

export function plannedLetter(
  page: MailedPage,
  to: Recipient,
  about: About,
  { kind, from, until, systems }: PlannedNotice,
): Letter {
  const isOff = kind === "canceled";
  const names = cutText(systems.join(", "), 200);
  const badge = isOff ? "Canceled" : "Planned maintenance";
  return noticeLetter(page, to, about, {
    thread: `status.planned.${from}.${until}`,
    subject: `[${page.title}] ${isOff ? "Canceled: planned" : "Planned"} maintenance: ${names}`,
    heading: `${isOff ? "Maintenance is canceled" : "Maintenance"}: ${names}`,
    badge,
    text: "",
    preview: spanText(page, from, until),
    facts: [
      { label: "Time", text: `${spanText(page, from, until)}, ${formatDuration(until - from)}` },
      { label: "Affected", text: cutText(systems.join(", "), mostBytes) },
    ],
  });
}

const zoneText = ({ timezone }: MailedPage): string =>
  timezone === "UTC" ? "UTC" : `(${timezone})`;

const timeText = (page: MailedPage, at: Instant): string =>
  `${dayMinute(page.timezone, at, at)} ${zoneText(page)}`;

/** The end without its day where that is the same. */
function spanText(page: MailedPage, from: Instant, until: Instant): string {
  const [begin, end] = [
    dayMinute(page.timezone, from, from),
    dayMinute(page.timezone, until, from),
  ];
  const sameDay = begin.slice(0, -5) === end.slice(0, -5);
  return `${begin}–${sameDay ? end.slice(-5) : end} ${zoneText(page)}`;
}
