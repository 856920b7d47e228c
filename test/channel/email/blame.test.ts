/** A rejection that every mail of monitord would meet breaks no device, at whichever step the server names it. */
import { describe, expect, test } from "vitest";
import { emailOutcome, type SmtpFailure } from "../../../src/channel/email/outcome.ts";

const outcomeAt = (step: SmtpFailure["step"], answer: string) =>
  emailOutcome({ step, answer, reason: "", sent: step === "message" });

const name = "the mail server refuses the name that monitord greets it with, see --smtp-name";
const machine = "the mail server refuses mail from the address of this machine";
const sender = "the mail server refuses the sender, --mail-from";
const relay = "the mail server does not relay mail of monitord, see --smtp-url";
const quota = "the mail server accepts no more mail of monitord for now";
const login = "the mail server asks for a user and a password, see --smtp-url";
const verified = "the mail server accepts only senders and addresses that are verified there";

/** As servers write them. */
const aboutMonitord: [answer: string, words: string][] = [
  ["554 5.7.1 <localhost>: Helo command rejected: Access denied", name],
  ["554 5.7.1 <relay.example.org>: Helo command rejected: Access denied", name],
  ["504 5.5.2 <mon>: Helo command rejected: need fully-qualified hostname", name],
  ["550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)", name],
  ["450 4.7.1 <mon.example.org>: Helo command rejected: Host not found", name],
  ["553 5.7.1 <a@example.org>: Sender address rejected: not owned by user b", sender],
  ["504 5.5.2 <mon@localhost>: Sender address rejected: need fully-qualified address", sender],
  ["550 5.1.0 <m@example.org>: Sender address rejected: User unknown in local table", sender],
  ["550 The from address does not match a verified Sender Identity. Mail cannot be sent", sender],
  ["550 Sender address is not allowed.", sender],
  ["554 Transaction failed\r\n554 Unauthorized sender address.", sender],
  ["550 5.7.60 SMTP; Client does not have permissions to send as this sender", sender],
  ["554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAs", sender],
  ["550-5.7.26 This mail has been blocked because the sender is unauthenticated.", sender],
  ["550 5.7.23 The message was rejected because of Sender Policy Framework violation", sender],
  ["550 5.7.1 Unauthenticated email is not accepted due to the domain's DMARC policy", sender],
  ["554 5.7.1 <ada@example.com>: Relay access denied", relay],
  ["550 5.7.64 TenantAttribution; Relay Access Denied", relay],
  ["550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", relay],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", relay],
  ["454 4.7.1 <ada@example.com>: Relay access denied", relay],
  ["554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.example", machine],
  ["550 5.7.1 Mail from IP 192.0.2.7 was rejected due to listing in Spamhaus SBL", machine],
  ["550-5.7.1 [192.0.2.7] The IP you're using to send mail is not authorized", machine],
  ["450 4.7.25 Client host rejected: cannot find your hostname", machine],
  ["550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP", machine],
  ["550 5.4.5 Daily user sending quota exceeded. x - gsmtp", quota],
  ["550-5.4.5 Daily user sending limit exceeded. For\r\n550 5.4.5 more information", quota],
  ["550-5.4.5 Daily SMTP relay sending limit exceeded for customer.", quota],
  ["454 Throttling failure: Daily message quota exceeded.", quota],
  ["554 5.7.1 <DATA>: Data command rejected: only 10 messages per day", quota],
  ["554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException", quota],
  ["550 Domain example.org has exceeded the max emails per hour (100/100)", quota],
  ["450 4.7.1 End-of-data rejected: Number of messages per hour exceeded", quota],
  ["550 5.7.1 Authentication required", login],
  ["554 Message rejected: Email address is not verified.", verified],
];

describe.each(["recipient", "message"] as const)("at the step %s", (step) => {
  test.each(aboutMonitord)("%j is about every mail", (answer, words) => {
    const outcome = outcomeAt(step, answer);
    expect(outcome).toMatchObject({
      detail: expect.stringContaining(`${words}: SMTP ${answer.slice(0, 3)}`) as string,
      ...(answer.startsWith("5") ? { kind: "refused", of_channel: true } : { kind: "retry" }),
    });
    expect(outcome).not.toHaveProperty("of_push_alone");
  });

  test.each([
    "550 5.1.1 <relay@example.com>: Recipient address rejected: User unknown",
    "550 5.1.1 The email account that you tried to reach does not exist. Client host unknown",
    "550 5.4.1 Recipient address rejected: Access denied. [X.outlook.example]",
    "550 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table",
    "504 5.5.2 <ada@mailhost>: Recipient address rejected: need fully-qualified address",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required",
    "550 5.7.505 Access denied, banned recipient",
    "550 No such user here (relay.example.com)",
    "550 <daily-limit@example.com>: no such user",
    "550 relay@example.com: no such user",
    "552 5.2.2 The mailbox is over its daily quota",
    "552 5.3.4 Message size exceeds fixed limit",
    "550 5.2.0 Spam message rejected",
    "554 5.7.1 Spam",
  ])("%j is about this one", (answer) => {
    const outcome = outcomeAt(step, answer);
    expect(outcome).toMatchObject({ kind: "refused" });
    expect(outcome).not.toHaveProperty("of_channel");
  });

  test("a client that is greylisted comes again, and no server is in trouble", () => {
    const answer = "450 4.7.1 Client host rejected: Greylisting in action";
    expect(outcomeAt(step, answer)).toMatchObject({ kind: "retry", of_push_alone: true });
  });
});

test.each([
  ["connect", "554 5.7.1 Client host [192.0.2.7] blocked using zen.example", machine],
  ["sender", "550 5.4.5 Daily user sending quota exceeded", quota],
  ["sender", "501 mail from address must be same as authorization user", sender],
] as const)("at the step %s, %j is named as well", (step, answer, words) => {
  expect(outcomeAt(step, answer)).toMatchObject({
    kind: "retry",
    detail: expect.stringContaining(words) as string,
  });
});
