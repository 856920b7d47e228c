/** A subscription of a browser as a device. Pure. */
import { hash, timingSafeEqual } from "node:crypto";
import type { Device } from "../../core/model/model.ts";
import { privateKeyFrom, publicKeyOf } from "./keys.ts";

export type Subscriber = Pick<Device, "kind" | "target" | "server" | "access_token" | "secret">;

/** The public key that a browser subscribes with, base64url. `seed` as of `privateKeyFrom`. */
export const subscriptionKey = (seed: string): string =>
  publicKeyOf(privateKeyFrom(seed))!.toString("base64url");

/** The fields of a device that a browser chooses, and changes when it renews its subscription. */
export type Subscription = { target: string; secret: string };

/** As the browser says it. */
export const subscriptionOf = ({
  endpoint,
  keys: { p256dh, auth },
}: {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}): Subscription => ({ target: endpoint, secret: `${p256dh}.${auth}` });

/** Whether a device has this subscription; takes the same time for every wrong secret. */
export function sameSubscription(
  device: Pick<Device, "target" | "secret">,
  { target, secret }: Subscription,
): boolean {
  const [one, other] = [device.secret ?? "", secret].map((text) => hash("sha256", text, "buffer"));
  return device.target === target && timingSafeEqual(one!, other!);
}

/** The device of a browser that subscribed with the key of `seed`; `keys` as the browser names them. */
export function subscriber(
  seed: string,
  endpoint: string,
  keys: { p256dh: string; auth: string },
): Subscriber {
  return {
    kind: "webpush",
    server: null,
    access_token: privateKeyFrom(seed),
    ...subscriptionOf({ endpoint, keys }),
  };
}
