import type { Run } from "../../call/call.ts";
import { orNone } from "../../input/offered.ts";
import { findOfKind } from "../../input/find-one.ts";
import { devicesCell } from "../../output/describe.ts";
import { memberRules } from "../../output/member.ts";
import { quoted } from "../../../core/text/shell.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the members of an alert group, and the rules by which each is notified. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const typed = args[0]!;
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", typed.replace(/^ag\//, ""));
  const { id, title } = group;
  const members = await client.send("GET /alert_groups/:id/members", { id });
  const schedules = await orNone(client.send("GET /alert_groups/:id/schedules", { id }));
  return print(call, members, {
    name: ({ email }) => email,
    text: inColumns(style, [
      ["EMAIL", ({ email }) => email],
      ["NAME", ({ name }) => name ?? "-"],
      ["DEVICES", (member) => devicesCell(member, style)],
      ["NOTIFIED", memberRules],
    ]),
    empty:
      schedules.length > 0
        ? `"${title}" has no members. It notifies the people on call in ${schedules.map((one) => `"${one.title}"`).join(", ")}: monitorctl oncall`
        : `"${title}" has no members: nobody is notified. Declare some, or: monitorctl members add ${quoted(typed)} USER`,
  });
};
