import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { findOfKind } from "../../input/find-one.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson } from "../../output/structured.ts";

/** Says who of a group would be told if an incident opened now, or at another moment. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", args[0]!.replace(/^ag\//, ""));
  const query: Record<string, string> = {};
  for (const name of ["at", "priority"])
    if (typeof options[name] === "string") query[name] = options[name];
  const who = await client.who(group.id, query);
  if (printedAsJson(call, who)) return exitCodes.done;
  io.stdout.write(
    `An incident of priority ${who.priority} in "${oneLine(group.title)}" at ${who.at}:\n`,
  );
  for (const { told, sentence } of who.people)
    io.stdout.write(
      `  ${told ? style.green(style.sign.done) : style.yellow(style.sign.warn)} ${oneLine(sentence)}\n`,
    );
  if (who.people.length === 0)
    io.stdout.write("  Nobody would be told: the group has no members.\n");
  return exitCodes.done;
};
