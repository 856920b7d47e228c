/**
 * The text of a server's answer is never kept: outcomes are shown to readers, and on the page of an invitation link to
 * its holder. One line for each channel.
 */
import { AnswerHeaders } from "../../src/probe/answer-headers.ts";
import { expect, test } from "vitest";
import type { Answer } from "../../src/channel/answer.ts";
import { emailOutcome, type SmtpFailure } from "../../src/channel/email/outcome.ts";
import { fcmOutcomeOf } from "../../src/channel/fcm/outcome.ts";
import { healthProblem, outcomeOf } from "../../src/channel/ntfy/outcome.ts";
import { channelKinds, type ChannelKind } from "../../src/channel/registry.ts";
import { webhookOutcome } from "../../src/channel/webhook/outcome.ts";
import { webPushOutcome } from "../../src/channel/webpush/outcome.ts";

const canary = "canary db_password=hunter2";
const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);

/** Bodies with the canary wherever a format has room for text. */
const bodies = [
  canary,
  { error: canary, code: canary, id: 7, http: canary },
  { error: canary, code: 40009 },
  {
    error: {
      status: canary,
      message: canary,
      details: [
        { "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: canary },
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: canary, description: canary }],
        },
      ],
    },
  },
  { error: { status: "INVALID_ARGUMENT", message: canary } },
  { error: canary, error_description: canary },
];

const answers: Answer[] = statuses.flatMap((status) =>
  bodies.map((body) => ({
    kind: "answer",
    status,
    headers: new AnswerHeaders({
      location: `https://push.example.com/${canary}`,
      "x-canary": canary,
    }),
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  })),
);

const steps: SmtpFailure["step"][] = [
  "connect",
  "secure",
  "offer sign-in",
  "sign in",
  "sender",
  "recipient",
  "message",
];

const outcomes: Record<ChannelKind, () => unknown[]> = {
  ntfy: () => [...answers.map(outcomeOf), ...answers.map(healthProblem)],
  webpush: () => answers.map((one) => webPushOutcome(one, 0)),
  fcm: () => answers.map(fcmOutcomeOf),
  webhook: () =>
    [null, "teams"].flatMap((format) => answers.map((one) => webhookOutcome(one, format))),
  email: () =>
    steps.flatMap((step) =>
      [canary, `550 ${canary}`, `550-5.1.1 ${canary}`, `421 ${canary}\r\n${canary}`].map((answer) =>
        emailOutcome({ step, answer, reason: "", sent: false }),
      ),
    ),
};

test.each(channelKinds)("no outcome of %s has text of an answer", (kind) => {
  const all = outcomes[kind]();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((one) => /canary|hunter2/.test(JSON.stringify(one)))).toEqual([]);
});

test.each([
  ["ntfy", outcomeOf, { id: "a\u0000b" }, "a\ufffdb"],
  ["fcm", fcmOutcomeOf, { name: "projects/p/messages/\u0000" }, "projects/p/messages/\ufffd"],
])("the id of a message of %s is text that every database stores", (_, outcome, body, id) => {
  const headers = new AnswerHeaders({});
  const answer: Answer = {
    kind: "answer",
    status: 200,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  };
  expect(outcome(answer)).toMatchObject({ kind: "delivered", provider_id: id });
});
