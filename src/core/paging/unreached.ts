/** Finds unreached incidents: open, and no push server has accepted a page of them. Pure. */
import { silenceable, silenceInEffect } from "../silence/silenced.ts";
import type { Incident, Instant, Notification, Silence } from "../model/model.ts";

/** A page of an incident, as far as it decides whether the incident is unreached. */
export type PageProgress = Pick<Notification, "state" | "attempts" | "last_error">;

/**
 * on_hold: a page waits for contact hours. unreached: no page gets through. null: an incident that is not
 * open or is silenced, one with an accepted page, and one whose page is in its first attempt.
 */
export function unreached(
  incident: Incident,
  pages: readonly PageProgress[],
  silences: readonly Silence[],
  now: Instant,
): "on_hold" | "unreached" | null {
  if (incident.status !== "open") return null;
  if (silenceInEffect(silences, silenceable(incident), now)) return null;
  if (pages.some(({ state }) => state === "delivered")) return null;
  const firstTry = ({ state, attempts, last_error }: PageProgress) =>
    (state === "queued" || state === "leased") && attempts <= 1 && last_error === null;
  if (pages.some(firstTry)) return null;
  return pages.some(({ state }) => state === "held") ? "on_hold" : "unreached";
}
