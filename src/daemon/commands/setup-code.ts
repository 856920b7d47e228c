/** `monitord setup-code`: a new way in. */
import { createSetupCode, setupLines } from "../first-start.ts";
import { out, withStore, type Invocation } from "./invocation.ts";

export function run(invocation: Invocation): Promise<number> {
  return withStore(
    invocation,
    async ({ store, config, actor, now }) => {
      const code = await createSetupCode(store, actor.org_id, now);
      const site = config.siteUrl ?? `http://${config.host}:${config.port}`;
      for (const line of setupLines(site, code)) out(line);
      return 0;
    },
    { create: true },
  );
}
