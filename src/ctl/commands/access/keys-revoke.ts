import type { Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { wrongInput } from "../../call/failure.ts";
import { done } from "../../call/structured.ts";

/** Revokes a key, by its id, prefix or name: from now on it is refused. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const wanted = args[0]!;
  const client = await call.client();
  const keys = (await client.send("GET /api_keys")).filter(
    ({ id, name, prefix, revoked_at }) =>
      revoked_at === null && [id, name, prefix].includes(wanted),
  );
  const [key] = keys;
  if (!key || keys.length > 1)
    throw wrongInput(
      key ? "ambiguous" : "not_found",
      key ? `${keys.length} keys are called "${wanted}"` : `no working key "${wanted}"`,
      "name its prefix, from: monitorctl keys list",
    );
  await confirm(call, `Revoke "${key.name}" (${key.prefix}${style.sign.more})?`);
  await client.send("DELETE /api_keys/:id", { id: key.id });
  return done(call, { revoked: key.id }, `"${key.name}" is refused from now on`);
};
