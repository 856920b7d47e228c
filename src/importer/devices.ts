/**
 * Writes the commands that add devices in place of the channels of another tool: a manifest holds none, because the address
 * of a device is a secret of its owner. Pure.
 */
import type { Collected } from "./collected.ts";

/** A channel of another tool that a device can replace. */
export interface Channel {
  /** The name that the tool has for it. */
  name: string;
  /** The topic, the URL or the address. */
  target: string;
  /** Options of the command: its kind and its format. */
  options?: string;
  /** The address of its person, which is the target too; absent: any member can have it. */
  person?: string;
  server?: string | null;
  /** The access token of a topic. */
  token?: string | null;
}

/** A channel without its name. */
export type ChannelSettings = Omit<Channel, "name">;

/** Notes the command for a channel; the address and the token are variables. `groups`: their monitors used it. */
export function noteDevice(
  collected: Collected,
  { name, target, options, person, server, token }: Channel,
  groups: readonly string[],
): void {
  const reference = (part: string, value: string) =>
    value.startsWith("${") ? value : collected.variable(name, part, value);
  const words = [
    person ?? "EMAIL",
    person ?? `"${reference("target", target)}"`,
    ...(options === undefined ? [] : [options]),
    ...(server ? [`--server ${server}`] : []),
    `--name ${JSON.stringify(name)}`,
    ...(token ? [`--with-token <<< "${reference("token", token)}"`] : []),
  ];
  const members = groups.length === 0 ? "" : `, for a member of ${groups.join(", ")}`;
  collected.note(name, `becomes a device${members}: monitorctl devices add ${words.join(" ")}`);
}

/** A webhook that posts to this URL in this format. */
export const webhookTo = (target: string | null, format: string): ChannelSettings => ({
  target: target ?? "",
  options: `--kind webhook --format ${format}`,
});

/** Mail to this address. */
export const mailTo = (address: string): ChannelSettings => ({
  target: address,
  person: address,
  options: "--kind email",
});

/** The addresses in `Ada <ada@example.com>, bob@example.com`. */
export const addressesIn = (text: string | null): string[] =>
  (text ?? "")
    .split(/[,;]/)
    .map((one) => (/<([^<>]+)>/.exec(one)?.[1] ?? one).trim())
    .filter((one) => one !== "");
