import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { pagesAgain, stillPagesAgain } from "../../../src/core/decision/pages-again.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import { healthSnapshot, incident, night, webhookSnapshot } from "../../support/builders.ts";

const minute = 60_000;
const hourly = { expect_every_minutes: 60, grace_minutes: 10 };

describe("a monitor whose incident was resolved while it still fails says when it pages again", () => {
  const firing = (tipping_at: number | null) =>
    webhookSnapshot({
      subject: { status: "firing" },
      monitor: { error_rate_threshold: 10, error_rate_window_minutes: 5 },
      tipping_at,
    });
  test.each<[string, Snapshot, string | null]>([
    [
      "down",
      healthSnapshot({ subject: { status: "down" } }),
      "Pages nobody until the monitor has been up and fails again.",
    ],
    ["up", healthSnapshot({ subject: { status: "up" } }), null],
    [
      "firing",
      firing(night),
      "Pages nobody until the count falls below 10 errors in 5 min (2026-11-21 03:05 UTC, if no more arrive) and the threshold is reached again.",
    ],
    [
      "firing with so many reports that more must leave",
      firing(null),
      "Pages nobody until the count falls below 10 errors in 5 min and the threshold is reached again.",
    ],
    [
      "missing",
      webhookSnapshot({
        subject: { status: "missing", expected_at: night - 60 * minute, missing_since: night },
        monitor: { ...hourly, error_rate_threshold: 1, error_rate_window_minutes: 5 },
      }),
      "Pages nobody until the threshold of 1 error in 5 min is reached again, or no success has been reported by 2026-11-21 04:10 UTC.",
    ],
    [
      "firing, where a success is expected",
      webhookSnapshot({
        subject: { status: "firing" },
        monitor: { ...hourly, error_rate_threshold: 10, error_rate_window_minutes: 5 },
        tipping_at: night,
      }),
      "Pages nobody until the count falls below 10 errors in 5 min (2026-11-21 03:05 UTC, if no more arrive) and the threshold is reached again, or no success has been reported by 2026-11-21 04:10 UTC.",
    ],
  ])("%s", (_, snapshot, expected) => {
    expect(pagesAgain(snapshot, night)).toBe(expected);
  });
});

test.each([
  ["while its monitor fails", { status: "down", status_since: night - minute }, true],
  ["since the instant at which it failed", { status: "down", status_since: night }, true],
  ["after its monitor changed state", { status: "down", status_since: night + minute }, false],
  ["after its monitor recovered", { status: "up", status_since: night - minute }, false],
  ["after its monitor was deleted", undefined, false],
] as const)("a resolved incident promises a page only %s", (_, subject, holds) => {
  const resolved = { pages_again: "Pages nobody.", resolved_at: night };
  expect(stillPagesAgain(resolved, subject)).toBe(holds ? "Pages nobody." : null);
  expect(stillPagesAgain({ ...resolved, resolved_at: null }, subject)).toBeNull();
});

describe("resolving manually", () => {
  const resolved = (status: "down" | "up") =>
    decide(
      { ...healthSnapshot({ subject: { status } }), incident: incident() },
      { kind: "resolved", by: "Ada", reason: null },
      night + minute,
    );

  test("what still fails says in the incident and its timeline until when nobody is paged", () => {
    const pages_again = "Pages nobody until the monitor has been up and fails again.";
    expect(resolved("down")).toMatchObject([
      { kind: "incident", set: { status: "resolved", pages_again } },
      { kind: "timeline", text: `Resolved by Ada. ${pages_again}` },
      { kind: "notify", transition: "recovered" },
    ]);
  });

  test("what is healthy says nothing of the kind", () => {
    expect(resolved("up")).toMatchObject([
      { kind: "incident", set: { status: "resolved" } },
      { kind: "timeline", text: "Resolved by Ada." },
      { kind: "notify" },
    ]);
  });
});
