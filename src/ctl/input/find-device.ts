/** Finds devices that a person typed. */
import type { Device } from "../../api/users.ts";
import type { Client } from "../../client/client.ts";
import { wrongInput } from "../call/failure.ts";

interface Owner {
  id: string;
  email: string;
}

/** The device of a user with this id, name or topic; fails unless exactly one has it. */
export async function findDevice(client: Client, user: Owner, typed: string): Promise<Device> {
  const devices = await client.send("GET /users/:user_id/devices", { user_id: user.id });
  const hits = devices.filter(({ id, name, target }) => [id, name, target].includes(typed));
  const [device] = hits;
  if (device && hits.length === 1) return device;
  throw wrongInput(
    device ? "ambiguous" : "not_found",
    device
      ? `${user.email} has ${hits.length} devices called "${typed}"`
      : `${user.email} has no device "${typed}"`,
    `list them with: monitorctl devices list ${user.email}`,
  );
}
