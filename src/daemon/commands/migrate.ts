/**
 * `monitord migrate`: applies migrations, as a start does, for operators who want that as a step of its
 * own.
 */
import { err, withStore, type Invocation } from "./invocation.ts";
import { shownDatabase } from "../open-store.ts";

export function run(invocation: Invocation): Promise<number> {
  return withStore(
    invocation,
    async ({ config }) => {
      err(`The database ${shownDatabase(config)} has this version's schema.`);
      return 0;
    },
    { create: true },
  );
}
