/**
 * The last 24 hours of a monitor in a terminal: a bar of blocks, the median response time and the uptime. The height of a
 * block has the meaning of its color.
 */
import type { MonitorPast } from "../../api/history.ts";
import type { Style } from "./style.ts";

/** The pasts of monitors, by id. */
export type Pasts = ReadonlyMap<string, MonitorPast>;

type State = MonitorPast["states"][number]["state"];

/** From harmless to worst: a block of several steps shows the worst of them. */
const order: readonly State[] = ["unknown", "paused", "healthy", "degraded", "failing"];

const blocks: Record<"unicode" | "ascii", Record<State, string>> = {
  unicode: { unknown: "·", paused: "-", healthy: "▂", degraded: "▅", failing: "█" },
  ascii: { unknown: ".", paused: "-", healthy: "_", degraded: "o", failing: "#" },
};

/** Steps of an hour that are asked for. */
const hours = 24;

/** `cells` blocks, a divisor of 24: the last 24 hours, oldest first. Empty without a past. */
export function barText(past: MonitorPast | undefined, cells: number, ascii: boolean): string {
  if (!past) return "";
  const steps = past.states
    .flatMap(({ state, steps }) => Array.from({ length: steps }, () => state))
    .slice(-hours);
  while (steps.length < hours) steps.unshift("unknown");
  const of = blocks[ascii ? "ascii" : "unicode"];
  const each = hours / cells;
  return Array.from({ length: cells }, (_, i) => {
    const within = steps.slice(i * each, (i + 1) * each);
    return of[order.findLast((state) => within.includes(state))!];
  }).join("");
}

/** A piece of a bar in one state. */
export interface BarPiece {
  text: string;
  tone: "good" | "warn" | "bad" | "dim";
}

const tones: Record<State, BarPiece["tone"]> = {
  healthy: "good",
  degraded: "warn",
  failing: "bad",
  paused: "dim",
  unknown: "dim",
};
const toneOf = new Map<string, BarPiece["tone"]>(
  Object.values(blocks).flatMap((of) => order.map((state) => [of[state], tones[state]] as const)),
);

/** The bar in pieces of one color each. */
export const barPieces = (bar: string): BarPiece[] =>
  (bar.match(/(.)\1*/gu) ?? []).map((text) => ({ text, tone: toneOf.get(text[0]!) ?? "dim" }));

/** The bar in colors. */
export function paintedBar(bar: string, style: Style): string {
  const paint = { good: style.green, warn: style.yellow, bad: style.red, dim: style.dim };
  return barPieces(bar)
    .map(({ text, tone }) => paint[tone](text))
    .join("");
}

/** `231 ms`, `12.4 s`; empty when none is known. */
export function responseText(past: MonitorPast | undefined): string {
  const ms = past?.p50_ms ?? null;
  if (ms === null) return "";
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `99.98 %`, rounded down: only uninterrupted uptime is 100 %. Empty when none is known. */
export function uptimeText(past: MonitorPast | undefined): string {
  const uptime = past?.uptime ?? null;
  if (uptime === null) return "";
  return uptime === 1 ? "100 %" : `${(Math.floor(uptime * 10_000) / 100).toFixed(2)} %`;
}
