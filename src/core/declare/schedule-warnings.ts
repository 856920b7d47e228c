/** Warns about the schedules of declared groups: times of 53 weeks without a person, and people out of reach. Pure. */
import { schedulesIn } from "../../resource/group-schedule.ts";
import { membersIn } from "../../resource/member.ts";
import { ownTargets, type Fields } from "../../resource/references.ts";
import { dayMinute } from "../hours/zone.ts";
import type { Instant } from "../model/model.ts";
import { chainOf, type Schedule, type Schedules } from "../on-call/on-call.ts";
import { coverageOfSchedule, scheduleWarnings } from "../on-call/schedule-coverage.ts";
import { firstShiftsOf } from "../on-call/shifts.ts";
import { namesText } from "../text/person.ts";
import { day } from "../text/units.ts";

/** Schedules as they are after a plan, and the people in them. */
export interface PlannedSchedules {
  all: Schedules;
  /** The id of a schedule by its name in manifests. */
  idOf: (name: string) => string;
  nameOf: (user_id: string) => string;
  /** The address of a user, in lower case. */
  emailOf: (user_id: string) => string;
  /** A phone of the user has answered a test. */
  isVerified: (user_id: string) => boolean;
}

/** A declared group with all its fields. */
export interface DeclaredGroup {
  external_id: string;
  fields: Fields;
}

/** How far ahead the first shift of a person is looked for: all turns of a dozen people with weekly ones. */
const lookAhead = 91 * day;
const mostNamed = 5;

/** The warnings, with a yield after each schedule. `targets`: all groups that others can escalate to, by external_id. */
export function* scheduleWarningsOf(
  groups: readonly DeclaredGroup[],
  targets: ReadonlyMap<string, Fields>,
  planned: PlannedSchedules,
  at: Instant,
): Generator<void, string[]> {
  const uses = new Map<string, { alone: boolean; next: boolean }>();
  for (const { fields } of groups)
    for (const { name, turn } of schedulesIn(fields)) {
      const use = uses.get(name) ?? { alone: false, next: false };
      if (turn === "next") use.next = true;
      else if (membersIn(fields).size === 0) use.alone = true;
      uses.set(name, use);
    }
  const warnings: string[] = [];
  for (const [name, use] of uses) {
    const id = planned.idOf(name);
    const schedule = planned.all.byId.get(id);
    const timezone = schedule?.versions.at(-1)?.timezone;
    if (!schedule || timezone === undefined) continue;
    const { nameOf } = planned;
    const faults = [
      ...scheduleWarnings(coverageOfSchedule(planned.all, id, at), { timezone, ...use, nameOf }),
      ...unverifiedWarning(planned, id, timezone, at),
    ];
    warnings.push(...faults.map((fault) => `schedule "${name}" ${fault}`));
    yield;
  }
  return [...warnings, ...groups.flatMap((group) => ownEscalation(group, targets, planned))];
}

/** People on call soon, none of whose phones has answered a test, with the beginning of their first shift. */
function unverifiedWarning(
  { all, isVerified, nameOf }: PlannedSchedules,
  id: string,
  timezone: string,
  at: Instant,
): string[] {
  const people = [...firstShiftsOf(all, id, at, at + lookAhead)]
    .filter(([user]) => !isVerified(user))
    .map(
      ([user, { from }]) =>
        `${nameOf(user)} (${from === at ? "now" : dayMinute(timezone, from, at)})`,
    );
  if (people.length === 0) return [];
  return [`has people on call whose phones have answered no test: ${namesText(people, mostNamed)}`];
}

/** A group that escalates to a member of its own schedules. */
function ownEscalation(
  { external_id, fields }: DeclaredGroup,
  targets: ReadonlyMap<string, Fields>,
  planned: PlannedSchedules,
): string[] {
  const inTurns = new Set(
    schedulesIn(fields)
      .filter(({ turn }) => turn === "now")
      .flatMap(({ name }) => chainOf(planned.all, planned.idOf(name)))
      .flatMap(peopleOf)
      .map(planned.emailOf),
  );
  return ownTargets("alert_groups", fields).flatMap((name) => {
    const own = [...membersIn(targets.get(name) ?? {}).keys()].filter((email) =>
      inTurns.has(email),
    );
    return own.length === 0
      ? []
      : [
          `alert group "${external_id}" escalates to "${name}", to people who can be on call in it already: ${namesText(own, mostNamed)}`,
        ];
  });
}

const peopleOf = ({ versions }: Schedule): string[] => versions.flatMap(({ people }) => people);
