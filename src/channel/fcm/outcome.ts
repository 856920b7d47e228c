/**
 * Turns an answer of FCM into the outcome of a push. Pure.
 *
 * FCM names faults of the phone in `errorCode`, and faults of the request or the credentials in `status`. A
 * refusal is final: the owner registers the phone again. A fault of the account, which every push would meet, breaks no
 * phone: `/health` shows it until the operator corrects it.
 */
import type { PushOutcome } from "../../core/paging/push.ts";
import {
  again,
  channelRefused,
  codeOf,
  isPassing,
  jsonOf,
  messageId,
  refused,
  retryAfter,
  said,
  unconfirmed,
  type Answer,
} from "../answer.ts";
import { isObject } from "../../resource/part.ts";

/** Google's recommended wait without `Retry-After`, ms. */
const afterQuota = 60_000;
const afterTrouble = 10_000;

/** `unauthorized`: the access token was refused; with another one it may work. */
export type FcmOutcome = PushOutcome | { kind: "unauthorized"; detail: string };

/** A fault of the account, for the operator to fix. */
const denied =
  "the configured service account may not send messages in this Firebase project, or its Cloud Messaging API is disabled";

/** The fault and its remedy, by error code. All of these are final. */
const refusals: Record<string, string> = {
  UNREGISTERED:
    "the phone is not registered any more (app removed, or its token replaced): register it again",
  SENDER_ID_MISMATCH:
    "the token belongs to another Firebase project than the configured credentials",
  THIRD_PARTY_AUTH_ERROR:
    "Firebase cannot reach Apple: its APNs key is missing or wrong in the Firebase console",
  NOT_FOUND: "unknown Firebase project, or unknown token",
};

/** The outcome of a push that FCM `answered`. */
export function fcmOutcomeOf(answer: Answer): FcmOutcome {
  const { status, headers } = answer;
  const json = jsonOf(answer.body);
  if (status >= 200 && status < 300) {
    const provider_id = messageId(json.name);
    return provider_id !== null && /^projects\/.+\/messages\/./.test(provider_id)
      ? { kind: "delivered", http_status: status, provider_id }
      : unconfirmed(answer, "FCM");
  }
  const error = errorOf(json);
  const final = (words: string) => refused(status, said(status, words, error.code));
  const later = (wait: number | null, perhaps_delivered: boolean): PushOutcome => ({
    ...again(status, said(status, "", error.code), perhaps_delivered),
    retry_after_ms: retryAfter(headers) ?? wait,
  });

  if (status === 401 && error.code !== "THIRD_PARTY_AUTH_ERROR")
    return {
      kind: "unauthorized",
      detail: said(status, "", error.code),
    };
  if (error.code === "PERMISSION_DENIED")
    return channelRefused(status, said(status, denied, error.code));
  const known = refusals[error.code];
  if (known !== undefined) return final(known);
  if (error.code === "INVALID_ARGUMENT")
    return final(
      error.field === null
        ? "the token is not valid: register the phone again"
        : `this is a fault of monitord and not of the phone: ${error.field}`,
    );
  if (status === 429) return later(afterQuota, false);
  if (status >= 500 || isPassing(status))
    // Overloaded means not accepted; after any other failure the result is unknown.
    return later(afterTrouble, status >= 500 && status !== 503);
  if (status >= 300 && status < 400)
    return channelRefused(
      status,
      said(status, "the address redirects; correct --fcm-url", error.code),
    );
  return final("refused");
}

interface FcmError {
  /** FCM's own code, or else Google's; "": neither. */
  code: string;
  /** The faulty field of the request, `message.android.ttl`; null: none. */
  field: string | null;
}

function errorOf(json: Record<string, unknown>): FcmError {
  const error = objectOf(json["error"]);
  const details = Array.isArray(error["details"]) ? error["details"].map(objectOf) : [];
  const ofType = (type: string) => details.find((detail) => String(detail["@type"]).endsWith(type));
  const [violation] = listOf(ofType("google.rpc.BadRequest")?.["fieldViolations"]).map(objectOf);
  const fcm = ofType("google.firebase.fcm.v1.FcmError")?.["errorCode"];
  return {
    code: codeOf(fcm) || codeOf(error["status"]),
    field: violation ? fieldOf(violation["field"]) : null,
  };
}

/** The path of a field of ours. */
const fieldOf = (value: unknown) =>
  typeof value === "string" && /^[\w.[\]]{1,100}$/.test(value) ? value : "unknown field";

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
