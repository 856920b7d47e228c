/** Reads the alerts of Gatus: after how many failures they are sent, and by which channels. Pure. */
import type { Collected } from "../collected.ts";
import { addressesIn, mailTo, noteDevice, webhookTo, type ChannelSettings } from "../devices.ts";
import type { Fit } from "../fit.ts";
import { entryOf, isOff, listOf, membersOf, numberOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** Alerts of Gatus wait for this many failures unless they say otherwise. */
const failureThreshold = 3;

/** An alert that an endpoint sends. */
export interface Alert {
  type: string;
  threshold: number;
  description: string | null;
}

/** The alerts that an endpoint sends, completed by the default of their provider. */
export function alertsOf(endpoint: Fields, alerting: Fields): Alert[] {
  return listOf(endpoint["alerts"]).flatMap((own) => {
    const type = plainText(own["type"]) ?? "";
    const alert = { ...membersOf(membersOf(alerting[type])["default-alert"]), ...own };
    if (isOff(alert["enabled"])) return [];
    const threshold = numberOf(alert["failure-threshold"]) ?? 0;
    return [
      {
        type,
        threshold: threshold > 0 ? threshold : failureThreshold,
        description: plainText(alert["description"]),
      },
    ];
  });
}

/** The failures in a row after which the first of them is sent. */
export function confirmations(alerts: readonly Alert[], fit: Fit): number {
  const least =
    alerts.length === 0 ? failureThreshold : Math.min(...alerts.map(({ threshold }) => threshold));
  return fit("confirmations", least, `failure-threshold ${least}`);
}

/** Notes the device in place of a provider, or that none replaces it; mail addresses become members. `groups`: titles; empty: none. */
export function noteProvider(
  collected: Collected,
  type: string,
  provider: Fields,
  groups: readonly string[],
): void {
  const titles = groups.map((group) => group || null);
  const addresses = type === "email" ? addressesIn(plainText(provider["to"])) : [];
  for (const address of addresses) {
    for (const title of titles) collected.addMember(title, address);
    noteDevice(collected, { name: type, ...mailTo(address) }, []);
  }
  if (addresses.length > 0) return;
  const channel = entryOf(channels, type)?.(provider);
  if (channel?.target)
    noteDevice(
      collected,
      { ...channel, name: type },
      titles.map((title) => collected.group(title)),
    );
  else
    collected.note(
      type,
      "this way of alerting has no counterpart: add devices with monitorctl devices add",
    );
}

const webhook =
  (format: string) =>
  (provider: Fields): ChannelSettings =>
    webhookTo(plainText(provider["webhook-url"]), format);

/** The channel that replaces a provider. */
const channels: Record<string, (provider: Fields) => ChannelSettings> = {
  slack: webhook("slack"),
  discord: webhook("discord"),
  mattermost: webhook("mattermost"),
  teams: webhook("teams"),
  "teams-workflows": webhook("teams"),
  ntfy: (provider) => ({
    target: plainText(provider["topic"]) ?? "",
    server: plainText(provider["url"]),
    token: plainText(provider["token"]),
  }),
};
