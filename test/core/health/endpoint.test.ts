import { describe, expect, test } from "vitest";
import { isAccepted, readStatuses } from "../../../src/core/health/accepted.ts";
import { originOf, readEndpoint, schemeOf } from "../../../src/core/health/endpoint.ts";

describe("the URL of an endpoint", () => {
  test.each([
    ["tcp://db.example.com:5432", { scheme: "tcp", host: "db.example.com", port: 5432 }],
    ["TCP://DB.example.com:80/", { scheme: "tcp", host: "db.example.com", port: 80 }],
    ["tls://[2001:db8::1]:993", { scheme: "tls", host: "2001:db8::1", port: 993 }],
    ["tcp://0x7f.1:25", { scheme: "tcp", host: "127.0.0.1", port: 25 }],
    ["tls://münchen.example:443", { scheme: "tls", host: "xn--mnchen-3ya.example", port: 443 }],
    [
      "dns://192.0.2.53/example.com?type=mx",
      {
        scheme: "dns",
        resolver: { host: "192.0.2.53", port: 53 },
        name: "example.com",
        type: "MX",
      },
    ],
    [
      "dns://[::1]:5353/_dmarc.Example.com.?type=TXT",
      {
        scheme: "dns",
        resolver: { host: "::1", port: 5353 },
        name: "_dmarc.example.com",
        type: "TXT",
      },
    ],
    ["icmp://router.example.com", { scheme: "icmp", host: "router.example.com" }],
    ["ICMP://[2001:db8::1]/", { scheme: "icmp", host: "2001:db8::1" }],
    ["icmp://0x7f.1", { scheme: "icmp", host: "127.0.0.1" }],
    ["dns:///example.com", { scheme: "dns", resolver: null, name: "example.com", type: "A" }],
    [
      "dns:///bücher.example",
      { scheme: "dns", resolver: null, name: "xn--bcher-kva.example", type: "A" },
    ],
  ])("%s is read", (text, endpoint) => {
    expect(readEndpoint(text)).toEqual(endpoint);
  });

  test.each([
    "http://shop.example.com/health?x=1",
    "https://a:b@shop.example.com",
    "ws://shop.example.com/live?x=1",
    "wss://a:b@shop.example.com",
  ])("%s is left to HTTP", (text) => {
    expect(readEndpoint(text)).toEqual({
      scheme: text.split(":")[0],
      url: new URL(text),
    });
  });

  const schemes = "schemes are http, https, ws, wss, tcp, tls, icmp, dns";
  const host = "must be a URL with a valid host";
  const query =
    "cannot have a query but type= with one of A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV, TXT";
  const name = "needs a name to resolve, for example dns://192.0.2.53/example.com?type=A";
  test.each([
    ["ftp://example.com", `cannot have the scheme ftp, ${schemes}`],
    ["shop", `must begin with a scheme and ://, ${schemes}`],
    ["https://shop:99999/x", "cannot have the port 99999, ports end at 65535"],
    ["tcp://db.example.com", "needs a host and a port, for example tcp://db.example.com:5432"],
    ["tls://db.example.com:0", "needs a host and a port, for example tls://db.example.com:5432"],
    ["icmp://", "needs a host, for example icmp://router.example.com"],
    ["icmp://router.example.com:1", "cannot have a port with icmp://"],
    ["icmp://router.example.com/x", "cannot have a path or query with icmp://"],
    ["icmp://ada@router.example.com", "cannot have a user or password with icmp://"],
    ["icmp://999.1.1.1", host],
    ["tcp:///x", "needs a host and a port, for example tcp://db.example.com:5432"],
    ["tcp://ada:pw@db.example.com:1", "cannot have a user or password with tcp://"],
    ["tls://:pw@db.example.com:1", "cannot have a user or password with tls://"],
    ["tcp://db.example.com:1/x", "cannot have a path or query with tcp://"],
    ["tcp://db.example.com:1?x", "cannot have a path or query with tcp://"],
    ["tcp://db.example.com:1#x", "must not have a fragment (#…): it is never sent"],
    ["tcp://999.1.1.1:1", host],
    ["dns://192.0.2.53:0/example.com", host],
    ["dns://192.0.2.53/", name],
    ["dns:///a..b", name],
    ["dns:///a%20b", name],
    [`dns:///${"a".repeat(64)}.example`, name],
    [`dns:///${"a.".repeat(128)}`, name],
    ["dns:///example.com?type=ANY", query],
    ["dns:///example.com?kind=A", query],
  ])("%s is refused", (text, fault) => {
    expect(readEndpoint(text)).toBe(fault);
  });
});

describe("accepted statuses", () => {
  test.each([
    ["200-299", [[200, 299]]],
    [
      "200 - 204, 301,401",
      [
        [200, 204],
        [301, 301],
        [401, 401],
      ],
    ],
  ])("%j are ranges", (text, ranges) => {
    expect(readStatuses(text)).toEqual(ranges);
  });

  test.each(["", "2xx", "200,", "299-200", "99", "600"])("%j are none", (text) => {
    expect(readStatuses(text)).toBeNull();
    expect(isAccepted(text, 200)).toBe(false);
  });

  test("a status is accepted within a range, its ends included", () => {
    const accepted = [199, 200, 299, 300, 301, 302].filter((status) =>
      isAccepted("200-299,301", status),
    );
    expect(accepted).toEqual([200, 299, 301]);
  });
});

test.each([
  ["https://ada:secret@Shop.example.com:443/a?b", "https://shop.example.com"],
  ["tcp://db.example.com:5432", "tcp://db.example.com:5432"],
  ["tls://db.example.com:5432", "tls://db.example.com:5432"],
  ["dns://192.0.2.53/a", "dns://192.0.2.53"],
  ["https://", null],
  ["ftp://example.com", null],
])("the secrets of %s belong to %s", (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

test("a scheme is read in upper and lower case", () => {
  expect(["DNS:///a", "tls://a:1", "file:///etc", "shop"].map(schemeOf)).toEqual([
    "dns",
    "tls",
    null,
    null,
  ]);
});
