/**
 * Hands an open incident over from people that have left the groups that it pages. Each gets one push about that, and no other
 * of the incident. SQL finds them (`store/queries/pending`). The person with the acknowledgement keeps the incident, because
 * then it is not open. Pure.
 */
import type { Incident, Instant, User } from "../model/model.ts";
import { namesText, personName } from "../text/person.ts";
import { noBatch } from "./bundle.ts";
import { farewells, type Leaving } from "./handover.ts";
import type { Earlier, Recipient } from "./notification.ts";

const mostNames = 3;

/** The pushes to the people that left. `recipients`: the devices of the incident's group. `earlier`: all pages of the incident. */
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
