/** What a store promises of deleted resources: each can be restored for seven days. */
import { describe, expect, test } from "vitest";
import type { ResourceKind } from "../../../src/core/model/model.ts";
import { groupSpec, healthSpec, keeping, night } from "../../support/builders.ts";
import { minute, wantedGroup, type Given } from "./given.ts";

const year = 366 * 24 * 60 * minute;

export function deletedPromises({
  store,
  actor,
  apply,
  group,
  health,
  webhook,
  onCall,
  page,
  remove,
  report,
  save,
  incidents,
}: Given): void {
  const restore = (kind: ResourceKind, id: string, external_id: string | null = null) =>
    store.run("restore", { actor, kind, id, external_id, now: night + minute });
  const deleted = (kind?: ResourceKind) => store.read.deleted_resources({ ...page(), kind });
  const expire = (now: number) => store.run("expire_rows", { now, retention: keeping(year) });

  const reportsOf = (subject_id: string) =>
    store.read.reports({ subject_id, from: 0, to: night + year, limit: 10 });

  describe("deleted resources", () => {
    test("a webhook monitor comes back with its URL, its reports and its incidents", async () => {
      const monitor = await webhook({ external_id: "errors", error_rate_threshold: 1 });
      await report(monitor.id, night);
      await remove("webhook_monitors", monitor.id);
      expect(
        await store.read.resource("webhook_monitors", actor.org_id, monitor.id, night),
      ).toBeNull();
      expect(await deleted()).toMatchObject([
        {
          id: monitor.id,
          kind: "webhook_monitors",
          external_id: "errors",
          title: "Errors",
          deleted_by: "test",
        },
      ]);

      expect(await restore("webhook_monitors", monitor.id)).toMatchObject({
        ok: true,
        value: {
          id: monitor.id,
          external_id: "errors",
          webhook_id: monitor.webhook_id,
          version: 2,
          subject: { status: "quiet" },
        },
      });
      expect(await deleted()).toEqual([]);
      expect(await incidents()).toMatchObject([{ status: "resolved" }]);
      const reports = await reportsOf(monitor.id);
      expect(reports).toHaveLength(1);
      // Those of before the deletion neither count, nor are taken from the count when they leave the window.
      const window = async (now: number) =>
        (await store.read.resource("webhook_monitors", actor.org_id, monitor.id, now))?.subject
          .window_count;
      expect(await window(night + 2)).toBe(0);
      await report(monitor.id, night + minute);
      expect([await window(night + minute), await window(night + 5.5 * minute)]).toEqual([1, 1]);
      expect(await incidents()).toMatchObject([{ status: "resolved" }, { status: "open" }]);
    });

    test("a declared group that is declared again comes back, of several the last", async () => {
      const ids: string[] = [];
      for (const title of ["One", "Two"]) {
        const made = await apply([{ ...wantedGroup("oncall") }]);
        if (!made.ok) throw new Error(JSON.stringify(made));
        const { id } = made.value.changes[0]!;
        ids.push(id!);
        await remove("alert_groups", id!);
        // The first one is there no more under this name.
        if (title === "One") await restore("alert_groups", id!, "other");
      }
      const planned = await apply([wantedGroup("oncall")], { dry: true });
      const applied = await apply([wantedGroup("oncall")]);
      if (!planned.ok || !applied.ok) throw new Error(JSON.stringify([planned, applied]));
      for (const { value } of [planned, applied])
        expect(value.changes).toMatchObject([
          { action: "create", id: ids[1], deleted_at: expect.any(Number) },
        ]);
      expect(await deleted()).toEqual([]);
    });

    test("a health check is due at once, and stays paused if it was", async () => {
      const { id } = await health();
      const paused = await health();
      const until = night + 60 * minute;
      await store.run("pause", {
        actor,
        kind: "health_check_monitors",
        id: paused.id,
        until,
        paused: true,
        now: night,
      });
      for (const one of [id, paused.id]) {
        await remove("health_check_monitors", one);
        expect(await restore("health_check_monitors", one)).toMatchObject({ ok: true });
      }
      const subjects = await Promise.all(
        [id, paused.id].map((one) =>
          store.read.resource("health_check_monitors", actor.org_id, one, night),
        ),
      );
      expect(subjects).toMatchObject([
        { subject: { paused_at: null, due_at: expect.any(Number) } },
        { subject: { paused_until: until } },
      ]);
    });

    test("a group has its members again, a user the devices and groups that are left", async () => {
      const [kept, gone] = [await group(), await group()];
      const user = await onCall(kept.id);
      await store.run("add_member", {
        actor,
        group_id: gone.id,
        email: "ada@example.com",
        now: night,
      });
      await save("users", { email: "root@x.example", name: null, role: "admin" });
      await remove("alert_groups", kept.id);
      expect(await restore("alert_groups", kept.id)).toMatchObject({ ok: true });
      expect(await store.read.members(actor.org_id, kept.id)).toMatchObject([{ user_id: user.id }]);

      await remove("users", user.id);
      await remove("alert_groups", gone.id);
      expect(await restore("users", user.id)).toMatchObject({ ok: true });
      expect(await store.read.devices(actor.org_id, user.id)).toMatchObject([{ target: "ada" }]);
      expect(await store.read.members(actor.org_id, kept.id)).toMatchObject([{ user_id: user.id }]);
      // Her membership was in the group when the group was deleted no more.
      expect(await restore("alert_groups", gone.id)).toMatchObject({ ok: true });
      expect(await store.read.members(actor.org_id, gone.id)).toEqual([]);
    });

    test("a name that was taken since needs another one", async () => {
      const first = await group({ external_id: "oncall" });
      await remove("alert_groups", first.id);
      await save("alert_groups", groupSpec({ external_id: "oncall" }));
      expect(await restore("alert_groups", first.id)).toMatchObject({ why: "conflict" });
      expect(await restore("alert_groups", first.id, "oncall-2")).toMatchObject({
        ok: true,
        value: { id: first.id, external_id: "oncall-2" },
      });
    });

    test("what it needs comes back first; monitors that are gone suppress nothing", async () => {
      const parent = await health();
      const child = await health({ depends_on: [parent.id] });
      const groups = [child.alert_group_id, parent.alert_group_id];
      await remove("health_check_monitors", child.id);
      await remove("health_check_monitors", parent.id);
      for (const id of groups) await remove("alert_groups", id);
      expect(await restore("health_check_monitors", child.id)).toMatchObject({
        why: "invalid",
        faults: [{ field: "alert_group_id" }],
      });
      await restore("alert_groups", groups[0]!);
      expect(await restore("health_check_monitors", child.id)).toMatchObject({
        ok: true,
        value: { depends_on: [] },
      });
    });

    test("a monitor of either kind depends on those that are still there", async () => {
      const [kept, gone] = [await health(), await health()];
      for (const [kind, { id }] of [
        ["health_check_monitors", await health({ depends_on: [kept.id, gone.id] })],
        ["webhook_monitors", await webhook({ depends_on: [kept.id] })],
      ] as const) {
        await remove(kind, id);
        if (kind === "health_check_monitors") await remove(kind, gone.id);
        expect(await restore(kind, id)).toMatchObject({ value: { depends_on: [kept.id] } });
      }
    });

    test("no project declares it, and the next apply takes it over with its id", async () => {
      const { alert_group_id: _, ...fields } = healthSpec({ external_id: "shop" });
      const shop = {
        kind: "health_check_monitors" as const,
        external_id: "shop",
        fields: { ...fields, alert_group: "oncall" },
      };
      const first = await apply([wantedGroup("oncall"), shop]);
      if (!first.ok) throw new Error(first.why);
      const id = first.value.changes[1]!.id!;
      await apply([wantedGroup("oncall")], { prune: { max: null, detach: false } });
      expect(await deleted("health_check_monitors")).toMatchObject([{ id, project: "shop" }]);
      expect(await restore("health_check_monitors", id)).toMatchObject({
        value: { project: null },
      });
      expect(await apply([wantedGroup("oncall"), shop])).toMatchObject({
        value: { changes: [{ action: "unchanged" }, { id, action: "update" }] },
      });
    });

    test("after seven days it is gone with its records, and another organization never sees it", async () => {
      const monitor = await webhook();
      await report(monitor.id, night);
      await remove("webhook_monitors", monitor.id);
      const other = await store.run("create_organization", { name: "other", now: night });
      const stranger = { ...actor, org_id: other.id };
      const by = (who: typeof actor) =>
        store.run("restore", {
          actor: who,
          kind: "webhook_monitors",
          id: monitor.id,
          external_id: null,
          now: night,
        });
      expect(await by(stranger)).toMatchObject({ why: "not_found" });
      expect(await store.read.deleted_resources({ ...page(), org_id: other.id })).toEqual([]);

      await expire(night);
      expect(await deleted()).toHaveLength(1);
      // In steps, because retention trusts no clock that jumps by a day.
      for (let half = 1; half <= 18; half++) await expire(night + half * 12 * 60 * minute);
      expect(await deleted()).toEqual([]);
      expect(await reportsOf(monitor.id)).toEqual([]);
      expect(await by(actor)).toMatchObject({ why: "not_found" });
    });
  });
}
