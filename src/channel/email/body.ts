/**
 * Makes the mail of one push, or of a letter: plain text and HTML with the same content (`content`). Pure, but for the id of
 * a letter.
 *
 * All mails of one incident to one device refer to the same Message-ID, which no mail has, and so do letters about one thing.
 * So they form one thread, in any order of arrival. A link leads to a page with a button, because mail scanners open every
 * link.
 */
import { hash, randomUUID } from "node:crypto";
import type { Letter } from "../../core/access/letter.ts";
import type { DuePush } from "../../core/paging/push.ts";
import type { Instant } from "../../core/model/model.ts";
import { domainOf, wireAddress, type Mailbox } from "./address.ts";
import { letterContent, mailContent, oneLine, type MailContent } from "./content.ts";
import { mailHtml } from "./html.ts";
import { mailText } from "./text.ts";

/** The fields of a mail, as `MailComposer` takes them. */
export interface Mail {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  date: Date;
  messageId: string;
  inReplyTo?: string;
  references?: string;
  headers: Record<string, string>;
  attachments?: { filename: string; contentType: string; content: string }[];
}

/** Suppresses out-of-office replies. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** The mail for `due`, sent at `now`; `site` as for `linksOf`. */
export function emailBody(
  due: DuePush,
  from: Mailbox,
  now: Instant,
  site: string | null = null,
): Mail {
  const { text, incident, device, claims, event } = due;
  const content = mailContent(due, now, site);
  const named = (id: string) => `<${id}@${domainOf(from.address)}>`;
  const root = incident && named(threadOf(incident.id, device.id));
  // Follow-ups of a page must not wake people.
  const wakes = text.priority >= 4 && event !== "acknowledged" && event !== "recovered";
  return {
    ...mailOf(content, device.target, from, now),
    // A retry has the same Message-ID, so that mail servers and programs can drop a duplicate.
    messageId: named(claims[0]?.notification_id ?? due.sequence_id),
    ...inThread(root),
    headers: {
      ...automatic,
      ...(wakes ? { Importance: "high", "X-Priority": "1" } : {}),
    },
  };
}

/** The mail of a letter, sent at `now`. */
export function letterBody(letter: Letter, from: Mailbox, now: Instant): Mail {
  const { id, thread, file, sender } = letter;
  const at = domainOf(from.address);
  const named = sender === undefined ? from : { ...from, name: oneLine(sender) };
  return {
    ...mailOf(letterContent(letter), letter.to, named, now),
    messageId: `<${id ?? randomUUID()}@${at}>`,
    ...inThread(thread === undefined ? null : `<${thread}@${at}>`),
    headers: { ...automatic, ...unsubscribeHeaders(letter) },
    ...(file && {
      attachments: [{ filename: file.name, contentType: file.type, content: file.text }],
    }),
  };
}

/**
 * Mail programs offer to open the page of `settings`, which needs a session, so that no click of a scanner ends the mails
 * (RFC 2369). To that of `unsubscribe` their servers send a POST when the person presses their button (RFC 8058).
 */
function unsubscribeHeaders({ unsubscribe, settings }: Letter): Record<string, string> {
  if (unsubscribe !== undefined)
    return {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
  return settings === undefined ? {} : { "List-Unsubscribe": `<${settings}>` };
}

/** The parts that every mail has. */
const mailOf = (content: MailContent, to: string, from: Mailbox, now: Instant) => ({
  from: { ...from, address: wireAddress(from.address) },
  to: { name: "", address: wireAddress(to) },
  subject: content.subject,
  text: mailText(content),
  html: mailHtml(content),
  date: new Date(now),
});

const inThread = (root: string | null) => (root ? { inReplyTo: root, references: root } : {});

/** Names a thread; two whole ids would not fit into a line of a header. */
const threadOf = (incident_id: string, device_id: string): string =>
  hash("sha256", `${incident_id} ${device_id}`, "hex").slice(0, 32);
