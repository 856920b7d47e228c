/**
 * Decides which people the pages of an incident reach: a person is in the state of the best device. The
 * API, the dashboard, monitorctl and the explanation take their answer from here. Pure.
 */
import type { Device, Incident, Instant, Silence, User } from "../model/model.ts";
import type { PagingPlan } from "../command/snapshot.ts";
import { nextPages } from "../paging/paging.ts";
import { silenceable, silenceInEffect, type SilenceInEffect } from "../silence/silenced.ts";
import {
  bestOf,
  deviceReach,
  inState,
  isReached,
  reachStates,
  type DevicePages,
  type DeviceReach,
  type Membership,
} from "./device-reach.ts";
import { personName } from "../text/person.ts";

/** A member of a group that the incident pages, or another recipient of its pages. */
export interface ReachRecipient extends Membership {
  user: Pick<User, "id" | "name" | "email">;
  devices: readonly Device[];
  pages: readonly DevicePages[];
}

/** The facts about the recipients of one incident. */
export interface ReachEvidence {
  incident: Incident;
  silences: readonly Silence[];
  people: readonly ReachRecipient[];
  /** How paging continues; null: the group was deleted. */
  plan: PagingPlan | null;
}

/** A person: the state of the best device, and the accepted pages of all devices. */
export interface PersonReach extends DeviceReach {
  user_id: string;
  name: string;
  /** The name of that device; null: no name, or no device. */
  device: string | null;
  /** The time zone of the person's contact hours. */
  timezone: string;
}

export interface Reach {
  /** Worst first. */
  people: readonly PersonReach[];
  /** A silence holds its pages now. */
  silenced: boolean;
  /** The next reminder, and the next escalation; null: none, or a silence holds it. */
  reminder_at: Instant | null;
  escalation: {
    /** null: its clock stands. */
    at: Instant | null;
    alert_group_id: string;
    title: string;
    /** False: no member of the group can be reached. */
    reachable: boolean;
  } | null;
  /** The time zone of the incident's group. */
  timezone: string;
}

/**
 * An open incident that reached no person: on_hold when a page waits for contact hours. null: it did, it is silenced, or
 * its page is in its first attempt. As `core/paging/unreached`, which counts all incidents, says from their pages.
 */
export function unreachedOf(
  { status }: Pick<Incident, "status">,
  { people, silenced }: Pick<Reach, "people" | "silenced">,
): "on_hold" | "unreached" | null {
  const isHeard = ({ state, reason }: PersonReach) =>
    isReached(state) || (state === "sending" && reason === null);
  if (status !== "open" || silenced || people.some(isHeard)) return null;
  return people.some(({ state }) => state === "held") ? "on_hold" : "unreached";
}

/** The number of people to notify, and of those reached. */
export function reachCounts({ people }: Pick<Reach, "people">): { total: number; reached: number } {
  return {
    total: people.filter(({ state }) => state !== "not_notified").length,
    reached: people.filter(({ state }) => isReached(state)).length,
  };
}

/** The recipients, worst first. A resolved incident lists only people with a page. */
export function reachOf({ incident, silences, people, plan }: ReachEvidence, now: Instant): Reach {
  const concerned =
    incident.status === "resolved" ? people.filter(({ pages }) => pages.length > 0) : people;
  const all = concerned.map((recipient) => personReach(incident, silences, recipient, now));
  const { reminder_at, escalation } = plan
    ? nextPages(incident, plan, lastAccepted(incident, people), now)
    : { reminder_at: null, escalation: null };
  const silence = silenceInEffect(silences, silenceable(incident), now);
  return {
    people: all.toSorted((a, b) => reachStates.indexOf(a.state) - reachStates.indexOf(b.state)),
    silenced: silence !== null,
    reminder_at: unlessSilenced(reminder_at, silence),
    escalation: escalation && {
      at: unlessSilenced(escalation.at, silence),
      alert_group_id: escalation.to,
      title: plan?.titles.get(escalation.to) ?? escalation.to,
      reachable: !plan?.unreachable?.has(escalation.to),
    },
    timezone: plan?.group.timezone ?? "UTC",
  };
}

/** The time of a page; null: a silence lasts longer, and holds it. */
function unlessSilenced(at: Instant | null, silence: SilenceInEffect | null): Instant | null {
  const isHeld = silence !== null && (silence.until === null || (at ?? 0) < silence.until);
  return isHeld ? null : at;
}

/** When a page of the incident's own group was accepted last; null: none was since paging began. */
function lastAccepted(
  { alert_group_id, paging_since }: Incident,
  people: readonly ReachRecipient[],
): Instant | null {
  const accepted = people
    .filter(({ group }) => group?.id === alert_group_id)
    .flatMap(({ pages }) => pages.map(({ last_accepted_at }) => last_accepted_at ?? 0));
  const last = Math.max(0, ...accepted);
  return last >= paging_since ? last : null;
}

function personReach(
  incident: Incident,
  silences: readonly Silence[],
  recipient: ReachRecipient,
  now: Instant,
): PersonReach {
  const { user, group, member, devices, pages } = recipient;
  const each = devices.map((device) => ({
    device: device.name,
    ...deviceReach(
      {
        incident,
        silences,
        recipient,
        device,
        pages: pages.find(({ device_id }) => device_id === device.id) ?? null,
      },
      now,
    ),
  }));
  const removed = pages.some(
    ({ accepted, device_id }) => accepted > 0 && !devices.some(({ id }) => id === device_id),
  );
  const best = bestOf([...each, ...(removed ? [{ device: null, ...inState("reached") }] : [])]);
  const firsts = pages.flatMap(({ accepted_at: at }) => at ?? []);
  const lasts = pages.flatMap(({ last_accepted_at: at }) => at ?? []);
  return {
    user_id: user.id,
    name: personName(user),
    timezone: member?.timezone ?? group?.timezone ?? "UTC",
    ...(best ?? { device: null, ...inState("no_device", "no device") }),
    accepted: pages.reduce((sum, one) => sum + one.accepted, 0),
    accepted_at: firsts.length === 0 ? null : Math.min(...firsts),
    last_accepted_at: lasts.length === 0 ? null : Math.max(...lasts),
  };
}
