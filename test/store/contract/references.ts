/** What a store promises of references within a declaration, whatever their order. */
import { describe, expect, test } from "vitest";
import { healthSpec, night } from "../../support/builders.ts";
import { wantedGroup, type Given } from "./given.ts";

export function referencePromises({ store, remove, apply, drift, page }: Given): void {
  describe("references", () => {
    const prune = { max: null, detach: false };

    test("escalations of an apply can lead to later groups, and can be reversed", async () => {
      const applied = async (next: Record<string, string | null>) => {
        const wanted = Object.entries(next).map(([name, escalate_to]) =>
          wantedGroup(name, {
            escalate_to,
            escalate_after_minutes: escalate_to === null ? null : 5,
          }),
        );
        const done = await apply(wanted, { prune });
        const groups = await store.read.resources("alert_groups", page(), night);
        const names = new Map(groups.map((g) => [g.id, g.external_id]));
        return [
          done.ok ? done.value.changes.map(({ action }) => action) : done,
          groups.map((g) => `${g.external_id} → ${g.escalate_to && names.get(g.escalate_to)}`),
        ];
      };
      const first = { a: "b", b: "c", c: null };
      expect(await applied(first)).toEqual([
        ["create", "create", "create"],
        ["a → b", "b → c", "c → null"],
      ]);
      expect(await applied(first)).toMatchObject([["unchanged", "unchanged", "unchanged"], {}]);
      expect(await applied({ a: null, b: "a", c: "b" })).toEqual([
        ["update", "update", "update"],
        ["a → null", "b → a", "c → b"],
      ]);
      expect(await applied({ d: null })).toEqual([
        ["create", "delete", "delete", "delete"],
        ["d → null"],
      ]);
    });

    test("dependencies of an apply can lead to later monitors, and can be reversed, pruned and missing", async () => {
      const kind = "health_check_monitors" as const;
      const monitor = (external_id: string, depends_on: string[]) => {
        const { alert_group_id: _, ...fields } = healthSpec({
          title: external_id,
          external_id,
          depends_on,
        });
        return {
          kind,
          external_id,
          fields: { ...fields, alert_group: "oncall" },
        };
      };
      const stored = () => store.read.resources(kind, page(), night);
      const applied = async (next: Record<string, string[]>) => {
        const wanted = Object.entries(next).map(([id, on]) => monitor(id, on));
        const done = await apply([wantedGroup("oncall"), ...wanted], { prune });
        const monitors = await stored();
        const names = new Map(monitors.map((m) => [m.id, m.external_id]));
        return [
          done.ok ? done.value.changes.slice(1).map(({ action }) => action) : done,
          monitors
            .map((m) => {
              const on = m.depends_on.map((id) => names.get(id) ?? "?");
              return `${m.external_id} → ${on.toSorted().join()}`;
            })
            .toSorted(),
        ];
      };
      const first = { a: ["b", "c"], b: ["c"], c: [] };
      expect(await applied(first)).toEqual([
        ["create", "create", "create"],
        ["a → b,c", "b → c", "c → "],
      ]);
      expect(await applied(first)).toMatchObject([["unchanged", "unchanged", "unchanged"], {}]);
      expect(await applied({ a: [], b: ["a"], c: ["a", "b"] })).toEqual([
        ["update", "update", "update"],
        ["a → ", "b → a", "c → a,b"],
      ]);
      expect(await applied({ d: ["a"], a: [] })).toEqual([
        ["create", "unchanged", "delete", "delete"],
        ["a → ", "d → a"],
      ]);
      const monitors = await stored();
      const [a, d] = ["a", "d"].map((name) => monitors.find((m) => m.external_id === name)!.id);
      expect(await remove(kind, a!)).toEqual({
        ok: false,
        why: "conflict",
        message:
          'This health check monitor is still used by health check monitor "d" (d). Change or delete it first.',
      });
      expect(await remove(kind, d!)).toMatchObject({ ok: true });
      expect(await remove(kind, a!)).toMatchObject({ ok: true });
      // Both are gone since the apply.
      expect(await drift()).toMatchObject({
        ok: true,
        value: { changes: [{ action: "create" }, { action: "create" }] },
      });
    });
  });
}
