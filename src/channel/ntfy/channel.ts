/** ntfy: an app on the phone that subscribes to a topic of a push server. Pure. */
import { masked, maskUrl } from "../../core/declare/secrets.ts";
import { fault, isHeaderValue, secretNeeded } from "../../core/declare/rules-connection.ts";
import type { Fault } from "../../core/model/fault.ts";
import { actionVerbs } from "../../core/access/signed-action.ts";
import type { Channel } from "../channel.ts";

export interface NtfySettings {
  /** Server of devices that name none; may carry a path and `user:password`. */
  url: string;
  /** Access token for that server. */
  token: string | null;
}

/** Paths of an ntfy server's own, on which it takes no messages. */
const reservedTopics = new Set([
  "docs",
  "static",
  "file",
  "app",
  "metrics",
  "account",
  "settings",
  "signup",
  "login",
  "v1",
]);

/** The rule of an access token, which is sent as a header. */
const headerRule = "must be printable ASCII without line breaks";

export const ntfy: Channel<NtfySettings> = {
  label: "ntfy app",
  takes: ["server", "access_token"],
  faults({ target, server, access_token }) {
    const faults: Fault[] = [];
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(String(target)))
      faults.push(
        fault("target", "format", "must be an ntfy topic: 1 to 64 letters, digits, - and _"),
      );
    else if (reservedTopics.has(String(target)))
      faults.push(fault("target", "reserved", "must be another topic: ntfy uses this one itself"));
    if (typeof server === "string" && server.includes("?"))
      faults.push(fault("server", "format", "must not have a query: give the address alone"));
    if (access_token === masked) faults.push(fault("access_token", "secret_needed", secretNeeded));
    else if (typeof access_token === "string" && !isHeaderValue(access_token))
      faults.push(fault("access_token", "format", headerRule));
    return faults;
  },
  beyondOwn: ({ server }) => (server === null ? null : "server"),
  // Stored with every push: without the password.
  lane: ({ server }) => (server === null ? "" : maskUrl(server)),
  homeLane: "",
  shown: ({ target, server }) => (server === null ? target : `${maskUrl(server)}/${target}`),
  actions: { verbs: actionVerbs, by: "button" },
  showsFacts: false,
  options: [
    {
      name: "ntfy-url",
      type: { kind: "url", userinfo: true },
      metavar: "URL",
      default: "https://ntfy.sh",
      help: "Push server of devices without their own.",
    },
    {
      name: "ntfy-token",
      type: {
        kind: "parsed",
        read: (text) => (isHeaderValue(text) ? { text } : headerRule),
      },
      metavar: "TOKEN",
      default: null,
      help: "Access token for that push server.",
      secret: true,
    },
  ],
  settings: (values) => ({
    url: values["ntfy-url"] as string,
    token: (values["ntfy-token"] as { text: string } | null)?.text ?? null,
  }),
  needs: [],
  anchor: (settings) => `${settings.url}/v1/health`,
  diagnosis: (settings) => ({
    what: `push server ${settings.url.replace(/\/\/[^/]*@/, "//***@")}`,
    fix: "Check --ntfy-url, and that this machine may reach it.",
  }),
};
