/**
 * Asks more people and groups to help with an incident, and hands it over. Responders are paged at any hour until it is
 * acknowledged. A person takes it by acknowledging, also an incident that another person acknowledged; until then it stays as it
 * is. A group is paged by its rules, and the others get no more pushes of the incident. Pure.
 */
import type { Change } from "../command/change.ts";
import type { Author, Command, Named } from "../command/command.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Incident, Instant } from "../model/model.ts";
import { handOver } from "../paging/handover.ts";
import { namesText } from "../text/person.ts";
import { acknowledge, takeOver } from "./incident.ts";

type Of<K extends Command["kind"]> = Omit<Extract<Command, { kind: K }>, "kind">;

/** Names in a sentence; the rest is a number. */
const mostNames = 5;

const lineOf = (text: string, { by, user_id = null }: Author): Change => ({
  kind: "timeline",
  entry: "paged",
  text,
  actor: by,
  user_id,
});

/** Counts more people and groups. Those of an open incident bring reminders by rules of their own. */
const countMore = ({ responders, status }: Incident, more: number, now: Instant): Change => ({
  kind: "incident",
  set: { responders: responders + more, ...(status === "open" ? { act_at: now } : {}) },
});

/** The page to responders. */
const pageTo = (
  incident: Incident,
  title: string,
  people: readonly Named[],
  now: Instant,
): Change => ({
  kind: "notify",
  transition: "opened",
  title: `${title}: ${incident.title}`,
  message: incident.summary,
  round: `asked.${now}`,
  responders: people.map(({ id }) => id),
});

/** Pages these people and groups, too. Empty when the incident is resolved. */
export function askToHelp(
  { incident }: Pick<Snapshot, "incident">,
  { people, groups, ...author }: Of<"asked_to_help">,
  now: Instant,
): Change[] {
  if (!incident || incident.status === "resolved") return [];
  const names = [...people.map(({ name }) => name), ...groups.map(({ name }) => `"${name}"`)];
  const title = `${author.by} asks for help`;
  return [
    countMore(incident, names.length, now),
    lineOf(`${author.by} asked ${namesText(names, mostNames)} to help.`, author),
    ...(people.length === 0
      ? []
      : [
          {
            kind: "responders",
            user_ids: people.map(({ id }) => id),
            takes_over: false,
          } as const,
          pageTo(incident, title, people, now),
        ]),
    ...groups.flatMap(({ id }): Change[] => [
      { kind: "escalated", group_id: id, asked: true },
      {
        kind: "notify",
        transition: "opened",
        title: `${title}: ${incident.title}`,
        message: incident.summary,
        round: `asked.${now}`,
        group_id: id,
      },
    ]),
  ];
}

/** Hands the incident over. Empty when it is resolved, or is there already. */
export function handOverTo(
  snapshot: Snapshot,
  { to, ...author }: Of<"handed_over">,
  now: Instant,
): Change[] {
  const { incident } = snapshot;
  if (!incident || incident.status === "resolved") return [];
  if ("person" in to) return toPerson(snapshot, incident, to.person, author, now);
  const { by } = author;
  return handOver(snapshot, { by, from: to.from, word: "Handed over" }, now);
}

function toPerson(
  snapshot: Snapshot,
  incident: Incident,
  person: Named,
  author: Author,
  now: Instant,
): Change[] {
  if (person.id === author.user_id)
    return incident.status === "open"
      ? acknowledge(snapshot, author, now)
      : takeOver(incident, author, now);
  return [
    countMore(incident, 1, now),
    { kind: "responders", user_ids: [person.id], takes_over: true },
    lineOf(`${author.by} asked ${person.name} to take it over.`, author),
    pageTo(incident, `${author.by} hands it over to you`, [person], now),
  ];
}
