/** Users without a device. */
import type { Client } from "../../client/client.ts";

/** The ids among `users` without an enabled device. */
export async function withoutDevice(
  client: Client,
  users: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const without = new Set<string>();
  for (const id of users) {
    const devices = await client.send("GET /users/:user_id/devices", { user_id: id });
    if (!devices.some(({ enabled }) => enabled)) without.add(id);
  }
  return without;
}
