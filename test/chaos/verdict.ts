/** History → what of it breaks a promise. Pure. */
import type { History } from "./history.ts";

export interface Verdict {
  violations: string[];
  figures: Record<string, number>;
}

/** A break that lasts longer is noticed whatever happens: take-over, an interval, and some slack. */
const noticed = 60_000;
/** A node that is gone is missed, and what it was checking is taken by another. */
const takeOver = 30_000;
const silence = 15_000;
/** How long ago at most a check was made due that another node releases, ms. */
const madeDue = 1000;
/** A push is under way for its lease at most. */
const pushLease = 15_000;

/** After a restart of the server nodes connect again, and what was due meanwhile is made up for. */
const recovery = 15_000;

/** How much of a span the database was down, or nodes were connecting to it again, ms. */
function databaseAway({ faults }: History, from: number, to: number): number {
  return sum(
    faults
      .filter(({ fault }) => fault === "restart")
      .map(({ at, until }) => Math.max(0, Math.min(to, until + recovery) - Math.max(from, at))),
  );
}

/** The node of a lease, as the witness writes it: `node.token`. */
export const holderOf = (token: string) => token.slice(0, 36);

export function judge(history: History): Verdict {
  const lost = lostReports(history);
  const incidents = judgeIncidents(history);
  const pages = judgePages(history);
  const leases = judgeLeases(history);
  return {
    violations: [
      ...lost,
      ...incidents,
      ...pages.violations,
      ...leases.violations,
      ...(history.owed > 0 ? [`${history.owed} pushes are still owed`] : []),
    ],
    figures: {
      faults: history.faults.length,
      restarts: history.faults.filter(({ fault }) => fault === "restart").length,
      acknowledged: sum(history.reports.map((r) => r.acknowledged)),
      unknown: sum(history.reports.map((r) => r.unknown)),
      counted: sum(history.reports.map((r) => r.counted)),
      breaks: history.breaks.length,
      incidents: history.incidents.length,
      pages: history.pages.length,
      summaries: history.pages.filter(
        (page) => !history.incidents.some(({ id }) => id === page.incident_id),
      ).length,
      duplicates: pages.duplicates,
      lease_changes: history.leases.length,
      taken_over: leases.takenOver,
      longest_take_over_ms: leases.longest,
    },
  };
}

function lostReports({ reports }: History): string[] {
  return reports
    .filter(
      ({ acknowledged, unknown, counted }) =>
        counted < acknowledged || counted > acknowledged + unknown,
    )
    .map(
      ({ monitor_id, acknowledged, unknown, counted }) =>
        `${monitor_id}: ${acknowledged} reports were acknowledged, ${unknown} more may count, ${counted} count`,
    );
}

function judgeIncidents(history: History): string[] {
  const { breaks, incidents } = history;
  const violations: string[] = [];
  for (const { subject_id, message, at, until } of breaks) {
    const opened = incidents.filter(
      ({ source_id, summary }) => source_id === subject_id && summary.includes(message),
    );
    if (opened.length > 1) violations.push(`${message} opened ${opened.length} incidents`);
    if (opened.length === 0 && until - at - databaseAway(history, at, until) > noticed)
      violations.push(`${message} lasted ${until - at} ms and opened none`);
  }
  for (const { id, resolved } of incidents)
    if (!resolved) violations.push(`incident ${id} never resolved`);
  return violations;
}

function judgePages({ incidents, pages, faults }: History): {
  violations: string[];
  duplicates: number;
} {
  const violations: string[] = [];
  let duplicates = 0;
  for (const { id, sent, recovery } of incidents)
    for (const opening of [true, false]) {
      const arrived = pages
        .filter((page) => page.incident_id === id && page.opening === opening)
        .map(({ at }) => at)
        .sort((a, b) => a - b);
      const what = opening ? "opening" : "recovery";
      if (arrived.length === 0 && (opening ? sent : recovery))
        violations.push(`the ${what} of incident ${id} never arrived`);
      if (arrived.length < 2) continue;
      duplicates += arrived.length - 1;
      // Each repetition needs a fault that hit while it was under way, or before its lease had run out.
      const hit = faults.filter(
        ({ at, until }) => until >= arrived[0]! - pushLease && at <= arrived.at(-1)!,
      );
      if (arrived.length - 1 > hit.length)
        violations.push(
          `the ${what} of incident ${id} arrived ${arrived.length} times, with ${hit.length} faults meanwhile`,
        );
    }
  return { violations, duplicates };
}

function judgeLeases(history: History): {
  violations: string[];
  takenOver: number;
  longest: number;
} {
  const { leases, faults } = history;
  const violations: string[] = [];
  for (const change of leases) {
    const { at, subject_id, before, after, ended_at, due_at } = change;
    if (before === null) continue;
    const name = `${subject_id} at ${at}`;
    if (after !== null && (ended_at === null || ended_at > at))
      violations.push(`${name}: taken from one that still held it`);
    // Whoever takes checks from a silent node makes them due now. The node itself, after it stood still, writes its results
    // with the next due times that they had, which may have passed.
    const released = after === null && due_at !== null && due_at <= at && at - due_at < madeDue;
    if (released && change.holder_seen_at !== null && at - change.holder_seen_at < silence)
      violations.push(`${name}: released although its holder was there`);
  }
  let takenOver = 0;
  let longest = 0;
  for (const { fault, at, node_id } of faults) {
    if (fault !== "kill") continue;
    for (const [subject_id, token] of heldAt(leases, at)) {
      if (holderOf(token) !== node_id) continue;
      const next = leases.find(
        (change) =>
          change.subject_id === subject_id &&
          change.at > at &&
          change.after !== null &&
          holderOf(change.after) !== node_id,
      );
      takenOver++;
      const took = next ? next.at - at - databaseAway(history, at, next.at) : Infinity;
      longest = Math.max(longest, took);
      if (took > takeOver)
        violations.push(
          `${subject_id}: held by a node that was killed, taken over after ${took} ms`,
        );
    }
  }
  return { violations, takenOver, longest };
}

/** Subject → the token under which it is held at an instant. */
function heldAt(leases: History["leases"], instant: number): Map<string, string> {
  const held = new Map<string, string>();
  for (const { at, subject_id, after } of leases) {
    if (at > instant) break;
    if (after === null) held.delete(subject_id);
    else held.set(subject_id, after);
  }
  return held;
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
