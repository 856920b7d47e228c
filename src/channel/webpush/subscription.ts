/** A subscription of a browser as a device. Pure. */
import type { Device } from "../../core/model/model.ts";
import { privateKeyFrom, publicKeyOf } from "./keys.ts";

export type Subscriber = Pick<Device, "kind" | "target" | "server" | "access_token" | "secret">;

/** The public key that a browser subscribes with, base64url. `seed` as of `privateKeyFrom`. */
export const subscriptionKey = (seed: string): string =>
  publicKeyOf(privateKeyFrom(seed))!.toString("base64url");

/** The device of a browser that subscribed with the key of `seed`; `keys` as the browser names them. */
export function subscriber(
  seed: string,
  endpoint: string,
  keys: { p256dh: string; auth: string },
): Subscriber {
  return {
    kind: "webpush",
    target: endpoint,
    server: null,
    access_token: privateKeyFrom(seed),
    secret: `${keys.p256dh}.${keys.auth}`,
  };
}
