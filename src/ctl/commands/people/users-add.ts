import type { Run } from "../../call/call.ts";
import { done } from "../../call/structured.ts";

/** Adds a user. Manage users declared in a manifest with `apply` instead. */
export const run: Run = async (call) => {
  const { args, options } = call;
  const client = await call.client();
  const { name, externalId } = options;
  const user = await client.send("POST /users", {
    body: {
      email: args[0]!,
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof externalId === "string" ? { external_id: externalId } : {}),
    },
  });
  return done(
    call,
    user,
    `added user/${user.external_id ?? user.email}. Next, a phone: monitorctl devices add ${user.email}`,
  );
};
