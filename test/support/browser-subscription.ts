/** A browser that subscribed: its keys, and how it opens a push. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { privateKeyFrom } from "../../src/channel/webpush/keys.ts";

export interface BrowserSubscription {
  /** The fields of its device, beside the target. */
  device: { kind: "webpush"; access_token: string; secret: string };
  p256dh: string;
  auth: string;
  /** What the service worker reads. Throws when it is not for this browser. */
  opened(body: Buffer): unknown;
}

export function newSubscription(): BrowserSubscription {
  const own = createECDH("prime256v1");
  const p256dh = own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") };
  return {
    ...keys,
    device: {
      kind: "webpush",
      access_token: privateKeyFrom("a topic"),
      secret: `${keys.p256dh}.${keys.auth}`,
    },
    opened(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body[20]!);
      const record = body.subarray(21 + body[20]!);
      const derived = (secret: Buffer, of: Buffer, info: Buffer, size: number) =>
        Buffer.from(hkdfSync("sha256", secret, of, info, size));
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
      const secret = derived(own.computeSecret(sender), auth, info, 32);
      const key = derived(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derived(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const cipher = createDecipheriv("aes-128-gcm", key, nonce);
      cipher.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      if (text.at(-1) !== 2) throw new Error("the last record is not marked");
      return JSON.parse(text.subarray(0, -1).toString("utf8"));
    },
  };
}
