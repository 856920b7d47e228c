/** The rules that join fields of a schedule. */
import { describe, expect, test } from "vitest";
import { rules } from "../../../src/core/declare/rules.ts";
import { handoffFault } from "../../../src/core/on-call/handoffs.ts";
import { scheduleSpec } from "../../support/builders.ts";

const faults = (fields: Record<string, unknown>) =>
  rules("schedules", { ...scheduleSpec(), ...fields }).map(
    ({ field, message }) => `${field} ${message}`,
  );

describe("a schedule", () => {
  test("is sound with its defaults, and with hours of both ends", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ contact_hours_from: "09:00:00", contact_hours_to: "17:00:00" })).toEqual([]);
    expect(faults({ everyone: true })).toEqual([]);
    expect(faults({ start: "2026-11-30" })).toEqual([]);
  });

  test("has no turns when everyone is on call", () => {
    const turns = { handoff_cron: "0 8 * * *", handoff_every: 2, start: "2026-11-30" };
    const why = "cannot be combined with everyone, which has no turns";
    expect(faults({ everyone: true, ...turns })).toEqual([
      `handoff_cron ${why}`,
      `handoff_every ${why}`,
      `start ${why}`,
    ]);
    // Other fields may be misshapen.
    expect(faults({ everyone: true, handoff_cron: undefined })).toEqual([]);
    expect(faults({ handoff_cron: undefined })).toEqual([]);
  });

  test.each([
    [
      { contact_hours_from: "09:00:00" },
      "contact_hours_to is required with the other end of the hours, as HH:MM:SS",
    ],
    [
      { contact_hours_to: "09:00:00" },
      "contact_hours_from is required with the other end of the hours, as HH:MM:SS",
    ],
    [
      { contact_hours_from: "09:00:00", contact_hours_to: "09:00:00" },
      "contact_hours_to must differ from contact_hours_from; for all day leave out both",
    ],
    [{ start: "2026-02-30" }, "start is not a day of the calendar"],
    [{ start: "2026-13-01" }, "start is not a day of the calendar"],
    [
      { handoff_cron: "0 9,10:30 * * *" },
      'handoff_cron must be a cron expression of five fields (minute hour day month weekday), such as "0 2 * * SUN": it has a colon, as a date has',
    ],
    [
      { handoff_cron: "*/30 * * * *" },
      "handoff_cron must name times that are at least an hour apart",
    ],
  ])("%j: %s", (fields, message) => expect(faults(fields)).toContain(message));
});

describe("handoffs", () => {
  const near = "must name times that are at least an hour apart";
  test.each([
    ["0 9 * * MON", null],
    ["0 * * * *", null],
    ["0 8,20 * * *", null],
    ["0 0,23 * * *", null],
    ["0,30 9 * * *", near],
    ["30 0,23 * * *", null],
    ["59 0-22/22 * * *", null],
    ["0 9 * * MON#1", null],
    ["0 9 L * *", null],
    ["0 9 29 2 MON#1", null],
    ["0 9 L 2 *", null],
    ["0 8,20 * * MON#1", `${near}, several a day as plain numbers and lists`],
    ["0 9 30 2 *", "must name a day that exists: this one never comes"],
  ])("%s: %s", (cron, wrong) => expect(handoffFault(cron, "Europe/Berlin")).toBe(wrong));
});
