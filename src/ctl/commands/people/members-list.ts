import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOfKind } from "../../input/find-one.ts";
import { devicesCell } from "../../output/describe.ts";
import { memberRules } from "../../output/member.ts";
import { tableText } from "../../output/table.ts";
import { print } from "../../output/print.ts";

/** Lists the members of an alert group, and the rules by which each is notified. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const typed = args[0]!;
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", typed.replace(/^ag\//, ""));
  const members = await client.send("GET /alert_groups/:id/members", { id: group.id });
  await print(call, members, {
    name: ({ email }) => email,
    text: (some) =>
      tableText(
        ["EMAIL", "NAME", "DEVICES", "NOTIFIED"],
        some.map((member) => [
          member.email,
          member.name ?? "-",
          devicesCell(member, style),
          memberRules(member),
        ]),
        style,
      ),
    empty: `"${group.title}" has no members: nobody is notified. Declare some, or: monitorctl api POST /alert_groups/${group.id}/members -d '{"email": "…"}'`,
  });
  return exitCodes.done;
};
