/**
 * Pushes about shifts: before one, at a handoff, after a change, and about gaps. They are news: no louder than ntfy's 3, so
 * none rings through Do Not Disturb, and hours and minimum priorities hold none back. Pure.
 */
import type { NewNotification } from "../command/change.ts";
import type { Device, Incident, Instant, Resources, ShiftTransition } from "../model/model.ts";
import { newNotification, pushLifetime } from "../paging/notification.ts";
import { calm, silent } from "../paging/push-priority.ts";
import { namesText } from "../text/person.ts";
import { dayAndTime, timeAhead, timesIn, untilText } from "./shift-text.ts";

/** The schedule that a push is about. */
export type AboutSchedule = Pick<Resources["schedules"], "id" | "title" | "timezone">;

/** The text of a push about shifts, for any number of devices. */
export interface ShiftPush {
  transition: ShiftTransition;
  /** null: several. */
  schedule_id: string | null;
  /** Its key without the device. */
  key: string;
  title: string;
  message: string;
  expires_at: Instant;
}

const priorities: Record<ShiftTransition, number> = {
  shift_notice: calm,
  shift_began: calm,
  shift_ended: silent,
  shifts_changed: calm,
  handoff: silent,
  schedule_gap: calm,
};

const tags: Record<ShiftTransition, string> = {
  shift_notice: "alarm_clock",
  shift_began: "pager",
  shift_ended: "wave",
  shifts_changed: "calendar",
  handoff: "arrow_right",
  schedule_gap: "warning",
};

/** The notification for a device. */
export function shiftNotification(
  { transition, schedule_id, key, ...text }: ShiftPush,
  device: Device,
  now: Instant,
): NewNotification {
  const about = {
    ...text,
    incident_id: null,
    alert_group_id: null,
    transition,
    key: `${key}/${device.id}`,
    priority: priorities[transition],
    tags: [tags[transition]],
  };
  return { ...newNotification(device, about, now), schedule_id };
}

const mostNames = 3;
const names = (all: readonly string[]) => namesText(all, mostNames);

/** A shift of the recipient. */
interface Shift {
  user_id: string;
  from: Instant;
  until: Instant | null;
}

const keyOf = (transition: ShiftTransition, { id }: AboutSchedule, { user_id, from }: Shift) =>
  `${transition}/${id}/${user_id}/${from}`;

/** Before a shift. It expires at the beginning. */
export function noticePush(schedule: AboutSchedule, shift: Shift, now: Instant): ShiftPush {
  const { title, timezone, id } = schedule;
  const { from, until } = shift;
  const ahead = timeAhead(from - now);
  return {
    transition: "shift_notice",
    schedule_id: id,
    key: `${keyOf("shift_notice", schedule, shift)}/${now}`,
    title: `On call in ${ahead}: ${title}${untilText(timezone, until)}`,
    message: `Your shift begins ${dayAndTime(timezone, from)}. ${timesIn(timezone)}`,
    expires_at: from,
  };
}

/** The people around a shift, by name. */
export interface Around {
  before: readonly string[];
  /** On call at the same time. */
  beside: readonly string[];
  after: readonly string[];
}

/** An unresolved incident that pages the person that comes. */
export type OpenIncident = Pick<Incident, "number" | "title" | "status" | "acknowledged_by">;

const mostIncidents = 5;

/** For the person that comes. */
export function beganPush(
  schedule: AboutSchedule,
  shift: Shift,
  { before, beside, after }: Around,
  incidents: readonly OpenIncident[],
  now: Instant,
): ShiftPush {
  const { title, timezone, id } = schedule;
  const { until } = shift;
  const people = [
    ...(before.length > 0 ? [`before you ${names(before)}`] : []),
    ...(beside.length > 0 ? [`with you ${names(beside)}`] : []),
    ...(after.length > 0 ? [`after you ${names(after)}`] : []),
  ].join(", ");
  const lines = [
    ...(people === "" ? [] : [`${people.charAt(0).toUpperCase()}${people.slice(1)}.`]),
    openText(incidents),
    ...incidents.slice(0, mostIncidents).map((one) => `#${one.number} ${one.title}`),
    timesIn(timezone),
  ];
  return {
    transition: "shift_began",
    schedule_id: id,
    key: keyOf("shift_began", schedule, shift),
    title: `You are on call: ${title}${untilText(timezone, until)}`,
    message: lines.join("\n"),
    expires_at: Math.min(now + pushLifetime, until ?? Infinity),
  };
}

/** `Open: #12 unacknowledged, #9 acknowledged by Ada.` */
function openText(incidents: readonly OpenIncident[]): string {
  if (incidents.length === 0) return "No incident is open.";
  const shown = incidents.slice(0, mostIncidents).map(({ number, status, acknowledged_by }) => {
    const by = acknowledged_by === null ? "" : ` by ${acknowledged_by}`;
    return `#${number} ${status === "open" ? "unacknowledged" : `acknowledged${by}`}`;
  });
  const more = incidents.length - shown.length;
  return `Open: ${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
}

/** The people on call instead, by name. */
export interface Heirs {
  names: readonly string[];
  /** They have pressed "I am here", or took the shift themselves. */
  confirmed: boolean;
  /** When they come; null: they are on call. */
  from: Instant | null;
}

/** For the person that leaves. */
export const endedPush = (
  schedule: AboutSchedule,
  shift: Shift,
  heirs: Heirs,
  now: Instant,
): ShiftPush => ({
  transition: "shift_ended",
  schedule_id: schedule.id,
  key: keyOf("shift_ended", schedule, shift),
  title: `Your shift is over: ${heirsText(schedule, heirs)}`,
  message: `${schedule.title}. ${timesIn(schedule.timezone)}`,
  expires_at: now + pushLifetime,
});

/** For a person that was notified of a shift of another one. `heirs`: the names of those on call then. */
export const withdrawnPush = (
  schedule: AboutSchedule,
  shift: Shift,
  heirs: readonly string[],
  now: Instant,
): ShiftPush => ({
  transition: "shifts_changed",
  schedule_id: schedule.id,
  key: `withdrawn/${keyOf("shift_notice", schedule, shift)}/${now}`,
  title: `You are not on call ${dayAndTime(schedule.timezone, shift.from)}: ${schedule.title}`,
  message: [
    heirs.length > 0 ? `On call then: ${names(heirs)}.` : "Nobody is on call then.",
    timesIn(schedule.timezone),
  ].join("\n"),
  expires_at: now + pushLifetime,
});

/** For a person with a shift, or the notice of one, in a schedule that is deleted. */
export const deletedPush = (
  schedule: AboutSchedule,
  shift: Shift & { began: boolean },
  now: Instant,
): ShiftPush => ({
  transition: "shift_ended",
  schedule_id: schedule.id,
  key: `deleted/${keyOf("shift_ended", schedule, shift)}`,
  title: shift.began
    ? `Your shift is over: ${schedule.title} was deleted`
    : `You are not on call ${dayAndTime(schedule.timezone, shift.from)}: ${schedule.title} was deleted`,
  message: timesIn(schedule.timezone),
  expires_at: now + pushLifetime,
});

function heirsText({ timezone }: AboutSchedule, { names: all, confirmed, from }: Heirs): string {
  if (all.length === 0) return "nobody has it";
  const [has, have] = confirmed || from !== null ? ["has it", "have it"] : ["has", "have"];
  const verb = all.length === 1 ? has : have;
  const unconfirmed = confirmed || from !== null ? "" : " not confirmed";
  return `${names(all)} ${verb}${unconfirmed}${from === null ? "" : ` from ${dayAndTime(timezone, from)}`}`;
}

/** For the group to which handoffs are announced. `key` names the handoff. */
export function handoffPush(
  schedule: AboutSchedule,
  people: { now: readonly string[]; before: readonly string[] },
  { key, until, now }: { key: string; until: Instant | null; now: Instant },
): ShiftPush {
  const { id, title, timezone } = schedule;
  const before = people.before.length > 0 ? `Before: ${names(people.before)}. ` : "";
  const verb = people.now.length === 1 ? "is" : "are";
  return {
    transition: "handoff",
    schedule_id: id,
    key: `handoff/${id}/${key}`,
    title: `${title}: ${names(people.now)} ${verb} on call${untilText(timezone, until)}`,
    message: `${before}${timesIn(timezone)}`,
    expires_at: now + pushLifetime,
  };
}
