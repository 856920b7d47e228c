import { deviceRow } from "../../output/describe.ts";
import type { Device } from "../../../api/users.ts";
import type { Run } from "../../call/call.ts";
import { findOfKind } from "../../input/find-one.ts";
import { tableText, uncutStyle } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the devices of a user, or of everybody. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const users = args[0]
    ? [await findOfKind(client, "users", args[0])]
    : await client.send("GET /users");
  const lists = await Promise.all(
    users.map(({ id }) => client.send("GET /users/:user_id/devices", { user_id: id })),
  );
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return print(call, lists.flat(), {
    name: ({ id }: Device) => id,
    text: (devices, wide) =>
      tableText(
        ["USER", "NAME", "TARGET", "SERVER", "STATE", ...(wide ? ["ID"] : [])],
        devices.map((device) => [
          emails.get(device.user_id) ?? device.user_id,
          ...deviceRow(style)(device),
          ...(wide ? [device.id] : []),
        ]),
        wide ? uncutStyle(style) : style,
        ["SERVER"],
      ),
    empty: `No devices${args[0] ? ` of ${args[0]}` : ""}. Add one: monitorctl devices add EMAIL`,
  });
};
