/** One pusher out of several: each device's push goes the way of its kind. */
import type { Pusher } from "../app/ports.ts";
import type { Device } from "../core/model/model.ts";

/** Sends by the device's kind; null: that way is not configured. */
export function createPusherByKind(ways: Record<Device["kind"], Pusher | null>): Pusher {
  return {
    push: (due) =>
      ways[due.device.kind]?.push(due) ??
      Promise.resolve({
        kind: "refused",
        http_status: null,
        detail: `${due.device.kind} is not configured on this server any more`,
      }),
    async close() {
      await Promise.all([ways.ntfy?.close(), ways.fcm?.close()]);
    },
  };
}
