/**
 * Hands an open incident over from the people who have left the groups that it pages: the audience of their page is one that
 * they are not in any more. Each learns it with one push, and hears no more of the incident. SQL finds them
 * (`store/queries/pending`). Whoever acknowledged it keeps it, because then it is not open. Pure.
 */
import type { Incident, Instant, User } from "../model/model.ts";
import { namesText, personName } from "../text/person.ts";
import { noBatch } from "./bundle.ts";
import { farewells, type Leaving } from "./handover.ts";
import type { Earlier, Recipient } from "./notification.ts";

const mostNames = 3;

/** The pushes to those who left. `recipients`: the devices of the incident's group. `earlier`: all pages of the incident. */
export function fanOutLeaving(
  incident: Incident,
  left: readonly Pick<User, "id" | "name" | "email">[],
  recipients: readonly Recipient[],
  earlier: readonly Earlier[],
  now: Instant,
): Leaving {
  const ids = new Set(left.map(({ id }) => id));
  const pages = earlier.filter(({ page }) => ids.has(page.user_id) && !page.handed_over);
  const heirs = new Map(recipients.map(({ user }) => [user.id, personName(user)]));
  const to = namesText([...heirs.values()], mostNames);
  const news = {
    title: `Handed over to ${to}: ${incident.title}`,
    message: `Its pages go to ${to} now.\n${incident.summary}`,
    batch: noBatch,
    round: `left.${now}`,
  };
  const leaving = farewells(incident, news, pages, `handed over to ${to}`, now);
  const from = namesText(left.map(personName), mostNames);
  const line = { entry: "moved" as const, text: `Handed over from ${from} to ${to}.` };
  return { ...leaving, timeline: [line, ...leaving.timeline] };
}
