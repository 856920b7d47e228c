import { describe, expect, test } from "vitest";
import {
  findingText,
  limits,
  look,
  unwatched,
  type Finding,
} from "../../../src/core/status/watchdog.ts";

type Step = { passed: number; main?: boolean; writing?: "idle" | "moves" | "stands" };

/** What the looks find, with the time of each. `main`: whether it moved since the look before. */
function found(steps: readonly Step[]): [number, string, Finding][] {
  let [watched, at, ticks, ended] = [unwatched, 0, 0, 0];
  return steps.flatMap(({ passed, main = true, writing = "idle" }) => {
    at += passed;
    if (main) ticks++;
    if (writing === "moves") ended++;
    const seen = look(watched, {
      at,
      main: { ended: ticks, busy: true },
      writing: { ended, busy: writing !== "idle" },
    });
    watched = seen.watched;
    return seen.findings.map(([part, finding]): [number, string, Finding] => [at, part, finding]);
  });
}
const second = 1000;
const looks = (count: number, more: Omit<Step, "passed">): Step[] =>
  Array.from({ length: count }, () => ({ passed: second, ...more }));

describe("a thread that stands", () => {
  test("is told once, and ends the process when it stays so", () => {
    expect(found(looks(1, {}).concat(looks(60, { main: false })))).toEqual([
      [16 * second, "main", "stands"],
      [61 * second, "main", "ends"],
    ]);
    expect(found(looks(1, {}).concat(looks(119, { writing: "stands" })))).toEqual([
      [31 * second, "writing", "stands"],
    ]);
    expect(found(looks(1, {}).concat(looks(120, { writing: "stands" })))).toContainEqual([
      121 * second,
      "writing",
      "ends",
    ]);
  });

  test("is not the writer while the main thread, which hears its answers, is known to stand", () => {
    const both = looks(16, { main: false, writing: "stands" });
    const steps = [...looks(10, { writing: "stands" }), ...both, ...both];
    expect(found(steps).map(([, part]) => part)).toEqual(["main"]);
  });

  test("and moves again is told, and starts anew", () => {
    const stands = looks(20, { main: false });
    expect(found([...looks(1, {}), ...stands, ...looks(1, {}), ...stands])).toEqual([
      [16 * second, "main", "stands"],
      [22 * second, "main", "moves again"],
      [37 * second, "main", "stands"],
    ]);
    const writes = [...looks(40, { writing: "stands" }), ...looks(1, { writing: "moves" })];
    expect(found(writes).map(([, part, finding]) => [part, finding])).toEqual([
      ["writing", "stands"],
      ["writing", "moves again"],
    ]);
  });
});

describe("nothing is told", () => {
  test.each<[string, Step[]]>([
    ["while all moves", looks(300, { writing: "moves" })],
    ["while nothing is to be written", looks(300, {})],
    [
      "of a machine that was suspended for a day",
      [...looks(9, { writing: "stands" }), { passed: 86_400_000, main: false, writing: "stands" }],
    ],
    [
      "of a machine that is so busy that looks come once a minute",
      Array.from({ length: 30 }, (_, i) => ({ passed: 60 * second, main: i % 3 === 0 })),
    ],
    [
      "of the writing while the main thread, which hears its answers, stands",
      looks(10, { writing: "stands" }).concat(looks(14, { main: false, writing: "stands" })),
    ],
  ])("%s", (_, steps) => {
    expect(found(steps)).toEqual([]);
  });
});

test("each finding has a sentence", () => {
  const findings = ["stands", "moves again", "ends"] as const;
  expect(findings.map((finding) => findingText("main", finding))).toEqual([
    "the main thread has stood still for 15 s",
    "the main thread moves again",
    "the main thread has stood still for 60 s: the process ends, so that its supervisor starts it again",
  ]);
  expect(findingText("writing", "stands", { ...limits.writing, told: 500 })).toBe(
    "the writing of the database has stood still for 1 s",
  );
});
