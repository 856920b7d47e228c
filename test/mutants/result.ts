/** What came of mutants, as text. */
import type { Planted } from "./copy.ts";

/** What came of one mutant. */
export interface Result {
  /** Of the mutant. */
  key: string;
  /** `endless`: the tests did not end, which a person would notice. `unreached`: no test runs that code. */
  outcome: "noticed" | "endless" | "survived" | "unreached";
  /** The test that failed. */
  by: string | null;
  /** Test files that reach it and were not run, because the budget was used up. */
  left: number;
}

export const isNoticed = ({ outcome }: Result): boolean =>
  outcome === "noticed" || outcome === "endless";

/** A mutant that no test noticed: its place and its lines. */
export function textOf({ at, before, after }: Planted, { outcome, left }: Result): string {
  const lines = (sign: string, text: string) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `    ${sign} ${line}`);
  const more = left > 0 ? `, ${left} test files not run` : "";
  return [`${at} ${outcome}${more}`, ...lines("-", before), ...lines("+", after)].join("\n");
}

/** The counts of each room. */
export function tableOf(rooms: readonly { room: string; results: readonly Result[] }[]): string {
  const rows = rooms.map(({ room, results }) => {
    const count = (outcome: Result["outcome"]) =>
      results.filter((one) => one.outcome === outcome).length;
    const share = (100 * results.filter(isNoticed).length) / results.length;
    const counts = (["noticed", "endless", "survived", "unreached"] as const).map(count);
    return `| ${[room, results.length, ...counts, `${share.toFixed(1)} %`].join(" | ")} |`;
  });
  return [
    "| folder | mutants | noticed | endless | survived | unreached | share |",
    "| --- | --: | --: | --: | --: | --: | --: |",
    ...rows,
  ].join("\n");
}
