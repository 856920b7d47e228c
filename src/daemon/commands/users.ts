/** `monitord users create`. */
import { shownDatabase } from "../open-store.ts";
import { err, out, refused, withStore, type Invocation } from "./invocation.ts";

export function create(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, config, actor, now }) => {
    const fields = {
      email: invocation.args[0] ?? "",
      name: invocation.options["name"] ?? null,
      external_id: null,
      protect: false,
    };
    const outcome = await store.run("save", {
      actor,
      kind: "users",
      id: null,
      given: fields,
      complete: fields,
      if_version: null,
      now,
    });
    if (!outcome.ok) return refused(outcome);
    out(outcome.value.resource.id);
    err(`User ${fields.email} in ${shownDatabase(config)} can now be added to alert groups.`);
    return 0;
  });
}
