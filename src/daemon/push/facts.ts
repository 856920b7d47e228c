/**
 * Adds to pushes the facts about the incident that their channel shows: the people reached, and the next pages. They are read
 * when the push leaves, outside of its claim. A page goes without them rather than late.
 */
import type { Clock } from "../../app/ports.ts";
import type { Store } from "../../app/store.ts";
import { channelOf } from "../../channel/registry.ts";
import { pushFacts } from "../../core/explain/push-facts.ts";
import type { Incident } from "../../core/model/model.ts";
import type { DuePush, PushFacts, Pusher } from "../../core/paging/push.ts";

/** A page waits for them for this time at most, ms. */
const patience = 2_000;

/** The same pusher, with facts for channels that show them. */
export function withFacts(
  pusher: Pusher,
  {
    store,
    clock,
    onThrown,
  }: { store: Pick<Store, "read">; clock: Clock; onThrown: (error: unknown) => void },
): Pusher {
  async function factsOf(incident: Incident, { device }: DuePush): Promise<PushFacts | undefined> {
    const read = new AbortController();
    const now = clock.now();
    try {
      const evidence = await Promise.race([
        store.read.reach(incident.org_id, [incident], now),
        clock.sleep(patience, read.signal).then(() => []),
      ]);
      return evidence[0] && pushFacts(evidence[0], device.user_id, now);
    } catch (error) {
      onThrown(error);
      return undefined;
    } finally {
      read.abort();
    }
  }
  return {
    async push(due) {
      const { incident, device } = due;
      if (!incident || !channelOf(device.kind)?.showsFacts) return pusher.push(due);
      const facts = await factsOf(incident, due);
      return pusher.push(facts ? { ...due, facts } : due);
    },
    close: () => pusher.close(),
  };
}
