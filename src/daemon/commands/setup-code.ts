/** `monitord setup-code`: prints a new setup code, or a link by which one user signs in once. */
import { randomBytes } from "node:crypto";
import type { Actor } from "../../app/audit.ts";
import type { Store } from "../../app/store.ts";
import { hashKey } from "../../core/access/api-key.ts";
import { makeInvitationToken } from "../../core/access/invitation.ts";
import { setupCodeLifetime } from "../../core/access/setup-code.ts";
import type { Config } from "../config/config.ts";
import { createSetupCode, setupLines } from "../first-start.ts";
import { runningUrl } from "../lock.ts";
import { shownDatabase } from "../open-store.ts";
import { failed, out, refused, withStore, type Invocation } from "./invocation.ts";

export function run(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, config, actor, now, organization }) => {
    const email = invocation.options["for"];
    if (email !== undefined) return linkFor(email, { store, config, actor, now });
    const code = await createSetupCode(store, actor, now);
    for (const line of setupLines(siteOf(config), code)) out(line);
    out(`    for   the database ${shownDatabase(config)}`);
    if ((await store.read.organizations()).length > 1)
      out(`    in    the organization "${organization}" (of another one: --org NAME)`);
    return 0;
  });
}

const siteOf = (config: Config): string =>
  config.siteUrl ??
  runningUrl(config.dataDir) ??
  `${config.tls ? "https" : "http"}://${config.host}:${config.port}`;

/** Signs in also where --sign-in allows providers alone: the way back in when they are down. */
async function linkFor(
  email: string,
  { store, config, actor, now }: { store: Store; config: Config; actor: Actor; now: number },
): Promise<number> {
  const user = await store.read.user_by_email(actor.org_id, email.toLowerCase());
  if (!user) return failed(`no user has the email ${email}. List them: monitorctl users list`);
  const token = makeInvitationToken(randomBytes);
  const invited = await store.run("invite_user", {
    actor,
    user_id: user.id,
    hash: hashKey(token),
    expires_at: now + setupCodeLifetime,
    recovery: true,
    now,
  });
  if (!invited.ok) return refused(invited);
  out("  Sign in (works once, for 30 minutes):");
  out(`    link  ${siteOf(config)}/join/${token}`);
  out(`    as    ${user.email} (${user.role})`);
  out(`    for   the database ${shownDatabase(config)}`);
  return 0;
}
