import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/incident/decide.ts";
import { pagesAgain } from "../../../src/core/incident/pages-again.ts";
import type { Snapshot } from "../../../src/core/model/snapshot.ts";
import { healthSnapshot, incident, night, webhookSnapshot } from "../../support/builders.ts";

const minute = 60_000;

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
      "Pages nobody until there are fewer than 10 errors in 5 min (2026-11-21 03:05 UTC, if no more arrive) and the threshold is reached again.",
    ],
    [
      "firing with so many reports that more must leave",
      firing(null),
      "Pages nobody until there are fewer than 10 errors in 5 min and the threshold is reached again.",
    ],
    [
      "missing",
      webhookSnapshot({ subject: { status: "missing" } }),
      "Pages nobody until a report has arrived and the next expected one is missing.",
    ],
  ])("%s", (_, snapshot, expected) => {
    expect(pagesAgain(snapshot)).toBe(expected);
  });
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
