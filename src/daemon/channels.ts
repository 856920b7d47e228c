/**
 * Checks every few minutes that the configured push servers can be reached. Weeks without a page must not
 * hide a broken push server. A real push answers the same question and replaces the check. Only servers
 * that devices use are checked, and only those that the operator configured: the server that a device
 * names is its owner's business. A check is one small request through the same guard as a push; a mail server may take
 * minutes for it, and no other work waits for it, nor another check. The recorded reason of a failure never holds a
 * credential.
 */
import type { ChannelHealth, Clock } from "../app/ports.ts";
import type { Pusher, PushOutcome } from "../core/paging/push.ts";
import type { Store } from "../app/store.ts";
import { isHome } from "../channel/registry.ts";
import type { Sender } from "../channel/sender.ts";
import type { Instant } from "../core/model/model.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

/** Pause between checks of a server that was reachable, and of one that was not, ms. */
const pauses = { well: 3 * 60_000, failing: 60_000 };

/** An observation older than this does not count, ms: a check may be missed. */
const lately = 10 * 60_000;

/** How long a successful check does not outweigh that a server rejects each push, ms: it only signs in. */
const rejectionCounts = 3600_000;

/** The latest state of each push server. */
export class Channels {
  readonly #known = new Map<string, ChannelHealth>();
  /** The last rejection by each of a push like all others; not of those that have accepted one since. */
  readonly #rejections = new Map<string, ChannelHealth>();
  readonly #wellAt = new Map<string, Instant>();

  list(): ChannelHealth[] {
    return [...this.#known.values()];
  }

  note(channel: ChannelHealth): void {
    this.#known.set(channel.kind, channel);
    if (channel.problem === null) this.#wellAt.set(channel.kind, channel.looked_at);
  }

  /** Notes the result of a check. */
  checked(channel: ChannelHealth): void {
    this.note(channel);
    const rejection = this.#rejections.get(channel.kind);
    if (channel.problem !== null || rejection === undefined) return;
    const passed = channel.looked_at - rejection.looked_at;
    // In the future: as in `isDue`.
    if (passed >= 0 && passed < rejectionCounts) this.#known.set(channel.kind, rejection);
  }

  /** Drops servers that no device uses. */
  keep(used: readonly string[]): void {
    for (const kinds of [this.#known, this.#rejections])
      for (const kind of kinds.keys()) if (!used.includes(kind)) kinds.delete(kind);
  }

  /** Those that are used and could be reached not long ago: ones that it means something to miss. */
  lately(now: Instant): string[] {
    return [...this.#known.keys()].filter(
      (kind) => now - (this.#wellAt.get(kind) ?? -Infinity) < lately,
    );
  }

  isDue(kind: string, now: Instant): boolean {
    const known = this.#known.get(kind);
    if (!known) return true;
    const passed = now - known.looked_at;
    // In the future: a step back of the clock was adopted since.
    return passed < 0 || passed >= (known.problem ? pauses.failing : pauses.well);
  }

  /** The same pusher; the outcome of each push counts as a check. */
  watching(pusher: Pusher, clock: Clock): Pusher {
    return {
      push: async (due) => {
        const outcome = await pusher.push(due);
        const problem = isHome(due.device) ? problemOf(outcome) : undefined;
        if (problem === undefined) return outcome;
        const channel = { kind: due.device.kind, problem, looked_at: clock.now() };
        if (problem === null) this.#rejections.delete(channel.kind);
        if (outcome.kind === "refused") this.#rejections.set(channel.kind, channel);
        this.note(channel);
        return outcome;
      },
      close: () => pusher.close(),
    };
  }
}

/**
 * The state of the server after a push; undefined: the outcome says nothing, or concerns only the device.
 */
function problemOf(outcome: PushOutcome): string | null | undefined {
  if (outcome.kind === "delivered") return null;
  if (outcome.kind === "refused") return outcome.of_channel ? outcome.detail : undefined;
  if (outcome.kind === "retry" && outcome.of_push_alone) return undefined;
  const { http_status, detail } = outcome;
  return http_status === null || http_status >= 500 ? detail : undefined;
}

export function startChannels(
  context: LoopContext & {
    store: Store;
    channels: Channels;
    /** The check of each. */
    senders: Partial<Record<string, Pick<Sender, "check">>>;
  },
): Loop {
  const { store, clock, channels } = context;
  /** Which servers are used is asked once a minute. */
  const next = timerOf(clock, 0);
  const underWay = new Set<string>();

  async function look(kind: string, check: () => Promise<string | null>): Promise<void> {
    channels.checked({ kind, problem: await check(), looked_at: clock.now() });
  }

  const loop = startLoop(async () => {
    if (!next.isDue()) return next.at();
    next.set(pauses.failing);
    const used = await store.read.channels_used();
    channels.keep(used);
    for (const kind of used) {
      const check = context.senders[kind]?.check;
      if (!check || underWay.has(kind) || !channels.isDue(kind, clock.now())) continue;
      underWay.add(kind);
      look(kind, check)
        .catch(context.onError)
        .finally(() => underWay.delete(kind));
    }
    return next.at();
  }, context);
  return { ...loop, resting: () => loop.resting() && underWay.size === 0 };
}
