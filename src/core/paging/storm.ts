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

/** Maximum number of pushes within `stormWindow` that are no storm. */
export const stormBudget = 5;
/** ms */
export const stormWindow = 60_000;
/** The summary changes no more often than this, unless it cannot wait, ms. */
export const summaryInterval = 60_000;

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

/** The summary that the device shows. */
export interface ShownSummary {
  /** Every incident that was folded into it, in the order in which they came. */
  lines: SummaryLine[];
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
  lines: SummaryLine[];
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
  const before = shown && !allOver(shown.lines) ? shown.lines : [];
  const inSummary = new Set(before.map(({ incident_id }) => incident_id));

  const single: StormDecision["single"] = [];
  const folded: StormPush[] = [];
  for (const push of due)
    if (device.single.has(push.incident_id)) single.push({ push, quiet: storm });
    else if (storm || inSummary.has(push.incident_id)) folded.push(push);
    else single.push({ push, quiet: false });
  if (folded.length === 0) return { single, folded, summary: null };

  const lines = joined(before, folded);
  const rested = !shown || now - shown.rang_at >= stormWindow;
  const priority = loudness(before, lines, folded, rested);
  const summary: Summary = {
    lines,
    ...summaryText(lines),
    priority,
    rings: priority !== silent,
    tags: allOver(lines) ? ["white_check_mark"] : ["rotating_light"],
    send_at:
      !shown || priority > worst(before) || allOver(lines)
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
  return summary?.lines.some((line) => line.incident_id === incident_id && !line.over) ?? false;
}

function allOver(lines: readonly SummaryLine[]): boolean {
  return lines.every(({ over }) => over);
}

/** The lines of the summary with the new ones; older lines stay first. */
function joined(before: readonly SummaryLine[], folded: readonly StormPush[]): SummaryLine[] {
  const lines = new Map(before.map((line) => [line.incident_id, line]));
  for (const { incident_id, over, priority, title } of folded)
    lines.set(incident_id, { incident_id, over, priority, title });
  return [...lines.values()];
}

/** `rested`: it has not rung for a while. */
function loudness(
  before: readonly SummaryLine[],
  lines: readonly SummaryLine[],
  folded: readonly StormPush[],
  rested: boolean,
): number {
  if (allOver(lines)) return calm;
  const news = worst(folded.filter(({ over, rings }) => rings && !over));
  return news > worst(before) || (rested && news > 0) ? news : silent;
}

function worst(of: readonly { priority: number }[]): number {
  return of.reduce((most, { priority }) => Math.max(most, priority), 0);
}

/** Fits into a message of ntfy and FCM with their overhead, bytes. */
const messageBytes = 2_800;
const lineBytes = 150;
/** More than fit: a line has at least a mark, a space and the end of the line, 5 bytes. */
const maxLines = messageBytes / 5;

/**
 * The text of a summary: number and severity in the title; then the incidents, worst first, older first
 * among equals, resolved ones last; and the number of lines that did not fit.
 */
export function summaryText(lines: readonly SummaryLine[]): {
  title: string;
  message: string;
} {
  const open = lines.filter(({ over }) => !over).toSorted((a, b) => b.priority - a.priority);
  const over = lines.filter((line) => line.over);
  const title =
    open.length === 0
      ? `All clear: ${plural(over.length, "incident")} resolved`
      : over.length === 0
        ? `${plural(open.length, "incident")} open`
        : `${plural(open.length, "incident")} open, ${over.length} resolved`;
  // Tens of thousands can be in a storm, and a fraction of them fits.
  const first = [...open, ...over].slice(0, maxLines);
  const texts = first.map((line) => `${line.over ? "✓" : "•"} ${titleOf(line)}`);
  return { title, message: fitting(texts, lines.length) };
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

function titleOf({ title }: SummaryLine): string {
  return cutText(title.replace(/\s+/g, " ").trim(), lineBytes);
}
