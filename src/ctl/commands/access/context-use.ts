import { doneLine } from "../../output/style.ts";
import type { Run } from "../../call/call.ts";
import { useContext } from "../../connect/contexts.ts";
import { exitCodes } from "../../call/exit.ts";
import { unknownContext } from "../../connect/unknown-context.ts";

/** Makes a context the current one. */
export const run: Run = async ({ io, args, style }) => {
  const name = args[0]!;
  const contexts = await useContext(io, name);
  if (!contexts) throw unknownContext(io, name);
  io.stdout.write(doneLine(style, `"${name}" (${contexts.all[name]!.url}) is the current context`));
  if (io.env["MONITORCTL_URL"])
    io.stderr.write(`MONITORCTL_URL is set to ${io.env["MONITORCTL_URL"]}, and overrides it.\n`);
  return exitCodes.done;
};
