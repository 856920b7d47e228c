/**
 * Messages for a chat, which tools send where only a chat's URL can be entered: Slack's and Mattermost's attachments and
 * blocks, Discord's embeds, the cards of Microsoft Teams. They are read as a plain body: its title, its text, its fields as
 * members. Shapes: https://docs.slack.dev/messaging, https://discord.com/developers/docs/resources/webhook,
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors, https://adaptivecards.io/explorer.
 */
import { firstText, isObject, listOf, objectOf, textOf, type Foreign } from "../members.ts";

/** Members that hold the parts of a message, as lists or objects. */
const partNames =
  "attachments content embeds blocks sections elements body items columns card".split(" ");
const titleNames = ["title", "activityTitle", "pretext"];
const textNames = [
  "text",
  "description",
  "activitySubtitle",
  "activityText",
  "summary",
  "fallback",
];
/** Members that only a message for a chat has, as lists. */
const marks = ["attachments", "embeds", "blocks", "sections"];

/** How many parts of a message are read, how many of its texts, and how deep. */
const most = { parts: 200, texts: 40, depth: 10 };

/** The message as a plain body; null: it is another body. */
export function fromChat(body: Foreign): Foreign | null {
  const isChat =
    marks.some((name) => listOf(body[name]).some(isObject)) ||
    body["@type"] === "MessageCard" ||
    body.type === "AdaptiveCard";
  if (!isChat) return null;
  const message: Message = { titles: [], texts: [], fields: new Map(), parts: 0 };
  look(body, message, 0);
  const [first = null, ...others] = [...new Set([...message.titles, ...message.texts])];
  const plain = Object.entries(body).filter(([name]) => !partNames.includes(name));
  return {
    ...Object.fromEntries(plain),
    ...Object.fromEntries(message.fields),
    title: first,
    text: others.join("\n") || null,
    summary: null,
    type: message.good ? "success" : null,
  };
}

interface Message {
  titles: string[];
  texts: string[];
  fields: Map<string, string>;
  parts: number;
  /** Slack calls a color `good`, Teams a style; every part that has one has this one. */
  good?: boolean;
}

function look(part: Foreign, message: Message, depth: number): void {
  if (depth > most.depth || ++message.parts > most.parts) return;
  const title = firstText(part, ...titleNames);
  const text = firstText(part, ...textNames) ?? firstText(objectOf(part.text), "text");
  const isHeader = part.type === "header" || part.style === "heading";
  if (message.texts.length + message.titles.length < most.texts) {
    if (title !== null) message.titles.push(unmarked(title));
    if (text !== null) (isHeader ? message.titles : message.texts).push(unmarked(text));
  }
  const color = textOf(part.color ?? part.style)?.toLowerCase();
  if (color === "good") message.good ??= true;
  else if (color === "danger" || color === "attention" || color === "warning") message.good = false;
  for (const list of [part.fields, part.facts])
    for (const field of listOf(list).slice(0, most.parts).filter(isObject)) {
      const name = firstText(field, "title", "name");
      const value = firstText(field, "value");
      if (name !== null && value !== null && message.fields.size < most.parts)
        message.fields.set(unmarked(name), unmarked(value));
      else if (firstText(field, "text") !== null) look(field, message, depth + 1);
    }
  for (const name of partNames)
    for (const inner of isObject(part[name])
      ? [part[name]]
      : listOf(part[name]).slice(0, most.parts))
      if (isObject(inner)) look(inner, message, depth + 1);
}

/** Without the marks of Slack and Markdown for links and bold text. */
const unmarked = (text: string): string =>
  text
    .slice(0, 20_000)
    .replaceAll(/<https?:[^<|>\s]{1,2000}\|([^<>]{1,500})>/g, "$1")
    .replaceAll(/\[([^[\]]{1,500})\]\(https?:[^[)\s]{1,2000}\)/g, "$1")
    .replaceAll(/\*{1,2}([^*\n]{1,500})\*{1,2}/g, "$1");
