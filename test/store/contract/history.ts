/** What a store promises of the measured past of monitors. */
import { describe, expect, test } from "vitest";
import type { HistoryPoint, Mark } from "../../../src/core/history/point.ts";
import { countTimes, percentileOf } from "../../../src/core/history/response-times.ts";
import type { Reading } from "../../../src/core/command/command.ts";
import { keeping, night, result } from "../../support/builders.ts";
import { databaseTime, minute, node, nodeOf, type Given } from "./given.ts";

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

/** The percentiles of a point with one check, as an hour keeps them. */
const roundedTimes = ({ max_ms }: HistoryPoint) => {
  const ms = max_ms === null ? null : Math.min(max_ms, percentileOf(countTimes([max_ms]), 0.5)!);
  return { p50_ms: ms, p95_ms: ms };
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

    /** Rolls up all that has ended, a monitor at a time. */
    const rollUp = async (now: number) => {
      for (let more = true; more;) ({ more } = await store.run("roll_up", { now, limit: 1 }));
    };
    const hour = 60 * minute;
    const day = 24 * hour;
    /** The begin of the day of `night`. */
    const morning = night - (night % day);
    const total = (points: HistoryPoint[], name: "checks" | "errors" | "failed") =>
      points.reduce((sum, point) => sum + point[name], 0);
    const forever = keeping(1000 * day);
    const short = { ...forever, measures: { check: day, hour: 3 * day, day: 1000 * day } };
    /** Lets retention go by, from `night` on: it does not follow a jump. */
    const expire = async (until: number, retention: typeof forever) => {
      for (let now = night; now < until + 12 * hour; now += 12 * hour)
        for (let more = true; more;)
          ({ more } = await store.run("expire_rows", {
            now: Math.min(now, until),
            retention,
          }));
    };

    test("hours and days have what their checks and reports had, also when those are deleted", async () => {
      const { id } = await health({ interval_seconds: 60 });
      const { id: errors } = await webhook({ error_rate_threshold: 1000 });
      for (let i = 0; i < 40; i++) {
        const now = morning + day + i * hour;
        await check(now, { answer: { ms: 100 + i, status_code: 200 } });
        await report(errors, now, 2);
        await rollUp(now);
      }
      const by = (subject_id: string, step_ms: number) =>
        history(subject_id, morning + day, morning + 4 * day, step_ms);
      const before = await by(id, hour);
      expect(total(before, "checks")).toBe(40);
      expect(before[3]).toMatchObject({ checks: 1, max_ms: 103 });
      await rollUp(morning + 4 * day + hour);
      expect(await by(id, hour)).toEqual(
        before.map((point) => ({ ...point, ...roundedTimes(point) })),
      );
      expect(total(await by(errors, hour), "errors")).toBe(80);
      await expire(morning + 4 * day + hour, short);
      expect(total(await by(id, minute), "checks")).toBe(0);
      const days = await by(id, day);
      expect(days.map(({ checks, max_ms }) => [checks, max_ms])).toEqual([
        [24, 123],
        [16, 139],
        [0, null],
      ]);
      expect((await by(errors, day)).map((point) => point.errors)).toEqual([48, 32, 0]);
      await expire(morning + 8 * day, short);
      expect(total(await by(id, hour), "checks")).toBe(0);
      expect(total(await by(id, day), "checks")).toBe(40);
    });

    test("what is not rolled up yet is kept, however old", async () => {
      const { id } = await health();
      await check(night);
      await expire(night + 10 * day, short);
      await rollUp(night + 10 * day);
      const points = await history(id, morning, morning + 10 * day, day);
      expect(total(points, "checks")).toBe(1);
    });

    test("an hour that comes again, because the clock was set back, has the checks of both times", async () => {
      const tomorrow = morning + day;
      const { id } = await health({ interval_seconds: 60 });
      await check(tomorrow + 2 * hour);
      await rollUp(tomorrow + 30 * hour);
      await check(tomorrow + 2 * hour + 10 * minute);
      await rollUp(tomorrow + 3 * hour + 10 * minute);
      await rollUp(tomorrow + 30 * hour);
      const points = await history(id, tomorrow, tomorrow + day, day);
      expect(points.map(({ checks }) => checks)).toEqual([2]);
    });

    test("a time without monitord was not observed", async () => {
      const { id } = await health();
      for (const now of [night + minute, night + 31 * minute])
        await store.run("beat", { reason: "suspended", node: nodeOf(node), ...databaseTime, now });
      const points = await history(id, night, night + 40 * minute, 10 * minute);
      expect(points.map(({ observed }) => observed)).toEqual([true, false, false, true]);
    });

    test("the state in which a sub-check has been for years is kept, earlier changes are not", async () => {
      const { id } = await health({ interval_seconds: 60 });
      const disk = (status: "ok" | "failed") => ({ results: [result({ status })] });
      await check(night, disk("ok"));
      await check(night + 10 * minute, disk("failed"));
      await check(night + 20 * minute, disk("ok"));
      await expire(night + day, keeping(hour));
      const all = await store.read.sub_check_changes({ subject_id: id, from: 0, to: night + day });
      expect(all.map(({ at, status }) => [at, status])).toEqual([[night + 20 * minute, "ok"]]);
    });

    test("the last change of status is kept, however old, because it says how later ones began", async () => {
      const { id } = await health({ interval_seconds: 60 });
      await check(night);
      await check(night + 10 * minute, { results: [result({ status: "failed" })] });
      await expire(night + day, keeping(hour));
      const all = await store.read.histories(actor.org_id, [id], 0);
      expect(all.map(({ at, status }) => [at, status])).toEqual([[night + 10 * minute, "down"]]);
    });

    test("the history of a monitor is deleted once it cannot be restored", async () => {
      const { id } = await health();
      await check(night);
      await mark({ monitor_id: id });
      await given.remove("health_check_monitors", id);
      expect(await marks()).toHaveLength(1);
      for (let half = 0; half <= 18; half++)
        await expire(night + half * 12 * hour, keeping(365 * day));
      expect(
        await store.read.sub_check_changes({ subject_id: id, from: 0, to: night + day }),
      ).toEqual([]);
      expect(await marks()).toEqual([]);
    });

    const mark = (more: Partial<Mark> = {}, now = night) =>
      store.run("add_mark", {
        actor,
        mark: {
          at: now,
          text: "Deploy 4.12",
          url: null,
          by: "ci",
          alert_group_id: null,
          monitor_id: null,
          ...more,
        },
        now,
      });
    const marks = (more: object = {}) => store.read.marks({ ...given.page(), ...more });

    test("a mark is of all, of a group or of a monitor, and a monitor has those of all three", async () => {
      const one = await health();
      const other = await health();
      await mark({ text: "all" });
      await mark({ text: "group", alert_group_id: one.alert_group_id, at: night + 1 });
      await mark({ text: "one", monitor_id: one.id, at: night + 2 });
      await mark({ text: "other", monitor_id: other.id, at: night + 3 });
      const texts = async (more: object) => (await marks(more)).map(({ text }) => text);
      expect(await texts({})).toEqual(["all", "group", "one", "other"]);
      expect(await texts({ monitor: one })).toEqual(["all", "group", "one"]);
      expect(await texts({ alert_group_id: one.alert_group_id })).toEqual(["group"]);
      expect(await texts({ from: night + 1, to: night + 3 })).toEqual(["group", "one"]);
    });

    test("a mark of a monitor that does not exist is refused", async () => {
      expect(await mark({ monitor_id: "nowhere" })).toMatchObject({
        ok: false,
        faults: [{ field: "monitor_id", code: "unknown" }],
      });
    });

    test("a mark can be deleted, and goes with its age", async () => {
      const created = await mark();
      await mark({ text: "second" });
      if (!created.ok) throw new Error("no mark");
      const { id } = created.value;
      expect(await store.run("remove_mark", { actor, id, now: night })).toMatchObject({ ok: true });
      expect(await store.run("remove_mark", { actor, id, now: night })).toMatchObject({
        why: "not_found",
      });
      expect(await marks()).toMatchObject([{ text: "second" }]);
      await expire(night + day, keeping(hour));
      expect(await marks()).toEqual([]);
    });

    test("monitors of another organization have no history", async () => {
      const { id } = await health();
      const other = await store.run("create_organization", { name: "other", now: night });
      const query = { subject_id: id, from: night, to: night + minute, step_ms: minute };
      expect(await store.read.monitor_history({ org_id: other.id, ...query })).toEqual([]);
    });
  });
}
