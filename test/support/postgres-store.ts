/** Opens stores on databases of PostgreSQL, also outside of tests. */
import { openPostgres } from "../../src/app/open-postgres.ts";
import type { Store } from "../../src/app/store.ts";
import { testKeyFile } from "./secrets.ts";

/** Opens the store of the database at `url`; instants are the caller's, or those of the database's clock. */
export async function storeAt(
  url: string,
  now: () => number,
  time: "caller" | "database" = "caller",
  steady = () => Math.floor(performance.now()),
): Promise<Store> {
  const store = openPostgres({
    url,
    secretsKeyFile: testKeyFile(),
    clock: { now, steady, follow: () => {} },
    time,
    random: () => 0.5,
    onAway: () => {},
  });
  await store.ready;
  return store;
}
