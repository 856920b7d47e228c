/**
 * Calculates when an unacknowledged incident is escalated. The clock of a step begins with the first attempt to page the group
 * before it, and stands while a silence covers the incident; a group without a page that arrives is passed at once. Total and
 * stateless: the result depends only on the pages and the silences. Pure.
 */
import type { EscalationStep, ReminderRecipient } from "../command/snapshot.ts";
import type { AlertGroup, Instant, Silence } from "../model/model.ts";
import type { Silenceable } from "../silence/silence.ts";
import { concerned, windowsOf } from "../silence/silenced.ts";
import { countsAsPaged, mayArrive } from "./paged.ts";

/** When a step of the escalation is due. */
export interface StepDue {
  /** null: its clock stands, because no page has left yet, or only a person can end a silence. */
  at: Instant | null;
  /** When a page on hold may leave, if the clock stands; null: it does not, or a person decides that. */
  again_at: Instant | null;
  /** It is known that no page of the group before it arrives. */
  unreached: boolean;
}

/** The group that was paged before a step. */
export interface PagedGroup {
  /** When it was to be paged. */
  since: Instant;
  recipients: readonly ReminderRecipient[];
  /** The first attempt of a page for it, also of people that left; null: none. */
  attempted_at: Instant | null;
  /** A page for it since then has arrived or may arrive, also on a device that is disabled by now. */
  reached: boolean;
}

/** When the step after a paged group is due. */
export function stepDue(
  { since, recipients, attempted_at, reached }: PagedGroup,
  after: number,
  quiet: { silences: readonly Silence[]; about: Silenceable },
  now: Instant,
): StepDue {
  if (!reached && !recipients.some((one) => mayBeReached(one, since)))
    return { at: now, again_at: null, unreached: true };
  const attempts = recipients.flatMap(({ pages }) => attemptsOf(pages, since));
  if (attempted_at !== null) attempts.push(attempted_at);
  const first = attempts.length === 0 ? null : Math.min(...attempts);
  return first === null
    ? { at: null, again_at: leavesAt(recipients, now), unreached: false }
    : { at: outsideSilences(quiet, first, after), again_at: null, unreached: false };
}

/** How long a page is waited for that may leave, ms. Its claim comes first: on PostgreSQL it would leave out locked rows. */
export const leavingTime = 10_000;

/** When the next page may leave, one of another group included; null: when a person decides it. */
function leavesAt(recipients: readonly ReminderRecipient[], now: Instant): Instant | null {
  const times = recipients.map(({ closed, pages, elsewhere_at = null }) => {
    const hold = closed?.closed;
    const leaves = pages.some(({ state }) => state === "queued" || state === "leased");
    return hold && hold !== "drop" && !leaves ? sooner(hold.until, elsewhere_at) : now;
  });
  const first = times.reduce(sooner, null);
  return first === null ? null : Math.max(first, now) + leavingTime;
}

/**
 * True for a device that has its page since an instant, or may get it. A page on hold does not count for a broken one,
 * and one that rejected the page with which paging began anew does not have it.
 */
function mayBeReached({ device, closed, pages }: ReminderRecipient, since: Instant): boolean {
  if (pages.length === 0) return device.broken_at === null && closed?.closed !== "drop";
  return currentOf(pages, since).some(
    (page) => mayArrive(page) && (page.state !== "held" || device.broken_at === null),
  );
}

/** The pages since an instant, those that were on hold until then included; those before it, which are shown already, if it has none. */
function currentOf(pages: ReminderRecipient["pages"], since: Instant): ReminderRecipient["pages"] {
  const current = pages.filter(
    ({ inserted_at, attempted_at }) => (attempted_at ?? inserted_at) >= since,
  );
  return current.length === 0 ? pages.filter(countsAsPaged) : current;
}

/**
 * When pages since an instant were attempted. One that was attempted before counts as one of that instant: it is shown already, also
 * when the one of this group was dropped, as below a member's own priority.
 */
function attemptsOf(pages: ReminderRecipient["pages"], since: Instant): Instant[] {
  const sent = pages.filter(({ state }) => state !== "dropped");
  return currentOf(sent, since).flatMap(({ attempted_at }) =>
    attempted_at === null ? [] : Math.max(attempted_at, since),
  );
}

/** Windows of a maintenance that count; those after them are not waited for. */
const mostWindows = 20;

/** When a span without silences has passed since `from`, ms; null: not before a person ends a silence. */
function outsideSilences(
  { silences, about }: { silences: readonly Silence[]; about: Silenceable },
  from: Instant,
  span: number,
): Instant | null {
  const quiet = concerned(silences, about)
    .flatMap((one): readonly Pick<Silence, "from" | "until">[] =>
      one.cron === null ? [one] : windowsOf(one, from, mostWindows),
    )
    .toSorted((a, b) => a.from - b.from);
  let at = from;
  let left = span;
  for (const one of quiet) {
    if (one.from - at >= left) break;
    if (one.until === null) return null;
    // Over by then, or ended before it began.
    if (one.until <= Math.max(one.from, at)) continue;
    left -= Math.max(one.from - at, 0);
    at = one.until;
  }
  return at + left;
}

/** The earlier of two instants; null: never. */
export function sooner(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The fields of a group that decide where its escalation leads. */
export type EscalationLink = Pick<AlertGroup, "id" | "escalate_to" | "escalate_after_minutes">;

/** The groups that are paged before one of `ids`, those included. */
export function escalatingTo(
  ids: readonly string[],
  groups: readonly EscalationLink[],
): ReadonlySet<string> {
  const escalating = groups.filter((group) => group.escalate_after_minutes !== null);
  const before = Map.groupBy(escalating, (group) => group.escalate_to);
  const leading = new Set(ids);
  // Groups that are added while it runs are visited, too.
  for (const id of leading) for (const group of before.get(id) ?? []) leading.add(group.id);
  return leading;
}

/**
 * The groups that are paged after the group `id`, in order. Ends at a group that does not exist or was paged
 * already, so that no state of the database makes it endless.
 */
export function stepsOf(id: string, groups: readonly EscalationLink[]): EscalationStep[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const seen = new Set([id]);
  const steps: EscalationStep[] = [];
  for (let group = byId.get(id); group;) {
    const { escalate_to: to, escalate_after_minutes: after_minutes } = group;
    if (to === null || after_minutes === null || seen.has(to)) break;
    seen.add(to);
    group = byId.get(to);
    if (group) steps.push({ to, after_minutes });
  }
  return steps;
}
