/** What a store promises of absences: whose they are, and that overrides of schedules are none. */
import { describe, expect, test } from "vitest";
import type { AskedOverride } from "../../../src/app/on-call/add-overrides.ts";
import { night, scheduleSpec } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function absencePromises({ store, actor, saved }: Given): void {
  const person = async (name: string) =>
    (await saved("users", { email: `${name}@example.com`, name, role: null })).id;
  const schedule = async (title: string, people: string[]) =>
    (await saved("schedules", scheduleSpec({ title, people, start: "2026-11-16" }))).id;
  const later = night + 60 * minute;
  const add = (
    schedule_id: string | null,
    asked: Pick<AskedOverride, "mode" | "user_id">,
    now = night,
  ) =>
    store.run("add_overrides", {
      actor,
      schedule_id,
      asked: [{ instead_of_user_id: null, reason: null, from: night, until: later, ...asked }],
      dry: false,
      now,
    });
  const onCall = async (now: number) => {
    const found = await store.read.onCallAt(actor.org_id, now, now);
    return Object.fromEntries(
      found.map(({ title, stays }) => [
        title,
        stays.flatMap(({ user_id, turn }) => (turn === "now" ? user_id : [])),
      ]),
    );
  };

  describe("absences", () => {
    test("are no overrides: who takes over in one schedule stays on call in another", async () => {
      const [ada, bo] = [await person("ada"), await person("bo")];
      await schedule("A", [bo, ada]);
      const other = await schedule("B", [ada]);
      expect(await onCall(night)).toEqual({ A: [bo], B: [ada] });
      await add(other, { mode: "take", user_id: bo });
      expect(await onCall(night)).toEqual({ A: [bo], B: [bo] });
      await add(null, { mode: "away", user_id: bo }, night + minute);
      expect(await onCall(night + minute)).toEqual({ A: [ada], B: [ada] });
      expect(await onCall(later)).toEqual({ A: [bo], B: [ada] });
    });

    test("are those of one person, until they end", async () => {
      const [ada, bo] = [await person("ada"), await person("bo")];
      await schedule("A", [ada, bo]);
      for (const user_id of [ada, bo]) await add(null, { mode: "away", user_id });
      const of = (id: string, now: number) => store.read.absences(actor.org_id, id, now);
      expect(await of(bo, night)).toMatchObject([{ user_id: bo, schedule_id: null }]);
      expect(await of(bo, later)).toEqual([]);
      expect(await of("nobody", night)).toBeNull();
    });
  });
}
