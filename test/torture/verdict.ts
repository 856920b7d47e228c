/**
 * History → what of it breaks a promise. Pure, and a reading of the rules of its own: it imports nothing of the product.
 *
 * - A report with a 202 is stored and counted, once. One without may be.
 * - A target that has its threshold acknowledged, and each acknowledged alert, has one incident and pages each of its
 *   people. One that cannot have reached it pages nobody. The end of an alert that was paged is told to the same people.
 * - A page is due when its cause is acknowledged. Each fault puts it off until the service is there again, and until
 *   the claim of the process that died has run out.
 * - A copy of a message is explained by a fault between it and the first, or one that the first was still under way in.
 */
import type { Alert, History, Message, Report } from "./history.ts";

export interface Verdict {
  violations: string[];
  figures: Record<string, number>;
}

/** How long a claim of a process that died holds, ms. */
const claim = 15_000;

/** `patience`: how long a push may take on this machine, ms. */
export function judge(history: History, patience: number): Verdict {
  const counts = judgeCounts(history);
  const causes = causesOf(history);
  const pages = judgePages(history, causes, patience);
  const strays = judgeStrays(history, causes);
  const incidents = judgeIncidents(history, causes);
  const copies = judgeCopies(history);
  const owed = history.owed.map(
    ({ about, topic, state, attempts, due_at, error }) =>
      `a push about ${about} to ${topic} did not go out: ${state}, ${attempts} attempts, due ${due_at === null ? "never" : new Date(due_at).toISOString()}, ${error ?? "no error"}`,
  );
  const { reports, alerts, messages, readings } = history;
  return {
    violations: [
      ...counts.violations,
      ...pages.violations,
      ...strays,
      ...incidents,
      ...copies.violations,
      ...owed,
    ],
    figures: {
      faults: history.faults.length,
      readings: readings.length,
      sent: reports.length + alerts.length,
      acknowledged: [...reports, ...alerts].filter((one) => one.acknowledged_at !== null).length,
      unanswered: [...reports, ...alerts].filter((one) => one.acknowledged_at === null).length,
      counted: counts.counted,
      lost: counts.lost,
      counted_twice: counts.twice,
      pages_due: pages.due,
      missed: pages.missed,
      late: pages.late,
      wrong: strays.length,
      messages: messages.length,
      duplicates: copies.duplicates,
      duplicates_unexplained: copies.violations.length,
      page_median_ms: pages.median,
      page_longest_ms: pages.longest,
    },
  };
}

function judgeCounts({ reports, readings, targets }: History) {
  const violations: string[] = [];
  const sent = sortedBy(reports, ({ sent_at }) => sent_at);
  const acknowledged = sortedBy(reports, ({ acknowledged_at }) => acknowledged_at);
  let [counted, lost, twice] = [0, 0, 0];
  for (const [i, reading] of readings.entries()) {
    if (i === readings.length - 1)
      counted = Object.values(reading.counted).reduce((sum, one) => sum + one, 0);
    for (const { key, kind } of targets) {
      if (kind === "alerts") continue;
      const has = reading.counted[key] ?? 0;
      // What falls into the same millisecond may lie on either side of the reading.
      const least = before(acknowledged.get(key), reading.from);
      const most = before(sent.get(key), reading.to + 1);
      if (has < least) {
        lost += least - has;
        violations.push(`${key}: ${least} reports were acknowledged, ${has} count (reading ${i})`);
      }
      if (has > most) {
        twice += has - most;
        violations.push(`${key}: ${most} reports were sent, ${has} count (reading ${i})`);
      }
    }
  }
  return { violations, counted, lost, twice };
}

/** Something that must page, or may. */
interface Cause {
  about: string;
  topics: string[];
  /** When it was acknowledged; null: it need not page. */
  due_at: number | null;
  /** Before this it cannot have paged. */
  possible_at: number;
  alert: Alert | null;
}

/** Those of alerts, and of targets that were sent as many reports as their threshold. */
function causesOf({ targets, reports, alerts }: History): Cause[] {
  const byTarget = Map.groupBy(reports, ({ target }) => target);
  const topics = new Map(targets.map((target) => [target.key, target.topics]));
  const fired = targets
    .filter(({ kind }) => kind === "fires")
    .flatMap(({ key, threshold }) => {
      const own = byTarget.get(key) ?? [];
      const possible_at = nth(own, threshold, ({ sent_at }) => sent_at);
      if (possible_at === null) return [];
      const due_at = nth(own, threshold, ({ acknowledged_at }) => acknowledged_at);
      return [{ about: key, topics: topics.get(key)!, due_at, possible_at, alert: null }];
    });
  const alerted = alerts.map((alert) => ({
    about: alert.name,
    topics: topics.get(alert.target)!,
    due_at: alert.acknowledged_at,
    possible_at: alert.sent_at,
    alert,
  }));
  return [...fired, ...alerted];
}

function judgePages({ faults, messages }: History, causes: Cause[], patience: number) {
  const violations: string[] = [];
  const took: number[] = [];
  let [due, missed, late] = [0, 0, 0];
  const arrived = Map.groupBy(messages, placeOf);
  const expect = (what: "page" | "recovery", about: string, topic: string, at: number) => {
    due++;
    const first = arrived.get(placeOf({ topic, about, kind: what }))?.[0];
    if (!first) {
      missed++;
      violations.push(`the ${what} about ${about} never reached ${topic}`);
      return;
    }
    const latest = putOff(at, faults, patience);
    if (first.at > latest) {
      late++;
      violations.push(`the ${what} about ${about} reached ${topic} ${ms(first.at - latest)} late`);
    }
    if (what === "page") took.push(first.at - at);
  };
  for (const { about, topics, due_at, alert } of causes)
    for (const topic of topics) {
      if (due_at !== null) expect("page", about, topic, due_at);
      // An end that came before the page may replace it.
      const page = arrived.get(placeOf({ topic, about, kind: "page" }))?.[0];
      if (alert && alert.resolved_at !== null && page && page.at <= alert.resolving_at!)
        expect("recovery", about, topic, alert.resolved_at);
    }
  took.sort((a, b) => a - b);
  const median = Math.round(took[took.length >> 1] ?? 0);
  return { violations, due, missed, late, median, longest: Math.round(took.at(-1) ?? 0) };
}

/** Until when a push that is due at an instant has to arrive. */
export function putOff(due_at: number, faults: History["faults"], patience: number): number {
  let latest = due_at + patience;
  for (const { at, until } of faults.toSorted((a, b) => a.at - b.at))
    if (until > due_at && at <= latest) latest = Math.max(latest, until + claim + patience);
  return latest;
}

/** Messages to people, or about things, that no cause has. */
function judgeStrays({ messages }: History, causes: Cause[]): string[] {
  const byAbout = new Map(causes.map((cause) => [cause.about, cause]));
  return messages.flatMap((message) => {
    const cause = message.about === null ? undefined : byAbout.get(message.about);
    const said = `"${message.title}" reached ${message.topic}`;
    if (!cause) return [`${said}, and nothing was sent that could cause it`];
    if (!cause.topics.includes(message.topic)) return [`${said}, which is another person's`];
    if (message.at < cause.possible_at) return [`${said} before its cause was sent`];
    if (message.kind === "other") return [`${said}, and is neither a page nor its recovery`];
    if (message.kind === "recovery" && (cause.alert?.resolving_at ?? Infinity) > message.at)
      return [`${said} before its end was sent`];
    return [];
  });
}

function judgeIncidents({ incidents }: History, causes: Cause[]): string[] {
  const known = new Set(causes.map(({ about }) => about));
  const without = causes
    .filter(({ about, due_at }) => due_at !== null && !incidents[about])
    .map(({ about }) => `${about} opened no incident`);
  const others = Object.entries(incidents).flatMap(([about, count]) => {
    if (!known.has(about)) return [`${about} opened an incident without a cause`];
    return count > 1 ? [`${about} opened ${count} incidents`] : [];
  });
  return [...without, ...others];
}

function judgeCopies({ messages, faults }: History) {
  const violations: string[] = [];
  let duplicates = 0;
  for (const copies of Map.groupBy(messages, placeOf).values()) {
    const [first, ...more] = copies.toSorted((a, b) => a.at - b.at);
    if (more.length === 0) continue;
    duplicates += more.length;
    const name = `the ${first!.kind} about ${first!.about} to ${first!.topic}`;
    if (copies.some(({ sequence_id }) => sequence_id !== first!.sequence_id))
      violations.push(`${name} came as two different messages`);
    const hits = faults.filter(
      ({ at, until }) => until >= first!.at - claim && at <= more.at(-1)!.at,
    );
    if (more.length > hits.length)
      violations.push(`${name} came ${copies.length} times, with ${hits.length} faults meanwhile`);
  }
  return { violations, duplicates };
}

const placeOf = ({ topic, about, kind }: Pick<Message, "topic" | "about" | "kind">) =>
  `${topic} ${about} ${kind}`;

const ms = (duration: number) => `${Math.round(duration)} ms`;

/** The instants of the reports of each target, ascending. */
function sortedBy(
  reports: Report[],
  at: (report: Report) => number | null,
): Map<string, Float64Array> {
  const instants = new Map<string, number[]>();
  for (const report of reports) {
    const instant = at(report);
    if (instant === null) continue;
    const own = instants.get(report.target);
    if (own) own.push(instant);
    else instants.set(report.target, [instant]);
  }
  return new Map([...instants].map(([key, list]) => [key, Float64Array.from(list).sort()]));
}

/** How many of the instants lie before `end`. */
function before(instants: Float64Array | undefined, end: number): number {
  let [low, high] = [0, instants?.length ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instants![middle]! < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The instant of the `n`th of them; null: there are fewer. */
function nth(reports: Report[], n: number, at: (report: Report) => number | null): number | null {
  const instants = reports.map(at).filter((instant) => instant !== null);
  return instants.sort((a, b) => a - b)[n - 1] ?? null;
}
