import { doneLine } from "../../output/style.ts";
import type { Run } from "../../call/call.ts";
import { removeContext } from "../../connect/contexts.ts";
import { exitCodes } from "../../call/exit.ts";
import { unknownContext } from "../../connect/unknown-context.ts";

/** Removes a context and its key. The key itself stays valid. */
export const run: Run = async ({ io, args, style }) => {
  const name = args[0]!;
  if (!(await removeContext(io, name))) throw unknownContext(io, name);
  io.stdout.write(
    doneLine(
      style,
      `Forgot context "${name}" and its key, which stays valid until it is revoked: monitorctl keys revoke`,
    ),
  );
  return exitCodes.done;
};
