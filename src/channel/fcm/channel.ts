/** FCM: an app of one's own, reached through Firebase Cloud Messaging. Pure. */
import { fault } from "../../core/declare/rules-connection.ts";
import { actionVerbs } from "../../core/access/signed-action.ts";
import type { Channel } from "../channel.ts";
import { readServiceAccount, type ServiceAccount } from "./service-account.ts";

export interface FcmSettings {
  account: ServiceAccount;
  /** Where messages are sent, without the path that FCM gives it; null: Google. */
  url: string | null;
  /** Where access tokens are given out; null: where the account says. */
  tokenUrl: string | null;
}

/** All of them go to Google. */
const lane = "fcm";

export const fcm: Channel<FcmSettings> = {
  label: "Firebase (an app of your own)",
  takes: [],
  faults: ({ target }) =>
    /^[\x21-\x7e]{1,4096}$/.test(String(target))
      ? []
      : [
          fault(
            "target",
            "format",
            "must be an FCM registration token: 1 to 4096 printable characters, without spaces",
          ),
        ],
  beyondOwn: () => null,
  lane: () => lane,
  homeLane: lane,
  shown: () => null,
  actions: { verbs: actionVerbs, by: "button" },
  showsFacts: false,
  options: [
    {
      name: "fcm-credentials",
      type: { kind: "parsed", read: readServiceAccount, inFile: true },
      metavar: "JSON",
      default: null,
      help: "Key of a Firebase service account (JSON); with it, devices may be of the kind fcm.",
      secret: true,
    },
    {
      name: "fcm-url",
      type: { kind: "url", userinfo: false },
      metavar: "URL",
      default: null,
      help: "Where messages for FCM are sent. Default: https://fcm.googleapis.com.",
    },
    {
      name: "fcm-token-url",
      type: { kind: "url", userinfo: false },
      metavar: "URL",
      default: null,
      help: "Where access tokens for FCM are fetched. Default: as the service account says.",
    },
  ],
  settings(values) {
    const account = values["fcm-credentials"] as ServiceAccount | null;
    return (
      account && {
        account,
        url: values["fcm-url"] as string | null,
        tokenUrl: values["fcm-token-url"] as string | null,
      }
    );
  },
  needs: ["fcm-credentials"],
  anchor: ({ account, tokenUrl }) => tokenUrl ?? account.token_uri,
  diagnosis: ({ account }) => ({
    what: `FCM project ${account.project_id}`,
    fix: "Check --fcm-credentials-file, the clock, and that this machine may reach Google.",
  }),
};
