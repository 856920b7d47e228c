/** Writes subscriptions, their ends and removals into the audit log. Its entries are kept for long, so they hint at an address and have none. */
import { audit, type Actor } from "../audit.ts";
import type { Instant, Subscriber } from "../../core/model/model.ts";
import { addressHint } from "../../core/status/subscription.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** The person or program behind a change; absent: monitord itself. */
export type Visit = Omit<Actor, "org_id" | "name">;

/** An event of the page. `by` null: monitord, because the mail server refused the address. */
export function* auditSubscriber(
  c: Context,
  action: "subscribe" | "unsubscribe" | "remove_subscriber",
  { org_id, page_id, email }: Subscriber,
  { by, now }: { by: Actor | Visit | null; now: Instant },
): Procedure<void> {
  const hint = addressHint(email);
  const name = by === null ? "monitord" : `subscriber ${hint}`;
  const page = yield* c.of.status_pages.first({ id: page_id, org_id });
  yield* audit(
    c,
    { actor: { name, request_id: null, ...by, org_id }, now },
    action,
    "status_pages",
    page ?? { id: page_id, title: null },
    [
      {
        field: "email",
        ...(action === "subscribe" ? { from: null, to: hint } : { from: hint, to: null }),
      },
    ],
  );
}
