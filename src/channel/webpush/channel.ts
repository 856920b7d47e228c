/** webpush: a browser that shows notifications, reached through the push service of its vendor. Pure. */
import { masked } from "../../core/declare/secrets.ts";
import { fault, secretNeeded, url } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import { strangersRefusal } from "../../core/access/address.ts";
import { actionVerbs } from "../../core/access/signed-action.ts";
import type { Channel } from "../channel.ts";
import { isPrivateKey, keysOf } from "./keys.ts";

/** No settings: each subscription has its own address and its own keys. */
export type WebPushSettings = Readonly<Record<string, never>>;

export const webpush: Channel<WebPushSettings> = {
  label: "Browser (Web Push)",
  takes: ["access_token", "secret"],
  faults({ target, access_token, secret }, allowed) {
    const faults: Fault[] = url("target", String(target));
    // The holder of an invitation link chooses it.
    const why = faults.length > 0 ? null : strangersRefusal(new URL(String(target)), allowed);
    if (why !== null) faults.push(fault("target", "address", why));
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
    else if (keysOf(secret) === null || String(secret).length > longestKeys)
      faults.push(
        fault("secret", "format", "must be the keys of the subscription, p256dh.auth in base64url"),
      );
    return faults;
  },
  beyondOwn: () => null,
  lane: ({ target }) => `webpush/${originOf(target) ?? ""}`,
  homeLane: null,
  // Together with its keys, the rest of the address is enough to show something there.
  shown: ({ target }) => `${originOf(target)}/…`,
  actions: { verbs: actionVerbs, by: "button" },
  showsFacts: false,
  options: [],
  settings: () => ({}),
  needs: [],
  anchor: () => null,
  diagnosis: () => null,
};

/** As long as the schema of the field allows: the page of an invitation link has none. */
const longestKeys = 255;

const originOf = (target: string) => URL.parse(target)?.origin;
