/** What a store promises of pushes about shifts. */
import { describe, expect, test } from "vitest";
import { night, scheduleSpec } from "../../support/builders.ts";
import { accepted, type Given } from "./given.ts";

export function shiftPromises(given: Given): void {
  const { store, actor, save, saved, addDevice, webhook, onCall, report, restart, settle, page } =
    given;
  const notify = (now: number) => store.run("notify_shifts", { limit: 100, now });
  const claim = (now: number, busy: Record<string, number> = {}) =>
    store.run("claim_pushes", { per_lane: 8, busy, now });

  /** People with a phone each. */
  const people = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const email = `person-${i}@example.com`;
        const user = await saved("users", { email, name: null, role: null, external_id: null });
        await addDevice(user.id, `phone-${i}`);
        return user.id;
      }),
    );

  describe("pushes about shifts", () => {
    test("leave after pages, and keep slots free for those to come", async () => {
      await saved("schedules", scheduleSpec({ people: await people(20), everyone: true }));
      const { next_at } = await notify(night);
      expect(next_at).toBe(night + 600_000);
      const first = await claim(night);
      expect(first.due.map(({ event }) => event)).toEqual(Array(6).fill("shift_began"));
      expect(first.more).toBe(true);
      const monitor = await webhook();
      await onCall(monitor.alert_group_id);
      await report(monitor.id, night, 3);
      const busy = { "": 6 };
      const { due } = await claim(night + 1, busy);
      expect(due.map(({ event }) => event)).toEqual(["opened"]);
      // The next ones leave as soon as those under way have ended.
      expect((await claim(night + 2, busy)).due).toEqual([]);
      expect((await claim(night + 2, { "": 5 })).due).toHaveLength(1);
    });

    test("are written once, whoever asks, and over a restart", async () => {
      const [user] = await people(1);
      await saved("schedules", scheduleSpec({ people: [user!] }));
      await Promise.all([notify(night), notify(night), notify(night)]);
      await restart();
      await notify(night + 1);
      const filters = { ...page(), user_id: user! };
      expect(await store.read.notifications(filters)).toHaveLength(1);
      const { due } = await claim(night + 2);
      expect(due).toMatchObject([{ event: "shift_began", actions: [{ verb: "here" }] }]);
      await settle(due[0]!.claims, accepted, night + 3);
      expect((await notify(night + 4)).again).toBe(false);
      expect((await claim(night + 5)).due).toEqual([]);
    });

    test("reach those whose shifts changed beside many schedules without a change", async () => {
      const users = await people(4);
      const ids: string[] = [];
      for (const user of users)
        ids.push((await saved("schedules", scheduleSpec({ title: user, people: [user] }))).id);
      await notify(night);
      await claim(night);
      const edited = ids.toSorted().at(-1)!;
      const newcomer = users[(ids.indexOf(edited) + 1) % users.length]!;
      await save(
        "schedules",
        { people: [users[ids.indexOf(edited)], newcomer] },
        { id: edited, complete: null },
      );
      const later = night + 600_000;
      let rounds = 0;
      while ((await store.run("notify_shifts", { limit: 1, now: later })).again && rounds < 20)
        rounds++;
      expect(rounds).toBeLessThan(20);
      const written = await store.read.notifications({ ...page(), user_id: newcomer });
      expect(written.map(({ transition }) => transition)).toContain("shifts_changed");
    });

    test("end with their schedule when it is deleted", async () => {
      const [user] = await people(1);
      const { id } = await saved("schedules", scheduleSpec({ people: [user!] }));
      await notify(night);
      await store.run("remove", { actor, kind: "schedules", id, if_version: null, now: night + 1 });
      const { due } = await claim(night + 2);
      expect(due.map(({ text }) => text.title)).toEqual([
        "Your shift is over: Primary was deleted",
      ]);
      expect(await notify(night + 600_000)).toEqual({ again: false, next_at: null });
    });
  });
}
