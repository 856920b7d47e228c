/**
 * Folds pushes into one summary per device during a storm: fifty titles are not read, and a phone that
 * rings without end is switched off. More than five pushes to a device within a minute are a storm;
 * pushes due then are folded into the summary. The summary is sent when it appears, when something more
 * urgent than its contents joins it, and when all its incidents are resolved; for other news at most once
 * a minute. Pushes that the phone already shows are updated in place, without sound during a storm,
 * because an outdated "down" would mislead. Pure: the caller stores the last summary, and passes it in
 * again after a restart.
 */
import type { Instant } from "../model/model.ts";
import { byteLength, cutText } from "../text/text.ts";
import { plural } from "../text/plural.ts";
import { calm, silent } from "./push-priority.ts";

/** More pushes than this within `stormWindow` are a storm. */
export const stormBudget = 5;
/** ms */
export const stormWindow = 60_000;
/** The summary changes no more often than this, unless it cannot wait, ms. */
const summaryInterval = 60_000;

/** A push that is due to the device. */
export interface StormPush {
  /** The notification. */
  id: string;
  incident_id: string;
  /** The incident is resolved. */
  over: boolean;
  /** ntfy's 1 to 5. */
  priority: number;
  title: string;
  /** True for pushes that must ring: pages and reminders, not acknowledgements. */
  rings: boolean;
}

/** An incident as the summary shows it. */
export type SummaryLine = Pick<StormPush, "incident_id" | "over" | "priority" | "title">;

/**
 * The lines of a summary by incident, in the order in which they came. There can be tens of thousands: they are
 * neither sorted nor searched.
 */
export type SummaryLines = ReadonlyMap<string, SummaryLine>;

/** The summary that the device shows. */
export interface ShownSummary {
  /** Every incident that was folded into it. */
  lines: SummaryLines;
  /** When it was last sent, and when it last rang. */
  sent_at: Instant;
  rang_at: Instant;
}

/** The state of a device. */
export interface StormDevice {
  /** When pushes to it were sent or folded; those of the last minute are enough. */
  recent: readonly Instant[];
  /** Incidents that it shows by themselves. */
  single: ReadonlySet<string>;
  /** null: it shows none. A summary whose incidents are all resolved is replaced in the next storm. */
  summary: ShownSummary | null;
}

/** A summary to send, in place of the one before it. */
export interface Summary {
  lines: SummaryLines;
  title: string;
  message: string;
  /** ntfy's 1 to 5; 2 makes no sound. */
  priority: number;
  rings: boolean;
  tags: string[];
  /** Not before; later pushes may join it until then. */
  send_at: Instant;
}

/** The decision about the due pushes; each is in one of the two lists. */
export interface StormDecision {
  /** To send by themselves; `quiet` without a sound. */
  single: { push: StormPush; quiet: boolean }[];
  folded: StormPush[];
  /** null: no push was folded. */
  summary: Summary | null;
}

/** Decides which pushes of `due`, in order of time, are sent on their own and which are folded. */
export function foldStorm(
  device: StormDevice,
  due: readonly StormPush[],
  now: Instant,
): StormDecision {
  const lately = device.recent.filter((at) => now - at < stormWindow).length;
  const storm = lately + due.length > stormBudget;
  const shown = device.summary;
  const before: SummaryLines = shown && !allOver(shown.lines) ? shown.lines : new Map();

  const single: StormDecision["single"] = [];
  const folded: StormPush[] = [];
  for (const push of due)
    if (device.single.has(push.incident_id)) single.push({ push, quiet: storm });
    else if (storm || before.has(push.incident_id)) folded.push(push);
    else single.push({ push, quiet: false });
  if (folded.length === 0) return { single, folded, summary: null };

  const lines = joined(before, folded);
  const rested = !shown || now - shown.rang_at >= stormWindow;
  const over = allOver(lines);
  const worstBefore = worst(before.values());
  const priority = over ? calm : loudness(worstBefore, folded, rested);
  const summary: Summary = {
    lines,
    ...summaryText(lines),
    priority,
    rings: priority !== silent,
    tags: over ? ["white_check_mark"] : ["rotating_light"],
    send_at:
      !shown || priority > worstBefore || over
        ? now
        : Math.max(now, shown.sent_at + summaryInterval),
  };
  return { single, folded, summary };
}

/** True for an incident that the device's summary shows, and shows as not over. */
export function isInSummary(
  { summary }: Pick<StormDevice, "summary">,
  incident_id: string | null,
): boolean {
  return incident_id !== null && summary?.lines.get(incident_id)?.over === false;
}

function allOver(lines: SummaryLines): boolean {
  return lines.values().every(({ over }) => over);
}

/** The lines of the summary with the new ones; older lines stay first. */
function joined(before: SummaryLines, folded: readonly StormPush[]): SummaryLines {
  const lines = new Map(before);
  for (const { incident_id, over, priority, title } of folded)
    lines.set(incident_id, { incident_id, over, priority, title });
  return lines;
}

/** The priority of a summary of open incidents. `rested`: it has not rung for a while. */
function loudness(worstBefore: number, folded: readonly StormPush[], rested: boolean): number {
  const news = worst(folded.filter(({ over, rings }) => rings && !over).values());
  return news > worstBefore || (rested && news > 0) ? news : silent;
}

function worst(of: IteratorObject<{ priority: number }>): number {
  return of.reduce((most, { priority }) => Math.max(most, priority), 0);
}

/** Fits into a message of ntfy and FCM with their overhead, bytes. */
const messageBytes = 2_800;
const lineBytes = 150;
/** More than fit: a line has at least a mark, a space and the end of the line, 5 bytes. */
const maxLines = messageBytes / 5;

/**
 * The text of a summary: number and severity in the title; then the incidents, worst first, older first
 * among equals, resolved ones last; and the number of lines that did not fit. A single incident has its own title.
 */
export function summaryText(lines: SummaryLines): { title: string; message: string } {
  const over = lines.values().reduce((sum, line) => sum + Number(line.over), 0);
  const open = lines.size - over;
  const [only] = lines.values();
  const title =
    only && lines.size === 1
      ? lineTitle(only)
      : open === 0
        ? `All clear: ${plural(over, "incident")} resolved`
        : over === 0
          ? `${plural(open, "incident")} open`
          : `${plural(open, "incident")} open, ${over} resolved`;
  const texts = firstLines(lines).map((line) => `${line.over ? "✓" : "•"} ${lineTitle(line)}`);
  return { title, message: fitting(texts, lines.size) };
}

/** The lines that can fit, in the order of the summary. */
function firstLines(lines: SummaryLines): SummaryLine[] {
  const byRank = new Map<number, SummaryLine[]>();
  for (const line of lines.values()) {
    const rank = line.over ? 0 : line.priority;
    const first = byRank.get(rank);
    if (!first) byRank.set(rank, [line]);
    else if (first.length < maxLines) first.push(line);
  }
  const ranks = [...byRank.keys()].toSorted((a, b) => b - a);
  return ranks.flatMap((rank) => byRank.get(rank)!).slice(0, maxLines);
}

/** The first of `total` texts that fit, and the number of the rest. */
function fitting(texts: readonly string[], total: number): string {
  let used = 0;
  const fits = texts.findIndex((text) => {
    used += byteLength(text) + 1;
    return used > messageBytes;
  });
  const shown = fits < 0 ? texts : texts.slice(0, fits);
  const rest = total - shown.length;
  return [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n");
}

function lineTitle({ title }: SummaryLine): string {
  return cutText(title.replace(/\s+/g, " ").trim(), lineBytes);
}
