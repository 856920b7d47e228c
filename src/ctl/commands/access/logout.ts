import type { Run } from "../../call/call.ts";
import { keyOf, readContexts, removeContext } from "../../connect/contexts.ts";
import { wrongInput } from "../../call/failure.ts";
import { done } from "../../call/structured.ts";
import { prepareConnections } from "../../connect/certificates.ts";
import { storedFiles } from "../../connect/target.ts";
import { revokeOwn } from "../../tasks/own-key.ts";

/** Removes a context and its key. The key of a person is revoked; one of the organization stays valid. */
export const run: Run = async (call) => {
  const { io, options } = call;
  const contexts = readContexts(io);
  const name = options.context ?? contexts.current;
  const context = name === null ? undefined : contexts.all[name];
  if (name === null || !context)
    throw wrongInput(
      "unknown_context",
      name === null ? "nobody is signed in" : `unknown context "${name}"`,
      `name one with --context; known: ${Object.keys(contexts.all).join(", ") || "none"}`,
    );
  const { url } = context;
  prepareConnections(io, url, storedFiles(context));
  let revoked = false;
  let problem: string | null = null;
  try {
    revoked = (await revokeOwn(url, await keyOf(io, name, context), options)) !== null;
  } catch (error) {
    // Signing out here works in any case.
    problem = error instanceof Error ? error.message : String(error);
  }
  await removeContext(io, name);
  const rest = revoked
    ? `revoked it on ${url}`
    : "It stays valid until it is revoked: monitorctl keys revoke";
  if (problem !== null) io.stderr.write(`The key was not revoked on the server: ${problem}\n`);
  return done(
    call,
    { context: name, revoked },
    revoked
      ? `Forgot the key of context "${name}", and ${rest}.`
      : `Forgot the key of context "${name}". ${rest}`,
  );
};
