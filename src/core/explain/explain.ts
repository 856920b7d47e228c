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
  Notification,
  NotificationAttempt,
  Silence,
} from "../model/model.ts";
import { bestOf, deviceReach, isReached, pagesOf, type ReachState } from "./device-reach.ts";
import type { ReachRecipient } from "./reach.ts";
import { deviceSentence, nobodyText } from "./reach-text.ts";
import { answered, isUnreached, type Receipt } from "./receipt.ts";
import { localMinute } from "../hours/zone.ts";
import { personName } from "../text/person.ts";

/** A member of a group that the incident pages, or another recipient, with all notifications. */
export interface RecipientEvidence extends Omit<ReachRecipient, "pages"> {
  notifications: readonly Notification[];
}

/** The facts of an explanation. */
export interface Evidence {
  incident: Incident;
  group: AlertGroup | null;
  silences: readonly Silence[];
  people: readonly RecipientEvidence[];
  attempts: readonly NotificationAttempt[];
  /** Since when the incident's monitor has been flapping; null: not flapping, or no monitor. */
  flapping_since: Instant | null;
  receipts: readonly Receipt[];
}

export interface DeviceExplained {
  device_id: string;
  name: string | null;
  state: ReachState;
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
  /** The zone of the times in sentences. */
  timezone: string;
  people: PersonExplained[];
}

/** The explanation; its gates are those of `now`, which may lie in the past. */
export function explain(evidence: Evidence, now: Instant): Explanation {
  const zone = evidence.group?.timezone ?? "UTC";
  const people = evidence.people.map((recipient) => explainPerson(evidence, recipient, zone, now));
  const sentence = [overall(people), ...flapping(evidence, zone)].join(" ");
  return { sentence, timezone: zone, people };
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
  if (people.length === 0) return `${nobodyText}.`;
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
  const name = personName(user);
  const devices = recipient.devices.map((device) =>
    explainDevice(evidence, recipient, device, zone, now),
  );
  const best = bestOf(devices);
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
  const { incident, silences, attempts } = evidence;
  const notifications = recipient.notifications
    .filter(({ device_id }) => device_id === device.id)
    .map((notification) => ({
      ...notification,
      attempts_made: attempts.filter(({ notification_id }) => notification_id === notification.id),
    }));
  const pages = notifications.filter(({ transition }) => transition === "opened");
  const { group, member } = recipient;
  const facts = {
    incident: { ...incident, status: statusAt(incident, now) },
    silences,
    device,
  };
  const joined = member && member.inserted_at <= now ? member : null;
  const calculated = gatesOf({ transition: "opened", ...facts, group, member: joined }, now);
  const gates = [
    ...calculated.map((gate) => ({ ...gate, at: now })),
    ...recordedGates(
      incident,
      evidence.flapping_since,
      pages,
      pages.flatMap(({ attempts_made }) => attempts_made),
    ),
  ];
  const reach = deviceReach({ ...facts, recipient, pages: pagesOf(pages)[0] ?? null }, now);
  return {
    device_id: device.id,
    name: device.name,
    state: reach.state,
    reached: isReached(reach.state),
    sentence: deviceSentence(reach, zone),
    gates,
    notifications,
  };
}

/** The incident's status at `at`, as far as it is known today. */
function statusAt({ acknowledged_at, resolved_at }: Incident, at: Instant): Incident["status"] {
  if (resolved_at !== null && resolved_at <= at) return "resolved";
  return acknowledged_at !== null && acknowledged_at <= at ? "acknowledged" : "open";
}
