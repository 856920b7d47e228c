/** Lives of teams in the real service, against what the written rules ask for: `npm run oracle` runs others. */
import { expect, test } from "vitest";
import { told } from "./compare.ts";
import { judge, livesFrom } from "./run.ts";

test.each([
  [140, 20, ["reminders", "escalation", "hours"]],
  [229, 15, ["reminders", "escalation", "hours", "members", "silences"]],
  [10001, 15, ["reminders", "escalation", "hours", "members", "silences", "schedules"]],
  [
    160100,
    15,
    [
      "reminders",
      "escalation",
      "hours",
      "members",
      "silences",
      "schedules",
      "absences",
      "fallbacks",
    ],
  ],
] as const)("the lives from seed %i on are told as the rules say", async (first, count, wanted) => {
  const verdicts = await judge(livesFrom(first, count, new Set(wanted)));
  expect(verdicts.reduce((sum, { pushes }) => sum + pushes.length, 0)).toBeGreaterThan(count);
  for (const { life, differences } of verdicts)
    expect(
      differences.map(({ text }) => text),
      `seed ${life.seed}\n${told(life.steps)}`,
    ).toEqual([]);
});
