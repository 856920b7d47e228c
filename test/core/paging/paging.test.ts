import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { PagingPlan } from "../../../src/core/command/snapshot.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { AlertGroup, Incident, Notification } from "../../../src/core/model/model.ts";
import { nextPages, nextPaging, pageOn, pagingFrom } from "../../../src/core/paging/paging.ts";
import {
  alertGroup,
  incident,
  night,
  notification,
  webhookMonitor,
  subject,
} from "../../support/builders.ts";

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
      escalate_at: null,
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

  test("with the time of the first step of its escalation", () => {
    const notPaged = { priority_level: 3, any_hour_since: null, details: {} };
    const steps = [{ to: "second", after_minutes: 10 }];
    expect(pagingFrom(notPaged, plan({}, steps), night)).toMatchObject({
      escalate_at: night + 10 * minute,
      act_at: night + 10 * minute,
    });
    const office = {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    };
    // Soon it is known whether members were paged, who have hours of their own.
    expect(pagingFrom(notPaged, plan(office, steps), night)).toMatchObject({
      escalate_at: night + 310 * minute,
      act_at: night + 10_000,
    });
    expect(pagingFrom(notPaged, plan(office), night).act_at).toBeNull();
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
      act_at: night + 10_000,
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

  const shown = (more: Partial<Notification> = {}) => ({
    device: { broken_at: null },
    closed: null,
    pages: [notification({ state: "delivered", delivered_at: night, ...more })],
  });
  const closed = { closed: { until: opens } };

  test("wait for its hours unless a member was paged within others: they count from that page", () => {
    const waiting = incident({ paging_since: night, paged_at: opens });
    const decided = (recipients: NonNullable<PagingPlan["recipients"]>, now = night + minute) =>
      pageOn(waiting, { ...plan(office), recipients }, now)[0];
    const held = { ...shown({ state: "held", delivered_at: null }), closed };
    expect(decided([held])).toEqual({ kind: "incident", set: { act_at: night + 6 * minute } });
    const counted = { act_at: night + 5 * minute, paged_at: night };
    expect(decided([held, shown()])).toEqual({ kind: "incident", set: counted });
    // As after a handover: the page is from before, and shown all the same.
    expect(decided([shown({ delivered_at: night - minute })])).toMatchObject({ set: counted });
    expect(decided([{ ...shown({ delivered_at: night - minute }), closed }])).toMatchObject({
      set: { act_at: opens + 5 * minute },
    });
    // Those hours may have begun before it is looked at.
    expect(decided([shown()], opens + minute)).toMatchObject({
      set: { page_round: 1, act_at: opens + 5 * minute },
    });
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
      set: { paged_at: night + 5 * minute, page_round: 1, act_at: night + 10 * minute },
    });
    expect(all(changes, "notify")).toMatchObject([
      {
        transition: "opened",
        title: "Reminder: Shop is down",
        message: "Database crashed",
        round: `${night}.${night + 5 * minute}`,
        group_id: null,
      },
    ]);
  });

  const steps = [
    { to: "second", after_minutes: 10 },
    { to: "gone", after_minutes: 0 },
  ];
  const phone = (more: Partial<Notification> = {}) => ({
    device: { broken_at: null },
    closed: null,
    pages: [notification({ state: "delivered", attempts: 1, attempted_at: night, ...more })],
  });
  const quiet = { repeat_minutes: 0 };

  test("is escalated a time after the first attempt, by name, one group after the other", () => {
    const before = { ...plan(quiet, steps), recipients: [phone()] };
    expect(pageOn(open(), before, night + 9 * minute)).toEqual([
      {
        kind: "incident",
        set: { escalate_at: night + 10 * minute, act_at: night + 10 * minute },
      },
    ]);
    const now = night + 10 * minute;
    const changes = pageOn(open({ escalate_at: now }), before, now);
    expect(changes).toMatchObject([
      { kind: "incident", set: { page_steps: 1, escalate_at: null, act_at: now + 1 } },
      { kind: "escalated", group_id: "second" },
      { entry: "escalated", text: 'Escalated to "Second line": still unacknowledged.' },
      {
        kind: "notify",
        title: "Escalated to Second line: Shop is down",
        // Of several groups that escalate to it, the one whose incident it is.
        message: "Database crashed\nFrom On call.",
        group_id: "second",
        round: `${night}.step.1`,
      },
    ]);
    const second = { group: alertGroup({ ...quiet, id: "second" }), since: now };
    const paging = { ...second, paged_at: now, page_round: 0, recipients: [phone()] };
    const after = { ...before, escalated: [paging] };
    const reminded = { ...paging, group: alertGroup({ ...second.group, repeat_minutes: 5 }) };
    const later = pageOn(
      open({ page_steps: 2 }),
      { ...after, escalated: [reminded] },
      now + 5 * minute,
    );
    expect(all(later, "notify")).toMatchObject([
      { title: "Reminder: Shop is down", message: "Database crashed\nFrom On call." },
    ]);
    expect(pageOn(open({ page_steps: 1 }), after, now)).toMatchObject([
      { kind: "incident", set: { page_steps: 2 } },
      { kind: "escalated", group_id: "gone" },
      { text: 'Escalated to "gone": still unacknowledged.' },
      { title: "Escalated to gone: Shop is down" },
    ]);
  });

  test("counts the next step from its own group when the one before it is out of the chain", () => {
    const changed = { ...plan(quiet, steps), recipients: [phone()], escalated: [] };
    expect(pageOn(open({ page_steps: 1 }), changed, night)[0]).toMatchObject({
      set: { page_steps: 2 },
    });
  });

  test("is escalated at once when nobody was reached, and not while the page is on hold", () => {
    const refused = { ...plan(quiet, steps), recipients: [phone({ state: "refused" })] };
    expect(pageOn(open(), refused, night + minute)).toMatchObject([
      { set: { page_steps: 1 } },
      { kind: "escalated" },
      { text: 'Escalated to "Second line" at once: the group before it could not be reached.' },
      { kind: "notify" },
    ]);
    const held = {
      ...plan(quiet, steps),
      recipients: [phone({ state: "held", attempted_at: null })],
    };
    const waiting = open({ escalate_at: night + 10 * minute });
    expect(pageOn(waiting, held, night + 10 * minute)).toEqual([
      {
        kind: "incident",
        set: { escalate_at: null, act_at: night + 10 * minute + 10_000 },
      },
    ]);
    expect(pageOn(open(), plan(quiet, steps), night)[0]).toMatchObject({ set: { page_steps: 1 } });
  });

  test("is looked at again when a reminder leaves beside a page on hold: that push starts the clock", () => {
    const now = night + 5 * minute;
    const on_hold = { closed: { until: night + 600 * minute } };
    const second = {
      group: alertGroup({ id: "second", ...quiet }),
      since: night + minute,
      paged_at: night + minute,
      page_round: 0,
      recipients: [{ ...phone({ state: "held", attempted_at: null }), closed: on_hold }],
    };
    const before = {
      ...plan({ repeat_minutes: 5, repeat_limit: 3 }, [
        ...steps,
        { to: "third", after_minutes: 5 },
      ]),
      recipients: [phone()],
      escalated: [second],
    };
    expect(pageOn(open({ page_steps: 1, paged_at: night }), before, now)[0]).toMatchObject({
      set: { act_at: now + 10_000 },
    });
  });

  test("is told again to each group that it was escalated to, by the rules of that group", () => {
    const since = night + 10 * minute;
    const leads = alertGroup({ id: "leads", title: "Leads", repeat_minutes: 1, repeat_limit: 3 });
    const paging = { group: leads, since, paged_at: since, page_round: 0 };
    const now = since + minute;
    const changes = pageOn(
      open({ page_steps: 1 }),
      { ...plan(quiet), escalated: [{ ...paging, recipients: [phone({ inserted_at: since })] }] },
      now,
    );
    expect(changes).toMatchObject([
      { kind: "incident", set: { act_at: now + minute } },
      { kind: "escalated-group", group_id: "leads", set: { page_round: 1 } },
      { entry: "repeated", text: 'Reminder sent to "Leads": still unacknowledged.' },
      { kind: "notify", title: "Reminder: Shop is down", group_id: "leads" },
    ]);
  });

  test("is told first of what leaves: the next group, then the groups in which a reminder does", () => {
    const since = night;
    const leads = alertGroup({ id: "leads", title: "Leads", repeat_minutes: 5 });
    const dropped = { ...phone(), closed: { closed: "drop" as const } };
    const first = { ...plan({ repeat_minutes: 5 }, steps), recipients: [dropped] };
    const escalated = [
      { group: leads, since, paged_at: since, page_round: 0, recipients: [phone()] },
    ];
    const titles = (page_steps: number) =>
      all(pageOn(open({ page_steps }), { ...first, escalated }, night + 10 * minute), "notify").map(
        ({ title, group_id }) => [title, group_id],
      );
    const reminders = [
      ["Reminder: Shop is down", "leads"],
      ["Reminder: Shop is down", null],
    ];
    expect(titles(2)).toEqual(reminders);
    expect(titles(0)).toEqual([["Escalated to Second line: Shop is down", "second"], ...reminders]);
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
  expect(nextPaging(taken, group.group, night)).toBe(night + 30 * minute);
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

describe("the next pages of an incident that stays as it is", () => {
  const leads = alertGroup({ id: "leads", repeat_minutes: 1, repeat_limit: 3 });
  const paged_at = night + minute;
  const escalated = [{ group: leads, since: night, paged_at, page_round: 1 }];
  const steps = [
    { to: "leads", after_minutes: 10 },
    { to: "second", after_minutes: 20 },
  ];

  test("are the first reminder of all its groups, and the next group", () => {
    const one = incident({ page_steps: 1, escalate_at: night + 30 * minute });
    expect(nextPages(one, { ...plan({}, steps), escalated }, null, night)).toEqual({
      reminder_at: night + 2 * minute,
      escalation: { at: night + 30 * minute, to: "second" },
    });
    expect(nextPages(incident({ page_steps: 2 }), plan({}, steps), null, night)).toEqual({
      reminder_at: night + 5 * minute,
      escalation: null,
    });
  });

  test("count from the page of a member whose hours began before those of the group", () => {
    const opens = night + 60 * minute;
    const hours = {
      contact_hours_all_day: false,
      contact_hours_from: "04:00:00",
      contact_hours_to: "18:00:00",
    };
    const waiting = incident({ paging_since: night, paged_at: opens });
    const reminder = (left_at: number | null) =>
      nextPages(waiting, plan(hours), left_at, night + minute).reminder_at;
    expect(reminder(null)).toBe(opens + 5 * minute);
    expect(reminder(night)).toBe(night + 5 * minute);
  });

  test("are none when somebody has it, or it is over", () => {
    const none = { reminder_at: null, escalation: null };
    for (const status of ["acknowledged", "resolved"] as const)
      expect(nextPages(incident({ status }), plan({}, steps), null, night)).toEqual(none);
  });
});

test("paging of a resolved incident ends", () => {
  const over = incident({ status: "resolved", resolved_at: night });
  expect(pageOn(over, plan(), night)).toEqual([{ kind: "incident", set: { act_at: null } }]);
  expect(nextPaging(incident(), plan().group, night)).toBe(night);
});

test("a snoozed incident pages again when the snooze ends, whatever the rule of its group", () => {
  const snoozed = incident({
    status: "acknowledged",
    acknowledged_at: night,
    acknowledged_by: "Ada",
    snoozed_until: night + 60 * minute,
  });
  expect(nextPaging(snoozed, plan().group, night)).toBe(night + 60 * minute);
  for (const acknowledge_for_minutes of [30, 90])
    expect(nextPaging(snoozed, plan({ acknowledge_for_minutes }).group, night)).toBe(
      night + 60 * minute,
    );
  expect(pageOn(snoozed, plan(), night + 59 * minute)).toEqual([
    { kind: "incident", set: { act_at: night + 60 * minute } },
  ]);
  expect(pageOn(snoozed, plan(), night + 60 * minute)[0]).toMatchObject({
    set: { status: "open", snoozed_until: null },
  });
});
