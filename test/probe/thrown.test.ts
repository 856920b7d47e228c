/** Whatever a probe or a sender throws is an outcome. The lists of both come from the code: a new one needs a line here. */
import { expect, onTestFinished, test } from "vitest";
import {
  channelKinds,
  type ChannelKind,
  type ChannelSettings,
} from "../../src/channel/registry.ts";
import { createPusher, openSenders } from "../../src/channel/senders.ts";
import { schemes, type Scheme } from "../../src/core/health/endpoint.ts";
import { duePush } from "../channel/due-push.ts";
import { readServiceAccount, type ServiceAccount } from "../../src/channel/fcm/service-account.ts";
import { night } from "../support/builders.ts";
import { startFcm } from "../support/fcm.ts";
import { proberOf } from "../support/probing.ts";
import { startSmtp } from "../support/smtp.ts";
import { nowhere } from "../support/surroundings.ts";

const planted = () => {
  throw new TypeError("planted");
};

const urls: Record<Scheme, string> = {
  http: "http://127.0.0.1:1/",
  https: "https://127.0.0.1:1/",
  ws: "ws://127.0.0.1:1/",
  wss: "wss://127.0.0.1:1/",
  tcp: "tcp://127.0.0.1:1",
  tls: "tls://127.0.0.1:1",
  icmp: "icmp://127.0.0.1",
  dns: "dns://127.0.0.1:1/example.com",
};

test.each(schemes)(
  "what a probe of %s throws is a failed check with its reason",
  async (scheme) => {
    const thrown: unknown[] = [];
    let throws = false;
    const prober = proberOf({
      profile: () => (throws ? planted() : "single"),
      onThrown: (error) => void thrown.push(error),
    });
    throws = true;
    const request = { url: urls[scheme], request_headers: {}, timeout_seconds: 5 };
    expect(await prober.fetch(request)).toMatchObject({
      kind: "failure",
      reason: "monitord could not read the answer: TypeError: planted",
    });
    expect(thrown).toHaveLength(1);
  },
);

test("a probe that never ends is a failed check", async () => {
  const prober = proberOf({ lookup: () => new Promise(() => {}) });
  const request = { url: "http://shop.example.com", request_headers: {}, timeout_seconds: 0.1 };
  expect(await prober.fetch(request)).toMatchObject({ kind: "failure", late: true });
});

async function settings(): Promise<{
  [Kind in ChannelKind]: NonNullable<ChannelSettings[Kind]>;
}> {
  const fcm = await startFcm({ now: () => night });
  onTestFinished(() => fcm.stop());
  const account = readServiceAccount(JSON.stringify(fcm.credentials)) as ServiceAccount;
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  return {
    ntfy: { url: "http://127.0.0.1:1", token: null },
    webpush: {},
    fcm: { account, url: fcm.url, tokenUrl: null },
    webhook: {},
    email: {
      server: { host: "127.0.0.1", port: smtp.port, tls: "optional", checked: false, login: null },
      from: { name: "Monitord", address: "monitord@example.org" },
      name: null,
    },
  };
}

test.each(channelKinds)("what a sender of %s throws is the outcome of its push", async (kind) => {
  const thrown: unknown[] = [];
  const senders = await openSenders(await settings(), {
    ...nowhere,
    onThrown: (error) => void thrown.push(error),
  });
  const pusher = createPusher(senders);
  const due = duePush({}, { kind });
  const device = new Proxy(due.device, {
    get: (of, name) => (name === "kind" ? of.kind : planted()),
  });
  expect(await pusher.push({ ...due, device })).toMatchObject({
    kind: "retry",
    detail: "monitord could not send it: TypeError: planted",
    of_push_alone: true,
  });
  expect(thrown).toHaveLength(1);
  await pusher.close();
});
