import type { Run } from "../../call/call.ts";
import { readContexts } from "../../connect/contexts.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the servers that were signed in to, without their keys. */
export const run: Run = async (call) => {
  const { all, current } = readContexts(call.io);
  const contexts = Object.entries(all).map(([name, { url, keychain }]) => ({
    name,
    url,
    current: name === current,
    key: keychain ?? "file",
  }));
  return print(call, contexts, {
    name: ({ name }) => name,
    text: inColumns(call.style, [
      ["", (context) => (context.current ? "*" : "")],
      ["NAME", ({ name }) => name],
      ["SERVER", ({ url }) => url],
      ["KEY IN", ({ key }) => key],
    ]),
    empty: "Nobody is signed in. Sign in with: monitorctl login URL",
  });
};
