/** Contact hours in words. Pure. */
import type { ContactRules } from "../../core/hours/contact-hours.ts";
import { daysText } from "../../core/text/days.ts";

/** `at any time`, or `Mon to Fri 08:00–20:00 (Europe/Berlin)`. */
export function hoursText(rules: ContactRules): string {
  const { contact_hours_all_day, contact_hours_from, contact_hours_to, timezone } = rules;
  const days = daysText(rules.contact_days);
  if (!contact_hours_all_day && contact_hours_from !== null && contact_hours_to !== null)
    return `${days} ${contact_hours_from.slice(0, 5)}–${contact_hours_to.slice(0, 5)} (${timezone})`;
  return days === "every day" ? "at any time" : `${days}, all day (${timezone})`;
}

/** The priorities that notify a member; null: all of them. */
export const prioritiesText = (minimum_priority: number | null): string | null =>
  minimum_priority === 1 ? "P1 only" : minimum_priority === 2 ? "P1 and P2 only" : null;
