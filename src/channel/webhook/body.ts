/**
 * Builds the body of one push, in each format. Pure.
 *
 * Titles and messages hold text from others: it is shown literally, and never becomes a mention or markup. It
 * goes into a plain text field where the chat has one; otherwise every character with a meaning is escaped,
 * and names after an @ are broken by a zero-width space.
 */
import type { DuePush } from "../../core/paging/push.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { fit } from "../../core/text/fit.ts";
import { byteLength, cutText } from "../../core/text/text.ts";
import { linksOf, missingLink, type Link } from "../links.ts";
import { toneOf, type PushTone } from "../tone.ts";
import { visible } from "../visible.ts";
import type { WebhookBody } from "./schema.ts";

export const webhookFormats = ["generic", "slack", "teams", "discord", "mattermost"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The JSON for `due`; `site` as for `linksOf`. */
export function webhookBody(due: DuePush, site: string | null = null): object {
  const format = webhookFormats.find((known) => known === due.device.format) ?? "generic";
  return bodies[format](due, messageOf(due, site));
}

/** The largest body that Teams takes, bytes: it documents 28 KB. */
export const teamsBytes = 28_000;

/** Teams counts a body in UTF-16, in which English takes twice as much as in UTF-8, and Japanese less. */
export const teamsSize = (body: object): number => {
  const text = JSON.stringify(body);
  return Math.max(text.length * 2, byteLength(text));
};

/** The longest description and title of an embed that Discord takes, UTF-16 units. */
export const discordLimits = { description: 4096, title: 256 };

/** The longest list of attachments that each version of Mattermost takes, as JSON, UTF-16 units; old ones take 7,900. */
export const mattermostLimit = 7600;

/** The longest text of a block that Slack takes, UTF-16 units. */
export const slackLimit = 3000;

/** The message with its links, and without them. */
const withAndWithout = <T>(
  make: (links: Link[]) => (text: string) => T,
  links: Link[],
): [(text: string) => T, (text: string) => T] => [make(links), make([])];

/** The text for people, the same in each format. */
interface Message {
  title: string;
  text: string;
  /** Where the title leads. */
  link: Link | null;
  /** That one, and the runbook. A chat opens a link only where it is marked as one. */
  links: Link[];
  tone: PushTone;
}

function messageOf(due: DuePush, site: string | null): Message {
  const title = visible(due.text.title).replaceAll("\n", " ").trim();
  const { pages, open, runbook } = linksOf(due, site);
  // A push that asks for an answer is about no incident.
  const link = open
    ? { label: `Open incident ${due.incident?.number}`, url: open }
    : (pages[0] ?? null);
  return {
    title,
    text: (missingLink(due, site) ?? visible(due.text.message)).trim(),
    link,
    links: [link, runbook === null ? null : { label: "Runbook", url: runbook }].flatMap((one) =>
      one ? { ...one, url: inMarkup(one.url) } : [],
    ),
    tone: toneOf(due),
  };
}

/** An address without the characters that end a link in the markup of chats. */
const inMarkup = (url: string): string =>
  url.replace(/[()<>|]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

const bodies: Record<WebhookFormat, (due: DuePush, message: Message) => object> = {
  generic: (due, { title, text, link }) => {
    const runbook = due.runbook_url === null ? "" : `Runbook: ${due.runbook_url}`;
    const page = due.incident || !link ? "" : `${link.label}: ${link.url}`;
    return {
      version: 1,
      event: {
        id: due.claims[0]?.notification_id ?? due.sequence_id,
        kind: due.event,
        at: timestamp(due.at),
        title,
        message: [text, runbook, page].filter((line) => line !== "").join("\n"),
        priority: due.text.priority,
      },
      incident: due.incident && incidentOf(due.incident),
      link: link?.url ?? null,
    } satisfies WebhookBody;
  },

  // https://docs.slack.dev/reference/block-kit
  slack: (_, { title, text, links }) => {
    const shown = links.map(({ label, url }) => `<${slackEscaped(url)}|${label}>`);
    return {
      text: unmentioned(slackEscaped(cutText(title, 150))),
      mrkdwn: false,
      blocks: [
        { type: "header", text: plain(cutText(title, 150)) },
        ...(text === "" ? [] : [{ type: "section", text: plain(cutText(text, slackLimit)) }]),
        ...shown
          .filter((link) => link.length <= slackLimit)
          .map((link) => ({
            type: "context",
            elements: [{ type: "mrkdwn", text: link, verbatim: true }],
          })),
      ],
    };
  },

  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors. A TextBlock is Markdown, a
  // TextRun is not.
  teams: (_, { title, text, links, tone }) =>
    fit(text, {
      forms: withAndWithout((to) => (shown) => teamsCard(title, shown, to, tone), links),
      size: teamsSize,
      limit: teamsBytes,
    }),

  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: (due, { title, text, link, links, tone }) => ({
    embeds: [
      {
        title: fit(title, { forms: [markdownEscaped], size: lengthOf, limit: discordLimits.title }),
        description: fit(text, {
          forms: withAndWithout(withLinks("\n"), links),
          size: lengthOf,
          limit: discordLimits.description,
        }),
        // Discord answers 400 to a host without a dot.
        ...(link && URL.parse(link.url)?.hostname.includes(".") ? { url: link.url } : {}),
        color: colors[tone],
        timestamp: timestamp(due.at),
      },
    ],
    allowed_mentions: { parse: [] },
  }),

  // https://developers.mattermost.com/integrate/reference/message-attachments
  mattermost: (_, { title, text, link, links, tone }) => ({
    attachments: fit(text, {
      forms: withAndWithout((to) => {
        const heading = cutText(title, 300);
        // With a link, Mattermost shows the title as plain text. In plain text it still reads `<!channel>`.
        const titled =
          link && to.length > 0
            ? { title: unmentioned(heading).replaceAll("<", "<\u200b"), title_link: link.url }
            : { title: markdownEscaped(heading) };
        return (shown) => [
          {
            fallback: markdownEscaped(heading),
            color: `#${colors[tone].toString(16).padStart(6, "0")}`,
            ...titled,
            text: withLinks("\n\n")(to)(shown),
          },
        ];
      }, links),
      size: (attachments) => JSON.stringify(attachments).length,
      limit: mattermostLimit,
    }),
  }),
};

/** Foreign text as Markdown, and below it links. */
const withLinks = (gap: string) => (links: Link[]) => (text: string) =>
  [markdownEscaped(text), links.map(({ label, url }) => `[${label}](${url})`).join(" · ")]
    .filter((part) => part !== "")
    .join(gap);

const lengthOf = (text: string): number => text.length;

const teamsCard = (title: string, text: string, links: Link[], tone: PushTone) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.2",
        // Else lines break at two thirds of the channel's width.
        msteams: { width: "Full" },
        body: [
          run(cutText(title, 300), { weight: "Bolder", size: "Large", color: teamsColors[tone] }),
          ...text
            .split("\n")
            .filter((line) => line.trim() !== "")
            .map((line) => run(line)),
        ],
        actions: links.map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url })),
      },
    },
  ],
});

const colors = { bad: 0xc62828, good: 0x2e7d32, neutral: 0x546e7a };
const teamsColors = { bad: "Attention", good: "Good", neutral: "Default" };

const plain = (text: string) => ({
  type: "plain_text",
  text: text === "" ? "–" : text,
  emoji: false,
});

const run = (text: string, more: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...more }],
});

function slackEscaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text as it is, where Markdown is read. */
function markdownEscaped(text: string): string {
  return unmentioned(
    text.replace(/[\\`*_~|#<>()[\]:!+-]/g, "\\$&").replace(/^([^\S\n]*\d+)\./gm, "$1\\."),
  );
}

const unmentioned = (text: string): string => text.replaceAll("@", "@\u200b");

function incidentOf(incident: Incident): WebhookBody["incident"] {
  return {
    id: incident.id,
    number: incident.number,
    title: incident.title,
    summary: incident.summary,
    status: incident.status,
    priority_level: incident.priority_level,
    alert_group_id: incident.alert_group_id,
    source: incident.source,
    source_id: incident.source_id,
    opened_at: timestamp(incident.opened_at),
    acknowledged_at: incident.acknowledged_at === null ? null : timestamp(incident.acknowledged_at),
    acknowledged_by: incident.acknowledged_by,
    resolved_at: incident.resolved_at === null ? null : timestamp(incident.resolved_at),
  };
}

const timestamp = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}Z`;
