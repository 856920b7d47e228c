import type { Options, Run } from "../../call/call.ts";
import { daysOf } from "../../input/days.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { memberRules } from "../../output/member.ts";
import { done } from "../../call/structured.ts";

/** Gives a member of a group hours, days, a time zone or a least priority of their own. */
export const run: Run = async (call) => {
  const { args, options } = call;
  const [typed = "", who = ""] = args;
  const given = givenOf(options);
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", typed.replace(/^ag\//, ""));
  const user = await findOfKind(client, "users", who.replace(/^user\//, ""));
  const members = await client.send("GET /alert_groups/:id/members", { id: group.id });
  if (!members.some(({ user_id }) => user_id === user.id))
    throw wrongInput(
      "not_found",
      `${user.email} is not a member of "${group.title}"`,
      `look at who is, with: monitorctl members list ${typed}`,
    );
  const member = await client.send("PUT /alert_groups/:id/members/:user_id", {
    id: group.id,
    user_id: user.id,
    body: given,
  });
  return done(call, member, `${member.email} is notified: ${memberRules(member)}`);
};

/** The word that replaces a member's own rule by the group's. */
const asGroup = "group";

function givenOf(options: Options): Record<string, unknown> {
  const { priority, hours, timezone, days } = options;
  const given = {
    ...(typeof priority === "string" ? { minimum_priority: priorityOf(priority) } : {}),
    ...(typeof hours === "string" ? hoursOf(hours) : {}),
    ...(typeof timezone === "string" ? { timezone: timezone === asGroup ? null : timezone } : {}),
    ...(typeof days === "string"
      ? { contact_days: days === asGroup ? null : daysOf("--days", days) }
      : {}),
  };
  if (Object.keys(given).length > 0) return given;
  throw wrongInput(
    "usage",
    "what to set was not said",
    "add --priority, --hours, --days or --timezone",
  );
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
