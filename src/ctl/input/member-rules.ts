import type { Options } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import { daysOf } from "./days.ts";

/** The word that replaces a member's own rule by the group's. */
const asGroup = "group";

/** The rules of their own that options give members: hours, days, a time zone, a least priority. Empty: none was given. */
export function givenRules({ priority, hours, timezone, days }: Options): Record<string, unknown> {
  return {
    ...(typeof priority === "string" ? { minimum_priority: priorityOf(priority) } : {}),
    ...(typeof hours === "string" ? hoursOf(hours) : {}),
    ...(typeof timezone === "string" ? { timezone: timezone === asGroup ? null : timezone } : {}),
    ...(typeof days === "string"
      ? { contact_days: days === asGroup ? null : daysOf("--days", days) }
      : {}),
  };
}

function priorityOf(text: string): number | null {
  if (text === asGroup) return null;
  if (/^[123]$/.test(text)) return Number(text);
  throw wrongInput(
    "usage",
    `--priority ${text} is not a priority`,
    "1: the highest only; 2: that and higher; 3: all; or group",
  );
}

/** `08:00-18:00`, `always`, or `group`. */
function hoursOf(text: string): Record<string, unknown> {
  const none = { contact_hours_from: null, contact_hours_to: null };
  if (text === asGroup) return { contact_hours_all_day: null, ...none };
  if (text === "always") return { contact_hours_all_day: true, ...none };
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined)
    return {
      contact_hours_all_day: false,
      contact_hours_from: `${from}:00`,
      contact_hours_to: `${to}:00`,
    };
  throw wrongInput(
    "usage",
    `--hours ${text} is not a range of hours`,
    "for example --hours 08:00-18:00, --hours always or --hours group",
  );
}
