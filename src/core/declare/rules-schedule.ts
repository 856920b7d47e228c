/** Rules between the fields of a schedule. */
import { defaultsOf } from "../../resource/field.ts";
import { schedule } from "../../resource/schedule.ts";
import type { Fault } from "../model/fault.ts";
import { handoffFault } from "../on-call/handoffs.ts";
import { fault } from "./rules-connection.ts";

const defaults = defaultsOf(schedule.fields);

export const scheduleRules = (fields: Record<string, unknown>): Fault[] => [
  ...handoffs(fields),
  ...start(fields),
  ...hours(fields),
];

function handoffs({
  everyone,
  handoff_cron,
  handoff_every,
  start,
  timezone,
}: Record<string, unknown>): Fault[] {
  if (everyone === true)
    return Object.entries({ handoff_cron, handoff_every, start }).flatMap(([name, value]) =>
      (value ?? defaults[name]) === defaults[name]
        ? []
        : [fault(name, "not_allowed", "cannot be combined with everyone, which has no turns")],
    );
  const wrong =
    typeof handoff_cron === "string" ? handoffFault(handoff_cron, String(timezone)) : null;
  return wrong === null ? [] : [fault("handoff_cron", "format", wrong)];
}

function start({ start }: Record<string, unknown>): Fault[] {
  if (typeof start !== "string") return [];
  const day = new Date(`${start}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(start)
    ? []
    : [fault("start", "format", "is not a day of the calendar")];
}

function hours({
  contact_hours_from: from,
  contact_hours_to: to,
}: Record<string, unknown>): Fault[] {
  if ((from ?? null) === null && (to ?? null) === null) return [];
  if (from === to)
    return [
      fault(
        "contact_hours_to",
        "empty_window",
        "must differ from contact_hours_from; for all day leave out both",
      ),
    ];
  return Object.entries({ contact_hours_from: from, contact_hours_to: to }).flatMap(
    ([name, value]) =>
      (value ?? null) === null
        ? [fault(name, "required", "is required with the other end of the hours, as HH:MM:SS")]
        : [],
  );
}
