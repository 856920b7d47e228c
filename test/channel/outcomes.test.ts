/** What each status means to each channel over HTTP, from the first of a success to the last of a failure. */
import { expect, test } from "vitest";
import type { Answer } from "../../src/channel/answer.ts";
import { fcmOutcomeOf, type FcmOutcome } from "../../src/channel/fcm/outcome.ts";
import { outcomeOf } from "../../src/channel/ntfy/outcome.ts";
import { webhookOutcome } from "../../src/channel/webhook/outcome.ts";
import { webPushOutcome } from "../../src/channel/webpush/outcome.ts";
import { AnswerHeaders } from "../../src/probe/answer-headers.ts";

const kindOf = (outcome: FcmOutcome) =>
  outcome.kind === "retry" && outcome.perhaps_delivered ? "perhaps, retry" : outcome.kind;

/** `200–299 delivered`: the statuses with one meaning, as ranges. */
function meanings(read: (answer: Answer) => FcmOutcome, body: object): string[] {
  const ranges: { from: number; to: number; kind: string }[] = [];
  for (let status = 200; status < 600; status++) {
    const headers = new AnswerHeaders({});
    const answer = { kind: "answer", status, headers, body: Buffer.from(JSON.stringify(body)) };
    const kind = kindOf(read(answer as Answer));
    const last = ranges.at(-1);
    if (last?.kind === kind) last.to = status;
    else ranges.push({ from: status, to: status, kind });
  }
  return ranges.map(({ from, to, kind }) => `${from === to ? from : `${from}–${to}`} ${kind}`);
}

const upTo500 = [
  "300–407 refused",
  "408 retry",
  "409–424 refused",
  "425 retry",
  "426–428 refused",
  "429 retry",
  "430–499 refused",
];

/** A proxy that answers 502 or 504 may have passed it on. */
const from500 = [
  "500–501 retry",
  "502 perhaps, retry",
  "503 retry",
  "504 perhaps, retry",
  "505–599 retry",
];

test.each<[string, (answer: Answer) => FcmOutcome, object, string[]]>([
  ["ntfy", outcomeOf, { id: "x" }, ["200–299 delivered", ...upTo500, ...from500]],
  [
    "FCM",
    fcmOutcomeOf,
    { name: "projects/p/messages/1" },
    [
      "200–299 delivered",
      "300–400 refused",
      "401 unauthorized",
      "402–407 refused",
      ...upTo500.slice(1),
      "500–502 perhaps, retry",
      "503 retry",
      "504–599 perhaps, retry",
    ],
  ],
  ["a webhook", webhookOutcome, {}, ["200–299 delivered", ...upTo500, ...from500]],
  [
    "Web Push",
    (answer) => webPushOutcome(answer, 0),
    {},
    [
      "200–299 delivered",
      ...upTo500,
      "500–502 perhaps, retry",
      "503 retry",
      "504–599 perhaps, retry",
    ],
  ],
])("of %s", (_, read, body, expected) => {
  expect(meanings(read, body)).toEqual(expected);
});

test.each<[string, (answer: Answer) => FcmOutcome, string | null]>([
  ["ntfy", outcomeOf, "the server's address redirects; configure where it leads"],
  ["FCM", fcmOutcomeOf, "the address redirects; correct --fcm-url"],
  ["a webhook", webhookOutcome, "the URL redirects; give the one where it leads"],
  ["Web Push", (answer) => webPushOutcome(answer, 0), "the address redirects"],
])("of %s say that an address redirects, all of them and no other", (_, read, words) => {
  for (const status of [300, 301, 399, 400, 499]) {
    const headers = new AnswerHeaders({});
    const outcome = read({ kind: "answer", status, headers, body: Buffer.from("") });
    const said = `HTTP ${status}: ${words}`;
    if (status < 400) expect(outcome).toMatchObject({ kind: "refused", detail: said });
    else expect(outcome).not.toMatchObject({ detail: said });
  }
});
