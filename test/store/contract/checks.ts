/** What a store promises of checks that say the same as the last one. */
import { describe, expect, test } from "vitest";
import { hashOf } from "../../../src/core/health/same-report.ts";
import { nextDue } from "../../../src/core/health/schedule.ts";
import type { UnchangedCheck } from "../../../src/core/health/unchanged-check.ts";
import type { CheckResult } from "../../../src/core/model/model.ts";
import type { Reading } from "../../../src/core/command/command.ts";
import { night, result } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

const results = [result()];
const report = { ok: true as const, finished_at: night, results, remarks: [] };
const answer = { ms: 20, status_code: 200 };
const later = night + 2 * minute;

export function checkPromises(given: Given): void {
  const { store, actor, health, claimChecks, checked, subjectOf, wakeDue } = given;

  const columnsOf = (id: string) => subjectOf("health_check_monitors", id, later);
  const claim = async (now: number) => {
    const { due } = await claimChecks(now);
    return new Map(due.map(({ subject_id, lease }) => [subject_id, lease]));
  };
  /** Records the check of a monitor that is due; true: it is refused. */
  const refused = async (id: string, now: number, more: Partial<UnchangedCheck> = {}) => {
    const check: UnchangedCheck = {
      subject_id: id,
      lease: (await claim(now)).get(id) ?? "",
      at: now,
      interval_seconds: 60,
      staleness_threshold_minutes: 10,
      hash: hashOf(results),
      total: 1,
      passing: 1,
      finished_at: now - 1000,
      measured: null,
      answer,
      pace: 0,
      ...more,
    };
    const { refused: ids } = await store.run("record_unchanged", { checks: [check], now });
    expect(ids).toEqual(ids.length === 0 ? [] : [id]);
    return ids.length > 0;
  };

  describe("a check that says the same as the last one", () => {
    test("leaves its monitor as the command does, and its history", async () => {
      const [one, other] = [await health(), await health()];
      await given.check(report, night);
      const leases = await claim(later);
      const lease = leases.get(one.id)!;
      await checked(one.id, lease, { ...report, finished_at: later - 1000, answer }, later);
      expect(await refused(other.id, later, { lease: leases.get(other.id)! })).toBe(false);
      const [first, second] = [await columnsOf(one.id), await columnsOf(other.id)];
      // Each has a phase of its own.
      const due_at = nextDue(other.id, 60_000, later);
      expect(second).toEqual({ ...first, id: other.id, due_at, pace: 0 });
      const [from, to] = [night, later + minute];
      const history = (subject_id: string) =>
        store.read.monitor_history({ org_id: actor.org_id, subject_id, from, to, step_ms: minute });
      expect(await history(other.id)).toEqual(await history(one.id));
    });

    test("is recorded again and again, with what was measured", async () => {
      const { id } = await health({ expect: "http" });
      await given.check({ ...report, observed: true, measured: { check: { meta: 1 } } }, night);
      for (const meta of [2, 3]) {
        const now = night + meta * 2 * minute;
        const measured = { check: { meta } };
        expect(await refused(id, now, { staleness_threshold_minutes: null, measured })).toBe(false);
        expect(await columnsOf(id)).toMatchObject({ checked_at: now, measured });
      }
    });

    test("is looked at by time as before", async () => {
      const { id } = await health();
      await given.check(report, night);
      expect(await refused(id, later)).toBe(false);
      await wakeDue(later + 20 * minute);
      const now = later + 20 * minute;
      expect((await subjectOf("health_check_monitors", id, now)).wake_at).toBeGreaterThan(now);
    });

    test.each<[string, Partial<UnchangedCheck>]>([
      ["whose claim was lost", { lease: "another" }],
      ["that had other sub-checks", { hash: hashOf([]) }],
      ["whose last report is newer", { finished_at: night - 1000 }],
      ["that was never late", { staleness_threshold_minutes: null }],
      ["that was deleted", { subject_id: "nobody" }],
    ])("is refused for a monitor %s", async (_, more) => {
      const { id } = await health();
      await given.check(report, night);
      expect(await refused(more.subject_id ?? id, later, more)).toBe(true);
      expect((await columnsOf(id)).checked_at).toBe(night);
    });

    const of = (status: CheckResult["status"]): Reading => ({
      ...report,
      results: [result({ status })],
    });
    test.each<[string, Reading]>([
      ["down", of("failed")],
      ["degraded", of("warning")],
      ["up with a remark", { ...report, remarks: ["the report is odd"] }],
      ["down without a report", { ok: false, reason: "no connection" }],
    ])("is refused for a monitor that is %s", async (_, before) => {
      const { id } = await health();
      await given.check(before, night);
      const hash = hashOf(before.ok ? before.results : []);
      expect(await refused(id, later, { hash })).toBe(true);
    });
  });
}
