/**
 * Encrypts a payload for one browser: aes128gcm (RFC 8188) with keys agreed on as RFC 8291 says. The push service
 * between cannot read it.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { SubscriptionKeys } from "./keys.ts";

/** Chance, which tests replace. */
export interface Chance {
  /** 16 bytes. */
  salt: Buffer;
  /** The private key of this one message, 32 bytes. */
  privateKey: Buffer | null;
}

const fresh = (): Chance => ({ salt: randomBytes(16), privateKey: null });

/** One record: push services take this much of a body, and need not take more (RFC 8030, 7.2). */
export const recordSize = 4096;

/** Added by encryption, bytes: salt, size of the record, length of the key, key, mark of the last record, and tag. */
export const overhead = 16 + 4 + 1 + 65 + 1 + 16;

export function encrypt(
  payload: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { salt, privateKey }: Chance = fresh(),
): Buffer {
  const own = createECDH("prime256v1");
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, publicKey]);
  const secret = derived(own.computeSecret(p256dh), auth, info, 32);
  const key = derived(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derived(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);

  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 marks the last record.
  const record = [cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const header = [salt, size, Buffer.from([publicKey.length]), publicKey];
  return Buffer.concat([...header, ...record, cipher.getAuthTag()]);
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
