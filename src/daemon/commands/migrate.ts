/** `monitord migrate`: what a start does too, for those who want to do it apart. */
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
