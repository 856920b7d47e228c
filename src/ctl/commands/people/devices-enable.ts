import type { Device } from "../../../api/users.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { printResult } from "../../call/structured.ts";
import { findDevice } from "../../input/find-device.ts";
import { findOfKind } from "../../input/find-one.ts";
import { doneLine } from "../../output/style.ts";
import { oneLine } from "../../output/text.ts";
import { lostGroups } from "../../tasks/lost-groups.ts";

/** Switches the devices of a user on, or one of them: pages that they missed are sent. */
export const enable: Run = (call) => switched(call, true);

/** Switches the devices of a user off, or one of them: their unsent pages are canceled. */
export const disable: Run = (call) => switched(call, false);

async function switched(call: Call, enabled: boolean): Promise<number> {
  const { args, style } = call;
  const [typed = "", wanted] = args;
  const client = await call.client();
  const user = await findOfKind(client, "users", typed);
  const user_id = user.id;
  const devices =
    wanted === undefined
      ? await client.send("GET /users/:user_id/devices", { user_id })
      : [await findDevice(client, user, wanted)];
  if (devices.length === 0)
    throw wrongInput(
      "not_found",
      `${user.email} has no device`,
      `monitorctl devices add ${user.email}`,
    );
  const changed: Device[] = [];
  for (const { id } of devices)
    changed.push(
      await client.send("PUT /users/:user_id/devices/:id", { user_id, id, body: { enabled } }),
    );
  const all = await client.send("GET /users/:user_id/devices", { user_id });
  const isOff = !all.some((device) => device.enabled);
  const warnings = isOff ? await lostGroups(client, user_id) : [];
  printResult(call, { devices: changed, warnings }, () =>
    [
      ...changed.map(({ name, target, kind }) =>
        doneLine(
          style,
          `${oneLine(name ?? target ?? kind)} of ${user.email} is ${enabled ? "enabled" : "disabled"}`,
        ),
      ),
      ...warnings.map((text) => `${style.yellow(style.sign.warn)} ${text}\n`),
    ].join(""),
  );
  return exitCodes.done;
}
