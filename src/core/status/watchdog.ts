/**
 * Judges, from one look after another, whether the main thread and the writing of the database still move. Time counts only
 * as far as the looks themselves come: the time of a suspended machine, or of one too busy to look, does not count. Pure.
 */

/** The counts of a part of the process. */
export interface Progress {
  ended: number;
  /** It has work that it has not finished. */
  busy: boolean;
}

export interface Limits {
  /** Between two looks, ms. */
  between: number;
  /** How long a part stands before the log says so, and before the process ends, ms. */
  told: number;
  ends: number;
}

/** The findings about one part so far. */
interface Standing {
  ended: number;
  /** How long it has not moved, ms. */
  stood: number;
  told: boolean;
}

export type Finding = "stands" | "moves again" | "ends";

/** The main thread answers everybody; the writing goes through it, so it has more time. */
export const limits = {
  main: { between: 1_000, told: 15_000, ends: 60_000 },
  writing: { between: 1_000, told: 30_000, ends: 120_000 },
} as const satisfies Record<string, Limits>;

export type Part = keyof typeof limits;
export type Watched = { at: number | null } & Record<Part, Standing>;

const moving: Standing = { ended: -1, stood: 0, told: false };
export const unwatched: Watched = { at: null, main: moving, writing: moving };

/** `at`: by a clock that is never set back, ms. */
export function look(
  before: Watched,
  now: { at: number } & Record<Part, Progress>,
  bounds: Readonly<Record<Part, Limits>> = limits,
): { watched: Watched; findings: [Part, Finding][] } {
  const passed = before.at === null ? 0 : now.at - before.at;
  const main = after(before.main, now.main, passed, bounds.main);
  // Answers of the writer are heard by the main thread: while that stands, the writer is unknown.
  const writing = main.told
    ? before.writing
    : after(before.writing, now.writing, passed, bounds.writing);
  const watched = { at: now.at, main, writing };
  const findings = (["main", "writing"] as const).flatMap((part) => {
    const finding = findingOf(before[part], watched[part], bounds[part]);
    return finding === null ? [] : [[part, finding] satisfies [Part, Finding]];
  });
  return { watched, findings };
}

function after(before: Standing, now: Progress, passed: number, bounds: Limits): Standing {
  if (!now.busy || now.ended !== before.ended) return { ...moving, ended: now.ended };
  const stood = before.stood + Math.min(passed, 2 * bounds.between);
  return { ended: now.ended, stood, told: stood >= bounds.told };
}

function findingOf(before: Standing, now: Standing, bounds: Limits): Finding | null {
  if (now.stood >= bounds.ends) return "ends";
  if (now.told === before.told) return null;
  return now.told ? "stands" : "moves again";
}

const names: Record<Part, string> = {
  main: "the main thread",
  writing: "the writing of the database",
};

/** A line for the log. */
export function findingText(part: Part, finding: Finding, bounds: Limits = limits[part]): string {
  const name = names[part];
  if (finding === "moves again") return `${name} moves again`;
  const seconds = Math.round(bounds[finding === "ends" ? "ends" : "told"] / 1000);
  return finding === "ends"
    ? `${name} has stood still for ${seconds} s: the process ends, so that its supervisor starts it again`
    : `${name} has stood still for ${seconds} s`;
}
