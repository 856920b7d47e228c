import { expect, test } from "vitest";
import { emailOutcome, type SmtpFailure } from "../../../src/channel/email/outcome.ts";

const failure = (more: Partial<SmtpFailure>): SmtpFailure => ({
  step: "recipient",
  answer: null,
  reason: "connection refused",
  sent: false,
  ...more,
});

test.each<[SmtpFailure["step"], string, "retry" | "refused", "server" | "push", string]>([
  ["recipient", "550 5.1.1 No such user", "refused", "push", "refuses the address: SMTP 550 5.1.1"],
  ["recipient", "553 Bad address", "refused", "push", "refuses the address"],
  ["recipient", "451 4.7.1 Try later", "retry", "push", "refuses the address: SMTP 451"],
  ["recipient", "452 4.2.2 Mailbox full", "retry", "push", "SMTP 452 4.2.2, about the mailbox"],
  ["recipient", "421 4.3.2 Shutting down", "retry", "server", "SMTP 421 4.3.2"],
  ["recipient", "530 5.7.0 Sign in first", "retry", "server", "SMTP 530 5.7.0"],
  [
    "message",
    "554 5.7.1 Spam",
    "refused",
    "push",
    "refuses the mail: SMTP 554 5.7.1, about security or policy",
  ],
  ["message", "552 5.3.4 Too large", "refused", "push", "SMTP 552 5.3.4"],
  ["message", "452 4.3.1 Disk full", "retry", "push", "SMTP 452 4.3.1, about the mail system"],
  ["sender", "550 5.1.8 Unknown sender", "retry", "server", "--mail-from"],
  ["sender", "530 5.7.0 Sign in first", "retry", "server", "asks for a user and a password"],
  ["sender", "530 5.7.0 Must issue a STARTTLS command first", "retry", "server", "asks for TLS"],
  ["sign in", "530 5.7.0 Must issue a STARTTLS command first", "retry", "server", "asks for TLS"],
  ["sign in", "538 5.7.11 Encryption required", "retry", "server", "asks for TLS"],
  ["recipient", "523 5.7.10 Encryption needed", "retry", "server", "asks for TLS"],
  ["sign in", "535 5.7.8 Wrong", "retry", "server", "the password of --smtp-url: SMTP 535"],
  ["secure", "502 5.5.1 Unknown command", "retry", "server", "offers no TLS"],
  ["secure", "454 4.7.0 TLS not available", "retry", "server", "cannot start it: SMTP 454 4.7.0"],
  ["connect", "554 No service", "retry", "server", "does not talk to us: SMTP 554"],
])("at the step %s, %s is %s and concerns the %s", (step, answer, kind, concerns, detail) => {
  const outcome = emailOutcome(failure({ step, answer, sent: step === "message" }));
  expect(outcome).toMatchObject({
    kind,
    http_status: null,
    detail: expect.stringContaining(detail) as string,
  });
  if (outcome.kind === "retry") {
    expect(outcome.of_push_alone ?? false).toBe(concerns === "push");
    expect(outcome.perhaps_delivered).toBe(false);
  }
});

test("without an answer it is tried again, and may have arrived once the whole mail was written", () => {
  expect(emailOutcome(failure({}))).toEqual({
    kind: "retry",
    http_status: null,
    detail: "connection refused",
    retry_after_ms: null,
    perhaps_delivered: false,
  });
  expect(emailOutcome(failure({ sent: true }))).toEqual({
    kind: "perhaps_delivered",
    http_status: null,
    detail: "connection refused",
  });
});

test.each([
  ["550-5.1.1 No\r\n550 such user", "SMTP 550 5.1.1, about the address"],
  ["550 No such user", "SMTP 550"],
  ["550 5.9.1 No", "SMTP 550 5.9.1"],
  ["550 5.1.1000 No", "SMTP 550"],
  ["no code", "SMTP"],
])("of the reply %j the codes alone are kept", (answer, kept) => {
  expect(emailOutcome(failure({ answer }))).toMatchObject({
    detail: `the mail server refuses the address: ${kept}`,
  });
});
