/**
 * A request to publish, as an ntfy server reads it: the message that subscribers get, or a refusal. Each rule names
 * its section of ntfy's documentation (docs.ntfy.sh). Pure.
 */
export interface Publish {
  topic: string;
  body: Buffer;
  /** The first of these parameters that is set, in a header or in the query; "" without one. */
  param: (...names: string[]) => string;
}

export interface NtfyAction {
  action: string;
  label: string;
  url: string;
  method?: string;
}

/** Of publish/#publish-as-json: as in subscribe/api/#json-message-format, times in seconds. */
export interface NtfyMessage {
  id: string;
  time: number;
  /** When the cache forgets it; none without a cache. */
  expires?: number;
  event: "message";
  topic: string;
  /** publish/#updating-deleting-notifications: only where it is not the id. */
  sequence_id?: string;
  title?: string;
  message: string;
  priority?: number;
  tags?: string[];
  click?: string;
  icon?: string;
  actions?: NtfyAction[];
  attachment?: { name: string; url: string; size?: number };
  content_type?: "text/markdown";
}

export type Refusal = [http: number, code: number, error: string];

export interface NtfyLimits {
  /** A server from before 2.16 knows no sequence ids, and takes no notice of them. */
  old: boolean;
  /** config/#attachments: without a folder for them there are none. */
  attachments: boolean;
  /** All tags together, in bytes. */
  tagBytes: number;
}

/** publish/#picking-a-topic */
const topicPattern = /^[-_A-Za-z0-9]{1,64}$/;
/** publish/#limitations, "Message length": longer ones are treated as attachments. */
const messageBytes = 4096;
/** publish/#limitations, "Title and tag size": both are refused with HTTP 400. */
const titleBytes = 1024;
export const defaultTagBytes = 512;
/** publish/#scheduled-delivery: "the minimum delay is 10 seconds and the maximum delay is 3 days", s. */
const [minDelay, maxDelay] = [10, 3 * 86_400];
/** config/#message-cache: "by default 12 hours", s. */
const cacheSeconds = 12 * 3600;

const bad = (code: number, error: string): Refusal => [400, code, `invalid request: ${error}`];

/** publish/#publish-as-json: fields of the body stand for the headers of their names. */
export function readJson(body: Buffer): Publish | Refusal {
  const invalid = bad(40024, "request body must be valid JSON");
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return invalid;
  }
  if (typeof json !== "object" || json === null) return invalid;
  const fits = Object.entries(jsonTypes).every(
    ([name, fit]) => json[name] === undefined || json[name] === null || fit(json[name]),
  );
  if (!fits) return invalid;
  const text = (value: unknown): string =>
    value === undefined || value === null || value === 0 || value === false
      ? ""
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  const params = new Map<string, string>([
    ...Object.entries(json).map(([name, value]) => [name, text(value)] as const),
    ["tags", (json.tags as string[] | undefined)?.join(",") ?? ""],
    ["sequence-id", text(json.sequence_id)],
  ]);
  return {
    topic: text(json.topic),
    body: Buffer.from(text(json.message)),
    param: (...names) => names.map((name) => params.get(name) ?? "").find(Boolean) ?? "",
  };
}

const isText = (value: unknown) => typeof value === "string";
const jsonTypes: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(
    [
      "topic",
      "message",
      "title",
      "click",
      "icon",
      "attach",
      "filename",
      "delay",
      "email",
      "call",
    ].map((name) => [name, isText]),
  ),
  sequence_id: isText,
  priority: Number.isInteger,
  tags: (value) => Array.isArray(value) && value.every(isText),
  actions: Array.isArray,
  markdown: (value) => typeof value === "boolean",
};

/** publish/#message-title has the names. */
export const titleOf = ({ param }: Publish): string =>
  decodeWords(param("x-title", "title", "ti", "t")).trim();

/** The message that `ask` is, or why it is refused. `id`: of a new message; `now`: s. */
export function readMessage(
  ask: Publish,
  id: string,
  now: number,
  { old, attachments, tagBytes }: NtfyLimits,
): { message: NtfyMessage; cached: boolean } | Refusal {
  const param = (...names: string[]) => decodeWords(ask.param(...names)).trim();
  const { topic, body } = ask;
  if (!topicPattern.test(topic)) return bad(40009, "topic invalid");

  // publish/#list-of-all-parameters has the names of each.
  const title = titleOf(ask);
  if (Buffer.byteLength(title) > titleBytes) return bad(40000, "title too long");
  const priority = priorityOf(param("x-priority", "priority", "prio", "p"));
  if (priority === null) return [400, 40007, "invalid priority parameter"];
  // publish/#tags-emojis: "separating them with a comma".
  const joined = param("x-tags", "tags", "tag", "ta");
  if (Buffer.byteLength(joined) > tagBytes) return bad(40000, "tags too long");
  const tags = joined.split(",").map((tag) => decodeWords(tag.trim()));
  const actions = actionsOf(param("x-actions", "actions", "action"));
  if (actions === null) return bad(40018, "actions invalid");
  const icon = param("x-icon", "icon");
  if (icon !== "" && !isUrl(icon)) return bad(40021, "icon URL is invalid");
  const attach = param("x-attach", "attach", "a");
  if (attach !== "" && !isUrl(attach)) return bad(40013, "attachment URL is invalid");

  // publish/#updating-deleting-notifications. The server takes no other characters than those of a topic, and refuses
  // the message with them.
  const sequence = old ? "" : param("x-sequence-id", "sequence-id", "sid");
  if (sequence !== "" && !topicPattern.test(sequence)) return bad(40049, "sequence ID invalid");

  // publish/#message-caching, and why it cannot go with a delay: publish/#scheduled-delivery.
  const cached = !/^(no|false|0)$/i.test(param("x-cache", "cache"));
  const delay = param("x-delay", "delay", "x-at", "at", "x-in", "in");
  const time = delay === "" ? now : timeOf(delay, now);
  if (time === null) return [400, 40004, "invalid delay parameter: unable to parse delay"];
  if (delay !== "") {
    if (!cached) return [400, 40002, "cannot disable cache for delayed message"];
    if (time < now + minDelay) return [400, 40005, "invalid delay parameter: too small"];
    if (time > now + maxDelay) return [400, 40006, "invalid delay parameter: too large"];
  }

  // publish/#limitations: a longer message is an attachment; publish/#attachments has its text.
  const long = body.length > messageBytes;
  if (long && !attachments) return bad(40014, "attachments not allowed");
  const name = param("x-filename", "filename", "file", "f") || "attachment.txt";
  const given = param("x-message", "message", "m") || body.toString("utf8").trim();
  return {
    cached,
    message: {
      id,
      time,
      ...(cached && { expires: time + cacheSeconds }),
      event: "message",
      topic,
      ...(sequence !== "" && sequence !== id && { sequence_id: sequence }),
      ...(title !== "" && { title }),
      message: long ? `You received a file: ${name}` : given || "triggered",
      ...(priority !== 0 && { priority }),
      ...(joined !== "" && { tags }),
      ...ifSet("click", param("x-click", "click")),
      ...ifSet("icon", icon),
      ...(actions.length > 0 && { actions }),
      ...(long && { attachment: { name, url: `/file/${id}.txt`, size: body.length } }),
      ...(attach !== "" && { attachment: { name: attach.split("/").at(-1)!, url: attach } }),
      // publish/#markdown-formatting
      ...(/^(yes|true|1)$/.test(param("x-markdown", "markdown", "md")) ||
      param("content-type").startsWith("text/markdown")
        ? { content_type: "text/markdown" as const }
        : {}),
    },
  };
}

const ifSet = (name: string, value: string) => (value === "" ? {} : { [name]: value });
const isUrl = (text: string) => /^https?:\/\/./.test(text);

/** publish/#message-priority: 1 to 5 or a name; 0: none was set; null: neither. */
function priorityOf(text: string): number | null {
  if (text === "") return 0;
  const names = [["min"], ["low"], ["default"], ["high"], ["max", "urgent"]];
  const named = names.findIndex((some) => some.includes(text.toLowerCase())) + 1;
  return named || (/^[1-5]$/.test(text) ? Number(text) : null);
}

/** publish/#scheduled-delivery: a Unix time, RFC 3339, or a duration. Its words of natural language are not played. */
function timeOf(text: string, now: number): number | null {
  if (/^\d{9,}$/.test(text)) return Number(text);
  const [, count, unit] =
    /^(\d+)\s*(s|m|h|d|sec|min|hour|day|seconds|minutes|hours|days)$/.exec(text) ?? [];
  if (count) return now + Number(count) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit![0] as "s"];
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

/** publish/#message-title: "you may also encode any header as RFC 2047". */
const decodeWords = (text: string): string =>
  text.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
    how.toLowerCase() === "b"
      ? Buffer.from(word, "base64").toString("utf8")
      : decodeURIComponent(
          word
            .replaceAll("%", "%25")
            .replaceAll("_", " ")
            .replaceAll(/=([\dA-F]{2})/gi, "%$1"),
        ),
  );

/** publish/#action-buttons: up to three, as JSON or in the short format; null: not valid. */
function actionsOf(text: string): NtfyAction[] | null {
  if (text === "") return [];
  let read: Record<string, unknown>[];
  try {
    read = text.startsWith("[")
      ? (JSON.parse(text) as typeof read)
      : text.split(";").map(shortAction);
  } catch {
    return null;
  }
  const fits = read.every(({ action, label, url }) => {
    if (typeof label !== "string" || label === "") return false;
    if (action === "view" || action === "http") return typeof url === "string" && url !== "";
    return action === "broadcast" || action === "copy";
  });
  return fits && read.length <= 3 ? (read as unknown as NtfyAction[]) : null;
}

/** publish/#using-a-header: `http, Label, https://…, method=PUT`, or `action=http, label=…`. Quotes are not played. */
function shortAction(text: string): Record<string, unknown> {
  const places = ["action", "label", "url"];
  return Object.fromEntries(
    text.split(",").map((part, index) => {
      const [, name, value] = /^\s*([a-z]+(?:\.[\w-]+)?)=(.*)$/.exec(part) ?? [];
      return name ? [name, value!.trim()] : [places[index] ?? String(index), part.trim()];
    }),
  );
}
