/**
 * The bands of a schedule over some weeks: the turns of each person with the parts that others have, the overrides, the absences,
 * and the times that this schedule, another one, or no schedule answers for. All follow from the shifts of the core. Pure.
 */
import type { Interval } from "../../core/hours/interval.ts";
import type { Instant } from "../../core/model/model.ts";
import { dutiesIn } from "../../core/on-call/duties.ts";
import type { OnCall, Override, Schedules } from "../../core/on-call/on-call.ts";
import { shiftsOf, type Shift } from "../../core/on-call/shifts.ts";
import { turnAt, versionAt, type ScheduleVersion } from "../../core/on-call/turns.ts";
import { day, minute } from "../../core/text/units.ts";

/** A turn, or the time of an override or a stand-in, of one person. */
export interface ShiftBand extends Interval {
  /** Names it in an address. */
  key: string;
  user_id: string;
  because: OnCall["because"];
  /** The override or absence; null: a turn. */
  override_id: string | null;
  instead_of_user_id: string | null;
  /** The person that swapped with this one; null: no swap. */
  swapped_with: string | null;
  /** When the person really is on call for this reason. */
  inside: readonly Interval[];
  /** The parts of a turn that another person has, or that no person has. */
  holes: readonly Hole[];
}

/** A part of a turn without its person. */
export interface Hole extends Interval {
  /** The person in their place; null: none. */
  user_id: string | null;
  /** During an absence of the person. */
  away: boolean;
}

export interface PersonBands {
  user_id: string;
  takesTurns: boolean;
  bands: readonly ShiftBand[];
  away: readonly Interval[];
}

/** A time in which another schedule answers. */
export interface Elsewhere extends Interval {
  by: string;
}

export interface ScheduleBands {
  /** In the order of turns, then the people that only join or cover. */
  people: readonly PersonBands[];
  own: readonly Interval[];
  elsewhere: readonly Elsewhere[];
  gaps: readonly Interval[];
  handoffs: readonly Instant[];
}

/** How far beyond the span shifts are calculated, so that a band at its edge has its true ends. */
export const margin = 14 * day;

/** The bands that lie in a span, whole where they cross its ends. */
export function bandsOf(all: Schedules, id: string, span: Interval): ScheduleBands {
  const { versions, overrides, inserted_at = span.from - 1 } = all.byId.get(id)!;
  const around = { from: span.from - margin, until: span.until + margin };
  const shifts = shiftsOf(all, id, around.from, around.until);
  const inSpan = ({ from, until }: Interval) => from < span.until && until > span.from;
  const turns = turnsIn(versions, around);
  const own = shifts.filter(({ on_call }) => on_call?.by === id);
  const gaps = shifts.filter(({ on_call }) => on_call === null);
  const bands = [
    ...turns.map((turn) => turnBand(turn, own, all, gaps)),
    ...everyoneBands(own),
    ...overrideBands(own, overrides),
  ].filter(inSpan);
  const version = versionAt(versions, span.until) ?? versions[0]!;
  const inTurn = new Set([
    ...version.people,
    ...bands.filter(({ override_id }) => override_id === null).map(({ user_id }) => user_id),
  ]);
  const order = new Set([...inTurn, ...bands.map(({ user_id }) => user_id)]);
  const covered = joined(own);
  return {
    people: [...order].map((user_id) => ({
      user_id,
      takesTurns: inTurn.has(user_id),
      bands: bands.filter((band) => band.user_id === user_id),
      away: all.absences.filter((one) => one.user_id === user_id && inSpan(one)),
    })),
    own: covered.filter(inSpan),
    elsewhere: shifts.flatMap(({ on_call, from, until }) =>
      on_call && on_call.by !== id && inSpan({ from, until })
        ? { from, until, by: on_call.by }
        : [],
    ),
    gaps: gaps.filter(inSpan),
    // The first turn begins with the schedule, without a handoff.
    handoffs: turns
      .map(({ from }) => from)
      .filter((at) => at >= span.from && at < span.until && at > inserted_at),
  };
}

/** A turn as the rotation has it. */
interface TurnOf extends Interval {
  user_id: string;
}

/** The turns within a span. One that an edit divides is one. */
export function turnsIn(versions: readonly ScheduleVersion[], { from, until }: Interval): TurnOf[] {
  const turns: TurnOf[] = [];
  for (let at = Math.max(from, versions[0]?.since ?? until); at < until;) {
    const version = versionAt(versions, at)!;
    const end = versions.find(({ since }) => since > at)?.since ?? Infinity;
    if (version.everyone) {
      at = end;
      continue;
    }
    const turn = turnAt(version, at);
    const user_id = version.people[turn.position]!;
    const next = Math.min(turn.until ?? until, end);
    const last = turns.at(-1);
    if (last?.user_id === user_id && last.until === version.since && turn.from <= version.since)
      last.until = next;
    else turns.push({ user_id, from: turn.from, until: next });
    at = next;
  }
  return turns;
}

const keyOf = (user_id: string, from: Instant): string => `${user_id}.${Math.floor(from / minute)}`;

const overlap = (a: Interval, b: Interval): Interval[] => {
  const [from, until] = [Math.max(a.from, b.from), Math.min(a.until, b.until)];
  return from < until ? [{ from, until }] : [];
};

/** Times that touch each other as one. */
function joined(times: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { from, until } of times.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else all.push({ from, until });
  }
  return all;
}

/** Holes with the same person, with breaks of less than a day, as one: the hours of a schedule divide them. */
function joinedHoles(holes: readonly Hole[]): Hole[] {
  const alike = Map.groupBy(holes, ({ user_id, away }) => `${user_id} ${away}`);
  return [...alike.values()]
    .flatMap((own) => dutiesIn(own).map((duty) => ({ ...own[0]!, ...duty })))
    .toSorted((a, b) => a.from - b.from);
}

function turnBand(
  turn: TurnOf,
  own: readonly Shift[],
  { absences }: Schedules,
  gaps: readonly Interval[],
): ShiftBand {
  const { user_id, from, until } = turn;
  const of = (one: OnCall) => one.because === "turn" && one.user_id === user_id;
  const inside = own.flatMap((shift) => (of(shift.on_call!) ? overlap(shift, turn) : []));
  const others = own.flatMap(({ on_call, ...time }): Hole[] => {
    const { because, instead_of_user_id } = on_call!;
    const replaced = because === "take" || instead_of_user_id === user_id;
    if (on_call!.user_id === user_id || !replaced) return [];
    const away = because === "away";
    return overlap(time, turn).map((part) => ({ ...part, user_id: on_call!.user_id, away }));
  });
  // Without a stand-in for an absence, the hours of the schedule count as well.
  const missing = absences.flatMap((one) =>
    one.user_id === user_id ? gaps.flatMap((gap) => overlap(gap, one)) : [],
  );
  const nobody = missing.flatMap((gap) =>
    overlap(gap, turn).map((part): Hole => ({ ...part, user_id: null, away: true })),
  );
  return {
    key: keyOf(user_id, from),
    user_id,
    from,
    until,
    because: "turn",
    override_id: null,
    instead_of_user_id: null,
    swapped_with: null,
    inside,
    holes: joinedHoles([...others, ...nobody]),
  };
}

/** Shifts of the same person and reason, those with breaks of less than a day as one band. */
function bandsIn(shifts: readonly Shift[], swapped: (of: OnCall) => string | null): ShiftBand[] {
  const kinds = Map.groupBy(shifts, ({ on_call }) =>
    [on_call!.user_id, on_call!.override_id, on_call!.instead_of_user_id].join(" "),
  );
  return [...kinds.values()].flatMap((own) => {
    const { user_id, because, override_id, instead_of_user_id } = own[0]!.on_call!;
    return dutiesIn(own).map((duty) => ({
      ...duty,
      key: keyOf(user_id, duty.from),
      user_id,
      because,
      override_id,
      instead_of_user_id,
      swapped_with: swapped(own[0]!.on_call!),
      inside: own.flatMap((shift) => overlap(shift, duty)),
      holes: [],
    }));
  });
}

const everyoneBands = (own: readonly Shift[]): ShiftBand[] =>
  bandsIn(
    own.filter(({ on_call }) => on_call!.because === "everyone"),
    () => null,
  );

const overrideBands = (own: readonly Shift[], overrides: readonly Override[]): ShiftBand[] =>
  bandsIn(
    own.filter(({ on_call }) => on_call!.override_id !== null),
    ({ override_id }) => otherHalf(overrides, override_id!)?.user_id ?? null,
  );

/** The other half of a swap: two covers that were made at once. Null: no swap. */
export function otherHalf<T extends Swappable>(overrides: readonly T[], id: string): T | null {
  const one = overrides.find((override) => override.id === id);
  const other = overrides.find(
    ({ user_id, instead_of_user_id, inserted_at }) =>
      one?.inserted_at === inserted_at &&
      one.instead_of_user_id === user_id &&
      one.user_id === instead_of_user_id,
  );
  return other ?? null;
}

type Swappable = Pick<Override, "id" | "user_id" | "instead_of_user_id" | "inserted_at">;
