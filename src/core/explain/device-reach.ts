/**
 * Decides for one device whether the pages of an incident get through: by records for pages that were
 * queued, by the gates for those that were not. Pure.
 */
import type {
  AlertGroup,
  Device,
  Incident,
  Instant,
  Notification,
  Silence,
} from "../model/model.ts";
import type { AudiencePlace } from "../on-call/audience.ts";
import { gatesOf, type GateContext } from "../paging/gate.ts";
import { localMinute } from "../hours/zone.ts";
import { isUnreached } from "./receipt.ts";

/**
 * Worst first. `reached`: a push server accepted a page. `unverified`: it did, but no test was ever
 * confirmed on the device. `sending`: a page is due or being sent. `held`: it waits for contact
 * hours or the end of a silence. `unreachable`: attempts fail. `refused`: the push server rejects the
 * device. `no_device`: none that is enabled. `not_notified`: by the rules, or canceled.
 */
export const reachStates = [
  "refused",
  "no_device",
  "unreachable",
  "held",
  "not_notified",
  "sending",
  "unverified",
  "reached",
] as const;
export type ReachState = (typeof reachStates)[number];

/** The pages of one incident to one device. */
export interface DevicePages {
  device_id: string;
  user_id: string;
  /** The newest page. */
  last: Pick<Notification, "state" | "attempts" | "due_at" | "held_reason" | "last_error">;
  /** Number of accepted pages; the first and the last time of them, null: none. */
  accepted: number;
  accepted_at: Instant | null;
  last_accepted_at: Instant | null;
}

/** The state of a device, and the facts behind it. */
export interface DeviceReach {
  state: ReachState;
  /** `held`: when the page is sent; `unreachable`: the next attempt; null: not known, or none. */
  until: Instant | null;
  /** Why, for people; null: `reached` and `sending` need no reason. */
  reason: string | null;
  /** True when a silence or maintenance window holds the page. */
  silenced: boolean;
  /** Attempts to send the newest page. */
  attempts: number;
  /** Number of accepted pages; the first and the last time of them, null: none. */
  accepted: number;
  accepted_at: Instant | null;
  last_accepted_at: Instant | null;
}

/** The reason that a push server gave for rejecting a device. */
export const rejected = ({ broken_reason }: Device) => broken_reason ?? "no reason was recorded";

/** True when a push server accepted a page for the person. */
export const isReached = (state: ReachState): boolean =>
  state === "reached" || state === "unverified";

/** The device that stands for its owner; null: no device. */
export function bestOf<D extends { state: ReachState }>(devices: readonly D[]): D | null {
  const rank = ({ state }: D) => bestFirst.indexOf(state);
  return devices.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

const bestFirst: readonly ReachState[] = [
  "reached",
  "unverified",
  "sending",
  "held",
  "unreachable",
  "refused",
  "not_notified",
  "no_device",
];

/** The group that pages a person; `member` is null when the person is not in its audience, or not any more. */
export interface Membership {
  group: AlertGroup | null;
  member: AudiencePlace | null;
}

/** One device of a recipient, and its pages; null: none was queued. */
export interface DeviceEvidence {
  incident: Incident;
  silences: readonly Silence[];
  recipient: Membership;
  device: Device;
  pages: DevicePages | null;
}

/** The state of a device: by its pages, or by the gates when none was queued. */
export function deviceReach(evidence: DeviceEvidence, now: Instant): DeviceReach {
  const { incident, silences, recipient, device, pages } = evidence;
  const { group, member } = recipient;
  const outlook = () =>
    outlookOf({ transition: "opened", incident, group, member, device, silences }, now);
  if (pages === null) return neverQueued(evidence, outlook());
  const { accepted, accepted_at, last_accepted_at, last } = pages;
  const state = accepted > 0 ? inState(acceptedState(device)) : pendingState(last, outlook());
  return { ...state, attempts: last.attempts, accepted, accepted_at, last_accepted_at };
}

/** The state of a device that has accepted no page. */
function pendingState(
  { state, attempts, due_at, held_reason, last_error }: DevicePages["last"],
  outlook: DeviceReach,
): DeviceReach {
  const why = last_error ?? "no reason was recorded";
  const due = state === "queued" ? due_at : null;
  switch (state) {
    case "held":
      // A device that is rejected stays so when the hold ends.
      if (isExcluded(outlook) || outlook.state === "refused") return outlook;
      return { ...inState("held", held_reason, due_at), silenced: outlook.silenced };
    case "queued":
    case "leased":
      if (isUnreached({ state, attempts })) return inState("unreachable", why, due_at);
      // A gate that is closed holds or cancels the page once it is due.
      return attempts === 0 && (outlook.state === "held" || isExcluded(outlook))
        ? outlook
        : inState("sending", last_error, due);
    case "refused":
      return inState("refused", why);
    case "perhaps_delivered":
      return inState("unreachable", `unconfirmed, perhaps delivered (${why})`);
    case "expired":
      return inState("unreachable", `expired after 24 h (${why})`);
    default:
      return inState("not_notified", why);
  }
}

/** True when a gate is closed for good. */
const isExcluded = ({ state }: DeviceReach) => state === "not_notified" || state === "no_device";

/** The state that a page to the device would have if it were queued at `now`. */
export function outlookOf(context: GateContext & { device: Device }, now: Instant): DeviceReach {
  const { device } = context;
  const shut = gatesOf(context, now).find(({ passed }) => !passed);
  if (shut?.closed === "drop")
    return inState(device.enabled ? "not_notified" : "no_device", shut.reason);
  if (device.broken_at !== null) return inState("refused", rejected(device));
  if (shut?.closed)
    return {
      ...inState("held", shut.reason, shut.closed.until),
      silenced: shut.gate === "silence",
    };
  return inState(acceptedState(device));
}

const acceptedState = ({ verified_at }: Device): ReachState =>
  verified_at === null ? "unverified" : "reached";

/** The state of a device that no page was queued for. An open incident pages it within half a minute. */
function neverQueued(
  { incident, recipient, device }: DeviceEvidence,
  outlook: DeviceReach,
): DeviceReach {
  if (isExcluded(outlook)) return outlook;
  if (incident.status !== "open" || recipient.group === null)
    return inState("not_notified", lateness(incident, recipient, device));
  return outlook.state === "held" || outlook.state === "refused" ? outlook : inState("sending");
}

/** Why a device that could be paged was not: an opening queues a page for every device of the group. */
function lateness(
  { opened_at }: Incident,
  { group, member }: Membership,
  { inserted_at }: Device,
): string {
  const at = (instant: Instant) => localMinute(group?.timezone ?? "UTC", instant);
  if (member && member.inserted_at > opened_at)
    return `joined the alert group ${at(member.inserted_at)}, after the incident opened`;
  if (inserted_at > opened_at) return `device added ${at(inserted_at)}, after the incident opened`;
  return "when the incident opened, the device was disabled or its owner was not a member";
}

/** A device in this state, of which no page was accepted. */
export const inState = (
  state: ReachState,
  reason: string | null = null,
  until: Instant | null = null,
): DeviceReach => ({
  state,
  until,
  reason,
  silenced: false,
  attempts: 0,
  accepted: 0,
  accepted_at: null,
  last_accepted_at: null,
});

/** The pages among the notifications of one incident, by device; oldest first. */
export function pagesOf(notifications: readonly Notification[]): DevicePages[] {
  const pages = notifications.filter(({ transition }) => transition === "opened");
  return [...Map.groupBy(pages, ({ device_id }) => device_id)].map(([device_id, some]) => {
    const accepted = some.filter(({ state }) => state === "delivered");
    const times = accepted.map((page) => page.delivered_at ?? page.inserted_at);
    const last = some.at(-1)!;
    return {
      device_id,
      user_id: last.user_id,
      last,
      accepted: accepted.length,
      accepted_at: times[0] ?? null,
      last_accepted_at: times.at(-1) ?? null,
    };
  });
}
