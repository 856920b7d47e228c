import type { Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { done } from "../../call/structured.ts";

/** Removes a device, by its id, name or topic. */
export const run: Run = async (call) => {
  const { args } = call;
  const [typed = "", wanted = ""] = args;
  const client = await call.client();
  const user = await findOfKind(client, "users", typed);
  const devices = await client.send("GET /users/:user_id/devices", { user_id: user.id });
  const hits = devices.filter(({ id, name, target }) => [id, name, target].includes(wanted));
  const [device] = hits;
  if (!device || hits.length > 1)
    throw wrongInput(
      device ? "ambiguous" : "not_found",
      device
        ? `${user.email} has ${hits.length} devices called "${wanted}"`
        : `${user.email} has no device "${wanted}"`,
      `look at them with: monitorctl devices list ${typed}`,
    );
  await confirm(call, `Remove ${device.name ?? device.target} of ${user.email}?`);
  await client.send("DELETE /users/:user_id/devices/:id", { user_id: user.id, id: device.id });
  return done(
    call,
    { removed: device.id },
    `removed ${device.name ?? device.target} of ${user.email}`,
  );
};
