import { domainOf, wireAddress } from "../../channel/email/address.ts";
import type { Instant } from "../../core/model/model.ts";
import { askedFor, emailHash, mailboxHash } from "../../core/status/subscription.ts";
import { day, hour } from "../../core/text/units.ts";
import { first, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/**
 * Makes the confirmation mail of an address due, unless it is subscribed or a limit is reached: the answer does not say which. `email`: an
 * address as `isAddress` accepts it.
 */
export function* ask_to_subscribe(
  c: Context,
  { page_id, email: typed, now }: { page_id: string; email: string; now: Instant },
): Procedure<null> {
  const page = yield* first(c.q.mailedPage, { id: page_id });
  if (!page) return null;
  const wired = wireAddress(typed);
  const email = `${wired.slice(0, wired.lastIndexOf("@"))}@${domainOf(wired).toLowerCase()}`;
  const email_hash = emailHash(email);
  const mailbox_hash = mailboxHash(email);
  const stored = yield* c.of.subscribers.hold({ page_id, email_hash });
  const mailbox = yield* first(c.q.mailboxAsks, { mailbox_hash, since: now - day });
  const asks = yield* first(c.q.pageAsks, { page_id, since: now - hour });
  const all = yield* first(c.q.pageSubscribers, { page_id });
  const row = askedFor(
    { stored, mailbox: mailbox!.n, page: asks!.n, subscribers: all!.n },
    { id: c.newId(now), org_id: page.org_id, page_id, email, email_hash, mailbox_hash },
    now,
  );
  if (row === null) return null;
  const { id, ...set } = row;
  if (stored) yield* c.of.subscribers.update({ id }, set);
  else yield* c.of.subscribers.insertNew(row);
  return null;
}
