/** What was foretold and what arrived, and where they differ. */
import type { Expected } from "./foretell.ts";
import type { Push } from "./play.ts";

export interface Difference {
  at: number;
  text: string;
  /** For the count of a run: what kind of difference it is. */
  kind: string;
}

/** How far apart two instants may be, ms: a page may be tried at once, and is tried in turn. */
const tolerance = 3000;

const clock = (at: number) => {
  const s = Math.floor(at / 1000);
  return `${String(Math.floor(s / 60)).padStart(3)}:${String(s % 60).padStart(2, "0")}`;
};

const pages = new Set<string>(["page", "again", "escalated"]);
const alike = (expected: Expected["kind"], kind: Push["kind"]) =>
  kind === expected || kind === "summary" || (pages.has(expected) && pages.has(kind));

/** Every difference, in the order of time. What must arrive when the life ends (`until`) may be late, too. */
export function compare(
  expected: readonly Expected[],
  pushes: readonly Push[],
  until: number,
): Difference[] {
  const used = new Set<Push>();
  const differences: Difference[] = [];
  // What falls due as an incident ends may be sent before it does, or not at all.
  const atEnd = (at: number, device: string, monitors: readonly string[]) =>
    expected.some(
      (one) =>
        one.kind === "recovery" &&
        one.device === device &&
        monitors.includes(one.monitor) &&
        Math.abs(one.at - at) <= tolerance,
    );
  for (const one of expected) {
    const push = pushes.find(
      (other) =>
        other.device === one.device &&
        other.monitors.includes(one.monitor) &&
        (other.kind === "summary" || !used.has(other)) &&
        alike(one.kind, other.kind) &&
        Math.abs(other.at - one.at) <= tolerance,
    );
    if (push) used.add(push);
    else if (
      one.at + tolerance <= until &&
      !(one.kind === "reminder" && atEnd(one.at, one.device, [one.monitor]))
    )
      differences.push({
        at: one.at,
        kind: `missing ${one.kind}`,
        text: `${clock(one.at)} missing: ${one.kind} of ${one.monitor} to ${one.device}`,
      });
  }
  for (const push of pushes)
    if (
      !used.has(push) &&
      (pages.has(push.kind) || ["reminder", "recovery"].includes(push.kind)) &&
      !(push.kind === "reminder" && atEnd(push.at, push.device, push.monitors))
    )
      differences.push({
        at: push.at,
        kind: `unexpected ${push.kind}`,
        text: `${clock(push.at)} unexpected: ${push.kind} of ${push.monitors.join(", ")} to ${push.device} (${push.title})`,
      });
  return differences.sort((a, b) => a.at - b.at);
}

/** A life as a list of steps, to be read and made a story of. */
export const told = (steps: readonly { at: number; do: string }[]): string =>
  steps
    .map(({ at, do: deed, ...more }) => `${clock(at)} ${deed} ${JSON.stringify(more)}`)
    .join("\n");

/** What arrived, to be read beside it. */
export const heard = (pushes: readonly Push[]): string =>
  pushes
    .map(({ at, device, kind, title }) => `${clock(at)} ${device} ${kind}: ${title}`)
    .join("\n");
