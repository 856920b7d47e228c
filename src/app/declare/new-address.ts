import { randomBytes, randomUUID } from "node:crypto";
import { hashWebhookId } from "../../core/access/webhook-id.ts";
import type { Addressed, Instant, Pinged } from "../../core/model/model.ts";

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

/** A new ping key, 22 characters long as those of Healthchecks are. The `previous` one goes on working until an instant; null: none. */
export function newPingKey(previous: Pinged | null, until: Instant | null): Pinged {
  const ping_key = randomBytes(16).toString("base64url");
  return {
    ping_key,
    ping_key_hash: hashWebhookId(ping_key),
    previous_ping_key_hash: previous?.ping_key_hash ?? null,
    previous_ping_key_until: until,
  };
}
