import type { ApiKey } from "../../../api/keys.ts";
import type { Run } from "../../call/call.ts";
import { ageText } from "../../output/age.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the API keys that work; with `--all` the revoked and expired ones too. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const now = io.now();
  const over = ({ revoked_at, expires_at }: ApiKey) =>
    revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);
  const every = await client.send("GET /api_keys");
  const keys = options["all"] === true ? every : every.filter((key) => !over(key));
  return print(call, keys, {
    name: ({ id }) => id,
    text: inColumns(style, [
      ["NAME", ({ name }) => name],
      ["PREFIX", ({ prefix }) => prefix],
      ["MAY", ({ scopes }) => scopes.join(",") || "-"],
      ["PROJECTS", ({ projects }) => projects?.join(",") ?? "all"],
      ["USED", ({ last_used_at: at }) => (at ? `${ageText(at, now)} ago` : "never")],
      [
        "ENDS",
        ({ revoked_at, expires_at }) =>
          revoked_at
            ? { text: `revoked ${revoked_at}`, paint: style.dim }
            : (expires_at ?? "never"),
      ],
      ["FROM", ({ last_used_address: address }) => address ?? "-", "wide"],
      ["MADE BY", ({ made_by }) => made_by ?? "-", "wide"],
      ["ID", ({ id }) => id, "wide"],
    ]),
    empty: "No keys. Create one: monitorctl keys create NAME",
  });
};
