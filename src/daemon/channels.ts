/**
 * Looks every few minutes whether the configured push servers can be reached: that nobody has been paged
 * for weeks must not hide that nobody could be. A push that was really sent says as much, and serves
 * instead. Only servers that devices use are looked at, and only those that the operator configured: what a
 * device names is its owner's.
 *
 * A look is one small request within five seconds, through the same guard as a push, and nothing waits
 * for it. What is said of a failure never holds a credential.
 */
import type { ChannelHealth, Clock, Pusher, PushOutcome, Store } from "../app/ports.ts";
import { isHome } from "../channel/registry.ts";
import type { Sender } from "../channel/sender.ts";
import type { Instant } from "../core/model/model.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Between two looks at a server that could be reached, and at one that could not, ms. */
const every = { well: 3 * 60_000, failing: 60_000 };

/** Longer ago than this is no evidence, ms: a look may be missed. */
const lately = 10 * 60_000;

/** What is known of the push servers. */
export class Channels {
  readonly #known = new Map<string, ChannelHealth>();
  readonly #wellAt = new Map<string, Instant>();

  list(): ChannelHealth[] {
    return [...this.#known.values()];
  }

  note(channel: ChannelHealth): void {
    this.#known.set(channel.kind, channel);
    if (channel.problem === null) this.#wellAt.set(channel.kind, channel.looked_at);
  }

  /** Forgets what is not used any more. */
  keep(used: readonly string[]): void {
    for (const kind of this.#known.keys()) if (!used.includes(kind)) this.#known.delete(kind);
  }

  /** Those that are used and could be reached not long ago: ones that it means something to miss. */
  lately(now: Instant): string[] {
    return [...this.#known.keys()].filter(
      (kind) => now - (this.#wellAt.get(kind) ?? -Infinity) < lately,
    );
  }

  dueAt(kind: string): Instant {
    const known = this.#known.get(kind);
    if (!known) return 0;
    return known.looked_at + (known.problem ? every.failing : every.well);
  }

  /** The same pusher; what comes of its pushes is taken as a look. */
  watching(pusher: Pusher, clock: Clock): Pusher {
    return {
      push: async (due) => {
        const outcome = await pusher.push(due);
        const problem = isHome(due.device) ? toldBy(outcome) : undefined;
        if (problem !== undefined)
          this.note({ kind: due.device.kind, problem, looked_at: clock.now() });
        return outcome;
      },
      close: () => pusher.close(),
    };
  }
}

/** What a push says about the server; undefined: nothing, or only about the device. */
function toldBy(outcome: PushOutcome): string | null | undefined {
  if (outcome.kind === "delivered") return null;
  const { kind, http_status, detail } = outcome;
  return kind === "retry" && (http_status === null || http_status >= 500) ? detail : undefined;
}

export function startChannels(context: {
  store: Store;
  clock: Clock;
  channels: Channels;
  /** How each is looked at. */
  senders: Partial<Record<string, Pick<Sender, "check">>>;
  onError: (error: unknown) => void;
}): Loop {
  const { store, clock, channels } = context;
  /** Which servers are used is asked once a minute. */
  let next = clock.now();
  return startLoop(
    async () => {
      if (clock.now() < next) return next;
      next = clock.now() + every.failing;
      const used = await store.read.channels_used();
      channels.keep(used);
      await Promise.all(
        used.map(async (kind) => {
          const check = context.senders[kind]?.check;
          if (!check || clock.now() < channels.dueAt(kind)) return;
          const problem = await check();
          channels.note({ kind, problem, looked_at: clock.now() });
        }),
      );
      return next;
    },
    { clock, onError: context.onError },
  );
}
