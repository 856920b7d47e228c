/**
 * Summarizes the notifications of each person for an incident: when the first push left, when a push
 * server accepted one, and how the person responded. A button press is a response on a device; an
 * acknowledgement under the name or email of a person is one too, wherever it was made, if it is
 * unambiguous. Pure.
 */
import type { ButtonPress, Device, Incident, Instant, Notification, User } from "../model/model.ts";
import { notReachedAfter } from "../paging/settle.ts";
import { localMinute } from "../hours/zone.ts";
import { knownName, userNamed } from "../text/person.ts";

/** The facts about the recipients. */
export interface ReceiptEvidence {
  incident: Pick<Incident, "acknowledged_at" | "acknowledged_by">;
  people: readonly Pick<User, "id" | "name" | "email">[];
  devices: readonly Pick<Device, "id" | "name">[];
  notifications: readonly Notification[];
  /** When the first attempt of a notification began, by its id. */
  started: ReadonlyMap<string, Instant>;
  answers: readonly ButtonPress[];
}

export interface Receipt {
  user_id: string;
  name: string;
  /** When the first push left. */
  sent_at: Instant | null;
  /** When a push server first accepted one. */
  accepted_at: Instant | null;
  /** The first answer; the device is null when it was given elsewhere. */
  answered_at: Instant | null;
  answered_verb: ButtonPress["verb"] | null;
  answered_device_id: string | null;
  answered_device_name: string | null;
  /** Devices whose push server has accepted no page, after several attempts or finally. */
  not_reached: { device_id: string; name: string | null; reason: string }[];
}

/** The receipt of each recipient or respondent, in order of time. */
export function receiptsOf(evidence: ReceiptEvidence): Receipt[] {
  const { people, notifications, answers } = evidence;
  const ids = [...notifications, ...answers].map(({ user_id }) => user_id);
  return [...new Set(ids)].map((user_id) =>
    receiptOf(
      evidence,
      user_id,
      people.find(({ id }) => id === user_id),
    ),
  );
}

function receiptOf(
  evidence: ReceiptEvidence,
  user_id: string,
  user: Pick<User, "id" | "name" | "email"> | undefined,
): Receipt {
  const pages = evidence.notifications.filter(
    (one) => one.user_id === user_id && one.transition === "opened",
  );
  const answer = answerOf(evidence, user_id);
  return {
    user_id,
    name: knownName(user),
    sent_at: first(pages.map(({ id }) => evidence.started.get(id) ?? null)),
    accepted_at: first(pages.map(({ delivered_at }) => delivered_at)),
    answered_at: answer?.at ?? null,
    answered_verb: answer?.verb ?? null,
    answered_device_id: answer?.device_id ?? null,
    answered_device_name: answer?.device_id == null ? null : deviceName(evidence, answer.device_id),
    not_reached: notReached(evidence, pages),
  };
}

function first(instants: readonly (Instant | null)[]): Instant | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

const deviceName = ({ devices }: ReceiptEvidence, device_id: string) =>
  devices.find(({ id }) => id === device_id)?.name ?? null;

function answerOf(
  { incident, people, answers }: ReceiptEvidence,
  user_id: string,
): { at: Instant; verb: ButtonPress["verb"]; device_id: string | null } | null {
  const pressed = answers
    .filter((answer) => answer.user_id === user_id)
    .toSorted((a, b) => a.at - b.at)[0];
  const { acknowledged_at: at, acknowledged_by: by } = incident;
  if (pressed || at === null || by === null) return pressed ?? null;
  return userNamed(people, by)?.id === user_id
    ? { at, verb: "acknowledge", device_id: null }
    : null;
}

/** The unreachable devices; the last page to each counts. */
function notReached(
  evidence: ReceiptEvidence,
  pages: readonly Notification[],
): Receipt["not_reached"] {
  const last = new Map(pages.map((one) => [one.device_id, one]));
  return [...last.values()].filter(isUnreached).map((page) => ({
    device_id: page.device_id,
    name: deviceName(evidence, page.device_id),
    reason: page.last_error ?? "no reason was recorded",
  }));
}

/** True when no push server has accepted it, after several attempts or finally. */
export function isUnreached({
  state,
  attempts,
}: Pick<Notification, "state" | "attempts">): boolean {
  const trying = state === "queued" || state === "leased";
  const failed = state === "refused" || state === "expired" || state === "perhaps_delivered";
  return failed || (trying && attempts >= notReachedAfter);
}

/** The action of a person's response. */
export const answerWords = {
  acknowledge: "acknowledged",
  snooze: "snoozed",
} as const;

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** The response in a sentence; empty when there was none. */
export function answered(
  { answered_at, answered_verb, answered_device_name: on }: Receipt,
  zone: string,
): string[] {
  if (answered_at === null || answered_verb === null) return [];
  const where = on === null ? "" : ` on ${on}`;
  return [capital(`${answerWords[answered_verb]} ${localMinute(zone, answered_at)}${where}.`)];
}
