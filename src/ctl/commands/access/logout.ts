import type { Run } from "../../call/call.ts";
import { readContexts, removeContext } from "../../connect/contexts.ts";
import { wrongInput } from "../../call/failure.ts";
import { done } from "../../call/structured.ts";

/** Removes a context and its key. The key itself stays valid. */
export const run: Run = async (call) => {
  const { io, options } = call;
  const contexts = readContexts(io);
  const name = options.context ?? contexts.current;
  if (name === null || !(await removeContext(io, name)))
    throw wrongInput(
      "unknown_context",
      name === null ? "nobody is signed in" : `unknown context "${name}"`,
      `name one with --context; known: ${Object.keys(contexts.all).join(", ") || "none"}`,
    );
  return done(
    call,
    { context: name },
    `Forgot the key of context "${name}". It stays valid until it is revoked: monitorctl keys revoke`,
  );
};
