/** Combines the senders of all configured channels behind one `push`. */
import type { Pusher } from "../core/paging/push.ts";
import { refused } from "./answer.ts";
import { allChannels, channelOf, type ChannelKind, type ChannelSettings } from "./registry.ts";
import type { Sender, Surroundings } from "./sender.ts";

/** By kind; a channel that is off has none. */
export type Senders = Partial<Record<ChannelKind, Sender>>;

/** Loads and opens the channels that are configured, and no others. */
export async function openSenders(
  settings: ChannelSettings,
  surroundings: Surroundings,
): Promise<Senders> {
  const senders: Senders = {};
  for (const [kind, channel] of allChannels) {
    const configured = settings[kind];
    if (configured !== null) senders[kind] = (await channel.load()).open(configured, surroundings);
  }
  return senders;
}

/** Sends by the kind of the device. A push that cannot be sent is an outcome, never an exception. */
export function createPusher(senders: Senders): Pusher {
  return {
    async push(due) {
      const { kind } = due.device;
      const sender = Object.hasOwn(senders, kind) ? senders[kind as ChannelKind] : undefined;
      if (sender) return sender.push(due);
      return refused(
        null,
        channelOf(kind)
          ? `${kind} is not configured on this server any more`
          : `this version of monitord does not know the channel ${kind}`,
      );
    },
    async close() {
      await Promise.all(Object.values(senders).map((sender) => sender.close()));
    },
  };
}
