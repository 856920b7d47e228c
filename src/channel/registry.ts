/**
 * The channels, one line each, and questions about them. No other file compares the kind of a device; a
 * test holds that.
 *
 * A row may have a kind of a newer version. Such a device has a lane of its own, so that it delays no other
 * device, and a push to it is refused with a sentence.
 */
import type { Device } from "../core/model/model.ts";
import type { Fault } from "../core/model/fault.ts";
import { masked } from "../core/declare/secrets.ts";
import { rulesOf } from "../core/access/address.ts";
import { rules } from "../core/declare/rules.ts";
import { fault } from "../core/declare/rules-connection.ts";
import { flagOf, type OptionValues } from "../core/model/option.ts";
import { channelFields, type Channel, type DeviceFields } from "./channel.ts";
import { email } from "./email/channel.ts";
import { fcm } from "./fcm/channel.ts";
import { ntfy } from "./ntfy/channel.ts";
import type { Adapter } from "./sender.ts";
import { webhook } from "./webhook/channel.ts";
import { webpush } from "./webpush/channel.ts";

/** A channel and its sender, which is loaded only where it is configured. */
interface Wired<Settings> extends Channel<Settings> {
  load(): Promise<Adapter<Settings>>;
}

const wired = <Settings>(
  channel: Channel<Settings>,
  load: () => Promise<Adapter<Settings>>,
): Wired<Settings> => ({ ...channel, load });

/** A kind that this version knows: one that the API takes. */
export type ChannelKind = Device["kind"];

/** By kind, in the order in which people are offered them. */
export const channels = {
  ntfy: wired(ntfy, () => import("./ntfy/send.ts")),
  webpush: wired(webpush, () => import("./webpush/send.ts")),
  fcm: wired(fcm, () => import("./fcm/send.ts")),
  webhook: wired(webhook, () => import("./webhook/send.ts")),
  email: wired(email, () => import("./email/send.ts")),
} satisfies Record<ChannelKind, unknown>;

/** The settings of each channel; null: it is off. */
export type ChannelSettings = {
  [Kind in ChannelKind]: ReturnType<(typeof channels)[Kind]["settings"]>;
};

/** The channel of a phone that is added by a link: an app that subscribes to a topic. */
export const phoneKind: ChannelKind = "ntfy";

/** The channel of a browser in place of that app. */
export const browserKind: ChannelKind = "webpush";

/** The server that such a phone subscribes at, unless it is given another one. May carry `user:password`. */
export const phoneServerOf = ({ ntfy: settings }: ChannelSettings): string => settings?.url ?? "";

export const channelKinds = Object.keys(channels) as ChannelKind[];

/** Every channel with its kind, without its settings. */
export const allChannels: readonly (readonly [ChannelKind, Wired<unknown>])[] = channelKinds.map(
  (kind) => [kind, channels[kind]],
);

/** The channel of a kind; null: this version knows none. */
export function channelOf(kind: string): Wired<unknown> | null {
  return Object.hasOwn(channels, kind) ? channels[kind as ChannelKind] : null;
}

/** How a device is reached: also one of a kind that this version does not know. */
type Reached = Pick<Device, "target" | "server"> & { kind: string };

/** The queue of pushes to `device`. */
export function laneOf(device: Reached): string {
  return channelOf(device.kind)?.lane(device) ?? `unknown/${device.kind}`;
}

/** True when pushes to either arrive at the same place. */
export const isSame = (one: Reached, other: Reached): boolean =>
  one.kind === other.kind && one.target === other.target && laneOf(one) === laneOf(other);

/** The lanes of the servers that the operator configured. */
export const homeLanes: readonly string[] = allChannels.flatMap(
  ([, channel]) => channel.homeLane ?? [],
);

/** True when a server that the operator configured carries the pushes to `device`. */
export function isHome(device: Reached): boolean {
  return channelOf(device.kind)?.homeLane === laneOf(device);
}

/**
 * Every fault of a complete device whose fields fit their schemas. Whether its channel is on is not asked. `allowed`:
 * the rules of --allow-addresses.
 */
export function deviceFaults(fields: DeviceFields, allowed: readonly string[] = []): Fault[] {
  const channel = channelOf(String(fields["kind"]));
  if (!channel)
    return [
      fault("kind", "unknown", `is not a channel of this version: ${String(fields["kind"])}`),
    ];
  return [
    ...rules("devices", fields),
    ...channel.faults(fields, rulesOf(allowed)),
    ...channelFields
      .filter((name) => !channel.takes.includes(name) && typeof fields[name] === "string")
      .map((name) =>
        fault(name, "not_allowed", `only applies to ${takenBy(name)} devices; set it to null`),
      ),
  ];
}

/** Faults of a device that a person without the rights of an admin adds for themselves. `email`: of the person. */
export function faultsOfOwn(device: Reached, email: string): Fault[] {
  const field = channelOf(device.kind)?.beyondOwn(device, email) ?? null;
  if (field === null) return [];
  const message =
    "must be added by an admin: people add devices at the push server of monitord, and mail to their own address";
  return [fault(field, "needs_admin", message)];
}

/**
 * Faults of a change that would send a stored secret to another server than the one that it was given for.
 * `given`: the fields that change, `***` not replaced yet.
 */
export function keptSecrets(stored: Device, given: Partial<Device>): Fault[] {
  if (laneOf({ ...stored, ...given }) === laneOf(stored)) return [];
  return (["access_token", "secret"] as const)
    .filter((name) => {
      const value = given[name];
      return stored[name] !== null && (value === undefined || value === masked);
    })
    .map((name) =>
      fault(name, "secret_needed", "was given for another server: give it again, or null for none"),
    );
}

const takenBy = (name: (typeof channelFields)[number]) =>
  allChannels
    .filter(([, { takes }]) => takes.includes(name))
    .map(([kind]) => kind)
    .join(" or ");

/** The settings of each channel. */
export function settingsOf(values: OptionValues): ChannelSettings {
  return Object.fromEntries(
    allChannels.map(([kind, channel]) => [kind, channel.settings(values)]),
  ) as ChannelSettings;
}

/** The flags that switch a channel on: "--smtp-url and --mail-from"; "": it is always on. */
export function neededFlags(kind: string): string {
  const { needs = [], options = [] } = channelOf(kind) ?? {};
  return options
    .filter(({ name }) => needs.includes(name))
    .map((option) => `--${flagOf(option)}`)
    .join(" and ");
}

/** Whether devices of this kind can be reached. */
export function isConfigured(settings: ChannelSettings, kind: string): boolean {
  return allChannels.some(([known]) => known === kind && settings[known] !== null);
}
