/**
 * A random life of a team: its people, groups and monitors, and what happens to them, as a list of steps. A step
 * names others by their names; one whose names mean nothing (any more) does nothing, so that any part of the list
 * is a life, too.
 */

/** Fields of a group, named as the API names them; `escalate_to` is the name of a group. */
export interface GroupRules {
  priority_level?: 1 | 2 | 3;
  repeat_minutes?: number;
  repeat_limit?: number;
  escalate_to?: string;
  escalate_after_minutes?: number;
  acknowledge_for_minutes?: number;
  urgent_ignores_contact_hours?: boolean;
  hours?: Hours | null;
}

/** Rules of a member alone. */
export interface MemberRules {
  minimum_priority?: 1 | 2;
  hours?: Hours | "always";
}

/** Contact hours `[from, to)` on every day, UTC, in minutes since midnight. */
export interface Hours {
  from: number;
  to: number;
}

/** What a monitor of error reports counts, or how often an application is asked. */
export interface MonitorRules {
  kind: "webhook" | "health";
  threshold?: number;
  window?: number;
  confirmations?: number;
  depends_on?: string;
}

/** Turns of an hour, which end at a minute of each hour; the first of `people` had the one that began after midnight. */
export interface ScheduleRules {
  people: string[];
  minute: number;
  /** All at once, without turns. */
  everyone?: boolean;
  /** The schedule that is asked while this one has nobody. */
  otherwise?: string;
}

export type Deed =
  | { do: "person"; who: string }
  | { do: "group"; group: string; rules: GroupRules }
  | { do: "rules"; group: string; rules: GroupRules }
  | { do: "join"; group: string; who: string; rules: MemberRules }
  | { do: "leave"; group: string; who: string }
  | { do: "monitor"; monitor: string; group: string; rules: MonitorRules }
  | { do: "report"; monitor: string }
  | { do: "answer"; monitor: string; failing: string[] }
  | { do: "acknowledge"; monitor: string }
  | { do: "acknowledge for"; monitor: string; minutes: number }
  | { do: "unacknowledge"; monitor: string }
  | { do: "resolve"; monitor: string }
  | { do: "silence"; of: string; name: string; after: number; minutes: number }
  | { do: "window"; group: string; name: string; minute: number; minutes: number }
  | { do: "end silence"; name: string }
  | { do: "pause"; monitor: string }
  | { do: "resume"; monitor: string }
  | { do: "device"; who: string; device: string }
  | { do: "disable"; who: string; device: string }
  | { do: "enable"; who: string; device: string }
  | { do: "break"; who: string; device: string }
  | { do: "mend"; who: string; device: string }
  | { do: "schedule"; schedule: string; rules: ScheduleRules }
  | { do: "use"; group: string; schedule: string; turn: "now" | "next" }
  | { do: "take"; schedule: string; who: string; minutes: number }
  | { do: "cover"; schedule: string; who: string; instead: string; minutes: number }
  | { do: "join shift"; schedule: string; who: string; minutes: number }
  | { do: "away"; who: string; minutes: number };

/** `at`: ms since the life began. */
export type Step = { at: number } & Deed;

export interface Life {
  seed: number;
  steps: Step[];
  /** When it ends, ms since it began. */
  until: number;
}

/** What lives are made of; each comes with those before it. */
export const features = [
  "reminders",
  "escalation",
  "hours",
  "members",
  "silences",
  "devices",
  "edits",
  "health",
  "pauses",
  "schedules",
  "absences",
  "fallbacks",
] as const;
export type Feature = (typeof features)[number];

/** The first instant of every life: a Saturday, 03:00 UTC. */
export const began = Date.UTC(2026, 10, 21, 3);
export const firstMinute = 180;
const lasts = 120;

/** Numbers that look random and are the same for the same seed (mulberry32). */
function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    odds: (share: number) => next() < share,
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
  };
}

/** The life of a seed, with these features. */
export function lifeOf(seed: number, wanted: ReadonlySet<Feature>): Life {
  // Seeds that follow each other begin alike: what the first numbers of a sequence are is spread.
  const { int, odds, pick } = chance(Math.imul(seed + 1, 0x9e3779b1));
  const has = (feature: Feature) => wanted.has(feature);
  const steps: Step[] = [];
  const setUp = (deed: Deed) => steps.push({ at: 0, ...deed });
  const names = (of: string, n: number) => Array.from({ length: n }, (_, i) => `${of}${i + 1}`);

  const hours = (): Hours => {
    const from = firstMinute + int(-60, 90);
    return { from, to: from + pick([5, 20, 45, 90]) };
  };
  const people = names("p", int(1, 4));
  const groups = names("g", int(1, has("escalation") ? 3 : 2));
  const monitors = names("m", int(1, 3));
  const memberRules = (): MemberRules => ({
    ...(has("hours") && odds(0.3) && { hours: odds(0.3) ? ("always" as const) : hours() }),
    ...(has("hours") && odds(0.1) && { minimum_priority: pick([1, 2] as const) }),
  });
  const groupRules = (index: number): GroupRules => ({
    priority_level: pick([1, 1, 2, 3] as const),
    repeat_minutes: has("reminders") ? pick([0, 3, 7, 20]) : 0,
    repeat_limit: pick([1, 2, 3, 12]),
    ...(has("hours") && odds(0.35) && { hours: hours() }),
    ...(has("hours") && odds(0.15) && { urgent_ignores_contact_hours: true }),
    ...(has("escalation") &&
      index + 1 < groups.length &&
      odds(0.8) && {
        escalate_to: groups[int(index + 1, groups.length - 1)]!,
        escalate_after_minutes: pick([2, 5, 11, 30]),
      }),
    ...(has("edits") && odds(0.15) && { acknowledge_for_minutes: pick([4, 13]) }),
  });

  for (const who of people) setUp({ do: "person", who });
  for (const [index, group] of [...groups.entries()].reverse())
    setUp({ do: "group", group, rules: groupRules(index) });
  for (const group of groups)
    for (const who of people)
      if (odds(0.6)) setUp({ do: "join", group, who, rules: memberRules() });
  const schedules = has("schedules") ? names("s", int(1, 2)) : [];
  for (const [index, schedule] of schedules.entries()) {
    const turns = Array.from({ length: int(1, 3) }, () => pick(people));
    const rules: ScheduleRules = { people: turns, minute: int(0, 59) };
    if (has("fallbacks") && odds(0.2)) rules.everyone = true;
    if (has("fallbacks") && index > 0 && odds(0.5)) rules.otherwise = schedules[index - 1]!;
    setUp({ do: "schedule", schedule, rules });
    for (const group of groups) if (odds(0.6)) setUp({ do: "use", group, schedule, turn: "now" });
    for (const group of groups)
      if (has("fallbacks") && odds(0.2)) setUp({ do: "use", group, schedule, turn: "next" });
  }
  const kinds = new Map<string, "webhook" | "health">();
  for (const [index, monitor] of monitors.entries()) {
    const kind = has("health") && odds(0.4) ? "health" : "webhook";
    kinds.set(monitor, kind);
    const routers = monitors.slice(0, index).filter((one) => kinds.get(one) === "health");
    setUp({
      do: "monitor",
      monitor,
      group: pick(groups),
      rules:
        kind === "webhook"
          ? { kind, threshold: pick([1, 1, 2]), window: pick([3, 10, 30, 90]) }
          : {
              kind,
              confirmations: pick([1, 1, 2]),
              ...(routers.length > 0 && odds(0.5) && { depends_on: pick(routers) }),
            },
    });
  }

  const deeds: (() => Deed)[] = [];
  const may = (weight: number, deed: () => Deed) => {
    for (let i = 0; i < weight; i++) deeds.push(deed);
  };
  const devicesOf = (who: string) => names(`${who}-d`, 2);
  const device = () => {
    const who = pick(people);
    return { who, device: pick(devicesOf(who)) };
  };
  let silences = 0;
  may(6, () => {
    const monitor = pick(monitors);
    return kinds.get(monitor) === "webhook"
      ? { do: "report", monitor }
      : { do: "answer", monitor, failing: pick([[], ["a"], ["a"], ["b"], ["a", "b"]]) };
  });
  may(2, () => ({ do: "acknowledge", monitor: pick(monitors) }));
  may(1, () => ({ do: "unacknowledge", monitor: pick(monitors) }));
  may(1, () => ({ do: "resolve", monitor: pick(monitors) }));
  if (has("members")) {
    // With the rules of the group: the API takes those of a member in a second request, and pages come in between.
    may(2, () => ({ do: "join", group: pick(groups), who: pick(people), rules: {} }));
    may(1, () => ({ do: "leave", group: pick(groups), who: pick(people) }));
  }
  if (has("silences")) {
    may(2, () => ({
      do: "silence",
      of: pick([...monitors, ...groups]),
      name: `q${++silences}`,
      after: odds(0.2) ? int(1, 20) : 0,
      minutes: pick([2, 9, 25]),
    }));
    may(1, () => ({ do: "end silence", name: `q${int(1, Math.max(1, silences))}` }));
    if (odds(0.2))
      setUp({
        do: "window",
        group: pick(groups),
        name: "w1",
        minute: int(0, 59),
        minutes: pick([2, 9, 25]),
      });
  }
  if (has("devices")) {
    may(2, () => ({ do: "device", ...device() }));
    may(1, () => ({ do: "disable", ...device() }));
    may(1, () => ({ do: "enable", ...device() }));
    may(1, () => ({ do: "break", ...device() }));
    may(1, () => ({ do: "mend", ...device() }));
  }
  if (has("edits")) {
    may(2, () => {
      const index = int(0, groups.length - 1);
      const rules = groupRules(index);
      const some = Object.entries(rules).filter(
        ([name]) => name === "hours" || name === "repeat_minutes" || name === "repeat_limit",
      );
      return {
        do: "rules",
        group: groups[index]!,
        rules: { ...(has("hours") && odds(0.3) && { hours: null }), ...Object.fromEntries(some) },
      };
    });
    may(1, () => ({ do: "acknowledge for", monitor: pick(monitors), minutes: pick([3, 10]) }));
  }
  if (has("pauses")) {
    may(1, () => ({ do: "pause", monitor: pick(monitors) }));
    may(1, () => ({ do: "resume", monitor: pick(monitors) }));
  }
  if (has("schedules"))
    may(2, () => ({
      do: "take",
      schedule: pick(schedules),
      who: pick(people),
      minutes: pick([2, 9, 25]),
    }));
  if (has("absences")) {
    may(2, () => ({ do: "away", who: pick(people), minutes: pick([2, 9, 25, 70]) }));
    may(1, () => ({
      do: "cover",
      schedule: pick(schedules),
      who: pick(people),
      instead: pick(people),
      minutes: pick([2, 9, 25]),
    }));
    may(1, () => ({
      do: "join shift",
      schedule: pick(schedules),
      who: pick(people),
      minutes: pick([2, 9, 25]),
    }));
  }
  // Each at an instant of its own, never that of a whole minute, where hours and silences begin and end.
  const taken = new Set<number>();
  for (let n = int(3, 14); n > 0; n--) {
    let at = 0;
    do at = int(1, lasts - 25) * 60_000 + int(1, 59) * 1000 + 500;
    while (taken.has(at));
    taken.add(at);
    const deed = pick(deeds)();
    steps.push({ at, ...deed });
    if (deed.do === "report" && odds(0.4))
      steps.push({ at: at + int(1, 50) * 1000 + 100, ...deed });
  }
  steps.sort((a, b) => a.at - b.at);
  return { seed, steps, until: lasts * 60_000 };
}
