import { expect, test } from "vitest";
import type { Status, Tone } from "../../../src/core/model/status.ts";
import {
  situationText,
  situationTone,
  tally,
  tallyText,
} from "../../../src/core/status/situation.ts";

type Counts = Partial<Record<Status | "paused", number>>;
const counted = (counts: Counts) =>
  tally(
    Object.entries(counts).map(([status, count]) => ({
      status: status === "paused" ? ("down" as const) : (status as Status),
      paused: status === "paused",
      count,
    })),
  );

test.each<[open: number, acknowledged: number, Counts, Tone, string]>([
  [0, 0, {}, "idle", "No monitors yet"],
  [0, 0, { up: 1 }, "good", "All healthy: 1 monitor"],
  [0, 0, { up: 30, quiet: 5, resolved: 4 }, "good", "All healthy: 39 monitors"],
  [0, 0, { up: 39, paused: 1 }, "good", "All healthy: 39 monitors, 1 paused"],
  [0, 0, { pending: 2 }, "idle", "2 pending"],
  [0, 0, { up: 3, pending: 1 }, "good", "1 pending, 3 healthy"],
  [0, 0, { up: 3, degraded: 1 }, "warn", "1 degraded, 3 healthy"],
  [0, 0, { up: 3, down: 1, stale: 1, firing: 1 }, "bad", "3 failing, 3 healthy"],
  [1, 0, { up: 3 }, "bad", "1 unacknowledged incident, 3 healthy"],
  [0, 2, { up: 3 }, "warn", "2 acknowledged incidents, 3 healthy"],
  [
    2,
    1,
    { down: 2, up: 39, paused: 1 },
    "bad",
    "2 unacknowledged incidents, 1 acknowledged, 2 failing, 1 paused, 39 healthy",
  ],
])("%i open, %i acknowledged, %j: %s, %s", (open, acknowledged, counts, tone, text) => {
  const situation = { open, acknowledged, monitors: counted(counts) };
  expect([situationTone(situation), situationText(situation)]).toEqual([tone, text]);
});

test("a tally names nothing that there is none of", () => {
  expect(tallyText(counted({}))).toBe("");
  expect(tallyText(counted({ firing: 1, quiet: 2 }))).toBe("1 failing, 2 healthy");
});
