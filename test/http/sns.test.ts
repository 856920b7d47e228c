import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Fetched, Probed, Prober } from "../../src/core/health/prober.ts";
import { createProber } from "../../src/probe/prober.ts";
import { makeAuthority } from "../support/certificate.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

/** A certificate of the kind that SNS signs with, and its key. */
const { key, cert } = makeAuthority(
  "sns.example",
  undefined,
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
);
const host = "https://sns.eu-central-1.amazonaws.com";
/** Another one for each test: the service remembers them. */
let certificate = "";
let count = 0;
const confirm = `${host}/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-central-1:1:oncall&Token=abc`;

const signedMembers = "Message MessageId SubscribeURL Subject Timestamp Token TopicArn Type".split(
  " ",
);

/** An envelope, signed by `SignatureVersion`. */
function signed(members: Record<string, string>, version = "2"): Record<string, string> {
  const envelope: Record<string, string> = {
    MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
    TopicArn: "arn:aws:sns:eu-central-1:1:oncall",
    Timestamp: "2026-11-20T03:00:00.000Z",
    ...members,
    SignatureVersion: version,
    SigningCertURL: members.SigningCertURL ?? certificate,
  };
  const names = signedMembers.filter(
    (name) => name in envelope && (name !== "SubscribeURL" || envelope.Type !== "Notification"),
  );
  const text = names.map((name) => `${name}\n${envelope[name]}\n`).join("");
  envelope.Signature = createSign(version === "1" ? "RSA-SHA1" : "RSA-SHA256")
    .update(text)
    .sign(key, "base64");
  return envelope;
}

const subscription = (more: Record<string, string> = {}, version?: string) =>
  signed(
    {
      Type: "SubscriptionConfirmation",
      Token: "abc",
      Message: "You have chosen to subscribe to the topic.",
      SubscribeURL: confirm,
      ...more,
    },
    version,
  );

const alarm = (more: Record<string, string> = {}, version?: string) =>
  signed(
    {
      Type: "Notification",
      Subject: 'ALARM: "shop-cpu" in EU',
      Message: JSON.stringify({
        AlarmName: "shop-cpu",
        NewStateValue: "ALARM",
        NewStateReason: "x\n",
      }),
      ...more,
    },
    version,
  );

let side: HttpSide;
let path: string;
let probes: Probed[];
let answers: (url: string) => Partial<Extract<Fetched, { kind: "answer" }>> | string;

/** Amazon, as the prober would see it. A text in place of an answer is why there is none. */
const amazon: Prober = {
  fetch: (probed) => {
    probes.push(probed);
    const answer = answers(probed.url);
    return Promise.resolve(
      (typeof answer === "string"
        ? { kind: "failure", during: "connection", reason: answer, seen: {} }
        : { kind: "answer", http_status: 200, body: "", seen: {}, ...answer }) as Fetched,
    );
  },
  close: () => Promise.resolve(),
};

beforeAll(async () => {
  side = await startHttp({ prober: amazon });
});
afterAll(() => side.end());

beforeEach(async () => {
  probes = [];
  certificate = `${host}/SimpleNotificationService-${++count}.pem`;
  answers = (url) => (url === certificate ? { body: cert } : {});
  earlier = new Set((await opened()).map(({ id }) => id));
  const made = await side.api("POST", "/alert_groups", { title: "Cloud" });
  path = new URL(made.json.webhook_url as string).pathname;
});

/** As SNS posts it. */
const post = (envelope: object) =>
  side.call("POST", path, {
    body: JSON.stringify(envelope),
    headers: { "content-type": "text/plain; charset=UTF-8" },
  });
const urls = () => probes.map(({ url }) => url);
const latest = async () => (await side.api("GET", "/inbound_events?order=desc")).json[0];
const opened = async () =>
  (await side.api("GET", "/incidents?order=desc")).json as { id: string; title: string }[];
/** Those of before the test. */
let earlier = new Set<string>();
const incidents = async () => (await opened()).filter(({ id }) => !earlier.has(id));

describe("a subscription", () => {
  test.each(["1", "2"])(
    "is confirmed when its signature of version %s is right",
    async (version) => {
      expect(await post(subscription({}, version))).toMatchObject({
        status: 202,
        json: { accepted: 0, format: "sns" },
      });
      expect(urls()).toEqual([certificate, confirm]);
      expect((await latest()).reason).toContain(
        "The subscription of arn:aws:sns:eu-central-1:1:oncall is confirmed.",
      );
      expect(await incidents()).toEqual([]);
    },
  );

  test("is confirmed without following a redirect, and never with headers of ours", async () => {
    await post(subscription());
    for (const probed of probes)
      expect(probed).toMatchObject({
        expect: "http",
        accepted_statuses: "100-599",
        request_headers: {},
      });
  });

  test("that SNS does not confirm is refused, so that SNS asks again", async () => {
    answers = (url) => (url === certificate ? { body: cert } : { http_status: 302 });
    expect((await post(subscription())).status).toBe(503);
    expect((await latest()).reason).toContain("could not be confirmed: Amazon SNS answered 302");
  });

  test.each([
    ["no signature", () => ({ ...subscription(), Signature: undefined })],
    [
      "a certificate of somebody else",
      () => subscription({ SigningCertURL: "https://a.example/x.pem" }),
    ],
    [
      "a certificate in a bucket",
      () => subscription({ SigningCertURL: "https://s3.amazonaws.com/bucket/x.pem" }),
    ],
    [
      "a host that only looks like SNS",
      () =>
        subscription({ SigningCertURL: "https://sns.eu-central-1.amazonaws.com.a.example/x.pem" }),
    ],
    [
      "a user in the address",
      () =>
        subscription({ SigningCertURL: "https://sns.eu-central-1.amazonaws.com@a.example/x.pem" }),
    ],
    ["http", () => subscription({ SigningCertURL: certificate.replace("https", "http") })],
    ["a port", () => subscription({ SigningCertURL: certificate.replace(".com/", ".com:8443/") })],
    ["no certificate", () => subscription({ SigningCertURL: `${host}/?Action=x.pem` })],
  ])("with %s is not confirmed, and no request is made", async (_, envelope) => {
    expect(await post(envelope())).toMatchObject({ status: 202 });
    expect(probes).toEqual([]);
    expect((await latest()).reason).toMatch(/Not confirmed: /);
  });

  test.each([
    ["elsewhere", "https://a.example/?Action=ConfirmSubscription"],
    ["this machine", "https://127.0.0.1/?Action=ConfirmSubscription"],
    ["another action", `${host}/?Action=Publish&TopicArn=x`],
  ])("whose signed address leads to %s is not confirmed", async (_, SubscribeURL) => {
    expect(await post(subscription({ SubscribeURL }))).toMatchObject({ status: 202 });
    expect(urls()).toEqual([certificate]);
    expect((await latest()).reason).toContain("does not lead to Amazon SNS");
  });

  test("with a wrong signature is refused, and not confirmed", async () => {
    const sent = { ...subscription(), Token: "other" };
    expect((await post(sent)).status).toBe(422);
    expect(urls()).toEqual([certificate]);
    expect((await latest()).reason).toContain("its signature is wrong");
  });

  test("that ends is not begun again", async () => {
    expect(await post(subscription({ Type: "UnsubscribeConfirmation" }))).toMatchObject({
      status: 202,
    });
    expect(urls()).toEqual([certificate]);
  });

  test("is not confirmed once more by a replay", async () => {
    await post(subscription());
    const { id } = await latest();
    probes = [];
    expect(
      (await side.api("POST", `/inbound_events/${id as string}/replay`, {})).status,
    ).toBeLessThan(300);
    expect(probes).toEqual([]);
  });

  test("is not confirmed for a sender without the secret of the group", async () => {
    const made = await side.api("POST", "/alert_groups", {
      title: "Locked",
      webhook_auth: "bearer",
      webhook_secret: "s".repeat(20),
    });
    path = new URL(made.json.webhook_url as string).pathname;
    expect((await post(subscription())).status).toBe(401);
    expect(probes).toEqual([]);
  });
});

test("a request as it is made for SNS takes a redirect for the answer", async () => {
  const seen: string[] = [];
  const server = createServer((request, answer) => {
    seen.push(request.url!);
    answer.writeHead(302, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const prober = createProber({ profile: () => "single", exceptions: [], userAgent: "monitord" });
  await post(subscription());
  const made = probes.at(-1)!;
  expect(await prober.fetch({ ...made, url: `http://127.0.0.1:${port}/` })).toMatchObject({
    kind: "answer",
    http_status: 302,
  });
  expect(seen).toEqual(["/"]);
  await prober.close();
  await new Promise((done) => server.close(done));
});

describe("an alarm", () => {
  test.each(["1", "2"])(
    "opens an incident when its signature of version %s is right",
    async (version) => {
      expect(await post(alarm({}, version))).toMatchObject({
        status: 202,
        json: { accepted: 1, format: "cloudwatch" },
      });
      expect(await incidents()).toMatchObject([{ title: "shop-cpu" }]);
    },
  );

  test("without a subject, which SNS signs as if there were no such member, opens one", async () => {
    const { Subject: _subject, ...members } = alarm();
    expect(await post(signed(members))).toMatchObject({ status: 202 });
    expect(await incidents()).toMatchObject([{ title: "shop-cpu" }]);
  });

  test("asks for its certificate once", async () => {
    for (let i = 0; i < 3; i++) await post(alarm({ Subject: `x ${i}` }));
    expect(urls()).toEqual([certificate]);
  });

  test("whose signature is wrong is refused with the reason, and somebody hears of it", async () => {
    const changed = { ...alarm(), Subject: "OK" };
    const answer = await post(changed);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.json.detail).toContain(
      "claims to come from Amazon SNS, but its signature is wrong",
    );
    expect(await incidents()).toMatchObject([
      { title: expect.stringMatching(/^A delivery could not be read: .+ its signature is wrong$/) },
    ]);
  });

  test.each<[string, () => object]>([
    ["is not signed", () => ({ ...alarm(), Signature: undefined })],
    [
      "names a certificate of somebody else",
      () => alarm({ SigningCertURL: "https://a.example/x.pem" }),
    ],
  ])("that %s is taken, because the URL is the secret", async (_, envelope) => {
    expect((await post(envelope())).status).toBe(202);
    expect(await incidents()).toMatchObject([{ title: "shop-cpu" }]);
    expect(probes).toEqual([]);
  });

  test("whose certificate cannot be had is taken, and the next one does not wait for it", async () => {
    answers = () => "no route to host";
    expect((await post(alarm())).status).toBe(202);
    expect((await post(alarm())).status).toBe(202);
    expect(urls()).toEqual([certificate]);
    expect((await latest()).reason).toContain("could not be had: no route to host");
    expect(await incidents()).toMatchObject([{ title: "shop-cpu" }]);
  });

  test.each([
    ["a signature of a version that nobody knows", { SignatureVersion: "3" }, cert],
    ["a certificate that is none", {}, "<html>"],
  ])("with %s is taken, because its signature is not known to be wrong", async (_, more, body) => {
    answers = () => ({ body });
    expect((await post({ ...alarm(), ...more })).status).toBe(202);
    expect(await incidents()).toMatchObject([{ title: "shop-cpu" }]);
    expect((await latest()).reason).toContain("It is not known whether Amazon SNS sent this");
  });
});
