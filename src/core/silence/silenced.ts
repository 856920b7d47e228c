/**
 * Finds the silence or maintenance window in effect for an incident, with its author and end. The same
 * answer holds notifications and is shown to people. Pure.
 */
import {
  activeWindow,
  nextWindow,
  type MaintenanceRule,
  type MaintenanceWindow,
} from "./maintenance.ts";
import { parseMatcher, type Matcher } from "./matcher.ts";
import type { Fault } from "../model/fault.ts";
import type { Incident, Instant, Silence } from "../model/model.ts";
import { isFailing, type Status } from "../model/status.ts";
import { concerns, covers, heardAgainAt, type Silenceable } from "./silence.ts";

export interface SilenceInEffect {
  silence: Silence;
  /** When notifications resume; null: only by a person's action. */
  until: Instant | null;
  /** A window of maintenance that comes back. */
  maintenance: boolean;
}

/** The silence in effect for `about` at `now`; null: none. */
export function silenceInEffect(
  silences: readonly Silence[],
  about: Silenceable,
  now: Instant,
): SilenceInEffect | null {
  const plain = silences.filter(({ cron }) => cron === null);
  // The one that ends last: its reason holds until then.
  const [covering] = plain
    .filter((one) => covers(asRead(one), about, now))
    .toSorted((a, b) => (b.until ?? Infinity) - (a.until ?? Infinity));
  if (covering)
    return {
      silence: covering,
      until: heardAgainAt(plain.map(asRead), about, now),
      maintenance: false,
    };
  for (const silence of silences) {
    if (silence.cron === null || !concerns(asRead(silence), about)) continue;
    const window = openWindow(silence, now);
    if (window) return { silence, until: window.until, maintenance: true };
  }
  return null;
}

/** The silences that can cover an incident at some time. */
export const concerned = (silences: readonly Silence[], about: Silenceable): Silence[] =>
  silences.filter((silence) => concerns(asRead(silence), about));

/** Every incident of a monitor, or of a group by the group's own id, that opens at that instant. */
export const incidentOf = (
  { id, alert_group_id }: { id: string; alert_group_id: string },
  opened_at: Instant,
): Silenceable => ({ source_id: id, alert_group_id, key: "", opened_at, labels: null });

/** Whether a silence can cover the incidents of a monitor that open at that instant. */
export const concernsMonitor = (
  silence: Silence,
  monitor: { id: string; alert_group_id: string },
  opened_at: Instant,
): boolean => concerns(asRead(silence), incidentOf(monitor, opened_at));

/** The silence in effect for every incident of a monitor that opens at `now`, or is open. */
export const silenceOfMonitor = (
  silences: readonly Silence[],
  monitor: { id: string; alert_group_id: string; status: Status; status_since: Instant },
  now: Instant,
): SilenceInEffect | null =>
  silenceInEffect(
    silences,
    // A silence until recovery can only cover a monitor that is failing now.
    incidentOf(monitor, isFailing(monitor.status) ? monitor.status_since : now),
    now,
  );

/** The silence in effect for every incident of a group. */
export const silenceOfGroup = (
  silences: readonly Silence[],
  id: string,
  now: Instant,
): SilenceInEffect | null =>
  silenceInEffect(silences, incidentOf({ id, alert_group_id: id }, now), now);

/** The reach of a silence: the monitors, the groups whose alerts of other tools, and the open incidents that it covers. */
export function reachOf<M extends { id: string; alert_group_id: string }, G extends { id: string }>(
  silence: Silence,
  all: { monitors: readonly M[]; groups: readonly G[]; open: readonly Incident[] },
): { monitors: M[]; groups: G[]; open: Incident[] } {
  const open = all.open.filter((one) => concerned([silence], silenceable(one)).length > 0);
  // Incidents that open later are not covered.
  if (silence.until_recovered) return { monitors: [], groups: [], open };
  const anyAlert = { ...silence, key: null, matchers: [] };
  return {
    monitors: all.monitors.filter((one) => concernsMonitor(silence, one, silence.from)),
    groups: all.groups.filter(({ id }) =>
      concernsMonitor(anyAlert, { id, alert_group_id: id }, silence.from),
    ),
    open,
  };
}

/** The fields of an incident that silences match. */
export const silenceable = (
  incident: Omit<Silenceable, "labels"> & Pick<Incident, "source" | "details">,
): Silenceable => ({
  ...incident,
  labels: labelsOf(incident),
});

/** The labels of another tool's alert; null: the incident is not of such an alert. */
export const labelsOf = ({
  source,
  details,
}: Pick<Incident, "source" | "details">): Silenceable["labels"] =>
  source === "alert_group" ? ((details["labels"] ?? {}) as Record<string, string>) : null;

/** The state of a silence at `now`; an `active` one can hold notifications. */
function silenceState(
  { from, until }: Pick<Silence, "from" | "until">,
  now: Instant,
): "scheduled" | "active" | "ended" {
  if (until !== null && until <= now) return "ended";
  return from <= now ? "active" : "scheduled";
}

/**
 * The state of a silence for people, and when it begins if it is scheduled: maintenance that comes back is scheduled between
 * its windows, and has ended when no window is left.
 */
export function standingAt(
  silence: Silence,
  now: Instant,
): { status: ReturnType<typeof silenceState>; begins_at: Instant | null } {
  const status = silenceState(silence, now);
  if (status === "ended") return { status, begins_at: null };
  if (silence.cron === null)
    return { status, begins_at: status === "scheduled" ? silence.from : null };
  const [window] = windowsOf(silence, now, 1);
  if (!window) return { status: "ended", begins_at: null };
  return window.from <= now
    ? { status: "active", begins_at: null }
    : { status: "scheduled", begins_at: window.from };
}

/** Why a new silence would never hold a notification, as its author would have to correct it; empty: it can. */
export function spentFaults(silence: Silence, now: Instant): Fault[] {
  const { until } = silence;
  if (standingAt(silence, now).status !== "ended") return [];
  const [field, message] =
    until !== null && until <= now
      ? ["until", "must be in the future"]
      : ["cron", "has no window between from and until"];
  return [{ field, code: "range", message }];
}

/** True when it holds notifications at `now`; `unresolved` are the incidents it could cover. */
export function inForce(silence: Silence, unresolved: readonly Incident[], now: Instant): boolean {
  if (silence.cron !== null) return openWindow(silence, now) !== null;
  return (
    silenceState(silence, now) === "active" &&
    (!silence.until_recovered ||
      unresolved.some((one) => concerns(asRead(silence), silenceable(one))))
  );
}

/** The window of its maintenance that is open at `now`; null: none is, or it is none. */
function openWindow(silence: Silence, now: Instant): MaintenanceWindow | null {
  const rule = ruleOf(silence);
  const window = rule && silenceState(silence, now) === "active" ? activeWindow(rule, now) : null;
  return window && cut(window, silence);
}

/** The windows of its maintenance that are open or to come, at most `count`. */
export function windowsOf(silence: Silence, now: Instant, count: number): MaintenanceWindow[] {
  const rule = ruleOf(silence);
  const windows: MaintenanceWindow[] = [];
  if (!rule) return windows;
  let next = activeWindow(rule, Math.max(now, silence.from));
  next ??= nextWindow(rule, Math.max(now, silence.from));
  while (next && windows.length < count && begins(next, silence)) {
    windows.push(cut(next, silence));
    next = nextWindow(rule, next.from);
  }
  return windows;
}

/**
 * The windows of a maintenance that began after it was declared, from those open at `at` on. Each is calculated when it is asked for;
 * of those that overlap, only the rest of each after the one before.
 */
export function* announcedWindows(silence: Silence, at: Instant): Generator<MaintenanceWindow> {
  const rule = ruleOf(silence)!;
  const declared = silence.inserted_at;
  const since = Math.max(at, silence.from);
  let next = activeWindow(rule, since);
  if (!next || cut(next, silence).from <= declared)
    next = nextWindow(rule, next ? declared : Math.max(since, declared));
  while (next && begins(next, silence)) {
    yield cut(next, silence);
    const { from, until }: MaintenanceWindow = next;
    next = nextWindow(rule, from);
    if (next && next.from <= until) next = { from: until, until: activeWindow(rule, until)!.until };
  }
}

const begins = ({ from }: MaintenanceWindow, { until }: Silence) => until === null || from < until;

/** No window lasts longer than the silence. */
const cut = ({ from, until }: MaintenanceWindow, silence: Silence): MaintenanceWindow => ({
  from: Math.max(from, silence.from),
  until: Math.min(until, silence.until ?? until),
});

const ruleOf = ({ cron, duration_minutes, timezone }: Silence): MaintenanceRule | null =>
  cron === null ? null : { cron, duration_minutes: duration_minutes ?? 0, timezone };

/** A silence with parsed matchers; an unreadable matcher silences no incident. */
function asRead(silence: Silence) {
  const matchers: Matcher[] = silence.matchers.map((text) => {
    const read = parseMatcher(text);
    return typeof read === "string" ? { name: text, equal: true, parts: [text] } : read;
  });
  return { ...silence, matchers };
}
