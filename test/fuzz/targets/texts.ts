/** Short texts: of people, of browsers, and of our own. */
import { randomBytes } from "node:crypto";
import { agentOf, networkOf } from "../../../src/core/access/agent.ts";
import { hashKey, keyPrefix, looksLikeKey } from "../../../src/core/access/api-key.ts";
import {
  looksLikeUserCode,
  normalizeUserCode,
} from "../../../src/core/access/device-authorization.ts";
import { browserName, platformOf, subscribeLink } from "../../../src/core/access/invitation.ts";
import { deviceClaimed, sign, verify } from "../../../src/core/access/signed-action.ts";
import { csvText } from "../../../src/core/text/csv.ts";
import { formatDuration } from "../../../src/core/text/duration.ts";
import {
  deeperThan,
  exceeded,
  numbersAsWritten,
  withoutNaN,
} from "../../../src/core/text/json-text.ts";
import { nearest } from "../../../src/core/text/nearest.ts";
import { qrOf } from "../../../src/core/text/qr.ts";
import { readDuration } from "../../../src/core/text/read-duration.ts";
import { readGivenInstant, readInstant } from "../../../src/core/text/read-instant.ts";
import { limits } from "../../../src/resource/schema.ts";
import { byteLength, cleanText, cutText, lastLine } from "../../../src/core/text/text.ts";
import { searchGuides } from "../../../src/core/guide/search.ts";
import {
  isAddress,
  readMailbox,
  readSmtpName,
  readSmtpUrl,
  wireAddress,
} from "../../../src/channel/email/address.ts";
import { readServiceAccount } from "../../../src/channel/fcm/service-account.ts";
import { encrypt } from "../../../src/channel/webpush/encrypt.ts";
import {
  isPrivateKey,
  keysOf,
  privateKeyFrom,
  publicKeyOf,
} from "../../../src/channel/webpush/keys.ts";
import { oneLine, visible } from "../../../src/ctl/output/text.ts";
import { cleanUrl, coerce, isUuid } from "../../../src/http/request/requests.ts";
import { isJsonType, parseJson } from "../../../src/http/request/bodies.ts";
import { Problem } from "../../../src/http/answer/problem.ts";
import { nextTurn } from "../../../src/http/turns.ts";
import { conditionLines, readConditions } from "../../../src/http/site/body-conditions.ts";
import { formFields } from "../../../src/http/site/form-fields.ts";
import {
  afterMove,
  itemLines,
  numbersOf,
  pairsOf,
  itemsOf,
} from "../../../src/http/site/form-lines.ts";
import { bodyOf, typedValues } from "../../../src/http/site/form-typed.ts";
import { carriedForm } from "../../../src/http/site/kept-form.ts";
import { afterPress } from "../../../src/http/site/public/systems-form.ts";
import { silenceBody } from "../../../src/http/site/silence-form.ts";
import { readForm } from "../../../src/http/site/site.ts";
import { now } from "../../inbound/samples.ts";
import { holds, isClean, unless, type Target } from "../target.ts";

const secret = "secret";
const action = {
  verb: "acknowledge",
  incident_id: "00000000-0000-4000-8000-000000000001",
  device_id: "00000000-0000-4000-8000-000000000002",
  expires_at: now + 1000,
} as const;
const button = sign(secret, action);
const publicKey = publicKeyOf(privateKeyFrom("seed"))!.toString("base64url");
const subscription = `${publicKey}.${randomBytes(16).toString("base64url")}`;
const monitorFields = formFields("health_check_monitors", {});
const scheduleFields = formFields("schedules", {});
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export const texts: readonly Target[] = [
  {
    name: "JSON as text",
    most: 8 * 1024 * 1024,
    seeds: [
      '{"id":12345678901234567890,"a":1.10,"b":[1,2,{"c":"x\\"\\\\"}]}',
      "[NaN,-Infinity,Infinity]",
      '{"a":"NaN","b":NaN}',
      "[-0,1e5,0.0,1.0]",
      '{"\\ud800":"\\u0000"}',
    ],
    words: [
      "NaN",
      "-Infinity",
      '\\"',
      "\\\\",
      '"',
      "1.10",
      "12345678901234567890",
      "e",
      "-",
      "[[[[",
    ],
    // As where it is asked of large texts, each question is a turn of its own.
    async run(text) {
      const value = parse(text);
      await nextTurn();
      const written = numbersAsWritten(text);
      const cleared = withoutNaN(text);
      await nextTurn();
      const bounds = { depth: 32, values: 1_000, names: 100, digits: 50 };
      const over = exceeded(text, bounds);
      await nextTurn();
      const deep = deeperThan(text, 32);
      await nextTurn();
      if (text.length <= limits.body) unless(Problem, () => parseJson(text));
      if (value === undefined) return `no JSON ${cleared !== null && parse(cleared) !== undefined}`;
      holds(parse(written) !== undefined, "with its numbers as texts it is JSON still");
      holds(cleared === null || parse(cleared) !== undefined, "so it is without NaN");
      holds(deep === depthOf(value) > 32, "its depth is known");
      return `${over} ${written === text}`;
    },
  },
  {
    name: "buttons",
    most: 4_096,
    seeds: [button, sign("other", action), sign(secret, { ...action, expires_at: 0 })],
    run(text) {
      deviceClaimed(text);
      const verified = verify(secret, text, now);
      // base64url ends in bits that mean nothing: the same bytes may be written in another way.
      if (verified.ok)
        holds(
          Buffer.from(text, "base64url").equals(Buffer.from(button, "base64url")),
          "a signature is of its text alone",
        );
      return verified.ok ? "ok" : verified.why;
    },
  },
  {
    name: "durations and instants",
    most: 65_536,
    seeds: [
      "90s",
      "1h 30 min",
      "7 days",
      "2026-01-01T00:00:00+01:00",
      "1700000000",
      "2026-02-29",
      "1,5 h",
      "99999999999999999999d",
      "20260101T000000Z",
    ],
    words: ["h", "min", " ", ".", ",", "T", "Z", "+01:00", "e9"],
    run(text) {
      const ms = readDuration(text, 60_000);
      if (ms !== null) {
        holds(Number.isFinite(ms) && ms >= 0, "a duration is a number");
        holds(isClean(formatDuration(ms)), "it can be written");
      }
      const instants = [readInstant(text), readInstant(Number(text)), readGivenInstant(text)];
      for (const at of instants)
        if (!Number.isNaN(at)) {
          holds(Number.isInteger(at), "an instant is a whole number");
          holds(!Number.isNaN(new Date(at).getTime()), "an instant is in the calendar");
        }
      return `${ms === null} ${instants.map(Number.isNaN).join()}`;
    },
  },
  {
    name: "mail addresses and servers",
    most: 65_536,
    seeds: [
      "Monitord <monitord@example.org>",
      "ada@example.com",
      '"A, B" <a@b.c>',
      "smtp://user:p%40@mail.example.org:587?tls=optional",
      "smtps://[::1]",
      "mx.example.org",
      "ä@ö.example",
    ],
    words: ["@", "<", ">", '"', "smtp://", "?tls=", "%", ".", "xn--", "\r\n", "[IPv6:::1]"],
    run(text) {
      if (isAddress(text))
        holds(/^[^\s@]+@[\x21-\x7e]+$/.test(wireAddress(text)), "it can be sent");
      const mailbox = readMailbox(text);
      if (typeof mailbox !== "string")
        holds(!/[\r\n\0]/.test(mailbox.name + mailbox.address), "it is one line");
      const server = readSmtpUrl(text);
      if (typeof server !== "string")
        holds(server.port > 0 && server.port < 65_536, "a port is one");
      const name = readSmtpName(text);
      if (typeof name !== "string") holds(!/[\r\n ]/.test(name.name), "a name is a word");
      return [mailbox, server, name].map((one) => typeof one).join();
    },
  },
  {
    name: "keys and codes",
    most: 65_536,
    seeds: [
      subscription,
      publicKey,
      "BCDF-GHJK",
      "mk_live_abcdef",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1",
      '{"type":"service_account","project_id":"x","client_email":"y","private_key":"z"}',
      "2001:db8::1",
      "::ffff:1.2.3.4",
    ],
    words: [".", "Mozilla/5.0", "Chrome/", "Android", "-", "="],
    run(text) {
      const keys = keysOf(text);
      if (keys)
        holds(encrypt(Buffer.from("x"), keys).length > 0, "what is taken as a key can be used");
      if (isPrivateKey(text)) holds(publicKeyOf(text) !== null, "a private key has a public one");
      const account = readServiceAccount(text);
      if (looksLikeKey(text))
        holds(
          keyPrefix(text).length < text.length && hashKey(text) !== "",
          "a key has a beginning",
        );
      holds(
        normalizeUserCode(normalizeUserCode(text)) === normalizeUserCode(text),
        "a code is one",
      );
      looksLikeUserCode(text);
      for (const one of [agentOf(text), networkOf(text), browserName(text)])
        holds(one.length < 200 + text.length, "a name has its length");
      subscribeLink(text, "topic", text);
      return `${keys !== null} ${typeof account} ${platformOf(text)}`;
    },
  },
  {
    name: "texts to show",
    most: 65_536,
    seeds: [
      "a\tb\nc",
      "=1+1",
      "\u202eabc",
      "ntfy://example.com/topic?display=x",
      "\ud83d\ude00",
      'a, "b"',
    ],
    run(text) {
      for (const limit of [0, 1, 3, 10, 255])
        holds(byteLength(cutText(text, limit)) <= Math.max(limit, 3), "a cut text has its length");
      holds(isClean(cleanText(text)), "a clean text is clean");
      holds(!/[\p{Cc}\u2028]/u.test(oneLine(text)), "a line is one");
      holds(!visible(text).includes("\u001b"), "no terminal is told anything");
      lastLine(text);
      holds(csvText(["a"], [[text]]).split("\r\n").length <= 4, "a row is one");
      nearest(text.slice(0, 200), ["alert_group", "title", "__proto__"]);
      if (byteLength(text) < 500) holds(qrOf(cleanText(text)).length >= 21, "a code has its size");
      searchGuides([], text);
      return byteLength(text) === text.length;
    },
  },
  {
    name: "queries and paths",
    most: 65_536,
    seeds: [
      "/api/v1/incidents?limit=10&cursor=1_a&open=true&ids=a,b",
      "/ping//x/",
      "/a/../b?%zz",
      "http://h/a",
      "limit=1e3",
      "application/vnd.x+json; charset=utf-8",
      "00000000-0000-4000-8000-000000000001",
    ],
    words: ["?", "&", "=", "%2e", "//", "limit=", "true", ",", "#"],
    run(text) {
      const url = cleanUrl(text);
      const query = Object.fromEntries(new URLSearchParams(url.split("?")[1] ?? ""));
      coerce(query, {
        properties: {
          limit: { type: "integer" },
          open: { type: "boolean" },
          ids: { type: "array" },
        },
      } as never);
      const { limit } = query as { limit?: unknown };
      holds(typeof limit !== "number" || Number.isSafeInteger(limit), "a number is whole");
      return `${isJsonType(text)} ${isUuid(text)} ${typeof limit}`;
    },
  },
  {
    name: "conditions as lines",
    most: limits.formBody,
    seeds: [
      '/status equals "ok"',
      '"/a b" exists\n/a above 1',
      "/x contains y z  ",
      '"" equals null',
      "/a at_least 1e3",
    ],
    words: [" equals ", " exists", '"', "\\", "  ", "\t", "\n"],
    run(text) {
      const conditions = readConditions(text);
      const known = conditions.filter((one) => one.comparison !== undefined);
      const lines = conditionLines(known as never);
      const again = readConditions(lines);
      const isPlain = known.every(
        ({ pointer, value }) => typeof pointer === "string" && pointer !== "" && value !== null,
      );
      if (isPlain)
        holds(
          JSON.stringify(again) === JSON.stringify(known),
          "what was written is read as the same",
        );
      return `${conditions.length} ${known.length}`;
    },
  },
  {
    name: "forms",
    most: limits.formBody,
    seeds: [
      "title=Shop&url=https%3A%2F%2Fexample.com&interval_seconds=1m&headers=a%3A+b&body_json=%2Fa+equals+1&contact_days=1&tags=a%0Ab",
      "about=monitor%3Ax&lasts=2h&until=2026-01-01T10%3A00&matchers=a%3Db&timezone=Europe%2FBerlin&duration=1h&time=10%3A00&days=1",
      "people=a&people=b&move=people.up.1&people.new=c",
      "s.0.name=A&s.0.y.0.name=B&s.0.y.0.refs=hc%3Ax&move=s.0.y.0.up&s.0.y.0.add=x",
      "kept.title=x&csrf=y&layers=name%3A+nights%2C+users%3A+%5BAda%5D",
      "headers=__proto__%3A+x&priorities=critical%3A+1%0Aconstructor%3A2",
      `duration=${"[]".repeat(50_000)}`,
    ],
    words: [
      "&",
      "=",
      "+",
      "%0A",
      "%3A",
      "move=",
      ".up.",
      ".drop.",
      "-1",
      "9999999999",
      "body_json=",
      "headers=",
      "__proto__",
      "{",
      "[",
      "*a",
      "&a ",
      "- ",
    ],
    run(text) {
      const form = unless(Problem, () => readForm(text));
      if (form instanceof Problem) return "too many fields";
      for (const [kind, fields] of [
        ["health_check_monitors", monitorFields],
        ["schedules", scheduleFields],
      ] as const) {
        const body = bodyOf(kind, fields, form);
        holds(JSON.stringify(body) !== "", "a body is JSON");
        typedValues(kind, fields, form);
      }
      afterMove(form);
      afterPress(form, []);
      const { body, faults } = silenceBody(form, now);
      holds(JSON.stringify(body) !== "", "a silence is JSON");
      const kept = carriedForm("/x", form);
      for (const value of [...form.values()].slice(0, 100)) {
        numbersOf(pairsOf(value));
        const items = itemsOf(value);
        if (items.every((item) => item !== undefined)) itemLines(items);
      }
      return `${faults.length} ${kept === null}`;
    },
  },
];

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
