import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { PagingPlan } from "../../../src/core/command/snapshot.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { AlertGroup, Incident } from "../../../src/core/model/model.ts";
import { nextPaging, pageOn, pagingFrom } from "../../../src/core/paging/paging.ts";
import { alertGroup, incident, night, webhookMonitor, subject } from "../../support/builders.ts";

const minute = 60_000;
const plan = (group: Partial<AlertGroup> = {}, steps: PagingPlan["steps"] = []): PagingPlan => ({
  group: alertGroup(group),
  steps,
  titles: new Map([["second", "Second line"]]),
});
const all = <K extends Change["kind"]>(changes: readonly Change[], kind: K) =>
  changes.filter((change): change is Extract<Change, { kind: K }> => change.kind === kind);

describe("paging begins", () => {
  test("with the opening, and goes on after five minutes for what is urgent, else after an hour or never", () => {
    expect(
      pagingFrom({ priority_level: 1, any_hour_since: null, details: {} }, plan(), night),
    ).toEqual({
      paging_since: night,
      paged_at: night,
      page_round: 0,
      page_steps: 0,
      act_at: night + 5 * minute,
    });
    expect(
      pagingFrom({ priority_level: 2, any_hour_since: null, details: {} }, plan(), night).act_at,
    ).toBe(night + 60 * minute);
    expect(
      pagingFrom({ priority_level: 3, any_hour_since: null, details: {} }, plan(), night).act_at,
    ).toBeNull();
    expect(
      pagingFrom(
        { priority_level: 2, any_hour_since: null, details: {} },
        plan({ repeat_minutes: 7 }),
        night,
      ).act_at,
    ).toBe(night + 7 * minute);
  });

  test("when the contact hours do, unless what is urgent ignores them", () => {
    const office = {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    };
    const opens = night + 5 * 60 * minute;
    expect(
      pagingFrom({ priority_level: 1, any_hour_since: null, details: {} }, plan(office), night),
    ).toMatchObject({
      paged_at: opens,
      act_at: opens + 5 * minute,
    });
    const urgent = plan({ ...office, urgent_ignores_contact_hours: true });
    expect(
      pagingFrom({ priority_level: 1, any_hour_since: null, details: {} }, urgent, night).paged_at,
    ).toBe(night);
    const asked = { priority_level: 3, any_hour_since: night, details: {} };
    expect(pagingFrom(asked, plan(office), night).paged_at).toBe(night);
  });
});

describe("the rules of a group that change while an incident is open", () => {
  const office = {
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  };
  const opens = night + 5 * 60 * minute;

  test("decide its reminders: contact hours that begin sooner count from then", () => {
    const waiting = incident({ paging_since: night, paged_at: opens });
    expect(pageOn(waiting, plan(), night + minute)).toEqual([
      { kind: "incident", set: { act_at: night + 6 * minute, paged_at: night + minute } },
    ]);
    expect(pageOn(waiting, plan(office), night + minute)).toEqual([
      { kind: "incident", set: { act_at: opens + 5 * minute } },
    ]);
  });

  test("change its priority first, and its reminders follow that", () => {
    expect(pageOn(incident({ paged_at: night }), plan({ priority_level: 3 }), night)).toMatchObject(
      [
        { kind: "incident", set: { priority_level: 3 } },
        { kind: "timeline" },
        { kind: "incident", set: { act_at: null } },
      ],
    );
  });
});

describe("an incident that nobody has acknowledged", () => {
  const open = (with_: Partial<Incident> = {}) => incident(with_);

  test("is told again, under a key of its own", () => {
    const changes = pageOn(open(), plan(), night + 5 * minute);
    expect(changes[0]).toEqual({
      kind: "incident",
      set: { page_round: 1, act_at: night + 10 * minute },
    });
    expect(all(changes, "notify")).toMatchObject([
      {
        transition: "opened",
        title: "Reminder: Shop is down",
        message: "Open for 5 min, unacknowledged.\nDatabase crashed",
        round: `${night}.${night + 5 * minute}`,
        group_id: null,
      },
    ]);
  });

  test("is escalated, by name", () => {
    const changes = pageOn(
      open(),
      plan({ repeat_minutes: 0 }, [
        { to: "second", after_minutes: 10 },
        { to: "gone", after_minutes: 0 },
      ]),
      night + 10 * minute,
    );
    expect(all(changes, "timeline").map(({ text }) => text)).toEqual([
      'Escalated to "Second line": still unacknowledged.',
      'Escalated to "gone": still unacknowledged.',
    ]);
    expect(all(changes, "notify")[0]).toMatchObject({
      title: "Escalated to Second line: Shop is down",
      group_id: "second",
      round: `${night}.step.1`,
    });
    expect(changes[0]).toMatchObject({ set: { page_steps: 2, act_at: null } });
  });

  test("is left alone when nothing is due", () => {
    expect(pageOn(open(), plan(), night + minute)).toEqual([
      { kind: "incident", set: { act_at: night + 5 * minute } },
    ]);
  });
});

test("an acknowledgement that has run out opens it again", () => {
  const taken = incident({
    status: "acknowledged",
    acknowledged_at: night,
    acknowledged_by: "Ada",
  });
  const group = plan({ acknowledge_for_minutes: 30 });
  expect(nextPaging(taken, group, night)).toBe(night + 30 * minute);
  const changes = pageOn(taken, group, night + 30 * minute);
  expect(changes[0]).toMatchObject({
    set: { status: "open", acknowledged_at: null, acknowledged_by: null },
  });
  expect(all(changes, "timeline")[0]?.text).toBe(
    "The acknowledgement by Ada expired. The incident is open again.",
  );
  expect(all(changes, "notify")[0]?.title).toBe("Acknowledgement expired: Shop is down");
});

test("it is decided like everything else, and nothing is without an incident or a group", () => {
  const snapshot = {
    kind: "webhook_monitor" as const,
    subject: subject({ kind: "webhook_monitor", status: "firing" }),
    monitor: webhookMonitor(),
    incident: incident(),
    in_window: 0,
    window_from: night - 5 * 60_000,
    tipping_at: null,
    gap: null,
    running: [],
    failures: [],
    paging: plan(),
  };
  const command = { kind: "paging_due" } as const;
  expect(decide(snapshot, command, night + 5 * minute)).toHaveLength(3);
  expect(decide({ ...snapshot, incident: null }, command, night)).toEqual([]);
  expect(decide({ ...snapshot, paging: null }, command, night)).toEqual([]);
});
