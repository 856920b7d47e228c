/** Selects the addresses that may be reached: private ones only while there is a single organization. */
import type { Store } from "../app/store.ts";
import type { AddressProfile } from "../core/access/address.ts";

/** Follows the number of organizations. */
export async function followProfile(store: Pick<Store, "read">): Promise<() => AddressProfile> {
  let profile: AddressProfile = "single";
  let looked = -Infinity;
  const look = async () => {
    profile = (await store.read.organizations()).length > 1 ? "multi" : "single";
  };
  await look();
  return () => {
    // Another process may have added one (`monitord org create`): read them again every ten seconds.
    const now = performance.now();
    if (now - looked > 10_000) {
      looked = now;
      void look();
    }
    return profile;
  };
}
