/** What a store promises of the measured past of monitors. */
import { describe, expect, test } from "vitest";
import type { HistoryPoint } from "../../../src/core/history/point.ts";
import type { Reading } from "../../../src/core/model/command.ts";
import { night, result } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

const second = 1000;
const base: HistoryPoint = {
  at: night,
  checks: 0,
  failed: 0,
  p50_ms: null,
  p95_ms: null,
  max_ms: null,
  status_code: null,
  lag_ms: null,
  errors: 0,
  observed: true,
};

export function historyPromises(given: Given): void {
  const { store, actor, health, webhook, report } = given;
  const check = (now: number, more: Partial<Reading & { ok: true }> = {}) =>
    given.check({ ok: true, finished_at: now, results: [result()], remarks: [], ...more }, now);
  const history = (subject_id: string, from: number, to: number, step_ms = minute) =>
    store.read.monitor_history({ org_id: actor.org_id, subject_id, from, to, step_ms });

  describe("history", () => {
    test("each check is kept with its response time, HTTP status and the age of its report", async () => {
      const { id } = await health({ interval_seconds: 60 });
      await check(night, { answer: { ms: 231, status_code: 200 } });
      await check(night + 2 * minute, {
        answer: { ms: 12, status_code: 503 },
        results: [result({ status: "failed" })],
        finished_at: night + minute,
      });
      const points = await history(id, night, night + 3 * minute);
      expect(points).toEqual([
        { ...base, checks: 1, p50_ms: 231, p95_ms: 231, max_ms: 231, status_code: 200, lag_ms: 0 },
        { ...base, at: night + minute },
        {
          ...base,
          at: night + 2 * minute,
          checks: 1,
          failed: 1,
          p50_ms: 12,
          p95_ms: 12,
          max_ms: 12,
          status_code: 503,
          lag_ms: minute,
        },
      ]);
    });

    test("error reports are counted by minute", async () => {
      const { id } = await webhook({ error_rate_threshold: 1000 });
      await report(id, night + second, 2);
      await report(id, night + 2 * second, 3);
      await report(id, night + minute, 1);
      const points = await history(id, night, night + 2 * minute);
      expect(points.map(({ errors }) => errors)).toEqual([5, 1]);
    });

    test("a sub-check is written when its status changes, and when it is no longer reported", async () => {
      const { id } = await health({ interval_seconds: 60 });
      const disk = (status: "ok" | "failed", short_summary: string) =>
        result({ name: "disk", label: "Disk", status, short_summary });
      const at = (n: number) => night + n * 10 * minute;
      await check(at(0), { results: [disk("ok", "50 %"), result({ name: "cache" })] });
      await check(at(1), { results: [disk("ok", "60 %"), result({ name: "cache" })] });
      await check(at(2), { results: [disk("failed", "99 %"), result({ name: "cache" })] });
      await check(at(3), { results: [disk("failed", "99 %")] });
      const changes = (from: number, to: number) =>
        store.read.sub_check_changes({ subject_id: id, from, to });
      const all = await changes(at(0), at(4));
      expect(
        all.map(({ name, at, status, short_summary }) => [name, at, status, short_summary]),
      ).toEqual([
        ["cache", at(0), "ok", result().short_summary],
        ["disk", at(0), "ok", "50 %"],
        ["disk", at(2), "failed", "99 %"],
        ["cache", at(3), null, null],
      ]);
      const later = await changes(at(2) + 1, at(4));
      expect(later.map(({ name, at }) => [name, at])).toEqual([
        ["cache", at(0)],
        ["disk", at(2)],
        ["cache", at(3)],
      ]);
    });

    test("a pause is time that was not observed, and so is a time before the monitor", async () => {
      const { id } = await health({ interval_seconds: 60 });
      const pause = (command: object, now: number) =>
        store.run("command", { subject_id: id, command: { by: "Ada", ...command } as never, now });
      await pause({ kind: "paused", until: null }, night + 2 * minute);
      const observed = async () =>
        (await history(id, night - minute, night + 6 * minute)).map((point) => point.observed);
      expect(await observed()).toEqual([false, true, true, false, false, false, false]);
      await pause({ kind: "resumed" }, night + 5 * minute);
      expect(await observed()).toEqual([false, true, true, false, false, false, true]);
    });

    test("monitors of another organization have no history", async () => {
      const { id } = await health();
      const other = await store.run("create_organization", { name: "other", now: night });
      const query = { subject_id: id, from: night, to: night + minute, step_ms: minute };
      expect(await store.read.monitor_history({ org_id: other.id, ...query })).toEqual([]);
    });
  });
}
