/** What a store promises of schedules: whose turn it is, after each edit, deletion and handoff. */
import { describe, expect, test } from "vitest";
import { audienceOf, reasonOf } from "../../../src/core/on-call/audience.ts";
import { night, scheduleSpec } from "../../support/builders.ts";
import { wantedGroup, type Given } from "./given.ts";

const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);
const text = (at: number | null) =>
  at === null ? null : new Date(at).toISOString().slice(0, 16).replace("T", " ");

export function schedulePromises(given: Given): void {
  const { store, actor, save, saved, wakeDue, apply, drift } = given;
  const names = new Map<string, string>();
  const person = async (name: string) => {
    const { id } = await saved("users", { email: `${name}@example.com`, name, role: null });
    names.set(id, name);
    return id;
  };
  const people = async () => ({
    ada: await person("ada"),
    bob: await person("bob"),
    cyd: await person("cyd"),
    dan: await person("dan"),
    eve: await person("eve"),
  });
  const made = utc("2026-11-25 12:00");
  const put = (fields: Record<string, unknown>, now: number, id: string | null = null) =>
    save("schedules", fields, { id, now, ...(id !== null && { complete: null as never }) });
  const schedule = async (fields: Record<string, unknown>, now = made) => {
    const done = await put(
      { ...scheduleSpec({ timezone: "Europe/Berlin", start: "2026-11-30" }), ...fields },
      now,
    );
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.value.resource.id;
  };
  const edit = async (id: string, fields: Record<string, unknown>, now: number) => {
    const done = await put(fields, now, id);
    if (!done.ok) throw new Error(JSON.stringify(done));
  };
  /** Who is on call at a moment, until when, and who is next. */
  const at = async (id: string, moment: string) => {
    await wakeDue(utc(moment));
    const row = (await store.read.resource("schedules", actor.org_id, id, utc(moment)))!;
    const now = row.on_call.map(({ user_id, until }) => `${names.get(user_id)} ${text(until)}`);
    return [...now, `next ${row.next && names.get(row.next.user_id)}`].join(", ");
  };

  describe("schedules", () => {
    test("turns begin at the first handoff, and change at each", async () => {
      const { ada, bob, cyd } = await people();
      const id = await schedule({ people: [ada, bob, cyd] });
      expect(await at(id, "2026-11-30 07:59")).toBe("next null");
      expect(await at(id, "2026-11-30 08:00")).toBe("ada 2026-12-07 08:00, next bob");
      expect(await at(id, "2026-12-07 07:59")).toBe("ada 2026-12-07 08:00, next bob");
      expect(await at(id, "2026-12-07 08:00")).toBe("bob 2026-12-14 08:00, next cyd");
      // Some that passed while no node was there.
      expect(await at(id, "2027-01-20 08:00")).toBe("bob 2027-01-25 08:00, next cyd");
    });

    const base = { made, at: utc("2026-12-09 12:00") };
    test.each<[string, (ids: Record<string, string>) => Record<string, unknown>, string[]]>([
      [
        "one appended",
        ({ ada, bob, cyd, dan }) => ({ people: [ada, bob, cyd, dan] }),
        [
          "bob 2026-12-14 08:00",
          "cyd 2026-12-21 08:00",
          "dan 2026-12-28 08:00",
          "ada 2027-01-04 08:00",
        ],
      ],
      [
        "one put first",
        ({ ada, bob, cyd, eve }) => ({ people: [eve, ada, bob, cyd] }),
        [
          "bob 2026-12-14 08:00",
          "cyd 2026-12-21 08:00",
          "eve 2026-12-28 08:00",
          "ada 2027-01-04 08:00",
        ],
      ],
      [
        "the one on call removed",
        ({ ada, cyd }) => ({ people: [ada, cyd] }),
        [
          "cyd 2026-12-14 08:00",
          "ada 2026-12-21 08:00",
          "cyd 2026-12-28 08:00",
          "ada 2027-01-04 08:00",
        ],
      ],
      [
        "a change planned ahead",
        ({ dan, eve }) => ({ people: [dan, eve], start: "2026-12-21" }),
        [
          "bob 2026-12-14 08:00",
          "cyd 2026-12-21 08:00",
          "dan 2026-12-28 08:00",
          "eve 2027-01-04 08:00",
        ],
      ],
      [
        "another handoff",
        () => ({ handoff_cron: "0 17 * * FRI" }),
        [
          "bob 2026-12-11 16:00",
          "cyd 2026-12-18 16:00",
          "ada 2026-12-25 16:00",
          "bob 2027-01-01 16:00",
        ],
      ],
    ])("an edit on 9 December: %s", async (_, fields, expected) => {
      const ids = await people();
      const id = await schedule({ people: [ids.ada, ids.bob, ids.cyd] });
      await wakeDue(utc("2026-12-07 08:00"));
      await edit(id, fields(ids), base.at);
      const seen = [];
      for (const moment of [
        "2026-12-09 12:00",
        "2026-12-14 08:00",
        "2026-12-21 08:00",
        "2026-12-28 08:00",
      ])
        seen.push((await at(id, moment)).replace(/, next.*/, ""));
      expect(seen).toEqual(expected);
    });

    test("a deleted user leaves the turns, and the first after them has the rest of the turn", async () => {
      const { ada, bob, cyd } = await people();
      const id = await schedule({ people: [ada, bob, cyd] });
      await wakeDue(utc("2026-12-07 08:00"));
      const remove = (user: string) =>
        store.run("remove", { actor, kind: "users", id: user, if_version: null, now: base.at });
      expect(await remove(bob)).toEqual({ ok: true, value: null });
      expect(await at(id, "2026-12-09 12:00")).toBe("cyd 2026-12-14 08:00, next ada");
      expect(await store.read.resource("schedules", actor.org_id, id, base.at)).toMatchObject({
        people: [ada, cyd],
        version: 2,
      });
      expect(await remove(ada)).toEqual({ ok: true, value: null });
      expect(await remove(cyd)).toMatchObject({
        why: "conflict",
        message:
          'This user is the only one in the people of schedule "Primary" (' +
          `${id}). Change or delete it first.`,
      });
    });

    test("a deleted user leaves versions that are planned ahead or still answer, and comes back", async () => {
      const { ada, bob, cyd, dan, eve } = await people();
      const id = await schedule({ people: [ada, bob, cyd] });
      await wakeDue(utc("2026-12-07 08:00"));
      await edit(id, { people: [dan, eve], start: "2026-12-21" }, base.at);
      await store.run("remove", { actor, kind: "users", id: bob, if_version: null, now: base.at });
      expect(await at(id, "2026-12-09 12:00")).toBe("cyd 2026-12-21 08:00, next ada");
      const now = utc("2026-12-10 12:00");
      await store.run("restore", { actor, kind: "users", id: bob, external_id: null, now });
      expect(await at(id, "2026-12-10 12:00")).toBe("bob 2026-12-14 08:00, next cyd");
    });

    test("a schedule falls back to another, whose changes it follows; one in use is not deleted", async () => {
      const { ada, bob, cyd } = await people();
      const nights = await schedule({ title: "Nights", people: [bob, cyd] });
      const id = await schedule({
        people: [ada],
        everyone: true,
        start: null,
        contact_hours_from: "09:00:00",
        contact_hours_to: "17:00:00",
        contact_days: [1, 2, 3, 4, 5],
        otherwise: nights,
      });
      expect(await at(id, "2026-12-04 15:59")).toBe("ada 2026-12-04 16:00, next null");
      expect(await at(id, "2026-12-04 16:00")).toBe("bob 2026-12-07 08:00, next cyd");
      await edit(nights, { people: [cyd] }, utc("2026-12-05 12:00"));
      expect(await at(id, "2026-12-05 12:00")).toBe("cyd 2026-12-07 08:00, next null");
      const removed = await store.run("remove", {
        actor,
        kind: "schedules",
        id: nights,
        if_version: null,
        now: made,
      });
      expect(removed).toMatchObject({
        why: "conflict",
        message: expect.stringContaining("Primary"),
      });
    });

    test("one comes back with its turns", async () => {
      const { ada, bob } = await people();
      const id = await schedule({ people: [ada, bob], start: null }, utc("2026-11-24 12:00"));
      const remove = { actor, kind: "schedules" as const, id };
      expect(await at(id, "2026-12-01 00:00")).toBe("bob 2026-12-07 08:00, next ada");
      const now = utc("2026-12-02 00:00");
      expect(await store.run("remove", { ...remove, if_version: null, now })).toMatchObject({
        ok: true,
      });
      const later = utc("2026-12-03 00:00");
      expect(
        await store.run("restore", { ...remove, external_id: null, now: later }),
      ).toMatchObject({ ok: true });
      expect(await at(id, "2026-12-03 00:00")).toBe("bob 2026-12-07 08:00, next ada");
    });

    test("it is planned, applied, pruned and has no drift", async () => {
      const { ada } = await people();
      const wanted = [
        {
          kind: "schedules" as const,
          external_id: "primary",
          fields: {
            ...scheduleSpec({}),
            people: ["ada@example.com", "bob@example.com", "ada@example.com"],
            otherwise: "last",
          },
        },
        {
          kind: "schedules" as const,
          external_id: "last",
          fields: { ...scheduleSpec({}), people: ["ada@example.com"], everyone: true },
        },
      ];
      for (const one of wanted) delete (one.fields as Record<string, unknown>)["external_id"];
      const prune = { max: null, detach: false };
      const actions = async (list: typeof wanted) => {
        const done = await apply(list, { prune });
        return done.ok ? done.value.changes.map(({ action }) => action) : done;
      };
      expect(await actions(wanted)).toEqual(["create", "create"]);
      expect(await actions(wanted)).toEqual(["unchanged", "unchanged"]);
      const drifted = await drift();
      expect(drifted.ok && drifted.value.changes.every((c) => c.action === "unchanged")).toBe(true);
      const removed = await store.run("remove", {
        actor,
        kind: "users",
        id: ada,
        if_version: null,
        now: night,
      });
      expect(removed).toMatchObject({ why: "conflict" });
      expect(await actions([])).toEqual(["delete", "delete"]);
    });

    test("the rows of now are those of the function, after any edits, overrides, absences and handoffs", async () => {
      const ids = Object.values(await people());
      const nights = await schedule({
        title: "Nights",
        people: ids.slice(0, 2),
        handoff_cron: "0 8,20 * * *",
      });
      const id = await schedule({ people: ids, otherwise: nights, contact_days: [1, 2, 3, 4, 5] });
      let random = 20_261_126;
      const pick = (n: number) => (random = (random * 48_271) % 2_147_483_647) % n;
      const added: string[] = [];
      let now = made;
      for (let step = 0; step < 60; step++) {
        now += pick(96) * 3_600_000;
        const [user, other] = [ids[pick(ids.length)]!, ids[pick(ids.length)]!];
        const times = {
          from: now + pick(48) * 3_600_000,
          until: now + (49 + pick(200)) * 3_600_000,
        };
        const override = async (mode: "take" | "cover" | "join" | "away") => {
          const instead_of_user_id = mode === "cover" && user !== other ? other : null;
          const asked = {
            mode: mode === "cover" && user === other ? ("join" as const) : mode,
            user_id: user,
            instead_of_user_id,
            ...times,
            reason: null,
          };
          const of = mode === "away" ? null : [id, nights][pick(2)]!;
          const done = await store.run("add_overrides", {
            actor,
            schedule_id: of,
            asked: [asked],
            dry: false,
            now,
          });
          if (!done.ok) throw new Error(JSON.stringify(done));
          added.push(done.value.overrides[0]!.id);
        };
        const action = pick(7);
        if (action < 4) await override((["take", "cover", "join", "away"] as const)[action]!);
        else if (action === 4)
          await edit([id, nights][pick(2)]!, { people: ids.slice(pick(4)) }, now);
        else if (action === 5)
          await store.run("end_override", { actor, id: added.at(-1) ?? "none", now });
        await wakeDue(now);
        for (const { schedule_id, stays } of await store.read.onCallAt(actor.org_id, now, now)) {
          const row = (await store.read.resource("schedules", actor.org_id, schedule_id, now))!;
          const of = (list: readonly { user_id: string; turn: string; until: number | null }[]) =>
            list
              .map((stay) => `${stay.turn} ${names.get(stay.user_id)} ${text(stay.until)}`)
              .toSorted();
          expect(of([...row.on_call, ...(row.next ? [row.next] : [])]), `step ${step}`).toEqual(
            // Those that stand by are of another kind.
            of(stays.filter(({ turn }) => turn === "now" || turn === "next")),
          );
        }
      }
    });

    describe("in a group", () => {
      const join = async (
        group_id: string,
        schedule_id: string,
        turn: "now" | "next" = "now",
        given: Record<string, unknown> = {},
      ) =>
        store.run("set_group_schedule", { actor, group_id, schedule_id, turn, given, now: made });
      /** The audience of a group by its statements, and by the function for an instant. */
      const audience = async (group: string, moment: string) => {
        await wakeDue(utc(moment));
        const roster = (await store.read.roster(actor.org_id, group, utc(moment)))!;
        return audienceOf(roster, utc(moment)).map(
          ({ user, member }) => `${user.name} ${reasonOf(member, roster.group)}`,
        );
      };

      test("the people on call are in its audience beside its members, each once", async () => {
        const { ada, bob, cyd } = await people();
        const week = await schedule({ people: [ada, bob, cyd] });
        const group = (await given.group({ title: "Shop" })).id;
        await store.run("add_member", {
          actor,
          group_id: group,
          email: "bob@example.com",
          now: night,
        });
        expect(await join(group, week)).toMatchObject({ ok: true, value: { created: true } });
        expect(await join(group, week, "next", { minimum_priority: 1 })).toMatchObject({
          ok: true,
        });
        expect(await audience(group, "2026-11-30 08:00")).toEqual([
          'bob is a member of "Shop"',
          'ada is on call in "Primary" until 2026-12-07 09:00 Europe/Berlin',
        ]);
        expect(await audience(group, "2026-12-07 08:00")).toEqual([
          'bob is a member of "Shop"',
          'cyd is next on call in "Primary"',
        ]);
        expect(
          await join(group, week, "next", {
            contact_hours_from: "09:00:00",
            contact_hours_to: "09:00:00",
          }),
        ).toMatchObject({ why: "invalid" });
        expect(await store.read.groupSchedules(actor.org_id, group)).toMatchObject([
          { title: "Primary", turn: "now", minimum_priority: null },
          { title: "Primary", turn: "next", minimum_priority: 1 },
        ]);
      });

      test("a page at the instant of a handoff goes to the person of then", async () => {
        const { ada, bob } = await people();
        const week = await schedule({ people: [ada, bob] });
        for (const [user, target] of [
          [ada, "ada"],
          [bob, "bob"],
        ] as const)
          await given.addDevice(user, target);
        const monitor = await given.webhook({ error_rate_threshold: 1 });
        await join(monitor.alert_group_id, week);
        await wakeDue(utc("2026-11-30 08:00"));
        await given.report(monitor.id, utc("2026-12-07 08:00"));
        const pushes = await given.claimPushes(utc("2026-12-07 08:00"));
        expect(pushes.map(({ device }) => device.target)).toEqual(["bob"]);
      });

      test("a schedule is declared with its group, planned, and not deleted while the group has it", async () => {
        await people();
        const { external_id: _, ...fields } = { ...scheduleSpec({}), people: ["ada@example.com"] };
        const week = { kind: "schedules" as const, external_id: "week", fields };
        const wanted = (schedules: unknown) => [week, wantedGroup("oncall", { schedules })];
        const actions = async (list: unknown) => {
          const done = await apply(wanted(list));
          return done.ok
            ? done.value.changes.map(({ action, fields: of }) =>
                action === "update" ? [action, ...of.map((f) => f.field)] : [action],
              )
            : done;
        };
        expect(await actions(["week"])).toMatchObject([["create"], ["create"]]);
        expect(await actions(["week"])).toEqual([["unchanged"], ["unchanged"]]);
        expect(await actions([{ schedule: "week", turn: "now" }])).toEqual([
          ["unchanged"],
          ["unchanged"],
        ]);
        const both = ["week", { schedule: "week", turn: "next", minimum_priority: 1 }];
        expect(await actions(both)).toEqual([
          ["unchanged"],
          ["update", "schedules", "schedules.week next.minimum_priority"],
        ]);
        expect(await actions(both)).toEqual([["unchanged"], ["unchanged"]]);
        expect(await actions(["wek"])).toMatchObject({
          faults: [{ field: "alert_groups[0].schedules[0]", code: "unknown_schedule" }],
        });
        const [row] = await store.read.resources("schedules", given.page(), night);
        const remove = {
          actor,
          kind: "schedules" as const,
          id: row!.id,
          if_version: null,
          now: night,
        };
        expect(await store.run("remove", remove)).toMatchObject({
          why: "conflict",
          message:
            'This schedule is still used by alert group "On call" (oncall). Change or delete it first.',
        });
      });
    });
  });
}
