import { describe, expect, test } from "vitest";
import {
  neverReached,
  parseRule,
  refusal,
  rulesOf,
  strangersRefusal,
} from "../../../src/core/access/address.ts";
import type { AddressRule } from "../../../src/core/access/address.ts";

const none: AddressRule[] = [];
const rules = (...texts: string[]) => texts.map((text) => parseRule(text)!);

describe("refusal", () => {
  // [address, with one organization, with several]; null: may be connected to.
  test.each<[string, string | null, string | null]>([
    ["8.8.8.8", null, null],
    ["1.1.1.1", null, null],
    ["172.15.255.255", null, null],
    ["172.32.0.0", null, null],
    ["192.169.0.1", null, null],
    ["100.63.255.255", null, null],
    ["100.128.0.0", null, null],
    ["223.255.255.255", null, null],
    ["2606:4700:4700::1111", null, null],
    ["2a00:1450:4001::200e", null, null],

    ["127.0.0.1", null, "loopback"],
    ["127.255.255.254", null, "loopback"],
    ["::1", null, "loopback"],
    ["10.0.0.1", null, "a private network"],
    ["10.255.255.255", null, "a private network"],
    ["172.16.0.1", null, "a private network"],
    ["172.31.255.255", null, "a private network"],
    ["192.168.1.1", null, "a private network"],
    ["100.64.0.1", null, "a private network"],
    ["100.127.255.255", null, "a private network"],
    ["fc00::1", null, "a private network"],
    ["fd12:3456::1", null, "a private network"],

    ["169.254.0.1", "link-local", "link-local"],
    ["169.254.255.255", "link-local", "link-local"],
    ["fe80::1", "link-local", "link-local"],
    ["febf::1", "link-local", "link-local"],
    ["169.254.169.254", "cloud metadata", "cloud metadata"],
    ["168.63.129.16", "cloud metadata", "cloud metadata"],
    ["100.100.100.200", "cloud metadata", "cloud metadata"],
    ["192.0.0.192", "cloud metadata", "cloud metadata"],
    ["fd00:ec2::254", "cloud metadata", "cloud metadata"],
    ["fd00:0ec2:0:0:0:0:0:0254", "cloud metadata", "cloud metadata"],
    ["fd20:ce::254", "cloud metadata", "cloud metadata"],

    ["0.0.0.0", "unspecified", "unspecified"],
    ["0.1.2.3", "unspecified", "unspecified"],
    ["::", "unspecified", "unspecified"],
    ["224.0.0.1", "multicast", "multicast"],
    ["239.255.255.250", "multicast", "multicast"],
    ["ff02::1", "multicast", "multicast"],
    ["255.255.255.255", "broadcast", "broadcast"],
    ["240.0.0.1", "reserved", "reserved"],
    ["192.0.0.1", "reserved", "reserved"],
    ["192.0.2.1", "reserved", "reserved"],
    ["198.51.100.7", "reserved", "reserved"],
    ["203.0.113.9", "reserved", "reserved"],
    ["198.18.0.1", "reserved", "reserved"],
    ["198.19.255.255", "reserved", "reserved"],
    ["192.88.99.1", "reserved", "reserved"],
    ["2001:db8::1", "reserved", "reserved"],
    ["3fff::1", "reserved", "reserved"],
    ["2001:2::1", "reserved", "reserved"],
    ["100::1", "reserved", "reserved"],
    ["fec0::1", "reserved", "reserved"],
    ["4000::1", "reserved", "reserved"],
    ["5f00::1", "reserved", "reserved"],

    ["::ffff:8.8.8.8", null, null],
    ["::ffff:127.0.0.1", null, "loopback"],
    ["::ffff:7f00:1", null, "loopback"],
    ["::ffff:10.1.2.3", null, "a private network"],
    ["::ffff:a9fe:a9fe", "cloud metadata", "cloud metadata"],
    ["::127.0.0.1", null, "loopback"],
    ["::7f00:1", "reserved", "reserved"],
    ["64:ff9b::808:808", null, null],
    ["64:ff9b::a01:203", null, "a private network"],
    ["64:ff9b::a9fe:a9fe", "cloud metadata", "cloud metadata"],
    ["64:ff9b:1::a01:203", "reserved", "reserved"],
    ["2002:0808:0808::1", null, null],
    ["2002:7f00:0001::1", null, "loopback"],
    ["2002:a9fe:a9fe::1", "cloud metadata", "cloud metadata"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved", "reserved"],

    ["fe80::1%eth0", "not an address", "not an address"],
    ["2130706433", "not an address", "not an address"],
    ["0x7f.1", "not an address", "not an address"],
    ["127.1", "not an address", "not an address"],
    ["012.1.2.3", "not an address", "not an address"],
    ["localhost", "not an address", "not an address"],
    ["", "not an address", "not an address"],
  ])("%s: single %s, multi %s", (address, single, multi) => {
    expect(refusal(address, "single", none)).toBe(single);
    expect(refusal(address, "multi", none)).toBe(multi);
  });

  test("an exception opens its network, in every way to write it", () => {
    const open = rules("10.0.0.0/8", "169.254.7.7");
    expect(refusal("10.1.2.3", "multi", open)).toBe(null);
    expect(refusal("::ffff:10.1.2.3", "multi", open)).toBe(null);
    expect(refusal("169.254.7.7", "single", open)).toBe(null);
    expect(refusal("169.254.7.8", "single", open)).toBe("link-local");
    expect(refusal("192.168.0.1", "multi", open)).toBe("a private network");
    expect(refusal("fd00::1", "multi", open)).toBe("a private network");
  });

  test("an exception with a port opens that port alone", () => {
    const open = rules("127.0.0.1:8080", "[::1]:9000", "[fd00::]");
    expect(refusal("127.0.0.1", "multi", open, 8080)).toBe(null);
    expect(refusal("127.0.0.1", "multi", open, 8081)).toBe("loopback");
    expect(refusal("127.0.0.1", "multi", open)).toBe("loopback");
    expect(refusal("::1", "multi", open, 9000)).toBe(null);
    expect(refusal("fd00::", "multi", open, 1)).toBe(null);
  });

  test("an IPv6 exception opens its network", () => {
    expect(refusal("fd00::5", "multi", rules("fd00::/8"))).toBe(null);
    expect(refusal("::ffff:10.0.0.1", "multi", rules("::ffff:0:0/96"))).toBe(null);
  });
});

describe("parseRule", () => {
  test.each([
    "10.0.0.0/8",
    "10.1.2.3",
    " 10.1.2.3 ",
    "127.0.0.1:8080",
    "10.0.0.0/8:443",
    "fd00::/8",
    "::1",
    "[::1]:8080",
    "[fd00::/8]:80",
    "0.0.0.0/0",
    "10.1.2.3/32",
    "::1/128",
  ])("reads %s", (text) => {
    expect(parseRule(text)).not.toBe(null);
  });

  test.each([
    "",
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "::/129",
    "127.0.0.1:0",
    "127.0.0.1:65536",
    "10.1",
    "0x7f.0.0.1",
  ])("refuses %j", (text) => {
    expect(parseRule(text)).toBe(null);
  });
});

// As the service reads a URL.
test.each([
  ["http://169.254.169.254/", "cloud metadata"],
  ["http://169.254.1.1/", "link-local"],
  ["http://2852039166/", "cloud metadata"],
  ["http://0xA9.0xFE.0xA9.0xFE/", "cloud metadata"],
  ["http://0251.0376.0251.0376./", "cloud metadata"],
  ["http://169.16689662/", "cloud metadata"],
  ["http://[fe80::1]/", "link-local"],
  ["http://[::ffff:169.254.169.254]/", "cloud metadata"],
  ["http://[::ffff:a9fe:101]/", "link-local"],
  ["http://[64:ff9b::169.254.1.1]/", "link-local"],
  ["http://[2002:a9fe:101::]/", "link-local"],
  ["http://224.0.0.1/", "multicast"],
  ["http://[ff02::1]/", "multicast"],
  ["http://0.0.0.0:8080/", "unspecified"],
  ["http://0/", "unspecified"],
  ["http://[::]/", "unspecified"],
  ["http://255.255.255.255/", "broadcast"],
  // What an option, or another number of organizations, allows.
  ["http://127.0.0.1/", null],
  ["http://10.0.0.1/", null],
  ["http://[::1]/", null],
  ["http://192.0.2.1/", null],
  ["http://8.8.8.8/", null],
  ["http://169.254.169.254.example.com/", null],
])("%s can never be reached, because it is %s", (url, why) => {
  expect(neverReached(new URL(url).hostname)).toBe(why);
});

describe("a server that a stranger names", () => {
  // Without an exception, and with the rules below.
  test.each<[string, string | null, string | null]>([
    ["https://push.example.com/send/x", null, null],
    ["https://push.example.com:8443/", null, null],
    ["https://localhost/", null, null],
    ["https://8.8.8.8/", null, null],
    ["https://[2606:4700:4700::1111]/", null, null],
    ["http://push.example.com/", "must start with https://", "must start with https://"],
    ["http://8.8.8.8/", "must start with https://", "must start with https://"],
    ["http://127.0.0.1:8080/", "must start with https://", null],
    ["https://127.0.0.1:8080/", "this one is loopback", null],
    ["https://127.1:8080/", "this one is loopback", null],
    ["https://2130706433:8080/", "this one is loopback", null],
    ["https://[::ffff:127.0.0.1]:8080/", "this one is loopback", null],
    ["https://127.0.0.1/", "this one is loopback", "this one is loopback"],
    ["http://127.0.0.1/", "must start with https://", "must start with https://"],
    ["http://127.0.0.3/", "must start with https://", null],
    ["https://127.0.0.3/", "this one is loopback", "this one is loopback"],
    ["http://127.0.0.4/", "must start with https://", "must start with https://"],
    ["https://127.0.0.4/", "this one is loopback", null],
    ["https://[fd00::1]/", "this one is a private network", null],
    ["http://[fd00::1]/", "must start with https://", null],
    ["https://10.0.0.1/", "this one is a private network", "this one is a private network"],
    ["https://169.254.169.254/", "this one is cloud metadata", "this one is cloud metadata"],
    ["https://203.0.113.7/", "this one is reserved", "this one is reserved"],
  ])("at %s", (text, alone, withRules) => {
    const exceptions = rulesOf([
      "127.0.0.1:8080",
      "127.0.0.3:80",
      "127.0.0.4:443",
      "fd00::/8",
      "no rule",
    ]);
    for (const [rules, expected] of [
      [none, alone],
      [exceptions, withRules],
    ] as const) {
      const why = strangersRefusal(new URL(text), rules);
      if (expected === null) expect(why).toBeNull();
      else expect(why).toContain(expected);
    }
  });
});
