import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { linesText } from "../../output/table.ts";
import { printResult } from "../../call/structured.ts";

/** Shows the server, the organization, the key, its scopes and its source. */
export const run: Run = async (call) => {
  const client = await call.client();
  const { url, keySource } = await call.target();
  const me = await client.send("GET /me");
  const { key, organization, scopes, server, user } = me;
  const role = user?.role ? `, ${user.role}` : "";
  printResult(call, { ...me, url, key_source: keySource }, () =>
    linesText(
      [
        ["server", `${url} (monitord ${server.version})`],
        ["organization", organization.name],
        ...(user ? [["person", `${user.name} <${user.email}>${role}`] as [string, string]] : []),
        ["key", `${key === null ? "" : `${key.name} (${key.prefix}…), `}from ${keySource}`],
        ["may", scopes.join(", ")],
        ...(key?.projects
          ? [["changes", `projects ${key.projects.join(", ")}`] as [string, string]]
          : []),
        [
          "expires",
          key?.expires_at ? `${key.expires_at}${user ? ", later with each use" : ""}` : "never",
        ],
      ],
      "",
    ),
  );
  return exitCodes.done;
};
