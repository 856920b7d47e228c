/**
 * Says in one sentence which people are reached for an incident, and which pages come next. The dashboard, monitorctl and
 * the API use the same sentence. Pure.
 */
import type { Instant } from "../model/model.ts";
import type { Tone } from "../model/status.ts";
import { localMinute, weekMinute } from "../hours/zone.ts";
import { plural } from "../text/plural.ts";
import { isReached, type DeviceReach } from "./device-reach.ts";
import { namesText } from "../text/person.ts";
import { reachCounts, type PersonReach, type Reach } from "./reach.ts";

/** For an incident without recipients: its group has no members, none on call, or none with a device. */
export const nobodyText = "Nobody was notified: the alert group had nobody to page";

/** Names in a list; the rest is a number. */
const maxNames = 4;

/**
 * `2 of 4 reached: Ada, عمر · Cléo rejected by the push server · Bo on hold until Mon 08:00 UTC`. Counts
 * people, not pushes. People whom the rules leave out are named, not counted.
 */
export function reachSentence({ people }: Pick<Reach, "people">, now: Instant): string {
  if (people.length === 0) return nobodyText;
  const reached = people.filter(({ state }) => isReached(state));
  const others = Map.groupBy(
    people.filter(({ state }) => !isReached(state)),
    (person) => personPhrase(person, now),
  );
  const [phrase] = others.keys();
  if (people.every(({ state }) => state === "held") && others.size === 1)
    return `Nobody has been notified: ${phrase}`;
  const parts = [...others].map(([text, some]) => `${nameList(some)} ${text}`);
  return [headOf(people, reached), ...parts].join(" · ");
}

function headOf(people: Reach["people"], reached: readonly PersonReach[]): string {
  const { total } = reachCounts({ people });
  if (reached.length > 0) return `${reached.length} of ${total} reached: ${nameList(reached)}`;
  if (total === 0) return "Nobody was notified";
  return isSending({ people }) ? "Nobody is reached yet" : "Nobody was reached";
}

const isSending = ({ people }: Pick<Reach, "people">) =>
  people.some(({ state }) => state === "sending");

const nameList = (people: readonly PersonReach[]): string =>
  namesText(
    people.map(({ name, state }) => (state === "unverified" ? `${name} (unverified)` : name)),
    maxNames,
  );

/** The state of a person without an accepted page, to be read after the name. */
export function personPhrase(
  { state, reason, until, silenced, timezone }: PersonReach,
  now: Instant,
): string {
  switch (state) {
    case "held": {
      const end = until === null ? "" : ` until ${weekMinute(timezone, until, now)}`;
      return `${silenced ? "silenced" : "on hold"}${end}`;
    }
    case "refused":
      return "rejected by the push server";
    case "no_device":
      return "without a device";
    case "sending":
      return "being notified";
    case "not_notified":
      return `not notified (${reason})`;
    default:
      return "unreachable";
  }
}

/** bad: no person is reached and no page is being sent; warn: some are not, or a silence holds the page. */
export function reachTone({ people }: Pick<Reach, "people">): Tone {
  const { total, reached } = reachCounts({ people });
  if (reached > 0) return reached === total ? "good" : "warn";
  return people.some(({ state, silenced }) => state === "sending" || silenced) ? "warn" : "bad";
}

/** Follows the name of a group that an incident escalates to; empty: its members can be reached. */
export const unreachableText = ({ reachable }: { reachable: boolean }): string =>
  reachable ? "" : ": nobody can be reached";

/** When a group is escalated to whose clock stands. */
export const whenPaged = "some time after a page has left";

/** `next reminder Sat 03:05 UTC · escalates to "Management" Sat 03:15 UTC`; empty: paging has ended. */
export function nextText(
  { reminder_at, escalation, timezone }: Pick<Reach, "reminder_at" | "escalation" | "timezone">,
  now: Instant,
): string {
  return [
    ...(reminder_at === null ? [] : [`next reminder ${weekMinute(timezone, reminder_at, now)}`]),
    ...(escalation === null
      ? []
      : [
          `escalates to "${escalation.title}" ${escalation.at === null ? whenPaged : weekMinute(timezone, escalation.at, now)}${unreachableText(escalation)}`,
        ]),
  ].join(" · ");
}

/** The state of a device in a sentence without its subject, for the explanation. */
export function deviceSentence(
  { state, reason, until, attempts, accepted, accepted_at }: DeviceReach,
  zone: string,
): string {
  const at = (instant: Instant) => localMinute(zone, instant);
  const tries = plural(attempts, "attempt");
  const unreached = (next: Instant) =>
    `is not reached after ${tries} (${reason}). Next attempt ${at(next)}.`;
  switch (state) {
    case "reached":
    case "unverified": {
      const later =
        accepted > 1 ? `, plus ${plural(accepted - 1, "later push", "later pushes")}` : "";
      return `was notified: push accepted ${at(accepted_at!)}${later}.`;
    }
    case "held":
      return `is not notified yet: ${reason}.`;
    case "sending":
      if (until === null) return "is being notified now.";
      return attempts === 0 ? "is about to be notified." : unreached(until);
    case "unreachable":
      return until === null ? `was not notified: ${reason}.` : unreached(until);
    case "refused":
      return `was not notified: push server rejected it (${reason}).`;
    default:
      return `was not notified: ${reason}.`;
  }
}
