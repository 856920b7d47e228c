/**
 * The audience of an alert group: the people that its incidents notify at an instant, with the rules of each person and
 * why the person belongs to it, for questions about an instant. Statements about now join the same people in SQL
 * (`store/queries/audience`). Members belong to it at all times. Pure.
 */
import type { AlertGroup, Device, Instant, Member, Silence, User } from "../model/model.ts";

/** Why a person belongs to an audience. */
export type Via = "member";

/** A person's place in the audience of a group: the rules there, and why. A group has one for each person. */
export interface AudiencePlace extends Member {
  via: Via;
}

/** A person in the audience of a group, with their devices. */
export interface AudiencePerson {
  user: User;
  member: AudiencePlace;
  devices: readonly Device[];
}

/** A group with everybody in its audience, and the silences that count. */
export interface Roster {
  group: AlertGroup;
  silences: readonly Silence[];
  people: readonly AudiencePerson[];
}

/** The people that an incident of the group notifies at an instant, in the order in which they joined. */
export const audienceOf: (
  roster: Pick<Roster, "people">,
  at: Instant,
) => readonly AudiencePerson[] = ({ people }) => people;

const reasons: Record<Via, (group: string) => string> = {
  member: (group) => `is a member of "${group}"`,
};

/** Why a person belongs to the audience of a group, as a sentence without its subject and full stop. */
export const reasonOf = (
  { via }: Pick<AudiencePlace, "via">,
  { title }: Pick<AlertGroup, "title">,
): string => reasons[via](title);
