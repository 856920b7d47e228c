import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { nobodyNotified } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { withoutDevice } from "../../tasks/without-device.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Asks the members of a group to confirm that they are reached. Exits with 10 when none has a device. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const name = args[0]!.replace(/^ag\//, "");
  const group = await findOfKind(client, "alert_groups", name);
  const drill = await client.send("POST /alert_groups/:id/drills", { id: group.id });
  const members = drill.unanswered;
  const without = await withoutDevice(client, members);
  const asked = members.length - without.size;
  if (asked === 0)
    throw nobodyNotified(
      members.length === 0
        ? `nobody was asked: "${group.title}" has no members`
        : `nobody was asked: no member of "${group.title}" has a device`,
      members.length === 0 ? "declare its members: and apply" : "monitorctl devices add USER",
    );
  if (printedAsJson(call, drill)) return exitCodes.done;
  const named = (await client.send("GET /alert_groups/:id/members", { id: group.id })).filter(
    ({ user_id }) => without.has(user_id),
  );
  io.stdout.write(
    [
      `${style.green(style.sign.done)} Drill sent to ${plural(asked, "member")} of "${oneLine(group.title)}"; ${asked === 1 ? "the member has" : "they have"} until ${drill.ends_at}`,
      ...named.map(
        ({ email }) =>
          `${style.yellow(style.sign.warn)} ${oneLine(email)}: no device. Add one: monitorctl devices add ${oneLine(email)}`,
      ),
      `See the answers: monitorctl drill list ${oneLine(name)}`,
      "",
    ].join("\n"),
  );
  return exitCodes.done;
};
