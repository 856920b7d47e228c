import type { ApiKey } from "../../../api/keys.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { ageText } from "../../output/age.ts";
import { tableText } from "../../output/table.ts";
import { print } from "../../output/print.ts";

/** Lists the API keys that work; with `--all` the revoked and expired ones too. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const now = io.now();
  const over = ({ revoked_at, expires_at }: ApiKey) =>
    revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);
  const every = await client.send("GET /api_keys");
  const keys = options["all"] === true ? every : every.filter((key) => !over(key));
  await print(call, keys, {
    name: ({ id }) => id,
    text: (some, wide) =>
      tableText(
        ["NAME", "PREFIX", "MAY", "USED", "ENDS", ...(wide ? ["ID"] : [])],
        some.map((key) => [
          key.name,
          key.prefix,
          key.scopes.join(","),
          key.last_used_at ? `${ageText(key.last_used_at, now)} ago` : "never",
          key.revoked_at
            ? { text: `revoked ${key.revoked_at}`, paint: style.dim }
            : (key.expires_at ?? "never"),
          ...(wide ? [key.id] : []),
        ]),
        style,
      ),
    empty: "No keys. Create one: monitorctl keys create NAME",
  });
  return exitCodes.done;
};
