/**
 * Explains why each person was notified of an incident, or was not: one sentence per person and device,
 * with its gates and attempts. Uses records for the past, and the current rules for pushes still to come.
 * Pure.
 */
import { recordedGates, type GateExplained } from "./explain-gates.ts";
import { gatesOf } from "../paging/gate.ts";
import type {
  AlertGroup,
  Device,
  Incident,
  Instant,
  Member,
  Notification,
  NotificationAttempt,
  Silence,
  User,
} from "../model/model.ts";
import { answered, isUnreached, type Receipt } from "./receipt.ts";
import { localMinute } from "../paging/zone.ts";
import { plural } from "../text/plural.ts";

/** A member of the group, or another recipient. */
export interface RecipientEvidence {
  user: Pick<User, "id" | "name" | "email">;
  /** null: not in the group, or not any more. */
  member: Member | null;
  devices: readonly Device[];
  notifications: readonly Notification[];
}

/** The facts of an explanation. */
export interface Evidence {
  incident: Incident;
  group: AlertGroup | null;
  silences: readonly Silence[];
  people: readonly RecipientEvidence[];
  attempts: readonly NotificationAttempt[];
  /** Since when the incident's monitor has been flapping; null: it does not flap, or there is no monitor. */
  flapping_since: Instant | null;
  receipts: readonly Receipt[];
}

export interface DeviceExplained {
  device_id: string;
  name: string | null;
  reached: boolean;
  sentence: string;
  /** The gates at the moment in question; then the recorded ones. */
  gates: GateExplained[];
  notifications: (Notification & { attempts_made: NotificationAttempt[] })[];
}

export interface PersonExplained {
  user_id: string;
  name: string;
  reached: boolean;
  sentence: string;
  /** null: no push was sent to the person, and no response came. */
  receipt: Receipt | null;
  devices: DeviceExplained[];
}

export interface Explanation {
  sentence: string;
  people: PersonExplained[];
}

/** The explanation; its gates are those of `now`, which may lie in the past. */
export function explain(evidence: Evidence, now: Instant): Explanation {
  const zone = evidence.group?.timezone ?? "UTC";
  const people = evidence.people.map((recipient) => explainPerson(evidence, recipient, zone, now));
  const sentence = [overall(people), ...flapping(evidence, zone)].join(" ");
  return { sentence, people };
}

/** Why later state changes were not sent. */
function flapping({ incident, flapping_since }: Evidence, zone: string): string[] {
  return flapping_since === null || incident.status === "resolved"
    ? []
    : [
        `The monitor has been flapping since ${localMinute(zone, flapping_since)}. State changes are not sent until it stops.`,
      ];
}

function overall(people: readonly PersonExplained[]): string {
  if (people.length === 0) return "Nobody was notified: the alert group has no members.";
  const reached = people.filter((person) => person.reached);
  const others = people.filter((person) => !person.reached);
  const names = reached.map(({ name }) => name).join(", ");
  const head = reached.length === 0 ? "Nobody was reached." : `Reached: ${names}.`;
  return [head, ...others.map(({ sentence }) => sentence)].join(" ");
}

function explainPerson(
  evidence: Evidence,
  recipient: RecipientEvidence,
  zone: string,
  now: Instant,
): PersonExplained {
  const { user } = recipient;
  const name = user.name ?? user.email;
  const devices = recipient.devices.map((device) =>
    explainDevice(evidence, recipient, device, zone, now),
  );
  const best = devices.find(({ reached }) => reached) ?? devices[0];
  const receipt = evidence.receipts.find(({ user_id }) => user_id === user.id) ?? null;
  return {
    user_id: user.id,
    name,
    reached: devices.some(({ reached }) => reached),
    sentence: best
      ? [
          `${name} ${best.sentence}`,
          ...devices.flatMap((one) => (one === best ? [] : unreached(one))),
          ...(receipt ? answered(receipt, zone) : []),
        ].join(" ")
      : `${name} was not notified: no device.`,
    receipt,
    devices,
  };
}

/** The sentence about another device of the person that is unreachable. */
function unreached({ name, notifications }: DeviceExplained): string[] {
  const last = notifications.findLast(({ transition }) => transition === "opened");
  return last && isUnreached(last)
    ? [
        `${name ?? "Another device"} is unreachable: ${last.last_error ?? "no reason was recorded"}.`,
      ]
    : [];
}

function explainDevice(
  evidence: Evidence,
  recipient: RecipientEvidence,
  device: Device,
  zone: string,
  now: Instant,
): DeviceExplained {
  const { incident, group, silences, attempts } = evidence;
  const notifications = recipient.notifications
    .filter(({ device_id }) => device_id === device.id)
    .map((notification) => ({
      ...notification,
      attempts_made: attempts.filter(({ notification_id }) => notification_id === notification.id),
    }));
  const pages = notifications.filter(({ transition }) => transition === "opened");
  const joined = recipient.member && recipient.member.inserted_at <= now;
  const calculated = gatesOf(
    {
      transition: "opened",
      incident: { ...incident, status: statusAt(incident, now) },
      group,
      member: joined ? recipient.member : null,
      device,
      silences,
    },
    now,
  );
  const gates = [
    ...calculated.map((gate) => ({ ...gate, at: now })),
    ...recordedGates(
      incident,
      evidence.flapping_since,
      pages,
      pages.flatMap(({ attempts_made }) => attempts_made),
    ),
  ];
  const reached = pages.some(({ state }) => state === "delivered");
  const sentence =
    pages.length === 0 ? neverQueued(incident, recipient, device, zone) : sentenceOf(pages, zone);
  return {
    device_id: device.id,
    name: device.name,
    reached,
    sentence,
    gates,
    notifications,
  };
}

/** The incident's status at `at`, as far as it is known today. */
function statusAt({ acknowledged_at, resolved_at }: Incident, at: Instant): Incident["status"] {
  if (resolved_at !== null && resolved_at <= at) return "resolved";
  return acknowledged_at !== null && acknowledged_at <= at ? "acknowledged" : "open";
}

/** Why no push was queued: one is queued for every device in the group when the incident opens. */
function neverQueued(
  incident: Incident,
  { member }: RecipientEvidence,
  device: Device,
  zone: string,
): string {
  if (!device.enabled) return "was not notified: the device is disabled.";
  if (!member) return "was not notified: not a member of the alert group.";
  if (member.inserted_at > incident.opened_at)
    return `was not notified: joined the alert group ${localMinute(zone, member.inserted_at)}, after the incident opened.`;
  if (device.inserted_at > incident.opened_at)
    return `was not notified: device added ${localMinute(zone, device.inserted_at)}, after the incident opened.`;
  return "was not notified: when the incident opened, the device was disabled or its owner was not a member.";
}

function sentenceOf(pages: readonly Notification[], zone: string): string {
  const delivered = pages.filter(({ state }) => state === "delivered");
  const [first] = delivered;
  if (first) {
    const at = localMinute(zone, first.delivered_at ?? first.inserted_at);
    const more = delivered.length - 1;
    return more === 0
      ? `was notified: push accepted ${at}.`
      : `was notified: push accepted ${at}, plus ${plural(more, "later push", "later pushes")}.`;
  }
  const last = pages.at(-1)!;
  const why = last.last_error ?? "no reason was recorded";
  switch (last.state) {
    case "held":
      return `is not notified yet: ${last.held_reason}.`;
    case "queued":
      return last.attempts === 0
        ? "is about to be notified."
        : `is not reached after ${plural(last.attempts, "attempt")} (${why}). Next attempt ${localMinute(zone, last.due_at ?? last.inserted_at)}.`;
    case "leased":
      return "is being notified now.";
    case "refused":
      return `was not notified: push server rejected it (${why}).`;
    case "expired":
      return `was not notified: expired after 24 h (${why}).`;
    default:
      return `was not notified: ${why}.`;
  }
}
