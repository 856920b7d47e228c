/** Says in sentences how an edit of a schedule moves turns: the one under way, and the next ones. Pure. */
import type { Instant } from "../model/model.ts";
import { dayMinute, zoneOf } from "../hours/zone.ts";
import { dateText } from "../text/days.ts";
import { turnAt, versionAt, type ScheduleVersion } from "./turns.ts";

/** Turns after the one under way that are compared. */
const mostTurns = 6;

export interface TurnChange {
  /** The versions until now; empty: the schedule is new. */
  before: readonly ScheduleVersion[];
  after: readonly ScheduleVersion[];
  at: Instant;
  /** The users on call then, as overrides and hours have it, and the first instant at which they could change. */
  onCall: { people: readonly string[]; until: Instant | null };
  nameOf: (user: string) => string;
}

/** The turn of a person, or the time of all at once; `until` null: it never ends. */
interface Turn {
  people: string;
  from: Instant;
  until: Instant | null;
}

/**
 * `on call now: Bob, unchanged until Mon 14 Dec 09:00`, and `then Cyd, Dan (was Ada), Ada (21 → 28 Dec)`; times by the clocks of the
 * schedule. The second one ends before a person has another turn. A change that is planned ahead has a line of its own: `from Mon 4 Jan
 * 2027 09:00: Dan, Eve`.
 */
export function turnChangeText({ before, after, at, onCall, nameOf }: TurnChange): string[] {
  const { timezone } = after.at(-1)!;
  const time = (instant: Instant) => dayMinute(timezone, instant, at);
  const old = turnsFrom(before, at, nameOf);
  const [first, ...others] = once(turnsFrom(after, at, nameOf));
  const { since } = after.at(-1)!;
  const isPlanned = first!.from < since;
  const next = others
    .filter(({ from }) => !isPlanned || from < since)
    .map((turn, i) => nextText(turn, old[i + 1]));
  const planned = isPlanned ? once(turnsFrom(after, since, nameOf)) : [];
  return [
    firstText(first!, old[0]),
    ...(next.length === 0 ? [] : [`then ${next.join(", ")}`]),
    ...(isPlanned
      ? [`from ${time(since)}: ${planned.map(({ people }) => people).join(", then ")}`]
      : []),
  ];

  function firstText({ people, from, until }: Turn, had: Turn | undefined): string {
    if (from > at) return `begins ${time(from)} with ${people}`;
    const areOn = onCall.people.map(nameOf).join(", ") === people;
    const goOff = until !== null && onCall.until !== null && onCall.until < until;
    const label = areOn && !goOff ? "on call now" : "turn now";
    const end = until === null ? "" : ` until ${time(until)}`;
    if (!had) return `${label}: ${people}${end}`;
    if (had.people !== people) return `${label}: ${people} (was ${had.people})${end}`;
    if (had.until === null || had.until === until) return `${label}: ${people}, unchanged${end}`;
    return `${label}: ${people}${end} (was ${time(had.until)})`;
  }

  /** A later turn: its person, and its time or person before the edit. */
  function nextText({ people, from }: Turn, had: Turn | undefined): string {
    const own = old.slice(1).find((turn) => turn.people === people);
    if (own) return own.from === from ? people : `${people} (${spanText(own.from, from)})`;
    return had ? `${people} (was ${had.people})` : people;
  }

  /** `21 → 28 Dec`, `28 Dec → 4 Jan 2027`, `Mon 14 Dec 08:00 → 09:00`. */
  function spanText(from: Instant, to: Instant): string {
    const zone = zoneOf(timezone);
    const [a, b] = [zone.day(from), zone.day(to)];
    if (a === b) return `${time(from)} → ${time(to).slice(-"00:00".length)}`;
    const year = new Date(zone.local(at)).getUTCFullYear();
    const [begins, ends] = [dateText(a, year), dateText(b, year)];
    const month = (text: string) => text.replace(/^\d+ /, "");
    return `${month(begins) === month(ends) ? begins.replace(/ .*/, "") : begins} → ${ends}`;
  }
}

/** Turns in order, until the first person with another one. */
function once(turns: readonly Turn[]): Turn[] {
  const isRepeated = ({ people }: Turn, i: number) =>
    turns.slice(0, i).some((turn) => turn.people === people);
  const repeated = turns.findIndex(isRepeated);
  return turns.slice(0, repeated < 0 ? undefined : repeated);
}

/** The turn under way and the next ones, by the version that answers for each. */
function turnsFrom(
  versions: readonly ScheduleVersion[],
  at: Instant,
  nameOf: (user: string) => string,
): Turn[] {
  const turns: Turn[] = [];
  let from: Instant | null = Math.max(at, versions[0]?.since ?? at);
  while (from !== null && turns.length <= mostTurns) {
    const version = versionAt(versions, from);
    if (!version) break;
    const { position, until: handoff } = turnAt(version, from);
    const people = version.everyone ? [...new Set(version.people)] : [version.people[position]!];
    const ends = version.everyone ? null : handoff;
    const replaced = versions.find(({ since }) => since > version.since)?.since ?? null;
    const until: Instant | null =
      replaced === null || (ends !== null && ends < replaced) ? ends : replaced;
    turns.push({ people: people.map(nameOf).join(", "), from, until });
    from = until;
  }
  return turns;
}
