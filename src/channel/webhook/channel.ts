/** webhook: a POST to an address of the user's, signed, in a format of one's own or of a chat. Pure. */
import { masked } from "../../core/declare/secrets.ts";
import { fault, secretNeeded, url } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Channel } from "../channel.ts";

/** No settings: each device has its own address. */
export type WebhookSettings = Readonly<Record<string, never>>;

export const webhook: Channel<WebhookSettings> = {
  label: "Webhook (your own program, Slack, Teams, Discord, Mattermost)",
  takes: ["format", "secret"],
  faults({ target, secret }) {
    const faults: Fault[] = url("target", String(target));
    const { username, password } = URL.parse(String(target)) ?? {};
    if (faults.length === 0 && (username || password))
      faults.push(
        fault(
          "target",
          "format",
          "must not have a user name or password: what is sent can be signed",
        ),
      );
    if (secret === masked) faults.push(fault("secret", "secret_needed", secretNeeded));
    else if (typeof secret === "string" && (secret.length < 16 || secret.length > 255))
      faults.push(fault("secret", "length", "must have 16 to 255 characters"));
    return faults;
  },
  beyondOwn: () => "target",
  lane: ({ target }) => `webhook/${originOf(target) ?? ""}`,
  homeLane: null,
  // Knowing the rest of such an address is enough to post there.
  shown: ({ target }) => `${originOf(target)}/…`,
  // A chat has many readers: each can confirm the arrival, but not acknowledge in the owner's name.
  actions: { verbs: ["confirm"], by: "page" },
  showsFacts: false,
  options: [],
  settings: () => ({}),
  needs: [],
  anchor: () => null,
  diagnosis: () => null,
};

const originOf = (target: string) => URL.parse(target)?.origin;
