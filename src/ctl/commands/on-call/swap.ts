import type { Run } from "../../call/call.ts";
import type { Client } from "../../../client/client.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { comingOf } from "../../input/duration.ts";
import { dryOf, printOverridden, reasonOf } from "../../tasks/overriding.ts";

/** Swaps two shifts, each typed as a user and a day of the shift: `ada@2026-11-30`. */
export const run: Run = async (call) => {
  const [name, ...shifts] = call.args;
  const client = await call.client();
  const schedule = await findOfKind(client, "schedules", name!);
  const now = call.io.now();
  const [first, second] = [
    await shiftOf(client, shifts[0]!, schedule.timezone, now),
    await shiftOf(client, shifts[1]!, schedule.timezone, now),
  ];
  const answer = await client.send("POST /schedules/:id/swap", {
    id: schedule.id,
    query: dryOf(call),
    body: {
      user_id: first.user_id,
      at: first.at,
      with_user_id: second.user_id,
      with_at: second.at,
      ...reasonOf(call),
    },
  });
  return printOverridden(call, client, answer, schedule);
};

/** An address has an at sign, too: the last one counts. */
async function shiftOf(client: Client, typed: string, timezone: string, now: number) {
  const end = typed.lastIndexOf("@");
  if (end <= 0 || !/^\d{4}-\d\d-\d\d/.test(typed.slice(end + 1)))
    throw wrongInput("usage", `${typed} is not a shift`, "for example ada@2026-11-30");
  const user = await findOfKind(client, "users", typed.slice(0, end));
  return { user_id: user.id, at: comingOf("shift", typed.slice(end + 1), now, timezone) };
}
