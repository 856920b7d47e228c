import type { Run } from "../../program/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../program/exit.ts";
import { found, nameOf } from "../../input/find.ts";
import { plural } from "../../../core/text/plural.ts";

/** Removes a user, their devices and their membership in groups. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const client = await call.client();
  const { resource } = await found(client, args[0]!, ["users"] as const);
  const { id, email } = resource;
  const devices = await client.devices(id);
  await confirm(call, `Remove ${email} with ${plural(devices.length, "device")}?`);
  await client.remove("users", id);
  io.stdout.write(
    options.output === "json"
      ? `${JSON.stringify({ removed: id }, null, 2)}\n`
      : `${style.green(style.sign.done)} removed ${nameOf("users", resource)} (${email})\n`,
  );
  return exitCodes.done;
};
