/**
 * Sends one push to a browser through its push service. The holder of an invitation link chose its address, so the
 * address guard lets it lead to public addresses alone, however many organizations exist.
 */
import { importJWK, SignJWT } from "jose";
import { strangersRefusal } from "../../core/access/address.ts";
import type { Instant } from "../../core/model/model.ts";
import { pushLifetime } from "../../core/paging/notification.ts";
import { isPublicName } from "../../core/status/site.ts";
import { refused } from "../answer.ts";
import { createExchange } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import { topicOf, urgencyOf, webPushBody } from "./body.ts";
import type { WebPushSettings } from "./channel.ts";
import { encrypt } from "./encrypt.ts";
import { keysOf, publicKeyOf } from "./keys.ts";
import { webPushOutcome } from "./outcome.ts";

/**
 * The contact where the site has no public name. Apple refuses a token (403 BadJwtToken) without a contact, and one that
 * names localhost, `.local` or `.invalid`; the others take any.
 */
const noContact = "mailto:monitord@example.com";

/** Push services take tokens of a day at most, ms. */
const tokenLifetime = 12 * 3600_000;

export function open(_: WebPushSettings, surroundings: Surroundings): Sender {
  const { exceptions } = surroundings;
  const exchange = createExchange({ ...surroundings, profile: () => "multi" });
  return {
    async push(due) {
      const { target, access_token, secret } = due.device;
      const url = URL.parse(target);
      const keys = keysOf(secret);
      const publicKey = publicKeyOf(access_token ?? "");
      if (!url || !keys || !publicKey)
        return refused(null, "the subscription is not complete: add this browser again");
      const why = strangersRefusal(url, exceptions);
      if (why !== null) return refused(null, `the address of the subscription ${why}`);
      const site = surroundings.site();
      const now = surroundings.now();
      const token = await tokenFor(url, access_token!, publicKey, site, now);
      const payload = Buffer.from(JSON.stringify(webPushBody(due, site)));
      const answered = await exchange.send({
        url,
        method: "POST",
        headers: {
          accept: "*/*",
          "content-type": "application/octet-stream",
          "content-encoding": "aes128gcm",
          authorization: `vapid t=${token}, k=${publicKey.toString("base64url")}`,
          ttl: String(pushLifetime / 1000),
          urgency: urgencyOf(due),
          topic: topicOf(due),
        },
        body: encrypt(payload, keys),
        timeout: exchange.endsAt() - performance.now(),
      });
      return answered.kind === "answer" ? webPushOutcome(answered, now) : answered;
    },
    check: null,
    close: () => exchange.close(),
  };
}

/** The token that names the sender to the push service (RFC 8292). */
async function tokenFor(
  { origin }: URL,
  privateKey: string,
  publicKey: Buffer,
  site: string | null,
  now: Instant,
): Promise<string> {
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) =>
    part.toString("base64url"),
  ) as [string, string];
  const key = await importJWK({ kty: "EC", crv: "P-256", d: privateKey, x, y }, "ES256");
  return new SignJWT({})
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(origin)
    .setSubject(site !== null && isPublicName(site) ? site : noContact)
    .setExpirationTime(Math.floor((now + tokenLifetime) / 1000))
    .sign(key);
}
