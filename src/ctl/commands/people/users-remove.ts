import type { Run } from "../../program/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../program/exit.ts";
import { findOne, nameOf } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { printResult } from "../../output/structured.ts";

/** Removes a user, their devices and their membership in groups. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const { resource } = await findOne(client, args[0]!, ["users"] as const);
  const { id, email } = resource;
  const devices = await client.devices(id);
  await confirm(call, `Remove ${email} with ${plural(devices.length, "device")}?`);
  await client.remove("users", id);
  printResult(
    call,
    { removed: id },
    () => `${style.green(style.sign.done)} removed ${nameOf("users", resource)} (${email})\n`,
  );
  return exitCodes.done;
};
