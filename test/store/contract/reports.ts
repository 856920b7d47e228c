/** What a store promises of what applications post to webhook monitors: error reports, refused bodies and runs. */
import { describe, expect, test } from "vitest";
import type { Beat } from "../../../src/core/command/command.ts";
import type { AlertGroup } from "../../../src/core/model/model.ts";
import type { HashColumn } from "../../../src/store/reads/inbound.ts";
import { arrival, beat as beatOf, keeping, night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function reportPromises({
  store,
  actor,
  save,
  webhook,
  onCall,
  report,
  wakeDue,
  page,
  incidents,
  subjectOf,
  remove,
}: Given): void {
  describe("reports", () => {
    const count = async (id: string, now = night) =>
      (await subjectOf("webhook_monitors", id, now)).window_count;

    test("reports are counted exactly, in the window and out of it", async () => {
      const { id } = await webhook({ error_rate_threshold: 100 });
      await Promise.all(Array.from({ length: 50 }, (_, i) => report(id, night + (i % 7))));
      expect(await count(id, night + 6)).toBe(50);
      const at = (ms: number) => count(id, night + 5 * minute + ms);
      expect(await at(-1)).toBe(50);
      expect(await at(0)).toBe(42);
      expect(await at(6)).toBe(0);
    });

    test("reports that come while many windows run dry keep their monitors firing", async () => {
      const ids: string[] = [];
      for (let i = 0; i < 30; i++) {
        const { id } = await webhook({ error_rate_threshold: 1, error_rate_window_minutes: 1 });
        ids.push(id);
      }
      await Promise.all(ids.map((id) => report(id, night)));
      const dry = night + minute + 1;
      const waves = [1, 2, 3];
      await Promise.all([
        wakeDue(dry),
        ...waves.flatMap((wave) => ids.map((id) => report(id, dry + wave))),
      ]);
      await wakeDue(dry + 4);
      for (const id of ids)
        expect(await subjectOf("webhook_monitors", id, dry + 4)).toMatchObject({
          status: "firing",
          window_count: 3,
        });
      const open = (await incidents()).filter(({ status }) => status === "open");
      expect(open).toHaveLength(ids.length);
    });

    test("reports of long ago count no more, also when retention has deleted them", async () => {
      const { id } = await webhook({ error_rate_threshold: 10 });
      await report(id, night, 9);
      const later = night + 30 * 24 * 60 * minute;
      for (const now of [night, later])
        await store.run("expire_rows", { now, retention: keeping(60 * minute) });
      await store.run("allow_retention", { now: later });
      for (let more = true; more;)
        ({ more } = await store.run("expire_rows", {
          now: later,
          retention: keeping(60 * minute),
        }));
      await report(id, later, 1);
      expect(await subjectOf("webhook_monitors", id, later)).toMatchObject({
        status: "quiet",
        window_count: 1,
      });
    });

    test("the hashes of all webhook ids are listed in their order, also those of before", async () => {
      const listed = async (query: HashColumn) => {
        const all: string[] = [];
        for (let page = [""]; page.length > 0; all.push(...page))
          page = await store.read.webhook_hashes({ ...query, after: page.at(-1)! });
        expect(all).toEqual([...new Set(all)].toSorted());
        return all;
      };
      const { id, webhook_hash, alert_group_id } = await webhook();
      const kind = "webhook_monitors";
      expect(await listed({ kind, column: "webhook_hash" })).toContain(webhook_hash);
      await store.run("rotate_webhook", { actor, kind, id, now: night });
      expect(await listed({ kind, column: "webhook_hash" })).not.toContain(webhook_hash);
      expect(await listed({ kind, column: "previous_webhook_hash" })).toContain(webhook_hash);
      const group = await store.read.resource("alert_groups", actor.org_id, alert_group_id, night);
      expect(await listed({ kind: "alert_groups", column: "webhook_hash" })).toContain(
        group!.webhook_hash,
      );
      const { ping_key_hash } = group!;
      const column = "ping_key_hash";
      expect(await listed({ kind: "alert_groups", column })).toContain(ping_key_hash);
      await store.run("rotate_ping_key", { actor, id: alert_group_id, now: night });
      expect(await listed({ kind: "alert_groups", column })).not.toContain(ping_key_hash);
      expect(await listed({ kind: "alert_groups", column: "previous_ping_key_hash" })).toContain(
        ping_key_hash,
      );
    });

    test("a ping key and an external_id lead to a monitor of the group, those of before until a day is over", async () => {
      const { id, alert_group_id } = await webhook({ external_id: "nightly/backup" });
      await webhook({ external_id: "other" });
      const group = (await store.read.resource(
        "alert_groups",
        actor.org_id,
        alert_group_id,
        night,
      ))!;
      const target = (key: string, name: string) => store.read.ping_target(`${key}/${name}`);
      const rotated = await store.run("rotate_ping_key", { actor, id: alert_group_id, now: night });
      const { ping_key } = (rotated as { value: AlertGroup }).value;
      const found = {
        kind: "webhook_monitor",
        id,
        org_id: actor.org_id,
        auth: null,
        mapping: null,
      };
      expect(await target(ping_key, "nightly/backup")).toEqual({ ...found, until: null });
      expect(await target(group.ping_key, "nightly/backup")).toEqual({
        ...found,
        until: night + 24 * 60 * minute,
      });
      const none = {
        kind: "alert_group",
        id: alert_group_id,
        org_id: actor.org_id,
        auth: null,
        mapping: null,
      };
      for (const name of ["", "other"])
        expect(await target(ping_key, name)).toEqual({ ...none, until: null });
      expect(await target(ping_key.toUpperCase(), "nightly/backup")).toBeNull();
      expect(await target("", "nightly/backup")).toBeNull();
    });

    test("each caller is answered for its own reports, also when several are committed together", async () => {
      const { id } = await webhook();
      expect(await Promise.all([report(id, night, 2), report(id, night, 5)])).toEqual([
        { accepted: 2 },
        { accepted: 5 },
      ]);
      expect(await count(id)).toBe(7);
    });

    describe("a delivery with an Idempotency-Key", () => {
      const once = (id: string, key: string, now: number, accepted = 1) =>
        store.run("deliver_once", {
          subject_id: id,
          key,
          command: {
            kind: "reported",
            reports: Array.from({ length: accepted }, () => ({
              at: now,
              message: "boom",
              source: null,
              meta: null,
            })),
          },
          answer: { accepted },
          now,
        });

      test("counts once and gets one answer, also when many arrive at once", async () => {
        const { id } = await webhook({ error_rate_threshold: 100 });
        const other = await webhook({ error_rate_threshold: 100 });
        const answers = await Promise.all(Array.from({ length: 8 }, () => once(id, "a", night, 2)));
        expect(answers).toEqual(Array(8).fill({ accepted: 2 }));
        expect(await once(id, "a", night + minute, 5)).toEqual({ accepted: 2 });
        expect(await count(id)).toBe(2);
        await once(id, "b", night);
        await once(other.id, "a", night);
        expect([await count(id), await count(other.id)]).toEqual([3, 1]);
      });

      test("counts again after 24 h, before its row is deleted and after", async () => {
        const { id } = await webhook({ error_rate_threshold: 100 });
        await once(id, "a", night);
        const day = 24 * 60 * minute;
        expect(await once(id, "a", night + day - 1, 3)).toEqual({ accepted: 1 });
        expect(await once(id, "a", night + day, 3)).toEqual({ accepted: 3 });
        expect(await count(id, night + day)).toBe(3);
        const retention = keeping(3 * day);
        await store.run("expire_rows", { now: night + 2 * day + 1, retention });
        expect(await once(id, "a", night + 2 * day, 4)).toEqual({ accepted: 4 });
      });

      test("to a deleted monitor is answered with null, and is not remembered", async () => {
        expect(await once("nobody", "a", night)).toBeNull();
        expect(await once("nobody", "a", night)).toBeNull();
      });
    });

    test("a report to an unknown monitor is answered with null", async () => {
      expect(await report("nobody", night)).toBeNull();
    });

    test("a window that grows counts again the reports that had left it", async () => {
      const monitor = await webhook({ error_rate_threshold: 100 });
      await report(monitor.id, night, 4);
      await report(monitor.id, night + 6 * minute, 1);
      expect(await count(monitor.id, night + 6 * minute)).toBe(1);
      await save(
        "webhook_monitors",
        { error_rate_window_minutes: 10 },
        { id: monitor.id, complete: null, now: night + 6 * minute },
      );
      expect(await count(monitor.id, night + 6 * minute)).toBe(5);
    });

    test("crossing the threshold opens one incident, and the window running dry resolves it", async () => {
      const { id, alert_group_id } = await webhook();
      await onCall(alert_group_id);
      await Promise.all([1, 2, 3, 4, 5].map((i) => report(id, night + i * 1000)));
      expect(await incidents()).toMatchObject([{ number: 1, status: "open" }]);
      const { next_at } = await wakeDue(night);
      // Five reports, three of them needed: it ends when the third has left the window.
      expect(next_at).toBe(night + 3000 + 5 * minute);
      await wakeDue(next_at!);
      expect(await incidents()).toMatchObject([{ status: "resolved" }]);
      expect((await subjectOf("webhook_monitors", id, next_at!)).status).toBe("resolved");
    });

    test("bodies are read newest first, those of one monitor and period alone", async () => {
      const { id } = await webhook();
      const other = await webhook();
      for (const at of [night, night + 1, night + minute]) await report(id, at);
      await report(other.id, night);
      const read = (from: number, to: number, limit = 10) =>
        store.read.reports({ subject_id: id, from, to, limit });
      expect((await read(night, night + minute)).map(({ at }) => at)).toEqual([night + 1, night]);
      expect((await read(night, night + 2 * minute, 1)).map(({ at }) => at)).toEqual([
        night + minute,
      ]);
      expect((await read(night, night + 1))[0]).toMatchObject({
        message: "boom",
        source: null,
        meta: null,
      });
    });

    test("refused inbound events are kept, the latest hundred of each monitor", async () => {
      const { id } = await webhook();
      for (let i = 0; i < 105; i++)
        await store.run("command", {
          subject_id: id,
          command: {
            kind: "refused",
            http_status: 400,
            reason: "not JSON",
            arrival: arrival({
              org_id: actor.org_id,
              target_id: id,
              received_at: night + i,
              body: `${i}`,
            }),
          },
          now: night + i,
        });
      const kept = await store.read.inbound_events(page());
      expect(kept).toHaveLength(100);
      expect(kept[0]?.body).toBe("5");
    });

    test("a delivery that was refused has an incident beside that of the errors, until reports are read", async () => {
      const { id } = await webhook({ error_rate_threshold: 1 });
      const refuse = (at: number) =>
        store.run("command", {
          subject_id: id,
          command: {
            kind: "refused",
            http_status: 400,
            reason: "not JSON",
            arrival: arrival({ org_id: actor.org_id, target_id: id, received_at: at }),
          },
          now: at,
        });
      const shown = async () =>
        (await store.read.incidents({ ...page(), source_id: id }))
          .map(({ key, status, priority_level }) => `${key || "-"} ${status} ${priority_level}`)
          .toSorted();
      await report(id, night);
      await refuse(night + 1);
      await refuse(night + 2);
      expect(await shown()).toEqual(["- open 1", "monitord.refused open 3"]);
      await report(id, night + minute);
      expect(await shown()).toEqual(["- open 1", "monitord.refused resolved 3"]);
      expect((await subjectOf("webhook_monitors", id)).refused_in_row).toBe(0);
      await refuse(night + 2 * minute);
      expect(await shown()).toEqual(["- open 1", "monitord.refused open 3"]);
      await remove("webhook_monitors", id);
      expect(await shown()).toEqual(["- resolved 1", "monitord.refused resolved 3"]);
    });

    test("start and end of a run are one run by their rid, and the latest hundred are kept", async () => {
      const { id } = await webhook({
        expect_every_minutes: 60,
        error_rate_threshold: 1,
        error_rate_window_minutes: 5,
      });
      const signal = (at: number, beat: Partial<Beat>) =>
        store.run("command", {
          subject_id: id,
          command: {
            kind: "signaled",
            beat: beatOf({ at, ...beat }),
          },
          now: at,
        });
      const runs = () => store.read.runs(id, { limit: 1000, after: null });
      await signal(night, { signal: "start", rid: "a" });
      await signal(night + 1, { signal: "start", rid: "b" });
      await signal(night + 2, { signal: "start" });
      await signal(night + 10, {
        rid: "b",
        output: "42 files",
        method: "GET",
        remote_address: "192.0.2.8",
        user_agent: null,
      });
      await signal(night + 20, { signal: "fail", exit_code: 3 });
      expect(await runs()).toMatchObject([
        { rid: "a", started_at: night, ended_at: null, duration_ms: null, outcome: "lost" },
        {
          rid: "b",
          started_at: night + 1,
          duration_ms: 9,
          outcome: "success",
          output: "42 files",
          method: "GET",
          remote_address: "192.0.2.8",
          user_agent: null,
        },
        { rid: null, started_at: night + 2, duration_ms: 18, outcome: "fail", exit_code: 3 },
      ]);
      // The failed run leaves the duration of the last success.
      expect(await subjectOf("webhook_monitors", id)).toMatchObject({
        last_duration_ms: 9,
        run_started_at: null,
        status: "firing",
      });
      // Long after the window, as long as no run succeeds; then at once, though the second failure is in the window.
      await store.run("wake_due", { limit: 10, now: night + 50 * minute });
      expect(await subjectOf("webhook_monitors", id)).toMatchObject({ status: "firing" });
      await signal(night + 51 * minute, { signal: "fail" });
      await signal(night + 52 * minute, {});
      expect(await subjectOf("webhook_monitors", id)).toMatchObject({ status: "resolved" });
      for (let i = 0; i < 99; i++) await signal(night + 60 * minute + i, {});
      const kept = await runs();
      expect(kept).toHaveLength(100);
      expect(kept[0]).toMatchObject({ outcome: "success", ended_at: night + 52 * minute });
      // Messages have a hundred of their own.
      for (let i = 0; i < 101; i++)
        await signal(night + 61 * minute + i, { signal: "log", output: String(i) });
      const all = await runs();
      expect(all.slice(0, 100)).toEqual(kept);
      expect(all.slice(100).map(({ outcome, output }) => [outcome, output])).toEqual(
        Array.from({ length: 100 }, (_, i) => ["log", String(i + 1)]),
      );
      await remove("webhook_monitors", id);
      expect(await runs()).toHaveLength(200);
      for (let half = 0; half <= 18; half++)
        await store.run("expire_rows", {
          now: night + half * 12 * 60 * minute,
          retention: keeping(365 * 24 * 60 * minute),
        });
      expect(await runs()).toEqual([]);
    });
  });
}
