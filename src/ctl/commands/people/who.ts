import type { Answered, Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { localMinute } from "../../../core/hours/zone.ts";
import { isPassed } from "../../../core/explain/who-would.ts";
import { comingOf } from "../../input/duration.ts";
import { findOfKind } from "../../input/find-one.ts";
import { orNone } from "../../input/offered.ts";
import { oneLine } from "../../output/text.ts";
import { foldedBehind } from "../../output/table.ts";
import type { Style } from "../../output/style.ts";
import { printResult } from "../../call/structured.ts";

/**
 * Lists the members of a group, and whether each would be notified of an incident now or at another moment.
 * Exits with 10 when no member would be.
 */
export const run: Run = async (call) => {
  const { args, options, style } = call;
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", args[0]!.replace(/^ag\//, ""));
  const query: Record<string, string> = {};
  const { at, priority } = options;
  if (typeof at === "string") query["at"] = comingOf("--at", at, call.io.now());
  if (typeof priority === "string") query["priority"] = priority;
  const who = await client.send("GET /alert_groups/:id/who", { id: group.id, query });
  const next = await escalationOf(client, group, isPassed(who.people));
  const isAnybody = who.people.some(({ told }) => told);
  const verdict = isAnybody
    ? null
    : `Nobody would be notified${who.people.length === 0 ? `: ${await whyEmpty(client, group.id)}` : ""}.`;
  printResult(call, { ...who, verdict }, () =>
    [
      `An incident of priority ${who.priority} in "${oneLine(group.title)}" at ${localMinute(group.timezone, Date.parse(who.at))}:`,
      ...who.people.map(
        ({ told, state, sentence }) =>
          `  ${signOf(told, state, style)} ${foldedBehind(oneLine(sentence), 4, style)}`,
      ),
      ...(verdict === null ? [] : [style.red(verdict)]),
      ...(next === null ? [] : [next]),
      "",
    ].join("\n"),
  );
  return isAnybody ? exitCodes.done : exitCodes.down;
};

/** The group that is paged next, and when; null: the group escalates to none. */
async function escalationOf(
  client: Client,
  group: Answered["alert_groups"],
  passed: boolean,
): Promise<string | null> {
  const { escalate_to: id, escalate_after_minutes: minutes } = group;
  if (id === null || id === undefined) return null;
  const { title } = await client.send("GET /alert_groups/:id", { id });
  if (passed)
    return `No member of "${oneLine(group.title)}" can be reached, so ${oneLine(title)} would be paged at once.`;
  return `After ${minutes} min without an acknowledgement: ${oneLine(title)}.`;
}

/** The reason for which a group has no people to notify. */
async function whyEmpty(client: Client, id: string): Promise<string> {
  const schedules = await orNone(client.send("GET /alert_groups/:id/schedules", { id }));
  return schedules.length > 0
    ? "no person is on call in its schedules"
    : "the group has no members";
}

/** `state` is missing in the answer of an older server. */
function signOf(told: boolean, state: string | undefined, { sign, green, yellow, red }: Style) {
  if (state === "refused" || state === "no_device") return red(sign.bad);
  return told && state !== "unverified" ? green(sign.done) : yellow(sign.warn);
}
