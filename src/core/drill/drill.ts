/**
 * Drills check in advance whether the members of a group can be reached. Every enabled device of every
 * member gets one silent push with a button; a response on one device counts for the member.
 *
 * A drill disturbs no member: its pushes make no sound and are on hold outside contact hours. A member's
 * 24 h to respond begin when the push may be sent, and the drill ends with the last of
 * these deadlines. Silences do not hold it: they are about incidents. Members without a device take part
 * and cannot respond: finding them is the purpose of a drill. Pure.
 */
import { nextOpening } from "../hours/contact-hours.ts";
import { hoursOf } from "../paging/gate.ts";
import { cronFault, nextRun } from "../silence/maintenance.ts";
import type { AlertGroup, Drill, DrillPerson, Instant } from "../model/model.ts";
import type { AudiencePerson } from "../on-call/audience.ts";
import type { NewNotification } from "../command/change.ts";
import { drillNotification, drillReport } from "../paging/people-notification.ts";
import { personName } from "../text/person.ts";

/** How long a member has to respond, ms. */
export const answerTime = 24 * 3600_000;
/** Minimum time between two drills of a schedule, ms; less than 24 h, because summer time shortens a day. */
const leastApart = 20 * 3600_000;

type Schedule = Pick<AlertGroup, "drill_cron" | "timezone">;

/** The fault in a drill schedule, as the end of a sentence; null: none. */
export function drillFault(cron: string, timezone: string): string | null {
  const wrong = cronFault(cron, timezone);
  if (wrong !== null) return wrong;
  // A schedule with two times a day has both on every one of its days.
  let [at, runs] = [Date.UTC(2000, 0, 1), 0];
  for (let next = nextRun({ cron, timezone }, at); next !== null && runs < 3;) {
    if (runs > 0 && next - at < leastApart)
      return "must run at most once a day: members get 24 h to respond";
    [at, runs] = [next, runs + 1];
    next = nextRun({ cron, timezone }, at);
  }
  return null;
}

/** When the next drill after `at` begins; null: none is planned. */
export function nextDrill({ drill_cron, timezone }: Schedule, at: Instant): Instant | null {
  return drill_cron === null ? null : nextRun({ cron: drill_cron, timezone }, at);
}

/** A drill that begins now: its participants, its end, and the pushes to them. */
export function beginDrill(
  group: AlertGroup,
  people: readonly AudiencePerson[],
  now: Instant,
): { ends_at: Instant; asked: string[]; pushes: NewNotification[] } {
  const begins = people.map(({ member }) => nextOpening(hoursOf(group, member), now));
  const ends_at = Math.max(now, ...begins) + answerTime;
  return {
    ends_at,
    asked: people.map(({ user }) => user.id),
    pushes: enabledOf(people).map((device) => drillNotification(group, device, ends_at, now)),
  };
}

/**
 * The report pushes with the names of members without a response; none when all responded. Former members are
 * not named.
 */
export function endDrill(
  group: AlertGroup,
  drill: Drill,
  answers: readonly DrillPerson[],
  people: readonly AudiencePerson[],
  now: Instant,
): NewNotification[] {
  const silent = new Set(
    answers.filter(({ answered_at }) => answered_at === null).map(({ user_id }) => user_id),
  );
  const named = people
    .filter(({ user }) => silent.has(user.id))
    .map(({ user, devices }) => {
      const name = personName(user);
      return devices.some(({ enabled }) => enabled) ? name : `${name} (no device)`;
    });
  if (named.length === 0) return [];
  return enabledOf(people).map((device) => drillReport(group, drill, named, device, now));
}

const enabledOf = (people: readonly AudiencePerson[]) =>
  people.flatMap(({ devices }) => devices.filter(({ enabled }) => enabled));
