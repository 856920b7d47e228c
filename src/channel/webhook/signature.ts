/** Signs a body, so that receivers can check its sender and its age. Pure. */
import { createHmac } from "node:crypto";
import type { Instant } from "../../core/model/model.ts";

/** The value of `X-Monitord-Signature`: the time is signed too, so that an old body cannot be sent again. */
export function signatureOf(secret: string, body: string, now: Instant): string {
  const seconds = Math.floor(now / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
