import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/core/command/command.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { Incident } from "../../../src/core/model/model.ts";
import { alertGroup, healthSnapshot, night } from "../../support/builders.ts";

const later = night + 60_000;
const bo = { id: "bo", name: "Bo" };
const taken = {
  status: "acknowledged",
  acknowledged_at: night,
  acknowledged_by: "Ada",
  acknowledged_user_id: "ada",
} as const;
const decided = (command: Command, of: Partial<Incident> | null, more = {}) =>
  decide({ ...healthSnapshot({ incident: of }), ...more }, command, later);

describe("people and groups that are asked to help", () => {
  const ask = (more = {}): Command => ({
    kind: "asked_to_help",
    people: [bo],
    groups: [{ id: "db", name: "Databases" }],
    by: "Ada",
    user_id: "ada",
    ...more,
  });

  test("are paged, and the timeline names them", () => {
    expect(decided(ask(), { responders: 1 })).toEqual([
      // Reminders of those who were not asked before have rules of their own.
      { kind: "incident", set: { responders: 3, act_at: later } },
      {
        kind: "timeline",
        entry: "paged",
        text: 'Ada asked Bo, "Databases" to help.',
        actor: "Ada",
        user_id: "ada",
      },
      { kind: "responders", user_ids: ["bo"], takes_over: false },
      {
        kind: "notify",
        transition: "opened",
        title: "Ada asks for help: Shop is down",
        message: "Database crashed",
        round: `asked.${later}`,
        responders: ["bo"],
      },
      { kind: "escalated", group_id: "db", asked: true },
      {
        kind: "notify",
        transition: "opened",
        title: "Ada asks for help: Shop is down",
        message: "Database crashed",
        round: `asked.${later}`,
        group_id: "db",
      },
    ]);
    expect(decided(ask({ people: [], user_id: undefined }), taken)).toMatchObject([
      { kind: "incident", set: { responders: 1 } },
      { kind: "timeline" },
      { kind: "escalated" },
      { kind: "notify" },
    ]);
  });

  test("are not asked about what is over, or is none", () => {
    expect([decided(ask(), { status: "resolved" }), decided(ask(), null)]).toEqual([[], []]);
  });
});

describe("an incident that is handed over to a person", () => {
  const give = (to = bo, user_id: string | null = "ada"): Command => ({
    kind: "handed_over",
    to: { person: to },
    by: "Ada",
    user_id,
  });

  test("stays as it is until that person takes it", () => {
    expect(decided(give(), taken)).toMatchObject([
      { kind: "incident", set: { responders: 1 } },
      { kind: "responders", user_ids: ["bo"], takes_over: true },
      { text: "Ada asked Bo to take it over." },
      { kind: "notify", title: "Ada hands it over to you: Shop is down", responders: ["bo"] },
    ]);
  });

  test("is taken by acknowledging, although somebody has it", () => {
    const take: Command = { kind: "acknowledged", by: "Bo", user_id: "bo" };
    expect(decided(take, taken)).toEqual([]);
    expect(decided(take, taken, { takes_over: true })).toMatchObject([
      { set: { acknowledged_at: later, acknowledged_by: "Bo", acknowledged_user_id: "bo" } },
      { text: "Taken over by Bo (was acknowledged by Ada)." },
      { transition: "acknowledged", title: "Taken over by Bo: Shop is down" },
    ]);
    // By the button of a handoff.
    expect(decided({ ...take, takes_over: true }, taken)).toHaveLength(3);
    const byKey = { ...taken, acknowledged_by: null, acknowledged_user_id: null };
    expect(decided(take, byKey, { takes_over: true })[1]).toMatchObject({
      text: "Taken over by Bo (was acknowledged by a key).",
    });
  });

  test("is one's own at once", () => {
    const mine = { id: "bo", name: "Bo" };
    expect(decided({ ...give(mine, "bo"), by: "Bo" } as Command, taken)[1]).toMatchObject({
      text: "Taken over by Bo (was acknowledged by Ada).",
    });
    expect(decided({ ...give(mine, "bo"), by: "Bo" } as Command, {})[1]).toMatchObject({
      text: "Acknowledged by Bo.",
    });
    expect(decided(give({ id: "ada", name: "Ada" }), taken)).toEqual([]);
    const anonymous: Command = { kind: "acknowledged", by: "CI" };
    expect(decided(anonymous, taken, { takes_over: true })[0]).toMatchObject({
      set: { acknowledged_by: "CI", acknowledged_user_id: null },
    });
  });

  test("is not when it is over, or there is none", () => {
    expect([decided(give(), { status: "resolved" }), decided(give(), null)]).toEqual([[], []]);
  });
});

test("an incident that is handed over to a group is open again, and pages that group", () => {
  const command: Command = { kind: "handed_over", to: { group_id: "db", from: "Shop" }, by: "Ada" };
  const group = alertGroup({ id: "db", title: "Databases" });
  const paging = { group, steps: [], titles: new Map() };
  const changes = decided(command, { ...taken, priority_level: 1 }, { paging });
  expect(changes).toMatchObject([
    { text: 'Handed over from "Shop" to "Databases" by Ada.' },
    {
      set: {
        alert_group_id: "db",
        status: "open",
        acknowledged_by: null,
        paging_since: later,
        page_round: 0,
      },
    },
    { kind: "handed-over", group, by: "Ada", from: "Shop", word: "Handed over" },
  ]);
  expect(decided(command, {}, { paging: null })).toEqual([]);
});
