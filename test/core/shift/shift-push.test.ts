import { describe, expect, it } from "vitest";
import {
  beganPush,
  deletedPush,
  endedPush,
  handoffPush,
  noticePush,
  shiftNotification,
  withdrawnPush,
  type Heirs,
  type OpenIncident,
} from "../../../src/core/shift/shift-push.ts";
import { changesPush } from "../../../src/core/shift/changes-push.ts";
import { gapPush } from "../../../src/core/shift/gap-text.ts";
import { spanText, timeAhead } from "../../../src/core/shift/shift-text.ts";
import { device } from "../../support/builders.ts";
import { utc } from "../../support/schedules.ts";

const primary = { id: "s1", title: "Primary", timezone: "Europe/Berlin" };
const now = utc("2026-12-07 08:00");
const shift = { user_id: "bob", from: now, until: utc("2026-12-14 08:00") };
const day = 86_400_000;
const hour = day / 24;

describe("the notice of a shift", () => {
  it("says when it begins, and is worth nothing after that", () => {
    const push = noticePush(primary, { ...shift, from: now + hour }, now);
    expect(push).toMatchObject({
      title: "On call in 60 min: Primary until Mon 14 Dec 09:00",
      message: "Your shift begins Mon 7 Dec 10:00. Times in Europe/Berlin.",
      expires_at: now + hour,
    });
  });

  it.each([
    [hour, "60 min"],
    [59 * 60_000 + 1, "60 min"],
    [2 * hour, "120 min"],
    [day, "24 h"],
    [7 * day, "7 days"],
  ])("is %i ms ahead: %s", (ms, text) => expect(timeAhead(ms)).toBe(text));
});

describe("the push for the one who comes", () => {
  const nobody = { before: [], beside: [], after: [] };
  const incident = (number: number, of: Partial<OpenIncident> = {}): OpenIncident => ({
    number,
    title: `Shop ${number}`,
    status: "open",
    acknowledged_by: null,
    ...of,
  });

  it("names the people around, and the open incidents", () => {
    const around = { before: ["Ada"], beside: ["Eve"], after: ["Cyd"] };
    const incidents = [
      incident(12),
      incident(9, { status: "acknowledged", acknowledged_by: "Ada" }),
      incident(8, { status: "acknowledged" }),
    ];
    expect(beganPush(primary, shift, around, incidents, now)).toMatchObject({
      title: "You are on call: Primary until Mon 14 Dec 09:00",
      message: [
        "Before you Ada, with you Eve, after you Cyd.",
        "Open: #12 unacknowledged, #9 acknowledged by Ada, #8 acknowledged.",
        "#12 Shop 12",
        "#9 Shop 9",
        "#8 Shop 8",
        "Times in Europe/Berlin.",
      ].join("\n"),
      expires_at: now + day,
    });
  });

  it("is short where there is nothing to say, and does not outlast the shift", () => {
    const push = beganPush(primary, { ...shift, until: now + hour }, nobody, [], now);
    expect(push.message).toBe("No incident is open.\nTimes in Europe/Berlin.");
    expect(push.expires_at).toBe(now + hour);
    const endless = beganPush(primary, { ...shift, until: null }, nobody, [], now);
    expect(endless.title).toBe("You are on call: Primary");
    expect(endless.expires_at).toBe(now + day);
  });

  it("lists five of many incidents", () => {
    const incidents = [1, 2, 3, 4, 5, 6, 7].map((n) => incident(n));
    const lines = beganPush(primary, shift, nobody, incidents, now).message.split("\n");
    expect(lines[0]).toMatch(/^Open: #1 .*#5 unacknowledged, and 2 more\.$/);
    expect(lines).toHaveLength(7);
  });
});

describe("the push for the one who leaves", () => {
  it.each<[string, Heirs]>([
    ["Bob has it", { names: ["Bob"], confirmed: true, from: null }],
    ["Bob has not confirmed", { names: ["Bob"], confirmed: false, from: null }],
    ["Bob, Cyd have it", { names: ["Bob", "Cyd"], confirmed: true, from: null }],
    ["Bob, Cyd have not confirmed", { names: ["Bob", "Cyd"], confirmed: false, from: null }],
    ["Bob has it from Mon 7 Dec 09:00", { names: ["Bob"], confirmed: false, from: now }],
    ["nobody has it", { names: [], confirmed: true, from: null }],
  ])("says that %s", (text, heirs) =>
    expect(endedPush(primary, shift, heirs, now).title).toBe(`Your shift is over: ${text}`),
  );

  it("of a schedule that is deleted says so", () => {
    const titles = [true, false].map(
      (began) => deletedPush(primary, { ...shift, began }, now).title,
    );
    expect(titles).toEqual([
      "Your shift is over: Primary was deleted",
      "You are not on call Mon 7 Dec 09:00: Primary was deleted",
    ]);
  });

  it("of a shift that was taken back says who has it", () => {
    const push = withdrawnPush(primary, shift, ["Cyd"], now);
    expect(push.title).toBe("You are not on call Mon 7 Dec 09:00: Primary");
    expect(push.message).toBe("On call then: Cyd.\nTimes in Europe/Berlin.");
    expect(withdrawnPush(primary, shift, [], now).message).toContain("Nobody is on call then.");
  });
});

it("the push for others names who is on call", () => {
  const people = { now: ["Bob"], before: ["Ada"] };
  const about = { key: "k", until: shift.until, now };
  expect(handoffPush(primary, people, about)).toMatchObject({
    title: "Primary: Bob is on call until Mon 14 Dec 09:00",
    message: "Before: Ada. Times in Europe/Berlin.",
  });
  const all = { now: ["Ada", "Bob", "Cyd", "Dan"], before: [] };
  expect(handoffPush(primary, all, { ...about, until: null })).toMatchObject({
    title: "Primary: Ada, Bob, Cyd and 1 more are on call",
    message: "Times in Europe/Berlin.",
  });
});

describe("the push about a gap", () => {
  const gap = { from: utc("2026-12-11 17:00"), until: utc("2026-12-11 19:00"), times: 1 };
  it.each([
    ["Fri 18:00–20:00 (Europe/Berlin)", [gap]],
    ["Fri 18:00–20:00 (Europe/Berlin), 7 times in 7 days", [{ ...gap, times: 7 }]],
    ["Fri 18:00–20:00 (Europe/Berlin), and 1 other gap", [gap, { ...gap, times: 2 }]],
    ["now, until Fri 11 Dec 20:00 (Europe/Berlin)", [{ ...gap, from: now }]],
    ["now", [{ from: now, until: Infinity, times: 1 }]],
    ["from Fri 11 Dec 18:00 (Europe/Berlin) on", [{ ...gap, until: Infinity }]],
  ])("says %s", (text, gaps) =>
    expect(gapPush(primary, gaps, now).title).toBe(`Primary has nobody ${text}`),
  );

  it("does not list a single one, which its title has", () => {
    expect(gapPush(primary, [gap], now).message).not.toContain("- ");
  });

  it("lists several, and has the zone as others write it", () => {
    const utcPush = gapPush({ ...primary, timezone: "UTC" }, [{ ...gap, from: now }, gap], now);
    expect(utcPush.title).toBe(
      "Primary has nobody now, until Fri 11 Dec 19:00 UTC, and 1 other gap",
    );
    expect(utcPush.message).toContain("- Fri 17:00–19:00 UTC\n");
  });
});

describe("the push about changed shifts", () => {
  const week = (from: string, until: string) => ({
    from: utc(`${from} 08:00`),
    until: utc(`${until} 08:00`),
  });
  const change = {
    schedule: primary,
    added: [week("2026-12-21", "2026-12-28")],
    removed: [week("2026-12-28", "2027-01-04")],
    by: ["Lea"],
    at: now,
  };

  it("lists what is new and what is gone, and by whom", () => {
    expect(changesPush("ada", [change], now)).toMatchObject({
      title: "Your shifts changed: + 21–28 Dec, − 28 Dec–4 Jan (by Lea)",
      message: "Primary. Times in Europe/Berlin.",
      schedule_id: "s1",
    });
  });

  it("has a line for each of several schedules", () => {
    const other = { ...change, schedule: { ...primary, id: "s2", title: "Backup" }, by: [] };
    const push = changesPush("ada", [change, other], now);
    expect(push).toMatchObject({
      title: "Your shifts changed in 2 schedules (by Lea)",
      schedule_id: null,
    });
    expect(push.message.split("\n")[1]).toBe("Backup: + 21–28 Dec, − 28 Dec–4 Jan (Europe/Berlin)");
    const many = changesPush(
      "ada",
      Array.from({ length: 12 }, () => other),
      now,
    );
    expect(many.title).toBe("Your shifts changed in 12 schedules");
    expect(many.message.split("\n").at(-1)).toBe("… and 2 more.");
  });

  it("lists four of many times", () => {
    const added = Array.from({ length: 6 }, (_, i) => ({
      from: now + i * day,
      until: now + i * day + hour,
    }));
    const { title } = changesPush("ada", [{ ...change, added, removed: [] }], now);
    expect(title).toBe(
      "Your shifts changed: + Mon 7 Dec 09:00–10:00, + Tue 8 Dec 09:00–10:00, + Wed 9 Dec 09:00–10:00, + Thu 10 Dec 09:00–10:00, and 2 more (by Lea)",
    );
  });

  it.each([
    ["2026-12-21 08:00", "2026-12-28 08:00", "21–28 Dec"],
    ["2026-12-28 08:00", "2027-01-04 08:00", "28 Dec–4 Jan"],
    ["2026-12-21 14:00", "2026-12-21 17:00", "Mon 21 Dec 15:00–18:00"],
    ["2026-12-21 20:00", "2026-12-22 07:00", "Mon 21 Dec 21:00–Tue 22 Dec 08:00"],
    // Summer time begins.
    ["2027-03-27 23:00", "2027-03-28 22:00", "28–29 Mar"],
  ])("%s to %s is %s", (from, until, text) =>
    expect(spanText("Europe/Berlin", { from: utc(from), until: utc(until) }, false)).toBe(text),
  );

  it("goes on without an end", () => {
    const endless = { from: utc("2026-12-21 08:00"), until: now + 16 * 7 * day };
    const push = changesPush("ada", [{ ...change, added: [endless], removed: [] }], now);
    expect(push.title).toBe("Your shifts changed: + from 21 Dec on (by Lea)");
  });
});

it("no push about shifts is louder than news, or belongs to an incident or a group", () => {
  const pushes = [
    noticePush(primary, shift, now),
    endedPush(primary, shift, { names: [], confirmed: true, from: null }, now),
  ];
  const rows = pushes.map((push) => shiftNotification(push, device({ id: "pixel" }), now));
  expect(rows.map(({ priority }) => priority)).toEqual([3, 2]);
  expect(rows[0]).toMatchObject({
    incident_id: null,
    alert_group_id: null,
    schedule_id: "s1",
    state: "queued",
    key: `shift_notice/s1/bob/${now}/${now}/pixel`,
  });
});
