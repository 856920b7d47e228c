/** Combines the senders of all configured channels behind one `push`. */
import type { Letter } from "../core/access/letter.ts";
import type { Pusher } from "../core/paging/push.ts";
import { thrownText } from "../core/text/thrown.ts";
import { createDeadlines, type Deadlines } from "../probe/deadlines.ts";
import { within } from "../probe/within.ts";
import { again, refused } from "./answer.ts";
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
    if (configured !== null)
      senders[kind] = settled((await channel.load()).open(configured, surroundings), surroundings);
  }
  return senders;
}

/** A push that has not ended by then never will, s: its slot is needed. The slowest channel takes half of it. */
const maxSeconds = 12 * 60;

/**
 * The same sender, whose pushes and checks always have an outcome. An exception is a mistake of ours: perhaps it comes of
 * the text of one push, so the push is tried again like any other, until its lifetime ends, and the person's other devices
 * are tried sooner.
 */
function settled(sender: Sender, { onThrown = () => {} }: Surroundings): Sender {
  const deadlines: Deadlines = createDeadlines();
  const failing = (thrown: unknown) => {
    onThrown(thrown);
    return `monitord could not send it: ${thrownText(thrown)}`;
  };
  const { check, post } = sender;
  return {
    async push(due) {
      try {
        return await within(deadlines, maxSeconds, sender.push(due), () => {});
      } catch (thrown) {
        return { ...again(null, failing(thrown), false), of_push_alone: true };
      }
    },
    check: check && (() => check().catch(failing)),
    ...(post && {
      post: (letter: Letter) =>
        post(letter).catch((thrown: unknown) => again(null, failing(thrown), false)),
    }),
    async close() {
      deadlines.close();
      await sender.close();
    },
  };
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
