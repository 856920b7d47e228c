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

type Told = Pick<Push, "at" | "device" | "kind" | "monitors">;

/** What is sent of an incident that was paged before, and falls due by itself. */
const racers = new Set<string>(["reminder", "again", "escalated"]);
const shares = (one: Told, monitors: readonly string[]) =>
  one.monitors.some((monitor) => monitors.includes(monitor));
/** In the order of time, and recoveries after what they follow. */
const inOrder = <T extends { at: number; kind: string }>(all: readonly T[]): T[] =>
  all.toSorted(
    (a, b) => Number(a.kind === "recovery") - Number(b.kind === "recovery") || a.at - b.at,
  );

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
  /**
   * What falls due as an incident ends may be sent before it does, or not at all; and so may the recovery to somebody who is
   * told of nothing else.
   */
  const atEnd = ({ kind, at, device, monitors }: Told): boolean =>
    kind === "recovery"
      ? racing.some(
          (one) =>
            one.device === device && shares(one, monitors) && Math.abs(one.at - at) <= tolerance,
        )
      : racers.has(kind) &&
        expected.some(
          (one) =>
            one.kind === "recovery" &&
            monitors.includes(one.monitor) &&
            Math.abs(one.at - at) <= tolerance,
        );
  const racing: Told[] = [];
  const differ = (verb: string, one: Told, text: string): void => {
    if (!atEnd(one))
      differences.push({
        at: one.at,
        kind: `${verb} ${one.kind}`,
        text: `${clock(one.at)} ${verb}: ${one.kind} of ${one.monitors.join(", ")} to ${one.device}${text}`,
      });
    else if (one.kind !== "recovery") racing.push(one);
  };
  for (const one of inOrder(expected)) {
    const push = pushes.find(
      (other) =>
        other.device === one.device &&
        other.monitors.includes(one.monitor) &&
        (other.kind === "summary" || !used.has(other)) &&
        alike(one.kind, other.kind) &&
        Math.abs(other.at - one.at) <= tolerance,
    );
    if (push) used.add(push);
    else if (one.at + tolerance <= until)
      differ("missing", { ...one, monitors: [one.monitor] }, "");
  }
  for (const push of inOrder(pushes))
    if (!used.has(push) && (pages.has(push.kind) || ["reminder", "recovery"].includes(push.kind)))
      differ("unexpected", push, ` (${push.title})`);
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
