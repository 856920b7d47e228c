import { randomUUID } from "node:crypto";
import { hashWebhookId } from "../../core/access/webhook-id.ts";
import type { Addressed, Instant } from "../../core/model/model.ts";

/** A new webhook id. The `previous` one goes on working until an instant; null: none. */
export function newAddress(previous: Addressed | null, until: Instant | null): Addressed {
  const webhook_id = randomUUID();
  return {
    webhook_id,
    webhook_hash: hashWebhookId(webhook_id),
    previous_webhook_id: previous?.webhook_id ?? null,
    previous_webhook_hash: previous?.webhook_hash ?? null,
    previous_webhook_until: until,
  };
}
