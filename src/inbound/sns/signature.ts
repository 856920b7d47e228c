/**
 * The signature of an envelope of Amazon SNS, by the certificate that the envelope names. A sender can write any URL there: one
 * that does not lead to SNS itself is never requested. Pure.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { createVerify, X509Certificate } from "node:crypto";
import { firstText } from "../members.ts";
import type { Envelope } from "./envelope.ts";

/** The hosts of SNS, one for each region; those in China end with `.cn`. */
const host = /^sns\.[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

/** The URL if it leads to SNS itself, over https and the usual port, without a user; else null. */
function urlOfSns(sent: unknown): URL | null {
  const url = typeof sent === "string" && sent.length < 2_048 ? URL.parse(sent) : null;
  const isPlain =
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "";
  return isPlain && host.test(url.hostname) ? url : null;
}

/** The address of the certificate; null: the envelope names none of SNS. */
export function certificateUrl(envelope: Envelope): URL | null {
  const url = urlOfSns(envelope.SigningCertURL);
  return url !== null && url.search === "" && /^\/[\w.-]+\.pem$/.test(url.pathname) ? url : null;
}

/** The address that confirms a subscription; null: the envelope names none of SNS, or asks for something else. */
export function confirmationUrl(envelope: Envelope): URL | null {
  // The one of an UnsubscribeConfirmation would subscribe again.
  if (envelope.Type !== "SubscriptionConfirmation") return null;
  const url = urlOfSns(envelope.SubscribeURL);
  return url?.searchParams.get("Action") === "ConfirmSubscription" ? url : null;
}

const signed = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
};

/** The text that SNS signs. */
function signedText(envelope: Envelope): string {
  const names =
    signed[envelope.Type === "Notification" ? envelope.Type : "SubscriptionConfirmation"];
  return names
    .filter((name) => typeof envelope[name] === "string")
    .map((name) => `${name}\n${envelope[name] as string}\n`)
    .join("");
}

const algorithms: Record<string, string> = { 1: "RSA-SHA1", 2: "RSA-SHA256" };

/**
 * Whether SNS wrote the envelope; or, as the words after "because", why that cannot be known. `pem`: the certificate, as
 * `certificateUrl` answered it.
 */
export function isRight(envelope: Envelope, pem: string): boolean | string {
  const algorithm = algorithms[firstText(envelope, "SignatureVersion") ?? ""];
  if (algorithm === undefined) return "its signature has an unknown version";
  try {
    const { publicKey } = new X509Certificate(pem);
    const signature = firstText(envelope, "Signature") ?? "";
    return createVerify(algorithm)
      .update(signedText(envelope), "utf8")
      .verify(publicKey, signature, "base64");
  } catch {
    return "the certificate of its signature cannot be read";
  }
}

/** True for an envelope that claims to be signed. */
export const isSigned = (envelope: Envelope): boolean =>
  typeof envelope.Signature === "string" && typeof envelope.SigningCertURL === "string";
