import { describe, expect, it } from "vitest";
import { originOf, schemeOf, targetOf } from "../../../src/core/health/target.ts";

describe("the target of a URL", () => {
  it.each([
    ["https://shop.example.com/health", { scheme: "https" }],
    ["HTTP://shop.example.com", { scheme: "http" }],
    ["tcp://db.example.com:5432", { scheme: "tcp", host: "db.example.com", port: 5432 }],
    ["TCP://DB.example.com:5432", { scheme: "tcp", host: "db.example.com", port: 5432 }],
    ["tls://[2001:db8::1]:465", { scheme: "tls", host: "2001:db8::1", port: 465 }],
    // The guard sees the address that a connection would see.
    ["tcp://0x7f.1:80", { scheme: "tcp", host: "127.0.0.1", port: 80 }],
    ["tcp://bücher.example:80", { scheme: "tcp", host: "xn--bcher-kva.example", port: 80 }],
    [
      "dns://192.0.2.53/shop.example.com?type=AAAA",
      {
        scheme: "dns",
        resolver: { host: "192.0.2.53", port: 53 },
        name: "shop.example.com",
        type: "AAAA",
      },
    ],
    [
      "dns://[2001:db8::53]:5353/_dmarc.example.com.?type=txt",
      {
        scheme: "dns",
        resolver: { host: "2001:db8::53", port: 5353 },
        name: "_dmarc.example.com.",
        type: "TXT",
      },
    ],
    ["dns:///example.com", { scheme: "dns", resolver: null, name: "example.com", type: "A" }],
  ])("%s", (url, target) => {
    expect(targetOf(url)).toEqual(target);
  });

  it.each([
    ["ftp://example.com", "must be an absolute URL that starts with"],
    ["shop.example.com", "must be an absolute URL that starts with"],
    ["https://", "valid host"],
    ["tcp://db.example.com", "must be tcp://host:port"],
    ["tcp://db.example.com:0", "must be tcp://host:port"],
    ["tcp://db.example.com:65536", "must be tcp://host:port"],
    ["tcp://db.example.com:80/path", "must be tcp://host:port"],
    ["tcp://db.example.com:80?a", "must be tcp://host:port"],
    ["tls://ada:secret@db.example.com:80", "must be tls://host:port"],
    ["tls://[::1:80", "must be tls://host:port"],
    ["tls://999.1.1.1:80", "must be tls://host:port"],
    ["dns://192.0.2.53", "must be dns://resolver/name?type=A"],
    ["dns://192.0.2.53/", "must be dns://resolver/name?type=A"],
    ["dns://192.0.2.53/a/b", "must be dns://resolver/name?type=A"],
    ["dns://192.0.2.53/a?class=CH", "must be dns://resolver/name?type=A"],
    ["dns://192.0.2.53/a?type=ANY", "needs a type of A, AAAA"],
    ["dns://192.0.2.53/a..b", "has a name that cannot be asked for: a..b"],
    [`dns://192.0.2.53/${"a.".repeat(127)}`, "has a name that cannot be asked for"],
    ["dns://ada@192.0.2.53/a", "must name the resolver as host or host:port"],
  ])("%s has a fault", (url, fault) => {
    expect(targetOf(url)).toContain(fault);
  });
});

describe("the origin of a URL", () => {
  it.each([
    ["https://ada:secret@Shop.example.com:443/a?b", "https://shop.example.com"],
    ["tcp://db.example.com:5432", "tcp://db.example.com:5432"],
    ["tls://db.example.com:5432", "tls://db.example.com:5432"],
    ["dns://192.0.2.53/a", "dns://192.0.2.53"],
    ["https://", null],
    ["ftp://example.com", null],
  ])("%s", (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  it("has a scheme, or is none that can be checked", () => {
    expect(["DNS:///a", "tls://a:1", "file:///etc"].map(schemeOf)).toEqual(["dns", "tls", null]);
  });
});
