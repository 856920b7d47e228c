/** Hashes webhook ids, the secrets in webhook URLs. */
import { createHash } from "node:crypto";

/** The form in which a webhook id is looked up: its SHA-256, hex. 122 random bits need no salt. */
export const hashWebhookId = (id: string): string => createHash("sha256").update(id).digest("hex");
