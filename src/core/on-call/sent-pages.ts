/** Pages that left, made of the pushes of each. Pure. */
import type { Notification } from "../model/model.ts";
import type { Interval } from "../hours/interval.ts";
import { day } from "../text/units.ts";
import type { SentPage } from "./report.ts";

/** How long a page can be on hold before it leaves: a weekend, and longer than most. */
export const longestHold = 7 * day;

/** A page to one device that a push server accepted, or may have accepted. */
export type SentPush = Pick<
  Notification,
  "incident_id" | "alert_group_id" | "user_id" | "attempted_at" | "delivered_at" | "inserted_at"
>;

/**
 * The pages that left in a period, in order of time: those of one commit to the phones of a person are one. `sent`: in
 * order of time, from `longestHold` before the period.
 */
export function sentPages(sent: readonly SentPush[], { from, until }: Interval): SentPage[] {
  const byPerson = Map.groupBy(sent, ({ incident_id, user_id }) => `${incident_id} ${user_id}`);
  const pages = [...byPerson.values()].flatMap((own) =>
    [...Map.groupBy(own, ({ inserted_at }) => inserted_at).values()].map((phones, i): SentPage => {
      const times = phones.map((one) => one.delivered_at ?? one.attempted_at ?? one.inserted_at);
      const { incident_id, alert_group_id, user_id } = phones[0]!;
      return {
        incident_id: incident_id!,
        alert_group_id: alert_group_id!,
        user_id,
        at: Math.min(...times),
        reminder: i > 0,
      };
    }),
  );
  return pages.filter(({ at }) => at >= from && at < until).toSorted((a, b) => a.at - b.at);
}
