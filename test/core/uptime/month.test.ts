/** A month worked out by hand, and random ones counted minute by minute. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monitorDays, daysIn } from "../../../src/core/uptime/days.ts";
import { maintenanceIn, plannedTimes } from "../../../src/core/uptime/maintenance.ts";
import { outagesIn } from "../../../src/core/uptime/outages.ts";
import { lengthText, monthPeriod } from "../../../src/core/uptime/period.ts";
import { piecesOf, type Past } from "../../../src/core/uptime/pieces.ts";
import { percentText } from "../../../src/core/uptime/share.ts";
import {
  observedOf,
  shareWithMaintenance,
  together,
  unobservedOf,
  uptimeOf,
  uptimeShare,
} from "../../../src/core/uptime/uptime.ts";
import type { Range } from "../../../src/core/history/point.ts";
import type { HealthStatus } from "../../../src/core/model/status.ts";
import { minute, hour } from "../../../src/core/text/units.ts";
import { silence } from "../../support/builders.ts";

const zone = "Europe/Berlin";
const october = monthPeriod("2026-10", zone, Date.parse("2026-12-01T00:00:00Z"))!;

/** Summer time until 25 October, 03:00; `CET` after it. */
const berlin = (text: string) => {
  const winter = text.endsWith(" CET");
  const [date, time] = text.replace(" CET", "").split(" ");
  return Date.parse(`2026-10-${date!.padStart(2, "0")}T${time}:00${winter ? "+01:00" : "+02:00"}`);
};
const at = (text: string, status: HealthStatus) => ({ at: berlin(text), status });
const range = (from: string, to: string): Range => ({ from: berlin(from), to: berlin(to) });

/** The database upgrades were announced; the third window is a silence during an outage. */
const announced = [
  silence({
    ...window("18 23:00", "19 01:00"),
    inserted_at: berlin("11 10:00"),
    monitor_id: "shop",
  }),
  silence({
    from: berlin("19 10:00"),
    until: null,
    cron: "0 2 25 * *",
    duration_minutes: 120,
    timezone: zone,
    inserted_at: berlin("19 10:00"),
    alert_group_id: "oncall",
  }),
  silence({ ...window("6 11:10", "6 12:00"), inserted_at: berlin("6 11:10"), monitor_id: "shop" }),
  silence({ ...window("7 11:10", "7 12:00"), inserted_at: berlin("6 11:10"), monitor_id: "blog" }),
];
function window(from: string, until: string) {
  return { from: berlin(from), until: berlin(until) };
}

const shop: Past = {
  changes: [
    { at: berlin("1 00:00") - 30 * 24 * hour, status: "up" },
    at("6 11:02", "down"),
    at("6 11:33", "up"),
    at("10 14:00", "degraded"),
    at("10 14:20", "up"),
    // Down before, during and after a monitoring gap.
    at("14 09:50", "down"),
    at("14 10:40", "up"),
    // Wholly within maintenance over midnight.
    at("18 23:10", "stale"),
    at("18 23:40", "up"),
    // In the night with 25 hours: from before the maintenance into it.
    at("25 01:50", "down"),
    at("25 02:05", "up"),
    at("28 12:30 CET", "up"),
  ],
  gaps: [range("14 10:00", "14 10:22")],
  pauses: [range("28 12:00 CET", "28 13:30 CET")],
  maintenance: maintenanceIn(
    announced.map((one) => ({ silence: one, times: [...plannedTimes(one, october)] })),
  )({ id: "shop", alert_group_id: "oncall" }),
};

describe("October 2026 in Berlin, by hand", () => {
  const pieces = piecesOf(shop, october);
  const { uptime, outages } = uptimeOf(pieces);
  const min = (ms: number) => ms / minute;

  it("has 745 hours", () => {
    expect(lengthText(october)).toBe("745 h: clocks went back on 25 Oct");
    expect(min(october.to - october.from)).toBe(44_700);
  });

  it("has these minutes", () => {
    // 31 + (10 + 18) + 10 down; two windows of 120 minutes, 30 + 5 of them down.
    expect(Object.values(uptime).map((n, i) => (i === 8 ? n : min(n)))).toEqual(
      Object.values({
        up: 44_700 - 69 - 240 - 90 - 22,
        degraded: 20,
        down: 69,
        maintenance: 240,
        maintenance_down: 35,
        paused: 90,
        gap: 22,
        unknown: 0,
        outages: 3,
        longest: 31,
      }),
    );
    expect(min(observedOf(uptime))).toBe(44_588);
    expect(min(unobservedOf(uptime))).toBe(112);
  });

  it("has these outages: the gap splits none, and maintenance is none", () => {
    expect(
      outages.map((one) => [one.from, one.to, min(one.down_ms), min(one.gap_ms), one.ended]),
    ).toEqual([
      [berlin("6 11:02"), berlin("6 11:33"), 31, 0, true],
      [berlin("14 09:50"), berlin("14 10:40"), 28, 22, true],
      [berlin("25 01:50"), berlin("25 02:05"), 10, 0, true],
    ]);
    expect(outagesIn(pieces)).toHaveLength(4);
  });

  it("was up 99.84 %, and 99.76 % with maintenance, both cut", () => {
    // 44,279 of 44,348 and 44,484 of 44,588.
    expect(uptimeShare(uptime)).toBe(0.998444);
    expect(shareWithMaintenance(uptime)).toBe(0.997667);
    expect(percentText(uptimeShare(uptime)!)).toBe("99.84 %");
    expect(percentText(shareWithMaintenance(uptime)!)).toBe("99.76 %");
  });

  it("has these days", () => {
    const days = monitorDays(pieces, outages, daysIn(october, zone));
    const said = days.map((one) => [
      one.date.slice(8),
      ...[one.down_ms, one.degraded_ms, one.maintenance_ms, unobservedOf(one)].map(min),
      one.outages,
    ]);
    expect(said).toEqual([
      ["06", 31, 0, 0, 0, 1],
      ["10", 0, 20, 0, 0, 0],
      ["14", 28, 0, 0, 22, 1],
      ["18", 0, 0, 60, 0, 0],
      ["19", 0, 0, 60, 0, 0],
      ["25", 10, 0, 120, 0, 1],
      ["28", 0, 0, 0, 90, 0],
    ]);
  });

  it("of a monitor that was created on the 20th is the time since its first result", () => {
    const changes = [at("20 08:00", "pending"), at("20 08:01", "up")];
    const young = uptimeOf(piecesOf({ ...shop, changes, gaps: [], pauses: [] }, october)).uptime;
    expect(min(young.unknown_ms)).toBe(19 * 24 * 60 + 8 * 60 + 1);
    // Of the maintenance only the window after the first result was observed.
    expect(min(young.up_ms + young.maintenance_ms)).toBe(280 * 60 + 59);
    expect(uptimeShare(young)).toBe(1);
    expect(percentText(1)).toBe("100 %");
    const both = together([uptime, young]);
    expect(both.up_ms).toBe(uptime.up_ms + young.up_ms);
    expect([both.outages, both.longest_ms]).toEqual([3, 31 * minute]);
  });

  it("of a monitor that was never observed has no figure", () => {
    const { uptime: none } = uptimeOf(piecesOf({ ...shop, changes: [] }, october));
    expect([uptimeShare(none), shareWithMaintenance(none)]).toEqual([null, null]);
  });

  it("is cut, never rounded up", () => {
    const second = 1000;
    const month = 31 * 24 * hour;
    const share = uptimeShare({ ...uptime, up_ms: month - second, down_ms: second })!;
    expect(percentText(share)).toBe("99.99 %");
    expect(share).toBeLessThan(1);
    const instant = uptimeShare({ ...uptime, up_ms: 1000 * month - 1, down_ms: 1 })!;
    expect([instant, percentText(instant)]).toEqual([0.999999, "99.99 %"]);
  });
});

describe("random timelines, counted minute by minute", () => {
  const total = 120;
  const words = ["up", "degraded", "down", "stale", "pending"] as const;
  const states: Record<(typeof words)[number], string> = {
    up: "up",
    degraded: "degraded",
    down: "down",
    stale: "down",
    pending: "unknown",
  };
  const ranges = fc.array(
    fc.tuple(fc.integer({ min: -20, max: total + 20 }), fc.integer({ min: 0, max: 40 })),
    { maxLength: 4 },
  );
  const toRange = ([from, length]: [number, number]) => ({
    from: from * minute,
    to: (from + length) * minute,
  });

  it("agree in every figure, and in the outages", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -20, max: total + 5 }), fc.constantFrom(...words)), {
          maxLength: 25,
        }),
        ranges,
        ranges,
        ranges,
        (changed, pauses, gaps, maintenance) => {
          const changes = changed
            .map(([m, status]) => ({ at: m * minute, status }))
            .toSorted((a, b) => a.at - b.at);
          const past: Past = {
            changes,
            pauses: pauses.map(toRange),
            gaps: gaps.map(toRange),
            maintenance: maintenance.map(toRange),
          };
          const pieces = piecesOf(past, { from: 0, to: total * minute });
          const { uptime } = uptimeOf(pieces);
          // The oracle looks at each minute alone.
          const has = (all: [number, number][], m: number) =>
            all.some(([from, length]) => from <= m && m < from + length);
          const minutes = Array.from({ length: total }, (_, m) => {
            const status = changes.findLast((one) => one.at <= m * minute)?.status;
            const known = status === undefined ? "unknown" : states[status];
            const state = has(pauses, m) ? "paused" : has(gaps, m) ? "gap" : known;
            return { state, planned: has(maintenance, m) };
          });
          const count = (of: (one: (typeof minutes)[number]) => boolean) =>
            minutes.filter(of).length * minute;
          const isSeen = (state: string) => ["up", "degraded", "down"].includes(state);
          expect(uptime).toMatchObject({
            up_ms: count((m) => !m.planned && (m.state === "up" || m.state === "degraded")),
            degraded_ms: count((m) => !m.planned && m.state === "degraded"),
            down_ms: count((m) => !m.planned && m.state === "down"),
            maintenance_ms: count((m) => m.planned && isSeen(m.state)),
            maintenance_down_ms: count((m) => m.planned && m.state === "down"),
            paused_ms: count((m) => m.state === "paused"),
            gap_ms: count((m) => m.state === "gap"),
            unknown_ms: count((m) => m.state === "unknown"),
          });
          // Without its gaps, an outage is a run of minutes that are down.
          const shown = minutes.filter(({ state }) => state !== "gap");
          let outages = 0;
          for (let i = 0; i < shown.length;) {
            let end = i;
            let counts = false;
            for (; shown[end]?.state === "down"; end++) if (!shown[end]!.planned) counts = true;
            outages += Number(counts);
            i = Math.max(end, i + 1);
          }
          expect(uptime.outages).toBe(outages);
          expect(pieces.every((one, i) => one.from === (pieces[i - 1]?.to ?? 0))).toBe(true);
          expect(pieces.at(-1)!.to).toBe(total * minute);
        },
      ),
      { numRuns: 500 },
    );
  });
});
