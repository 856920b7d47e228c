/** Names the device in place of each notification of Uptime Kuma; mail addresses become members of groups. Pure. */
import type { Collected } from "../collected.ts";
import { addressesIn, mailTo, noteDevice, webhookTo, type ChannelSettings } from "../devices.ts";
import { entryOf, isOff, jsonOf, membersOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** Notes the counterpart of a notification. `groups`: titles of the groups of its monitors; null: the standard one. */
export function noteNotification(
  collected: Collected,
  row: Fields,
  groups: ReadonlySet<string | null>,
): void {
  const config = membersOf(jsonOf(row["config"]));
  const name = plainText(row["name"]) ?? plainText(config["name"]) ?? "Notification";
  const type = plainText(config["type"]) ?? "";
  if (isOff(row["active"])) return collected.note(name, "was not active in Uptime Kuma");
  if (type === "smtp") return noteMail(collected, name, config, groups);
  const channel = entryOf(channels, type)?.(config);
  if (!channel?.target)
    return collected.note(
      name,
      `notifications of type ${type} have no counterpart: add devices with monitorctl devices add`,
    );
  noteDevice(
    collected,
    { ...channel, name },
    [...groups].map((title) => collected.group(title)),
  );
}

function noteMail(
  collected: Collected,
  name: string,
  config: Fields,
  groups: ReadonlySet<string | null>,
): void {
  const addresses = ["smtpTo", "smtpCC", "smtpBCC"].flatMap((field) =>
    addressesIn(plainText(config[field])),
  );
  if (addresses.length === 0) return collected.note(name, "names no address");
  for (const address of addresses) {
    for (const title of groups) collected.addMember(title, address);
    noteDevice(collected, { name, ...mailTo(address) }, []);
  }
}

const webhook =
  (field: string, format: string) =>
  (config: Fields): ChannelSettings =>
    webhookTo(plainText(config[field]), format);

/** The channel that replaces a type, from the settings of its provider. */
const channels: Record<string, (config: Fields) => ChannelSettings> = {
  slack: webhook("slackwebhookURL", "slack"),
  discord: webhook("discordWebhookUrl", "discord"),
  mattermost: webhook("mattermostWebhookUrl", "mattermost"),
  teams: webhook("webhookUrl", "teams"),
  webhook: webhook("webhookURL", "generic"),
  ntfy: (config) => ({
    target: plainText(config["ntfytopic"]) ?? "",
    server: plainText(config["ntfyserverurl"]),
    token:
      plainText(config["ntfyAuthenticationMethod"]) === "accessToken"
        ? plainText(config["ntfyaccesstoken"])
        : null,
  }),
};
