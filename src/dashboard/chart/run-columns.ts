/**
 * The runs of a job as columns on one axis: the height is the duration, so that a slow drift is seen before a run is
 * late. A moment without a run is a floor without a column. Pure.
 */
import type { RunResult, RunSlot } from "../../core/reports/run-slots.ts";
import { formatDuration, formatRunTime } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { day, hour, minute } from "../../core/text/units.ts";
import { html, type Html } from "../html.ts";
import { coordinate, milliseconds, plot } from "./scale.ts";
import { dayText, nearTime, type Reader } from "./times.ts";

/** The word of a result, and its look in a list. */
export const runWords = {
  success: { look: "ok", word: "Success" },
  late: { look: "warn", word: "Late" },
  failed: { look: "down", word: "Failed" },
  lost: { look: "warn", word: "Never ended" },
  missing: { look: "stale", word: "Missing" },
  running: { look: "acked", word: "Running" },
} as const satisfies Record<RunResult, unknown>;

/** Units of the picture: of a column with the gap beside it, and of the whole height. */
const slot = 20;
const height = 100;
/** The height of a column whose duration is not known. */
const unknown = 12;

const steps = [
  ...[0.1, 0.5, 1, 2, 5, 10, 20, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 12].map((hours) => hours * hour),
  ...[1, 2, 4, 7, 14].map((days) => days * day),
];

const durationOf = ({ run, result, at }: RunSlot, now: number): number | null =>
  result === "running" ? now - at : (run?.duration_ms ?? null);

/** The top of the axis; null: no run has a duration. */
function topOf(slots: readonly RunSlot[], now: number, longest_ms: number): number | null {
  const durations = slots.map((one) => durationOf(one, now)).filter((one) => one !== null);
  if (durations.length === 0) return null;
  const most = Math.max(...durations);
  const shown = showsLongest(slots, now, longest_ms) ? Math.max(most, longest_ms) : most;
  return 2 * (steps.find((step) => 2 * step >= shown * 1.05) ?? Math.ceil(shown / day) * day);
}

/** Whether the longest duration allowed is within the picture: far above the columns it would flatten them. */
export function showsLongest(slots: readonly RunSlot[], now: number, longest_ms: number): boolean {
  const most = Math.max(0, ...slots.map((one) => durationOf(one, now) ?? 0));
  return most > 0 && longest_ms <= most * 4;
}

/** `Sat 20:00: failed with exit code 2 after 47 min`. */
function titleOf(one: RunSlot, reader: Reader): string {
  const { result, run, expected, at } = one;
  const time = nearTime(expected ?? at, reader);
  const took = run?.duration_ms == null ? "" : `, took ${formatRunTime(run.duration_ms)}`;
  const code = run?.exit_code ? ` with exit code ${run.exit_code}` : "";
  return `${time}: ${runWords[result].word.toLowerCase()}${code}${took}`;
}

/** `25 in time, 1 failed, 2 missing`: the results of runs that have ended. */
export function resultCounts(slots: readonly RunSlot[]): {
  inTime: number;
  over: number;
  rest: string;
} {
  const count = (result: RunResult) => slots.filter((one) => one.result === result).length;
  const rest = (["failed", "missing", "late", "lost"] as const)
    .filter((result) => count(result) > 0)
    .map((result) => `${count(result)} ${runWords[result].word.toLowerCase()}`);
  return {
    inTime: count("success"),
    over: slots.length - count("running"),
    rest: rest.join(" · "),
  };
}

/** `longest_ms`: a run that takes longer is missing. */
export function runColumns(slots: readonly RunSlot[], longest_ms: number, reader: Reader): Html {
  const top = topOf(slots, reader.now, longest_ms);
  const width = Math.max(slots.length, 10) * slot;
  const counts = resultCounts(slots);
  const last = slots.at(-1)!;
  const before = width - slots.length * slot;
  const limit = top === null ? null : height - (longest_ms / top) * height;
  return plot({
    class: `runs${top === null ? " low" : ""}`,
    label: `Last ${plural(slots.length, "run")}: ${counts.inTime} in time${
      counts.rest === "" ? "" : `, ${counts.rest.replaceAll(" · ", ", ")}`
    }. The latest, ${titleOf(last, reader)}`,
    width,
    height,
    y: top === null ? ["", ""] : [top, top / 2, 0].map((ms) => (ms === 0 ? "0" : axisText(ms))),
    x: labelsOf(slots, reader),
    body: html`${slots.map((one, i) =>
      column(one, before + i * slot, top === null ? null : top, reader),
    )}
    ${
      limit === null || limit < 0 || !showsLongest(slots, reader.now, longest_ms)
        ? null
        : html`<line
            class="limit"
            x1="0"
            x2="${width}"
            y1="${coordinate(limit)}"
            y2="${coordinate(limit)}"
          >
            <title>Longest allowed: ${formatDuration(longest_ms)}</title>
          </line>`
    }`,
  });
}

const axisText = (ms: number): string => (ms < minute ? milliseconds(ms) : formatDuration(ms));

const classes: Record<RunResult, string> = {
  success: "col",
  late: "col late",
  failed: "col fail",
  lost: "col late",
  missing: "none",
  running: "col running",
};

function column(one: RunSlot, x: number, top: number | null, reader: Reader): Html {
  const { result } = one;
  const ms = durationOf(one, reader.now);
  const isMissing = result === "missing";
  const tall = isMissing
    ? 4
    : ms === null || top === null
      ? unknown
      : Math.max(2, (ms / top) * height);
  const side = isMissing ? 1 : 3;
  return html`${
      result === "failed" || isMissing
        ? html`<rect class="shade" x="${x}" width="${slot}" height="${height}" />`
        : null
    }<rect
      class="${classes[result]}"
      x="${x + side}"
      y="${coordinate(height - tall)}"
      width="${slot - 2 * side}"
      height="${coordinate(tall)}"
    >
      <title>${titleOf(one, reader)}</title>
    </rect>`;
}

/** The times of the first slot, of one in the middle, and of the last. */
function labelsOf(slots: readonly RunSlot[], reader: Reader): string[] {
  const [first, last] = [slots[0]!, slots.at(-1)!];
  const isLong = last.at - first.at > 2 * day;
  const text = ({ at }: RunSlot) => (isLong ? dayText(at, reader) : nearTime(at, reader));
  // Few runs stand at the right edge: their labels would be elsewhere.
  if (slots.length < 10) return ["", text(last)];
  return [text(first), text(slots[Math.floor(slots.length / 2)]!), text(last)];
}
