import { describe, expect, test } from "vitest";
import {
  conditionOf,
  healthStatuses,
  inboundStatuses,
  isFailing,
  isHealthy,
  monitorStatuses,
  publicStateOf,
  rankOf,
  standingTone,
  statuses,
  toneOf,
  webhookStatuses,
  type Status,
} from "../../../src/core/model/status.ts";

const all = Object.keys(statuses) as Status[];
const byRank = all.toSorted((a, b) => statuses[a].rank - statuses[b].rank);
const kindOf = (status: Status) =>
  (
    [
      ["health check", healthStatuses],
      ["webhook", webhookStatuses],
      ["group URL", inboundStatuses],
    ] as const
  )
    .flatMap(([kind, of]) => ((of as readonly Status[]).includes(status) ? [kind] : []))
    .join(", ");

test("the statuses, worst first", () => {
  const rows = byRank.map((status) => [
    statuses[status].glyph,
    status.padEnd(9),
    kindOf(status).padEnd(13),
    conditionOf(status).padEnd(9),
    toneOf(status).padEnd(5),
    publicStateOf(status),
  ]);
  expect(`\n${rows.map((row) => row.join(" ")).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    ✗ down      health check  failing   bad   down
    ✗ firing    webhook       failing   bad   down
    ◔ missing   webhook       failing   bad   down
    ◔ stale     health check  failing   bad   down
    ✗ failing   group URL     failing   bad   down
    ! degraded  health check  degraded  warn  degraded
    … pending   health check  pending   idle  unknown
    … waiting   webhook       pending   idle  unknown
    ✓ resolved  webhook       healthy   good  operational
    ✓ up        health check  healthy   good  operational
    ✓ quiet     webhook       healthy   good  operational
    ✓ ok        group URL     healthy   good  operational
    "
  `);
});

test("no two statuses have one rank, and worse conditions come first", () => {
  expect(new Set(all.map((status) => statuses[status].rank)).size).toBe(all.length);
  const order = ["failing", "degraded", "pending", "healthy"];
  expect(order.flatMap((one) => byRank.filter((status) => conditionOf(status) === one))).toEqual(
    byRank,
  );
});

test("the statuses of monitors are worst first", () => {
  expect(monitorStatuses).toEqual(
    byRank.filter((status) => !(inboundStatuses as Status[]).includes(status)),
  );
});

describe("a monitor's place and tone", () => {
  const at = (status: Status, paused = false, flapping = false) => ({ status, paused, flapping });

  test.each(all)("%s: worse while it flaps, last while it is paused", (status) => {
    expect(rankOf(at(status, false, true))).toBeLessThanOrEqual(rankOf(at(status)));
    expect(rankOf(at(status, false, true))).toBeLessThanOrEqual(rankOf(at("degraded")));
    for (const other of all) expect(rankOf(at(status, true))).toBeGreaterThan(rankOf(at(other)));
    expect(standingTone(at(status, true, true))).toBe("idle");
    expect(standingTone(at(status, false, true))).toBe(isFailing(status) ? "bad" : "warn");
    expect(standingTone(at(status))).toBe(toneOf(status));
  });
});

test("a client that is older than its server takes a status it does not know as pending", () => {
  const newer = "hibernating" as Status;
  expect([isFailing(newer), isHealthy(newer), toneOf(newer)]).toEqual([false, false, "idle"]);
  expect(rankOf({ status: newer, paused: false, flapping: false })).toBe(statuses.pending.rank);
});
