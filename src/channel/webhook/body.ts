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

/** The message with its link, and without it. */
const withAndWithout = <T>(
  make: (link: Link | null) => (text: string) => T,
  link: Link | null,
): [(text: string) => T, (text: string) => T] => [make(link), make(null)];

/** The text for people, the same in each format. */
interface Message {
  title: string;
  text: string;
  link: Link | null;
  tone: PushTone;
}

function messageOf(due: DuePush, site: string | null): Message {
  const title = visible(due.text.title).replaceAll("\n", " ").trim();
  const { pages, open, runbook } = linksOf(due, site);
  const lines = [
    missingLink(due, site) ?? visible(due.text.message),
    runbook === null ? "" : `Runbook: ${runbook}`,
  ];
  return {
    title,
    text: lines
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n"),
    // A push that asks for an answer is about no incident.
    link: open ? { label: `Open incident ${due.incident?.number}`, url: open } : (pages[0] ?? null),
    tone: toneOf(due),
  };
}

const bodies: Record<WebhookFormat, (due: DuePush, message: Message) => object> = {
  generic: (due, { title, text, link }) =>
    ({
      version: 1,
      event: {
        id: due.claims[0]?.notification_id ?? due.sequence_id,
        kind: due.event,
        at: timestamp(due.at),
        title,
        message: due.incident || !link ? text : `${text}\n${link.label}: ${link.url}`,
        priority: due.text.priority,
      },
      incident: due.incident && incidentOf(due.incident),
      link: link?.url ?? null,
    }) satisfies WebhookBody,

  // https://docs.slack.dev/reference/block-kit
  slack: (_, { title, text, link }) => {
    const shown = link && `<${slackEscaped(link.url)}|${link.label}>`;
    return {
      text: slackEscaped(cutText(title, 150)).replaceAll("@", "@\u200b"),
      mrkdwn: false,
      blocks: [
        { type: "header", text: plain(cutText(title, 150)) },
        ...(text === "" ? [] : [{ type: "section", text: plain(cutText(text, slackLimit)) }]),
        ...(shown === null || shown.length > slackLimit
          ? []
          : [{ type: "context", elements: [{ type: "mrkdwn", text: shown, verbatim: true }] }]),
      ],
    };
  },

  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors. A TextBlock is Markdown, a
  // TextRun is not.
  teams: (_, { title, text, link, tone }) =>
    fit(text, {
      forms: withAndWithout((to) => (shown) => teamsCard(title, shown, to, tone), link),
      size: teamsSize,
      limit: teamsBytes,
    }),

  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: (due, { title, text, link, tone }) => ({
    embeds: [
      {
        title: fit(title, { forms: [markdownEscaped], size: lengthOf, limit: discordLimits.title }),
        description: fit(text, {
          forms: withAndWithout(withLink("\n"), link),
          size: lengthOf,
          limit: discordLimits.description,
        }),
        ...(link ? { url: link.url } : {}),
        color: colors[tone],
        timestamp: timestamp(due.at),
      },
    ],
    allowed_mentions: { parse: [] },
  }),

  // https://developers.mattermost.com/integrate/reference/message-attachments
  mattermost: (_, { title, text, link, tone }) => ({
    attachments: fit(text, {
      forms: withAndWithout(
        (to) => (shown) => [
          {
            fallback: markdownEscaped(cutText(title, 300)),
            color: `#${colors[tone].toString(16).padStart(6, "0")}`,
            title: markdownEscaped(cutText(title, 300)),
            ...(to ? { title_link: to.url } : {}),
            text: withLink("\n\n")(to)(shown),
          },
        ],
        link,
      ),
      size: (attachments) => JSON.stringify(attachments).length,
      limit: mattermostLimit,
    }),
  }),
};

/** Foreign text as Markdown, and below it a link. */
const withLink = (gap: string) => (link: Link | null) => (text: string) =>
  markdownEscaped(text) + (link ? `${gap}[${link.label}](${link.url})` : "");

const lengthOf = (text: string): number => text.length;

const teamsCard = (title: string, text: string, link: Link | null, tone: PushTone) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.2",
        body: [
          run(cutText(title, 300), { weight: "Bolder", size: "Large", color: teamsColors[tone] }),
          ...text
            .split("\n")
            .filter((line) => line.trim() !== "")
            .map((line) => run(line)),
        ],
        actions: link ? [{ type: "Action.OpenUrl", title: link.label, url: link.url }] : [],
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
  return text
    .replace(/[\\`*_~|#<>()[\]:!+-]/g, "\\$&")
    .replace(/^([^\S\n]*\d+)\./gm, "$1\\.")
    .replaceAll("@", "@\u200b");
}

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
