/**
 * The audience of an alert group: the people that its incidents notify at an instant, with the rules of each person and
 * why the person belongs to it, for questions about an instant. Statements about now join the same people in SQL
 * (`store/queries/audience`). Members belong to it at all times, the people of its schedules while they are on call. Pure.
 */
import { localMinute } from "../hours/zone.ts";
import {
  standBys,
  type AlertGroup,
  type Device,
  type GroupSchedule,
  type Instant,
  type Member,
  type Silence,
  type StandBy,
  type Stay,
  type User,
} from "../model/model.ts";
import type { Schedules } from "./on-call.ts";
import { standingAt } from "./stays.ts";

/**
 * Why a person belongs to an audience: as a member, or as one that is on call in a schedule of the group, now or next. Or the
 * group has no person otherwise and does not escalate, so that everybody in its schedules is notified.
 */
export type Via = "member" | "on_call" | "next" | StandBy;

/** The schedule without a person on call, or a next one, because of which all its people are notified; null: none. */
export function standByIn<T extends { via?: Via }>(
  places: readonly T[],
): (T & { via: StandBy }) | null {
  const isStandBy = (place: T): place is T & { via: StandBy } =>
    standBys.some((one) => one === place.via);
  return places.find(isStandBy) ?? null;
}

/** Says why all people of a schedule are notified; null: they are not. */
export function standByText(
  places: readonly { via?: Via; schedule?: string | null }[],
): string | null {
  const place = standByIn(places);
  if (place === null) return null;
  const lacks = place.via === "gap" ? "on call" : "next";
  return `Nobody is ${lacks} in "${place.schedule}": everybody is paged.`;
}

/** A person's place in the audience of a group: the rules there, and why. A group has one for each person. */
export interface AudiencePlace extends Member {
  via: Via;
  /** The schedule: its title and time zone; null: a member. */
  schedule: string | null;
  schedule_timezone: string | null;
  /** When the person leaves, or of the next one the shift begins; null: a member, or not within a year. */
  until: Instant | null;
}

/** A person in the audience of a group, with their devices. */
export interface AudiencePerson {
  user: User;
  member: AudiencePlace;
  devices: readonly Device[];
}

/** The schedules of a group, with all that their answers need from an instant on. */
export interface RosterSchedules {
  /** In the order in which they joined. */
  list: readonly (GroupSchedule & { title: string; schedule_timezone: string })[];
  turns: Schedules;
  /** Everybody that can be on call in them, by id. */
  people: ReadonlyMap<string, Pick<AudiencePerson, "user" | "devices">>;
}

/** A group with its members, its schedules, and the silences that count. */
export interface Roster {
  group: AlertGroup;
  silences: readonly Silence[];
  /** The members, in the order in which they joined. */
  people: readonly AudiencePerson[];
  /** Absent: it has none. */
  schedules?: RosterSchedules;
}

/** The people that an incident of the group notifies at an instant: its members, then the people of its schedules. */
export function audienceOf(
  { group, people, schedules }: Pick<Roster, "people" | "schedules"> & { group: Escalating },
  at: Instant,
): readonly AudiencePerson[] {
  if (!schedules) return people;
  const audience = new Map(people.map((one) => [one.user.id, one]));
  const add = (standingBy: boolean) => {
    for (const { title, schedule_timezone, ...own } of schedules.list) {
      const { schedule_id, turn, ...rules } = own;
      const wanted: readonly Stay["turn"][] = standingBy ? standBys : [turn];
      const { stays } = standingAt(schedules.turns, schedule_id, [], at, at);
      for (const stay of stays.filter((one) => wanted.includes(one.turn))) {
        const { user_id, until } = stay;
        const person = schedules.people.get(user_id);
        if (!person || audience.has(user_id)) continue;
        const via: Via = stay.turn === "now" ? "on_call" : stay.turn;
        const place = { ...rules, user_id, via, schedule: title, schedule_timezone, until };
        audience.set(user_id, { ...person, member: place });
      }
    }
  };
  add(false);
  if (audience.size === 0 && !escalates(group)) add(true);
  return [...audience.values()];
}

type Escalating = Pick<AlertGroup, "escalate_to" | "escalate_after_minutes">;

const escalates = ({ escalate_to, escalate_after_minutes }: Escalating): boolean =>
  escalate_to !== null && escalate_after_minutes !== null;

const untilText = ({ until, schedule_timezone }: Reason): string =>
  until === null || schedule_timezone === null
    ? ""
    : ` until ${localMinute(schedule_timezone, until)}`;

const reasons: Record<Via, (group: string, place: Reason) => string> = {
  member: (group) => `is a member of "${group}"`,
  on_call: (_, place) => `is on call in "${place.schedule}"${untilText(place)}`,
  next: (_, place) => `is next on call in "${place.schedule}"`,
  gap: (_, place) => `is one of "${place.schedule}", in which nobody is on call`,
  no_next: (_, place) => `is one of "${place.schedule}", in which nobody is next`,
};

type Reason = Pick<AudiencePlace, "via" | "schedule" | "schedule_timezone" | "until">;

/** Why a person belongs to the audience of a group, as a sentence without its subject and full stop. */
export const reasonOf = (place: Reason, { title }: Pick<AlertGroup, "title">): string =>
  reasons[place.via](title, place);

/** The same, said to that person, after "because". */
export const becauseOf = (place: Reason, group: Pick<AlertGroup, "title">): string =>
  `you are ${reasonOf(place, group).slice("is ".length)}`;
