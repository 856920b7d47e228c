/**
 * Knows from memory which webhook ids and ping keys exist, so that a flood of invented ones costs no look-up, and never refuses a URL
 * that exists: not after a restart, nor one that another node has just made.
 *
 * The hashes are read when the first id is asked for, and again when a declared resource has changed since. Asking is
 * for ids of addresses that presented many unknown ones; all others are looked up.
 */
import type { HashColumn } from "../../store/reads/inbound.ts";
import type { Reads } from "../../store/reads/reads.ts";
import { nextTurn } from "../turns.ts";

/** Bits of a hash that are kept: of a million URLs one in 10^8 invented ids is looked up although it does not exist. */
const keptOf = (hash: string): number => Number.parseInt(hash.slice(0, 12), 16);

/** Where the hashes are. */
const columns: readonly HashColumn[] = [
  { kind: "webhook_monitors", column: "webhook_hash" },
  { kind: "webhook_monitors", column: "previous_webhook_hash" },
  { kind: "alert_groups", column: "webhook_hash" },
  { kind: "alert_groups", column: "previous_webhook_hash" },
  { kind: "alert_groups", column: "ping_key_hash" },
  { kind: "alert_groups", column: "previous_ping_key_hash" },
];

export class KnownUrls {
  readonly #reads: Pick<Reads, "webhook_hashes" | "inbound_revision">;
  #hashes = new Set<number>();
  #revision: number | null = null;
  /** The comparison that has not begun yet, and the one before it. */
  #next: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(reads: Pick<Reads, "webhook_hashes" | "inbound_revision">) {
    this.#reads = reads;
  }

  /** False: no monitor and no group had a webhook id or a ping key with this hash when this was asked, nor since. */
  async mayExist(hash: string): Promise<boolean> {
    if (!this.#hashes.has(keptOf(hash))) await this.#compared();
    return this.#hashes.has(keptOf(hash));
  }

  /** Resolves after a comparison that begins after this call, one for all calls that wait. */
  #compared(): Promise<void> {
    return (this.#next ??= this.#last.then(() => {
      this.#next = null;
      const comparing = this.#compare();
      this.#last = comparing.catch(() => {});
      return comparing;
    }));
  }

  async #compare(): Promise<void> {
    // Before the hashes: the next comparison notices a change during their reads.
    const revision = await this.#reads.inbound_revision();
    if (revision === this.#revision) return;
    const hashes = new Set<number>();
    for (const column of columns)
      for (let after: string | undefined = ""; after !== undefined;) {
        const page: string[] = await this.#reads.webhook_hashes({ ...column, after });
        for (const hash of page) hashes.add(keptOf(hash));
        after = page.at(-1);
        await nextTurn();
      }
    this.#hashes = hashes;
    this.#revision = revision;
  }
}
