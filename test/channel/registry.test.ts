import { describe, expect, test } from "vitest";
import {
  allChannels,
  channelOf,
  deviceFaults,
  faultsOfOwn,
  homeLanes,
  isHome,
  laneOf,
  neededFlags,
} from "../../src/channel/registry.ts";
import { createPusher, openSenders } from "../../src/channel/senders.ts";
import type { Device } from "../../src/core/model/model.ts";
import { device } from "../support/builders.ts";
import { newSubscription } from "../support/browser-subscription.ts";
import { nowhere } from "../support/surroundings.ts";
import { channelsOf } from "../support/world.ts";
import { duePush } from "./due-push.ts";

const complete = { kind: "ntfy", target: "ada-phone", server: null, access_token: null };
/** `field code` of each fault. */
const said = (fields: Record<string, unknown>) =>
  deviceFaults({ ...complete, ...fields }).map(({ field, code }) => `${field} ${code}`);

test.each<[Partial<Device>, string | null]>([
  [{ kind: "ntfy", target: "ada-phone", server: null }, null],
  [{ kind: "ntfy", target: "ada-phone", server: "https://ntfy.example.com" }, "server"],
  [{ kind: "fcm", target: "a:b" }, null],
  [{ kind: "webhook", target: "https://chat.example.com/x" }, "target"],
  [{ kind: "email", target: "ada@example.com" }, null],
  [{ kind: "email", target: "Ada@Example.com" }, null],
  [{ kind: "email", target: "bob@example.com" }, "target"],
])("a person adds %o for themselves, or an admin does, because of its %s", (fields, field) => {
  const faults = faultsOfOwn(device(fields), "ADA@example.com");
  expect(faults.map((one) => `${one.field} ${one.code}`)).toEqual(
    field === null ? [] : [`${field} needs_admin`],
  );
});

describe("the fields of a device", () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ kind: "pigeon", target: "a:b" }, ["kind unknown"]],
    [{ kind: "fcm", target: "a:b" }, []],
    [{ kind: "fcm", target: "a".repeat(4096) }, []],
    [{ kind: "fcm", target: "a".repeat(4097) }, ["target format"]],
    [{ kind: "fcm", target: "a b" }, ["target format"]],
    [{ kind: "fcm", target: "ä" }, ["target format"]],
    [
      { kind: "fcm", server: "https://ntfy.example.com", access_token: "tk" },
      ["server not_allowed", "access_token not_allowed"],
    ],
    [{ target: "a b" }, ["target format"]],
    [{ target: "x".repeat(65) }, ["target format"]],
    [{ server: "https://ntfy.example.com/push" }, []],
    [{ server: "ntfy.example.com" }, ["server format"]],
    [{ server: "https://ntfy.example.com/?a=1" }, ["server format"]],
    [{ server: "https://ada:***@ntfy.example.com" }, ["server secret_needed"]],
    [{ target: "https://push.example.com/x", ...newSubscription().device }, []],
    [{ target: "http://push.example.com/x", ...newSubscription().device }, ["target address"]],
    [{ target: "https://10.0.0.1/x", ...newSubscription().device }, ["target address"]],
    [
      { target: `https://push.example.com/${"x".repeat(2024)}`, ...newSubscription().device },
      ["target length"],
    ],
    [
      {
        target: "https://push.example.com/x",
        ...newSubscription().device,
        secret: `${newSubscription().device.secret}${"=".repeat(200)}`,
      },
      ["secret format"],
    ],
    [
      { kind: "webhook", target: `https://hooks.example.com/${"x".repeat(2023)}` },
      ["target length"],
    ],
    [
      { kind: "webpush", target: "https://push.example.com/x" },
      ["access_token format", "secret format"],
    ],
    [
      { target: "ftp://x", ...newSubscription().device, access_token: "***", secret: "***" },
      ["target format", "access_token secret_needed", "secret secret_needed"],
    ],
    [{ kind: "webhook", target: "https://hooks.example.com/x", secret: "0123456789abcdef" }, []],
    [{ kind: "webhook", target: "hooks.example.com" }, ["target format"]],
    [{ kind: "webhook", target: "https://ada:pw@hooks.example.com" }, ["target format"]],
    [{ kind: "webhook", target: "https://x.example.com", secret: "short" }, ["secret length"]],
    [{ kind: "webhook", target: "https://x.example.com", secret: "***" }, ["secret secret_needed"]],
    [
      { kind: "webhook", target: "https://x.example.com", server: "https://y.example.com" },
      ["server not_allowed"],
    ],
    [{ kind: "email", target: "ada@example.org" }, []],
    [{ kind: "email", target: "ada" }, ["target format"]],
    [
      { kind: "email", target: "ada@example.org", secret: "0123456789abcdef" },
      ["secret not_allowed"],
    ],
    [{ format: "slack", secret: "0123456789abcdef" }, ["format not_allowed", "secret not_allowed"]],
    [{ access_token: "tk_123" }, []],
    [{ access_token: "***" }, ["access_token secret_needed"]],
    [{ access_token: "tk\n" }, ["access_token format"]],
  ])("device %j", (fields, faults) => {
    expect(said(fields)).toEqual(faults);
  });

  test("of a browser may name addresses that the operator named", () => {
    const browser = { ...newSubscription().device, target: "http://127.0.0.1:8080/send/1" };
    const faultsWith = (...allowed: string[]) =>
      deviceFaults({ ...complete, ...browser }, allowed).map(({ message }) => message);
    expect(faultsWith()).toEqual(["must start with https://"]);
    expect(faultsWith("127.0.0.1:8080")).toEqual([]);
    expect(faultsWith("127.0.0.1:9")).toEqual(["must start with https://"]);
  });

  test("of one channel alone are refused for another with the name of the one that takes them", () => {
    const [fault] = deviceFaults({ ...complete, kind: "fcm", server: "https://x.example.com" });
    expect(fault!.message).toBe("only applies to ntfy devices; set it to null");
  });
});

describe("the lane of a push", () => {
  test.each([
    ["the configured ntfy server", device(), "", true],
    [
      "another one",
      device({ server: "https://push.example.com" }),
      "https://push.example.com",
      false,
    ],
    ["a mail address", device({ kind: "email", target: "ada@example.org" }), "email", true],
    ["FCM", device({ kind: "fcm", target: "a:b" }), "fcm", true],
    [
      "a channel that a newer version wrote",
      { ...device(), kind: "pigeon" },
      "unknown/pigeon",
      false,
    ],
    [
      "a kind that has the name of a member",
      { ...device(), kind: "toString" },
      "unknown/toString",
      false,
    ],
  ])("to %s is its own", (_, to, lane, home) => {
    expect(laneOf(to)).toBe(lane);
    expect(isHome(to)).toBe(home);
  });

  test("is another one for each channel, so that a slow one delays no other", () => {
    const lanes = allChannels.map(([kind]) => laneOf({ kind, target: "x", server: null }));
    expect(new Set(lanes).size).toBe(lanes.length);
    expect(new Set(homeLanes).size).toBe(homeLanes.length);
  });
});

describe("sending", () => {
  test("opens the channels that are configured, and no others", async () => {
    const senders = await openSenders(
      channelsOf({ ntfy: { url: "https://ntfy.example.com", token: null } }),
      nowhere,
    );
    expect(Object.keys(senders)).toEqual(["ntfy", "webpush", "webhook"]);
    await createPusher(senders).close();
  });

  test.each([
    ["fcm", "fcm is not configured on this server any more"],
    ["pigeon", "this version of monitord does not know the channel pigeon"],
    ["constructor", "this version of monitord does not know the channel constructor"],
  ])("to a device of the kind %s that cannot be sent to is an answer too", async (kind, detail) => {
    expect(await createPusher({}).push(duePush({}, { kind: kind as Device["kind"] }))).toEqual({
      kind: "refused",
      http_status: null,
      detail,
    });
  });
});

test("every channel says which of its options switch it on", () => {
  for (const [, { needs, options }] of allChannels)
    expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining([...needs]));
  expect(["ntfy", "fcm", "email", "pigeon"].map(neededFlags)).toEqual([
    "",
    "--fcm-credentials-file",
    "--smtp-url and --mail-from",
    "",
  ]);
});

test("an unknown channel is none", () => {
  expect(channelOf("pigeon")).toBeNull();
});
