/** `monitord setup-code`: prints a new setup code. */
import { createSetupCode, setupLines } from "../first-start.ts";
import { runningUrl } from "../lock.ts";
import { shownDatabase } from "../open-store.ts";
import { out, withStore, type Invocation } from "./invocation.ts";

export function run(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, config, actor, now }) => {
    const code = await createSetupCode(store, actor, now);
    const site =
      config.siteUrl ??
      runningUrl(config.dataDir) ??
      `${config.tls ? "https" : "http"}://${config.host}:${config.port}`;
    for (const line of setupLines(site, code)) out(line);
    out(`    for   the database ${shownDatabase(config)}`);
    return 0;
  });
}
