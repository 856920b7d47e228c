import type { Run } from "../../call/call.ts";
import { readContexts, removeContext } from "../../connect/contexts.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { printResult } from "../../output/structured.ts";

/** Forgets a context and its key. The key itself stays valid. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const contexts = readContexts(io);
  const name = options.context ?? contexts.current;
  if (name === null || !(await removeContext(io, name)))
    throw wrongInput(
      "unknown_context",
      name === null ? "nobody is signed in" : `unknown context "${name}"`,
      `name one with --context; known: ${Object.keys(contexts.all).join(", ") || "none"}`,
    );
  printResult(
    call,
    { context: name },
    () =>
      `${style.green(style.sign.done)} Forgot the key of context "${name}". It stays valid until it is revoked: monitorctl keys revoke\n`,
  );
  return exitCodes.done;
};
