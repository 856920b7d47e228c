import type { Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { findDevice } from "../../input/find-device.ts";
import { findOfKind } from "../../input/find-one.ts";
import { done } from "../../call/structured.ts";

/** Removes a device, by its id, name or topic. */
export const run: Run = async (call) => {
  const { args } = call;
  const [typed = "", wanted = ""] = args;
  const client = await call.client();
  const user = await findOfKind(client, "users", typed);
  const device = await findDevice(client, user, wanted);
  await confirm(call, `Remove ${device.name ?? device.target} of ${user.email}?`);
  await client.send("DELETE /users/:user_id/devices/:id", { user_id: user.id, id: device.id });
  return done(
    call,
    { removed: device.id },
    `removed ${device.name ?? device.target} of ${user.email}`,
  );
};
