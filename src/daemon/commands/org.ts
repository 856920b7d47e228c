/** `monitord org create`. */
import { shownDatabase } from "../open-store.ts";
import { err, out, withStore, type Invocation } from "./invocation.ts";

export function create(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, config, now }) => {
    const name = (invocation.args[0] ?? "").trim();
    const taken = (await store.read.organizations()).some(
      (organization) => organization.name === name,
    );
    if (name === "" || taken) {
      err(
        name === ""
          ? "monitord: an organization needs a name."
          : `monitord: an organization called "${name}" already exists.`,
      );
      return 1;
    }
    const { id } = await store.run("create_organization", { name, now });
    out(id);
    err(
      `Organization "${name}" is in ${shownDatabase(config)}. With several organizations only public addresses are reached, unless --allow-addresses names others. A running monitord follows within a second.\nNext: monitord setup-code --org "${name}"`,
    );
    return 0;
  });
}
