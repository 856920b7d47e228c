/** Selects the addresses that may be reached: private ones only while a single organization exists. */
import type { Clock } from "../app/ports.ts";
import type { Store } from "../app/store.ts";
import type { AddressProfile } from "../core/access/address.ts";

/** The answer may be this old, ms: another process may have added an organization (`monitord org create`). */
const maxAge = 1000;

/** How long a connection waits for a new answer, ms: a database that hangs must not make a page late. */
const patience = 1000;

/**
 * Follows the number of organizations. Before a connection `fresh` is asked: a promise that resolves when the profile is
 * known again, or null when it is not older than allowed.
 *
 * While the database is unavailable or does not answer, the last answer stays, also when it was "one organization": a monitor
 * of another one could reach this node only through that database, and checks under way should end as they began.
 */
export async function followProfile(
  store: Pick<Store, "read">,
  clock: Pick<Clock, "steady" | "sleep">,
  onError: (error: unknown) => void,
): Promise<{ profile: () => AddressProfile; fresh: () => Promise<void> | null }> {
  const read = async (): Promise<AddressProfile> =>
    (await store.read.organizations()).length > 1 ? "multi" : "single";
  let profile = await read();
  let readAt = clock.steady();
  let reading: Promise<void> | null = null;

  /** Reads it again, and waits for the answer no longer than `patience`. */
  async function readAgain(): Promise<void> {
    // An organization may be added while the answer is on its way.
    const began = clock.steady();
    const answered = new AbortController();
    const answer = read()
      .then((one) => void (profile = one), onError)
      .finally(() => answered.abort());
    await Promise.race([answer, clock.sleep(patience, answered.signal)]);
    readAt = answered.signal.aborted ? began : clock.steady();
    reading = null;
  }

  return {
    profile: () => profile,
    fresh() {
      if (reading === null && clock.steady() - readAt > maxAge) reading = readAgain();
      return reading;
    },
  };
}
