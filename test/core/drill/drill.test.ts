import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import {
  answerTime,
  beginDrill,
  drillFault,
  endDrill,
  nextDrill,
} from "../../../src/core/drill/drill.ts";
import type { AudiencePerson } from "../../../src/core/on-call/audience.ts";
import { closedGate } from "../../../src/core/paging/gate.ts";
import type { Drill, DrillPerson, Subject } from "../../../src/core/model/model.ts";
import { rules } from "../../../src/core/declare/rules.ts";
import {
  alertGroup,
  device,
  healthSnapshot,
  member,
  night,
  subject,
  user,
} from "../../support/builders.ts";

const hour = 3600_000;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const asked = (id: string, with_: Partial<AudiencePerson> = {}): AudiencePerson => ({
  member: member({ user_id: id }),
  user: user({ id, name: id.toUpperCase(), email: `${id}@example.com` }),
  devices: [device({ id: `${id}-phone`, user_id: id })],
  ...with_,
});
const drill = (with_: Partial<Drill> = {}): Drill => ({
  id: "drill",
  org_id: "org",
  alert_group_id: "oncall",
  at: night,
  started_by: null,
  ends_at: night + day,
  ended_at: null,
  ...with_,
});
const person = (user_id: string, answered_at: number | null): DrillPerson => ({
  drill_id: "drill",
  org_id: "org",
  user_id,
  answered_at,
  device_id: answered_at === null ? null : "pixel",
});

describe("the schedule", () => {
  test.each<[string, string, RegExp | null]>([
    ["0 10 * * *", "Europe/Berlin", null],
    ["30 2 * * *", "Europe/Berlin", null],
    ["0 10 1 * *", "UTC", null],
    ["0 10 29 2 *", "UTC", null],
    ["@weekly", "Australia/Lord_Howe", null],
    ["0 10,11 * * *", "UTC", /at most once a day/],
    ["*/10 * * * *", "UTC", /at most once a day/],
    ["0 9,17 1 1 *", "America/New_York", /at most once a day/],
    ["0 10 30 2 *", "UTC", /day that exists/],
    ["every day", "UTC", /five fields/],
    ["0 0 10 * * *", "UTC", /five fields/],
    ["0 10 * * *", "Moon/Base", /unknown time zone/],
  ])("%s in %s", (cron, timezone, wrong) => {
    const found = drillFault(cron, timezone);
    if (wrong === null) expect(found).toBeNull();
    else expect(found).toMatch(wrong);
  });

  test("that is wrong is a fault of the group", () => {
    expect(rules("alert_groups", alertGroup({ drill_cron: "at ten" }))).toMatchObject([
      { field: "drill_cron", code: "format" },
    ]);
    expect(rules("alert_groups", alertGroup({ drill_cron: "0 10 * * 1" }))).toEqual([]);
  });

  test.each([
    ["Europe/Berlin", "30 2 * * *", ["2026-03-29T01:00", "2026-10-25T00:30"]],
    ["America/New_York", "0 10 * * *", ["2026-03-08T14:00", "2026-11-01T15:00"]],
    ["UTC", "0 10 * * *", ["2026-03-29T10:00", "2026-10-25T10:00"]],
  ])(
    "of a year in %s has one drill a day, on the days on which clocks change too",
    (timezone, drill_cron, among) => {
      const runs: number[] = [];
      let last = at("2025-12-31T23:59:00Z");
      for (let n = 0; n < 365; n++) {
        last = nextDrill({ drill_cron, timezone }, last)!;
        runs.push(last);
      }
      const local = new Intl.DateTimeFormat("en-CA", {
        timeZone: timezone,
        dateStyle: "short",
      });
      expect(new Set(runs.map((run) => local.format(run))).size).toBe(365);
      const texts = runs.map((run) => new Date(run).toISOString().slice(0, 16));
      expect(texts).toEqual(expect.arrayContaining(among));
    },
  );

  test("of a group without one never comes", () => {
    expect(nextDrill({ drill_cron: null, timezone: "UTC" }, night)).toBeNull();
  });
});

describe("a drill", () => {
  test("asks every enabled device of every member, without a sound", () => {
    const { pushes, asked: who } = beginDrill(
      alertGroup(),
      [
        asked("ada", {
          devices: [device(), device({ id: "old", enabled: false })],
        }),
        asked("bo"),
        asked("cy", { devices: [] }),
      ],
      night,
    );
    expect(who).toEqual(["ada", "bo", "cy"]);
    expect(
      pushes.map(({ device_id, transition, priority, incident_id }) => [
        device_id,
        transition,
        priority,
        incident_id,
      ]),
    ).toEqual([
      ["pixel", "drill", 2, null],
      ["bo-phone", "drill", 2, null],
    ]);
    expect(new Set(pushes.map(({ key }) => key)).size).toBe(2);
  });

  test("lasts a day from when the push may come to the last of them", () => {
    const office = member({
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    });
    const lasts = (people: AudiencePerson[]) =>
      beginDrill(alertGroup(), people, night).ends_at - night;
    expect(lasts([])).toBe(answerTime);
    expect(lasts([asked("ada")])).toBe(answerTime);
    expect(lasts([asked("ada"), asked("bo", { member: office })])).toBe(answerTime + 5 * hour);
  });

  test("that is over names who did not answer, and not who has left", () => {
    const people = [
      asked("ada"),
      asked("bo", { user: user({ id: "bo", name: null, email: "bo@example.com" }) }),
      asked("cy", { devices: [device({ id: "off", enabled: false })] }),
    ];
    const answers = [
      person("ada", night + hour),
      person("bo", null),
      person("cy", null),
      person("dee", null),
    ];
    const pushes = endDrill(alertGroup(), drill(), answers, people, night + day);
    expect(pushes.map(({ device_id }) => device_id)).toEqual(["ada-phone", "bo-phone"]);
    expect(pushes[0]).toMatchObject({
      transition: "drill_report",
      priority: 2,
      title: 'Drill: no response from 2 members of "On call"',
      message: "May be unreachable: bo@example.com, CY (no device).",
    });
    expect(endDrill(alertGroup(), drill(), answers.slice(0, 1), people, night)).toEqual([]);
  });
});

describe("a group", () => {
  const snapshot = (
    with_: {
      subject?: Partial<Subject>;
      drill_cron?: string | null;
      drilling?: Extract<Snapshot, { kind: "alert_group" }>["drilling"];
    } = {},
  ): Snapshot => ({
    kind: "alert_group",
    subject: subject({
      id: "oncall",
      kind: "alert_group",
      status: "ok",
      ...with_.subject,
    }),
    group: alertGroup({ drill_cron: with_.drill_cron ?? null }),
    incident: null,
    open: new Map(),
    next_resolve_at: null,
    drilling: with_.drilling ?? null,
  });
  const set = (changes: Change[]) =>
    Object.assign(
      {},
      ...changes.map((one) => (one.kind === "subject" ? one.set : {})),
    ) as Partial<Subject>;
  const kinds = (changes: Change[]) => changes.map(({ kind }) => kind);
  const daily = "0 10 * * *";
  const ten = at("2026-11-21T10:00:00Z");

  test("that has a schedule is to be woken for it; without one no more", () => {
    expect(set(decide(snapshot({ drill_cron: daily }), { kind: "configured" }, night))).toEqual({
      drill_at: ten,
      wake_at: ten,
    });
    expect(
      set(
        decide(
          snapshot({ drill_cron: daily, subject: { wake_at: night + 1 } }),
          { kind: "configured" },
          night,
        ),
      ),
    ).toEqual({ drill_at: ten, wake_at: night + 1 });
    expect(
      decide(
        snapshot({ drill_cron: daily, subject: { drill_at: ten } }),
        { kind: "configured" },
        night,
      ),
    ).toEqual([]);
    // Due already, and about to begin.
    expect(
      decide(
        snapshot({ drill_cron: daily, subject: { drill_at: night } }),
        { kind: "configured" },
        night,
      ),
    ).toEqual([]);
    expect(
      set(
        decide(
          snapshot({ subject: { drill_at: night, wake_at: night } }),
          { kind: "configured" },
          night,
        ),
      ),
    ).toMatchObject({ drill_at: null });
  });

  test("that was away for days begins one drill, and plans the next", () => {
    const changes = decide(
      snapshot({
        drill_cron: daily,
        subject: { drill_at: ten - 5 * day },
        drilling: { people: [asked("ada")], over: [], next_end_at: null },
      }),
      { kind: "woken" },
      night,
    );
    expect(kinds(changes)).toEqual(["subject", "drill-began"]);
    expect(set(changes)).toEqual({ drill_at: ten, wake_at: ten });
    expect(changes[1]).toMatchObject({ started_by: null, asked: ["ada"] });
  });

  test("that is woken before its time keeps it", () => {
    const changes = decide(
      snapshot({ drill_cron: daily, subject: { drill_at: ten } }),
      { kind: "woken" },
      night,
    );
    expect(changes).toEqual([{ kind: "subject", set: { wake_at: ten } }]);
  });

  test("sees to drills that are over, and is woken for the next one", () => {
    const changes = decide(
      snapshot({
        drilling: {
          people: [asked("ada")],
          over: [{ drill: drill(), answers: [person("ada", null)] }],
          next_end_at: night + 2 * day,
        },
      }),
      { kind: "woken" },
      night + day,
    );
    expect(kinds(changes)).toEqual(["subject", "drill-ended"]);
    expect(set(changes)).toEqual({ wake_at: night + 2 * day });
    expect(changes[1]).toMatchObject({
      drill_id: "drill",
      pushes: [{ device_id: "ada-phone" }],
    });
  });

  test("has a drill when somebody asks for one", () => {
    const changes = decide(
      snapshot({
        drilling: { people: [asked("ada")], over: [], next_end_at: null },
      }),
      { kind: "drill_started", by: "Bo" },
      night,
    );
    expect(kinds(changes)).toEqual(["subject", "drill-began"]);
    expect(set(changes)).toEqual({ wake_at: night + day });
    expect(changes[1]).toMatchObject({ started_by: "Bo" });
    const asks = { kind: "drill_started", by: "Bo" } as const;
    expect(decide(snapshot(), asks, night)[1]).toMatchObject({ asked: [] });
    expect(decide(healthSnapshot(), asks, night)).toEqual([]);
  });
});

test("a drill waits for contact hours, for membership and for the group, and for no silence", () => {
  const closed = (with_: object) =>
    closedGate(
      {
        transition: "drill",
        incident: null,
        group: alertGroup(),
        member: member({ minimum_priority: 1 }),
        device: device(),
        silences: [],
        ...with_,
      },
      night,
    );
  expect(closed({})).toBeNull();
  expect(closed({ member: null })).toMatchObject({ gate: "member" });
  expect(closed({ group: null, member: null })).toMatchObject({
    gate: "member",
    closed: "drop",
    reason: "the alert group is gone",
  });
  expect(
    closed({
      group: alertGroup({
        urgent_ignores_contact_hours: true,
        contact_hours_all_day: false,
        contact_hours_from: "08:00:00",
        contact_hours_to: "18:00:00",
      }),
    }),
  ).toMatchObject({
    gate: "contact_hours",
    closed: { until: at("2026-11-21T08:00:00Z") },
  });
});
