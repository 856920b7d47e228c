/** What servers answer that are checked or pushed to. */
import { bodyCheck } from "../../../src/core/health/body-check.ts";
import { readEndpoint } from "../../../src/core/health/endpoint.ts";
import { readHealth, reportLimits } from "../../../src/core/health/health-reading.ts";
import { judge } from "../../../src/core/health/health.ts";
import { isSplittable, sameReport, splitReport } from "../../../src/core/health/same-report.ts";
import { readStatuses } from "../../../src/core/health/accepted.ts";
import {
  parseRule,
  neverReached,
  rulesOf,
  strangersRefusal,
} from "../../../src/core/access/address.ts";
import { fcmOutcomeOf } from "../../../src/channel/fcm/outcome.ts";
import { healthProblem, outcomeOf } from "../../../src/channel/ntfy/outcome.ts";
import { webhookOutcome } from "../../../src/channel/webhook/outcome.ts";
import { webPushOutcome } from "../../../src/channel/webpush/outcome.ts";
import { emailOutcome } from "../../../src/channel/email/outcome.ts";
import { AnswerHeaders } from "../../../src/probe/answer-headers.ts";
import { Cookies } from "../../../src/probe/cookies.ts";
import { BrokenMessage, FrameReader } from "../../../src/probe/frames.ts";
import { BrokenAnswer, LenientAnswer } from "../../../src/probe/lenient/lenient-answer.ts";
import { pageText } from "../../../src/probe/lenient/page-text.ts";
import { readPing } from "../../../src/probe/ping-output.ts";
import { readFileSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { now } from "../../inbound/samples.ts";
import { bytesOf, holds, isClean, unless, type Target } from "../target.ts";

const folder = fileURLToPath(new URL("../../fixtures/health/", import.meta.url));
const reports = globSync("*.{json,txt}", { cwd: folder })
  .toSorted()
  .map((name) => readFileSync(folder + name, "utf8"));
const mebibyte = 1024 * 1024;
/** The status line that a text stands for, and its body. */
const answerIn = (text: string) => ({
  kind: "answer" as const,
  status: 200 + 100 * (text.length % 4) + (text.charCodeAt(0) % 40 || 0),
  headers: new AnswerHeaders({ "retry-after": text.slice(0, 40) }),
  body: Buffer.from(text),
});
const conditions = [
  { pointer: "/a/0", comparison: "equals" as const, value: 1 },
  { pointer: "", comparison: "contains" as const, value: "x" },
  { pointer: "/__proto__", comparison: "exists" as const },
  { pointer: "/length", comparison: "above" as const, value: "1e3" },
];

export const network: readonly Target[] = [
  {
    name: "health reports",
    most: mebibyte,
    seeds: reports,
    words: [
      '"finishedAt":',
      '"checkResults":[',
      '"status":"crashed"',
      '"notificationMessage":',
      '"meta":{',
    ],
    run(text) {
      const fetched = { kind: "answer" as const, http_status: 200, body: text };
      const reading = readHealth(fetched, now);
      const judged = judge(reading, { staleness_threshold_minutes: 5 }, now);
      const split = splitReport(text);
      isSplittable(text);
      if (split) sameReport(split.rest, fetched as never, now, 0);
      if (!reading.ok) return reading.reason;
      holds(reading.results.length <= reportLimits.results, "results have their number");
      holds(isClean(reading.results) && isClean(judged.reason), "results are clean text");
      for (const one of reading.results) holds(one.name !== "", "a sub-check has a name");
      const instant = reading.finished_at;
      holds(Number.isInteger(instant), "an instant is a whole number");
      return judged.status;
    },
  },
  {
    name: "a body with conditions",
    most: mebibyte,
    seeds: ['{"a":[1]}', '{"__proto__":{"x":1}}', "[1,2]", '"x"', "x"],
    words: ["1e999", '"x"', "-0"],
    run(text) {
      const check = bodyCheck(
        { body_contains: "x", body_lacks: "y", body_json: conditions },
        text,
        text.length % 2 === 1,
      );
      holds(isClean(check), "a sub-check is clean text");
      return JSON.stringify(check).slice(0, 60);
    },
  },
  {
    name: "an odd answer over HTTP",
    most: mebibyte,
    seeds: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 302 \nlocation: /\n\n",
      "HTTP/1.1 200 OK\r\na: b\r\n c\r\nSet-Cookie: a=b\r\nset-cookie: c=d\r\n\r\nrest",
      "ICY 200 OK\r\n\r\n",
      `HTTP/1.1 200 OK\r\na: ${"\r".repeat(400_000)}b\n\n`,
    ],
    words: [
      "\r\n",
      "\n",
      "\r",
      "Content-Length: ",
      "Transfer-Encoding: chunked",
      "ffffffff\r\n",
      "2;x=y\r\n",
      "HTTP/1.1 103 Early\r\n\r\n",
    ],
    run(text) {
      const bytes = bytesOf(text);
      const read = (pieces: readonly Buffer[]) =>
        unless(BrokenAnswer, () => {
          const answer = new LenientAnswer(mebibyte, false);
          for (const piece of pieces) if (answer.push(piece)) return answer;
          answer.end();
          return answer;
        });
      const whole = read([bytes]);
      // An answer that never began has no end to speak of.
      if (whole instanceof BrokenAnswer) return whole.message;
      holds(whole.body.length <= mebibyte, "a body has its length");
      if (bytes.length < 500) {
        const pieces = read([...bytes].map((byte) => Buffer.from([byte])));
        holds(!(pieces instanceof BrokenAnswer), "what comes byte by byte is read as well");
        if (!whole.cut && !pieces.cut)
          holds(
            pieces.body.equals(whole.body) || whole.body.length > pieces.body.length,
            "and as the same",
          );
      }
      return `${whole.status} ${[...whole.odd].join()}`;
    },
  },
  {
    name: "frames of a WebSocket",
    most: mebibyte,
    seeds: [
      "\x81\x02hi",
      "\x01\x01h\x80\x01i",
      "\x89\x00\x81\x01x",
      "\x88\x02\x03\xe8",
      "\x82\x7e\x00\x80" + "a".repeat(128),
      "\x81\x7f\x00\x00\x00\x00\x00\x00\x00\x01a",
    ],
    words: ["\x81", "\x80", "\x89\x00", "\x7f\xff\xff\xff\xff\xff\xff\xff\xff", "\x01\x00"],
    run(text) {
      const read = (pieces: readonly Buffer[]) =>
        unless(BrokenMessage, () => {
          const reader = new FrameReader(() => {});
          for (const piece of pieces) {
            const message = reader.read(piece);
            if (message) return message;
          }
          return null;
        });
      const bytes = bytesOf(text);
      const whole = read([bytes]);
      if (whole instanceof BrokenMessage || whole === null) return whole?.message ?? "more";
      holds(whole.body.length <= mebibyte, "a message has its length");
      if (bytes.length < 300) {
        const pieces = read([...bytes].map((byte) => Buffer.from([byte])));
        holds(
          pieces !== null && "body" in pieces && pieces.body.equals(whole.body),
          "byte by byte is the same",
        );
      }
      return `read ${whole.cut}`;
    },
  },
  {
    name: "cookies",
    most: 16_384,
    seeds: [
      "a=b; Path=/; Secure; HttpOnly",
      "a=b; Domain=.example.com; Max-Age=0",
      "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "\n a = b ;path=x",
    ],
    words: [
      "; Domain=",
      "; Path=",
      "; Max-Age=",
      "; Expires=",
      "example.com",
      "com",
      "127.0.0.1",
      "; Secure",
      "\n",
    ],
    run(text) {
      const url = new URL("https://www.example.com/a/b?c");
      const cookies = new Cookies();
      cookies.take(url, text.split("\n"));
      const header = cookies.header(url, undefined);
      if (header === null) return "none";
      // Node must be able to send it.
      holds(/^[\x20-\x7e\x80-\xff]*$/.test(header), "a header has characters of headers");
      holds(header.length < 50 * 4_200, "it has its length");
      return "sent";
    },
  },
  {
    name: "the text of a page",
    most: mebibyte,
    seeds: [
      "text/html; charset=utf-8\n<html>",
      "text/html\n<meta charset=iso-8859-1>\xe9",
      '\n<?xml version="1.0" encoding="utf-16"?>x',
      "text/html\n<!-- <meta charset=x> --><meta http-equiv=content-type content='text/html; charset=koi8-r'>",
      "\n\xff\xfex\x00",
    ],
    words: ["charset=", "<meta ", "<!--", "-->", "utf-7", "x-user-defined", "\xef\xbb\xbf"],
    run(text) {
      const at = text.indexOf("\n");
      holds(
        typeof pageText(bytesOf(text.slice(at + 1)), text.slice(0, Math.max(0, at))) === "string",
        "it is text",
      );
      return "read";
    },
  },
  {
    name: "the output of ping",
    most: 65_536,
    seeds: [
      "64 bytes from 1.1.1.1: icmp_seq=1 ttl=64 time=0.5 ms\n1 packets transmitted, 1 received, 0% packet loss\nrtt min/avg/max/mdev = 0.5/0.5/0.5/0.0 ms\n--\n",
      "1 packets transmitted, 0 packets received\nFrom 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n--\n",
      "--\nping: socktype: SOCK_RAW\nping: socket: Operation not permitted",
    ],
    words: ["packets received", "time=", " ms", "unreachable", "not permitted"],
    run(text) {
      const [out = "", error = ""] = text.split("\n--\n");
      const read = readPing(out, error);
      holds(isClean(read), "it is clean text");
      if (read.kind === "reply")
        holds(read.ms === null || (read.ms >= 0 && Number.isFinite(read.ms)), "a time is a number");
      return read.kind;
    },
  },
  {
    name: "answers of push servers",
    most: mebibyte,
    seeds: [
      '{"id":"x","event":"message"}',
      '{"code":42901,"http":429,"error":"limit reached"}',
      '{"healthy":true}',
      '{"error":{"code":404,"status":"NOT_FOUND","details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}]}}',
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429",
      "120",
      "Wed, 21 Oct 2026 07:28:00 GMT",
      '{"name":"projects/x/messages/1"}',
    ],
    words: ['"error":', '"code":', '"details":[', '"id":', "HTTP error 999"],
    run(text) {
      const answer = answerIn(text);
      const outcomes = [
        fcmOutcomeOf(answer),
        outcomeOf(answer),
        healthProblem(answer),
        ...[null, "teams", "slack"].map((format) => webhookOutcome(answer, format as never)),
        webPushOutcome(answer, 0),
        emailOutcome({
          step: "recipient",
          answer: text,
          sent: false,
          reason: text,
        } as never),
      ];
      holds(isClean(outcomes), "outcomes are clean text");
      holds(JSON.stringify(outcomes).length < 20_000, "outcomes have their length");
      return outcomes
        .map((one) => (typeof one === "object" && one !== null ? one.kind : ""))
        .join();
    },
  },
  {
    name: "addresses",
    most: 4_096,
    seeds: [
      "http://example.com/a",
      "tcp://[::1]:80",
      "dns:///example.com?type=MX",
      "icmp://10.0.0.1",
      "10.0.0.0/8",
      "[fd00::]/8",
      "127.0.0.1:8080",
      "200-299,404",
      "wss://user:pw@example.com",
    ],
    words: [
      "://",
      "[",
      "]",
      "::",
      "%25",
      "@",
      ":65536",
      "/33",
      "0x7f.1",
      "２",
      "dns://1.1.1.1/",
      "?type=",
    ],
    run(text) {
      const rule = parseRule(text);
      const url = URL.parse(text);
      if (url) strangersRefusal(url, rulesOf([text]));
      neverReached(text);
      const endpoint = readEndpoint(text);
      holds(isClean(typeof endpoint === "string" ? endpoint : ""), "a fault is clean text");
      const statuses = readStatuses(text);
      return `${rule === null} ${typeof endpoint === "string" ? endpoint : endpoint.scheme} ${statuses?.length}`;
    },
  },
];
