import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { findOfKind } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson } from "../../output/structured.ts";

/** Asks the members of a group whether they can be reached. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const name = args[0]!.replace(/^ag\//, "");
  const group = await findOfKind(client, "alert_groups", name);
  const drill = await client.startDrill(group.id);
  if (printedAsJson(call, drill)) return exitCodes.done;
  const asked = drill.answered.length + drill.unanswered.length;
  io.stdout.write(
    `${style.green(style.sign.done)} ${plural(asked, "member")} of "${oneLine(group.title)}" ${asked === 1 ? "is" : "are"} asked, with time until ${drill.ends_at} to answer\nSee who did: monitorctl drill list ${oneLine(name)}\n`,
  );
  return exitCodes.done;
};
