/** Hashes webhook ids, the secrets in webhook URLs. */
import { hash } from "node:crypto";

/**
 * The form in which a webhook id is looked up: its SHA-256, hex. 122 random bits need no salt. In one call: V8 keeps an
 * object of `createHash`, and the request that made it, until it collects its old generation.
 */
export const hashWebhookId = (id: string): string => hash("sha256", id, "hex");
