import type { Run } from "../../call/call.ts";
import { readContexts } from "../../connect/contexts.ts";
import { exitCodes } from "../../call/exit.ts";
import { tableText } from "../../output/table.ts";
import { print } from "../../output/print.ts";

/** Lists the servers that were signed in to, without their keys. */
export const run: Run = async (call) => {
  const { all, current } = readContexts(call.io);
  const contexts = Object.entries(all).map(([name, { url, keychain }]) => ({
    name,
    url,
    current: name === current,
    key: keychain ?? "file",
  }));
  await print(call, contexts, {
    name: ({ name }) => name,
    text: (some) =>
      tableText(
        ["", "NAME", "SERVER", "KEY IN"],
        some.map((context) => [context.current ? "*" : "", context.name, context.url, context.key]),
        call.style,
      ),
    empty: "Nobody is signed in. Sign in with: monitorctl login URL",
  });
  return exitCodes.done;
};
