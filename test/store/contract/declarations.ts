/** What a store promises of declarations: an apply, its prune, and drift from it. */
import { describe, expect, test } from "vitest";
import { asTheGroup } from "../../../src/resource/member.ts";
import { alert, arrival, delivered, healthSpec, night, packed } from "../../support/builders.ts";
import { wantedGroup, type Given } from "./given.ts";

export function declarationPromises({
  store,
  actor,
  save,
  remove,
  group,
  apply,
  drift,
  page,
}: Given): void {
  describe("declarations", () => {
    test("an apply writes all resources or none", async () => {
      const { alert_group_id: _, ...declared } = healthSpec({ external_id: "shop" });
      const wanted = (url: string) => [
        wantedGroup("oncall"),
        {
          kind: "health_check_monitors" as const,
          external_id: "shop",
          fields: { ...declared, url, alert_group: "oncall" },
        },
      ];
      expect(await apply(wanted("ftp://shop.example.com"))).toMatchObject({
        ok: false,
        why: "invalid",
        faults: [{ field: "health_check_monitors[0].url" }],
      });
      expect(await store.read.resources("alert_groups", page(), night)).toEqual([]);

      const shop = wanted("https://shop.example.com/health");
      const planned = await apply(shop, { dry: true });
      expect(planned).toMatchObject({
        ok: true,
        value: { changes: [{ action: "create" }, { action: "create" }] },
      });
      const { revision } = (planned as { value: { revision: number } }).value;
      await group({ external_id: "oncall" });
      expect(await apply(shop, { revision })).toMatchObject({ why: "conflict" });
      expect(await apply(shop)).toMatchObject({ ok: true });
      expect(await apply(shop)).toMatchObject({
        value: { changes: [{ action: "unchanged" }, { action: "unchanged" }] },
      });
    });

    test("the same declaration again changes nothing but when and by whom it was applied last", async () => {
      const both = [wantedGroup("a"), wantedGroup("b")];
      const first = await apply(both);
      const bo = { ...actor, name: "Bo" };
      const again = await apply(both, { actor: bo, now: night + 5 });
      if (!first.ok || !again.ok) throw new Error(JSON.stringify([first, again]));
      expect(again.value).toEqual({
        ...first.value,
        revision: expect.any(Number),
        changes: first.value.changes.map((change) => ({
          ...change,
          action: "unchanged",
          fields: [],
        })),
      });
      const lastOf = async () => {
        const drifted = await drift();
        return drifted.ok ? drifted.value : drifted;
      };
      const applied = { applied_by: "Bo", applied_at: night + 5, unchanged: 2, changes: [] };
      expect(await lastOf()).toMatchObject(applied);

      // One that declares less changes no resource either, but from here on the project declares only that.
      expect(await apply([wantedGroup("a")])).toMatchObject({
        value: { changes: [{ action: "unchanged" }] },
      });
      expect(await lastOf()).toMatchObject({
        applied_by: actor.name,
        unchanged: 1,
        changes: [{ action: "detach", external_id: "b" }],
      });
    });

    test("the same declaration again finds what others changed in between, and what they changed back", async () => {
      const declared = [wantedGroup("a"), wantedGroup("b")];
      await apply(declared);
      const [a] = await store.read.resources("alert_groups", page(), night);
      const renamed = (title: string) =>
        save("alert_groups", { title }, { id: a!.id, complete: null });
      const actions = async (wanted: typeof declared) => {
        const done = await apply(wanted);
        return done.ok ? done.value.changes.map(({ action }) => action) : done;
      };
      await renamed("By hand");
      expect(await actions(declared)).toEqual(["update", "unchanged"]);
      expect(await actions(declared)).toEqual(["unchanged", "unchanged"]);

      await renamed("By hand");
      const byHand = [wantedGroup("a", { title: "By hand" }), wantedGroup("b")];
      expect(await actions(byHand)).toEqual(["unchanged", "unchanged"]);
      expect(await drift()).toMatchObject({ value: { unchanged: 2, changes: [] } });

      const resources = [{ kind: "alert_groups" as const, id: a!.id, external_id: "a" }];
      await store.run("own", { actor, project: null, resources, now: night });
      expect(await actions(byHand)).toEqual(["update", "unchanged"]);
      expect(await actions(byHand)).toEqual(["unchanged", "unchanged"]);
    });

    test("an apply sets hours of a member, and resets them to those of the group", async () => {
      await save("users", { email: "rules@x.example", name: null });
      const email = "Rules@x.example";
      const own = { email, ...asTheGroup, contact_days: [1], minimum_priority: 1 };
      const applied = async (member: string | object) => {
        const done = await apply([wantedGroup("rules", { members: [member] })]);
        if (!done.ok) throw new Error(done.why);
        const [change] = done.value.changes;
        const [stored] = (await store.read.members(actor.org_id, change!.id!))!;
        return [change!.action, stored!.contact_days];
      };
      expect(await applied(own)).toEqual(["create", [1]]);
      expect(await applied(own)).toEqual(["unchanged", [1]]);
      expect(await applied(email)).toEqual(["unchanged", [1]]);
      expect(await applied({ email, ...asTheGroup })).toEqual(["update", null]);
    });

    test("an apply renames what previous_id names, and its URL and its references stay", async () => {
      const { alert_group_id: _, ...declared } = healthSpec({ external_id: "shop" });
      const monitor = {
        kind: "health_check_monitors" as const,
        external_id: "shop",
        fields: { ...declared, alert_group: "oncall" },
      };
      await apply([wantedGroup("oncall"), monitor]);
      const groups = () => store.read.resources("alert_groups", page(), night);
      const [before] = await groups();
      const renamed = [
        { ...wantedGroup("platform"), previous_id: "oncall" },
        { ...monitor, fields: { ...monitor.fields, alert_group: "platform" } },
      ];
      const prune = { max: 0, detach: false };
      expect(await apply(renamed, { prune })).toMatchObject({
        ok: true,
        value: { changes: [{ action: "update", id: before!.id }, { action: "unchanged" }] },
      });
      expect(await groups()).toMatchObject([
        { id: before!.id, external_id: "platform", webhook_id: before!.webhook_id },
      ]);
      expect(await apply(renamed, { prune })).toMatchObject({
        value: { changes: [{ action: "unchanged" }, { action: "unchanged" }] },
      });
      expect(await drift()).toMatchObject({ ok: true, value: { unchanged: 2, changes: [] } });
    });

    test("a prune deletes a group once the last alert that fires in it is resolved", async () => {
      await apply([wantedGroup("oncall")]);
      const [group] = await store.read.resources("alert_groups", page(), night);
      const { id: target_id, org_id } = group!;
      const deliver = (status: "firing" | "resolved") =>
        store.run("deliver", {
          subject_id: target_id,
          deliveries: [
            packed({
              delivered: delivered([alert({ status })]),
              arrival: arrival({ org_id, target_id, target_kind: "alert_group" }),
            }),
          ],
        });
      const prune = () => apply([], { prune: { max: null, detach: false } });
      await deliver("firing");
      expect(await prune()).toMatchObject({ ok: false, faults: [{ code: "unresolved" }] });
      await deliver("resolved");
      expect(await prune()).toMatchObject({ ok: true, value: { changes: [{ action: "delete" }] } });
    });

    test("a prune deletes resources that the project declared before, and drift names the missing ones", async () => {
      const applied = (names: string[], max: number | null = null) =>
        apply(
          names.map((name) => wantedGroup(name)),
          { prune: { max, detach: false } },
        );
      const groups = () => store.read.resources("alert_groups", page(), night);
      const left = async () =>
        (await groups()).map(({ external_id, project }) => `${external_id} ${project}`);
      expect(await drift()).toEqual({ ok: false, why: "not_found" });
      const many = ["a", "b", "c", "d", "e", "f", "g"];
      await applied(many);
      expect(await applied(["a"])).toMatchObject({
        ok: false,
        why: "conflict",
        faults: [{ code: "prune_limit" }],
      });
      expect(await left()).toHaveLength(7);
      expect(await applied(["a", "b"], 5)).toMatchObject({ ok: true });
      expect(await left()).toEqual(["a shop", "b shop"]);

      const [a, b] = await groups();
      const other = { ...actor, name: "somebody else" };
      await remove("alert_groups", a!.id, other);
      await store.run("own", {
        actor: other,
        project: null,
        resources: [{ kind: "alert_groups", id: b!.id, external_id: "renamed" }],
        now: night + 2,
      });
      expect(await left()).toEqual(["renamed null"]);
      expect(await drift()).toMatchObject({
        ok: true,
        value: {
          applied_by: actor.name,
          unchanged: 0,
          changes: [
            { action: "create", external_id: "a", changed_by: other.name },
            { action: "create", external_id: "b", changed_by: other.name },
          ],
        },
      });
    });
  });
}
