/** webpush: a browser that shows notifications, reached through the push service of its vendor. Pure. */
import { masked } from "../../core/declare/secrets.ts";
import { fault, secretNeeded, url } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import { actionVerbs } from "../../core/access/signed-action.ts";
import type { Channel } from "../channel.ts";
import { isPrivateKey, keysOf } from "./keys.ts";

/** No settings: each subscription has its own address and its own keys. */
export type WebPushSettings = Readonly<Record<string, never>>;

export const webpush: Channel<WebPushSettings> = {
  label: "Browser (Web Push)",
  takes: ["access_token", "secret"],
  faults({ target, access_token, secret }) {
    const faults: Fault[] = url("target", String(target));
    if (access_token === masked) faults.push(fault("access_token", "secret_needed", secretNeeded));
    else if (!isPrivateKey(access_token))
      faults.push(
        fault(
          "access_token",
          "format",
          "must be the private VAPID key of the subscription: 32 bytes in base64url",
        ),
      );
    if (secret === masked) faults.push(fault("secret", "secret_needed", secretNeeded));
    else if (keysOf(secret) === null)
      faults.push(
        fault("secret", "format", "must be the keys of the subscription, p256dh.auth in base64url"),
      );
    return faults;
  },
  lane: ({ target }) => `webpush/${originOf(target) ?? ""}`,
  homeLane: null,
  // Together with its keys, the rest of the address is enough to show something there.
  shown: ({ target }) => `${originOf(target)}/…`,
  actions: { verbs: actionVerbs, by: "button" },
  options: [],
  settings: () => ({}),
  needs: [],
  anchor: () => null,
  diagnosis: () => null,
};

const originOf = (target: string) => URL.parse(target)?.origin;
