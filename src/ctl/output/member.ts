/** Formats the notification rules of a group's member. */
import type { Member } from "../../api/alert-groups.ts";
import { daysText } from "./days.ts";

/** The member's overrides, or a statement that none are set. */
export function memberRules(member: Member): string {
  const rules = member as Partial<Rules>;
  const { timezone, contact_hours_from: from, contact_hours_to: to } = rules;
  const hours =
    rules.contact_hours_all_day === true
      ? ["around the clock"]
      : rules.contact_hours_all_day === false
        ? [`${from?.slice(0, 5)}-${to?.slice(0, 5)}`]
        : [];
  const days = rules.contact_days ? [daysText(rules.contact_days)] : [];
  const priority = rules.minimum_priority
    ? [`priority ${rules.minimum_priority}${rules.minimum_priority > 1 ? " and higher" : " alone"}`]
    : [];
  const own = [...days, ...hours, ...(timezone ? [timezone] : []), ...priority];
  return own.length === 0 ? "by the rules of the group" : own.join(", ");
}

interface Rules {
  timezone: string | null;
  contact_hours_all_day: boolean | null;
  contact_hours_from: string | null;
  contact_hours_to: string | null;
  contact_days: number[] | null;
  minimum_priority: number | null;
}
