/**
 * Lists who would be notified of an incident that has not opened, by passing an imagined one through the
 * same gates. Adds a gate that sending does not have: a device that its push server rejected is tried
 * again for each incident, but may not be counted on. Pure.
 */
import type { AlertGroup, Device, Instant } from "../model/model.ts";
import { audienceOf, reasonOf, type Roster } from "../on-call/audience.ts";
import { gatesOf, type Gate, type IncidentFacts } from "../paging/gate.ts";
import { bestOf, isReached, outlookOf, rejected, type ReachState } from "./device-reach.ts";
import { formatDuration } from "../text/duration.ts";
import { personName } from "../text/person.ts";

/** The people that an incident at some moment would notify. */
export interface WhoWould {
  user_id: string;
  name: string;
  /** The state that the person would have. */
  state: ReachState;
  told: boolean;
  /** `held`: when the page would be sent; null: not known. */
  until: Instant | null;
  /** `held` by a silence, rather than by contact hours. */
  silenced: boolean;
  /** The sentence without its subject and full stop: `would be notified immediately`. */
  verdict: string;
  sentence: string;
  /** Why the person belongs to the group, without a subject and full stop. */
  why: string;
  /** The title of the schedule in which the person is on call or next, and when that ends; null: a member. */
  schedule: string | null;
  on_call_until: Instant | null;
  devices: { device_id: string; name: string | null; gates: Gate[] }[];
}

/** The people that an incident of `priority_level` would reach, if it opened at `at`. */
export function whoWould(roster: Roster, priority_level: number, at: Instant): WhoWould[] {
  const { group, silences } = roster;
  const incident = imagined(group, priority_level, at);
  return audienceOf(roster, at).map(({ user, member, devices }) => {
    const name = personName(user);
    const each = devices.map((device) => {
      const context = { transition: "opened", incident, group, member, device, silences } as const;
      return {
        ...outlookOf(context, at),
        device_id: device.id,
        name: device.name,
        gates: withReachable(gatesOf(context, at), device),
      };
    });
    const best = bestOf(each);
    const state = best?.state ?? "no_device";
    const verdict = verdictOf(state, best?.reason ?? "no device");
    return {
      user_id: user.id,
      name,
      state,
      told: isReached(state),
      until: best?.until ?? null,
      silenced: best?.silenced ?? false,
      verdict,
      sentence: `${name} ${verdict}.`,
      why: reasonOf(member, group),
      schedule: member.schedule,
      on_call_until: member.until,
      devices: each.map(({ device_id, name, gates }) => ({ device_id, name, gates })),
    };
  });
}

/** States of a person that no page can reach. */
const unreachable: readonly (ReachState | undefined)[] = ["refused", "no_device", "not_notified"];

/** True when escalation passes a group of these people at once, because no page for it can arrive. */
export const isPassed = (people: readonly { state?: ReachState | undefined }[]): boolean =>
  people.every(({ state }) => unreachable.includes(state));

/** The minutes until the next group is paged about an incident that opens at `at`; 0: at once. */
export const waitAfter = (
  roster: Roster,
  minutes: number,
  priority: number,
  at: Instant,
): number => (isPassed(whoWould(roster, priority, at)) ? 0 : minutes);

/** `at once`, `after 15 min`. */
export const waitText = (minutes: number): string =>
  minutes === 0 ? "at once" : `after ${formatDuration(minutes * 60_000)}`;

function verdictOf(state: ReachState, reason: string): string {
  switch (state) {
    case "reached":
      return "would be notified immediately";
    case "unverified":
      return "would be notified immediately, on an unverified device: no test was confirmed";
    case "refused":
      return `would not be reached: the push server rejects the device (${reason})`;
    default:
      return `would not be notified immediately: ${reason}`;
  }
}

/** The gates, with the one that says whether the device works after those about the device. */
function withReachable(gates: readonly Gate[], device: Device): Gate[] {
  const at = gates.findIndex(({ gate }) => gate === "device") + 1;
  return [...gates.slice(0, at), reachableGate(device), ...gates.slice(at)];
}

function reachableGate(device: Device): Gate {
  const gate = { gate: "reachable", passed: true, closed: null } as const;
  if (device.broken_at !== null)
    return {
      ...gate,
      passed: false,
      closed: { until: null },
      reason: `the push server rejects the device: ${rejected(device)}`,
    };
  return {
    ...gate,
    reason:
      device.verified_at === null
        ? "not verified: no test was confirmed"
        : "the device is verified",
  };
}

/** A new alert, of no monitor in particular. */
const imagined = (group: AlertGroup, priority_level: number, at: Instant): IncidentFacts => ({
  any_hour_since: null,
  source: "alert_group",
  source_id: "",
  key: "",
  alert_group_id: group.id,
  status: "open",
  priority_level,
  opened_at: at,
  details: {},
});
