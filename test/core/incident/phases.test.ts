import { expect, it } from "vitest";
import { phasesOf, usualOf, type PhaseFacts } from "../../../src/core/incident/phases.ts";
import type { Entry } from "../../../src/core/incident/folded-timeline.ts";

const [opened_at, resolved_at] = [1_000_000, 4_000_000];
const entry = (kind: Entry["kind"], at: number, actor: string | null = null): Entry => ({
  kind,
  at,
  actor,
  text: "",
  user_id: null,
  public_state: null,
  edited_at: null,
});
const none: PhaseFacts = { timeline: [], accepted: [], points: [], recoveries: [] };
const phases = (facts: Partial<PhaseFacts>) =>
  phasesOf({ opened_at, resolved_at }, { ...none, ...facts });

it("begins at the first of the failed checks in a row before the opening", () => {
  const point = (at: number, checks: number, failed: number) => ({ at, checks, failed });
  const points = [
    point(600_000, 1, 1),
    point(700_000, 1, 0),
    point(800_000, 1, 1),
    point(850_000, 0, 0),
    point(900_000, 2, 1),
    point(2_000_000, 1, 1),
  ];
  expect(phases({ points }).failed_at).toBe(800_000);
  expect(phases({ points: points.slice(0, 2) }).failed_at).toBeNull();
  expect(phases({}).failed_at).toBeNull();
});

it("takes the first accepted page and the first acknowledgement, and the last recovery before the end", () => {
  expect(
    phases({
      accepted: [1_500_000, 1_200_000, 900_000, 5_000_000],
      timeline: [
        entry("opened", opened_at),
        entry("acknowledged", 2_000_000, "Ada"),
        entry("acknowledged", 2_500_000, "Bo"),
      ],
      recoveries: [500_000, 1_800_000, 3_000_000, 6_000_000],
    }),
  ).toEqual({
    failed_at: null,
    opened_at,
    accepted_at: 1_200_000,
    acknowledged_at: 2_000_000,
    acknowledged_by: "Ada",
    recovered_at: 3_000_000,
    resolved_at,
  });
});

it("says null for an instant that never came", () => {
  expect(phases({})).toMatchObject({
    accepted_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    recovered_at: null,
  });
});

it("compares with the median of three incidents at least", () => {
  const before = (acknowledge: number | null, resolve: number | null) => ({
    opened_at,
    acknowledged_at: acknowledge === null ? null : opened_at + acknowledge,
    resolved_at: resolve === null ? null : opened_at + resolve,
  });
  expect(usualOf([before(1, 10), before(3, 30)])).toEqual({
    acknowledge_ms: null,
    resolve_ms: null,
  });
  expect(usualOf([before(1, 10), before(null, 20), before(3, 40), before(9, 30)])).toEqual({
    acknowledge_ms: 3,
    resolve_ms: 25,
  });
});
