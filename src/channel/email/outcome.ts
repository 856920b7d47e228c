/**
 * Turns the replies of a mail server into outcomes. Pure.
 *
 * Only a permanent rejection of the recipient or of the mail itself breaks a device. A wrong password,
 * missing TLS, an unknown sender or a used quota are faults of the configuration, at whichever step the server names
 * them (`blame`): no device is to blame, and `/health` shows them for the channel. The push is retried, unless the server
 * rejects it for good.
 */
import type { PushOutcome } from "../../core/paging/push.ts";
import { again, channelRefused, perhaps, refused } from "../answer.ts";
import { aboutOurs } from "./blame.ts";

/** Why a mail was not handed over. */
export interface SmtpFailure {
  step: "connect" | "secure" | "offer sign-in" | "sign in" | "sender" | "recipient" | "message";
  /** The reply of the server, with its code; null: it sent none. */
  answer: string | null;
  /** The cause, where the server sent no reply. */
  reason: string;
  /** The whole mail was written, so the server may have accepted it. */
  sent: boolean;
}

/** Reply codes that ask for TLS or for a login, at any step: 523, 530, 534, 535, 538. */
const asksForMore = /^5(23|3[0458])/;

/** 530 5.7.0 asks for either: "Must issue a STARTTLS command first", "Authentication required". */
const asksForTls = /TLS|encrypt/i;

/** The outcome of a mail that the server accepted. */
export const accepted: PushOutcome = { kind: "delivered", http_status: null, provider_id: null };

/** The outcome of a mail that was not accepted. */
export function emailOutcome(failure: SmtpFailure): PushOutcome {
  const { step, answer, sent } = failure;
  const detail = failureText(failure);
  if (answer === null) return sent ? perhaps(null, detail) : again(null, detail, false);
  const isOfMail = (step === "recipient" || step === "message") && !asksForMore.test(answer);
  const isOurs = aboutOurs(answer) !== null;
  if (isOfMail && answer.startsWith("5"))
    return isOurs ? channelRefused(null, detail) : refused(null, detail);
  // 421 ends the connection at any step: it concerns every mail.
  return isOfMail && !isOurs && !answer.startsWith("421")
    ? { ...again(null, detail, false), of_push_alone: true }
    : again(null, detail, false);
}

const steps: Record<SmtpFailure["step"], string> = {
  connect: "the mail server does not talk to us",
  secure: "the mail server offers no TLS (STARTTLS), which --smtp-url asks for",
  "offer sign-in":
    "the mail server offers no sign-in with a user and a password (AUTH), which --smtp-url has",
  "sign in": "the mail server refuses the user or the password of --smtp-url",
  sender: "the mail server refuses the sender, --mail-from",
  recipient: "the mail server refuses the address",
  message: "the mail server refuses the mail",
};

/** The meanings of enhanced status codes, by their second number (RFC 3463, section 3). */
const subjects: Record<string, string> = {
  1: "the address",
  2: "the mailbox",
  3: "the mail system",
  4: "the network",
  5: "the protocol",
  6: "the content",
  7: "security or policy",
};

function refusalOf(step: SmtpFailure["step"], answer: string): string {
  if (step === "secure" && answer.startsWith("4"))
    return "the mail server offers TLS (STARTTLS) and cannot start it";
  if (step === "sign in" && answer.startsWith("4"))
    return "the mail server cannot check the user and the password of --smtp-url for now";
  const signsIn = step === "sign in" || step === "offer sign-in";
  if (!asksForMore.test(answer)) return (signsIn ? null : aboutOurs(answer)) ?? steps[step];
  if (asksForTls.test(answer)) return "the mail server asks for TLS, see --smtp-url";
  return signsIn ? steps[step] : "the mail server asks for a user and a password, see --smtp-url";
}

/** `the mail server refuses the address: SMTP 550 5.2.2, about the mailbox`. The rest of a reply is not kept. */
export function failureText({ step, answer, reason }: SmtpFailure): string {
  if (answer === null) return reason;
  const [, code = "", enhanced] =
    /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(answer) ?? [];
  const about = subjects[enhanced?.split(".")[1] ?? ""];
  return `${refusalOf(step, answer)}: ${["SMTP", code, enhanced].filter(Boolean).join(" ")}${about === undefined ? "" : `, about ${about}`}`;
}
