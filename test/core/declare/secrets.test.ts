import { describe, expect, it } from "vitest";
import {
  isMaskedUrl,
  keptForOther,
  mask,
  maskUrl,
  restoreMasked,
} from "../../../src/core/declare/secrets.ts";

describe("a secret is shown as ***", () => {
  it.each([
    ["https://example.com/a@b", "https://example.com/a@b"],
    ["https://ada:s3cret@example.com/h", "https://ada:***@example.com/h"],
    ["https://ada:p@ss@example.com/h", "https://ada:***@example.com/h"],
    ["https://ada:a:b@example.com", "https://ada:***@example.com"],
    ["https://token@example.com/", "https://***@example.com/"],
    ["https://ada:@example.com/", "https://***@example.com/"],
    ["https://:s3cret@example.com/", "https://:***@example.com/"],
    ["https://example.com?x=a@b", "https://example.com?x=a@b"],
    ["https://example.com\\@evil/", "https://example.com\\@evil/"],
  ])("in %s", (url, shown) => {
    expect(maskUrl(url)).toBe(shown);
    expect(isMaskedUrl(shown)).toBe(shown !== url);
  });

  it("in the fields that hold secrets and in no others", () => {
    expect(
      mask("health_check_monitors", {
        title: "https://a:b@c",
        url: "https://a:b@c",
        request_headers: { "X-Token": "t" },
      }),
    ).toEqual({
      title: "https://a:b@c",
      url: "https://a:***@c",
      request_headers: { "X-Token": "***" },
    });
    expect(mask("devices", { access_token: "t", server: "https://a:b@c" })).toEqual({
      access_token: "***",
      server: "https://a:***@c",
    });
    expect(mask("devices", { access_token: null, server: null })).toEqual({
      access_token: null,
      server: null,
    });
    expect(mask("users", { email: "a@b" })).toEqual({ email: "a@b" });
  });
});

describe("*** that comes back means the stored secret", () => {
  const stored = {
    url: "https://ada:s3cret@example.com/h",
    request_headers: { "X-Token": "t" },
  };
  const restore = (url: string, had: string) =>
    restoreMasked("health_check_monitors", { url }, { ...stored, url: had }).url;
  it.each([
    ["https://ada:***@example.com/x", stored.url, "https://ada:s3cret@example.com/x"],
    ["https://ada:***@new.example.com/x", stored.url, "https://ada:***@new.example.com/x"],
    ["http://ada:***@example.com/", stored.url, "http://ada:***@example.com/"],
    ["https://ada:***@example.com:8443/", stored.url, "https://ada:***@example.com:8443/"],
    ["https://bob:***@example.com/", stored.url, "https://bob:***@example.com/"],
    ["https://***@example.com/", stored.url, "https://***@example.com/"],
    ["https://ada:new@example.com/", stored.url, "https://ada:new@example.com/"],
    ["https://example.com/", stored.url, "https://example.com/"],
    ["https://***@example.com/new", "https://token@example.com/", "https://token@example.com/new"],
    [
      "https://***@example.com/new",
      "https://token:@example.com/",
      "https://token:@example.com/new",
    ],
    ["https://***@example.com/", "https://token@example.com/", "https://token@example.com/"],
    [
      "https://token:***@example.com/",
      "https://token@example.com/",
      "https://token:***@example.com/",
    ],
    ["https://ada:***@example.com/", "https://example.com/", "https://ada:***@example.com/"],
  ])("%s over %s", (given, had, meant) => {
    expect(restore(given, had)).toBe(meant);
  });

  it("in headers, by their name in any case", () => {
    expect(
      restoreMasked(
        "health_check_monitors",
        { request_headers: { "x-token": "***", "X-New": "***", "X-Set": "v" } },
        stored,
      ).request_headers,
    ).toEqual({ "x-token": "t", "X-New": "***", "X-Set": "v" });
  });

  it("in headers not for another origin than the one that they were given for", () => {
    const given = { url: "https://other.example.com/h", request_headers: { "X-Token": "***" } };
    expect(restoreMasked("health_check_monitors", given, stored)).toEqual(given);
    const same = { ...given, url: "https://example.com/other" };
    expect(restoreMasked("health_check_monitors", same, stored).request_headers).toEqual({
      "X-Token": "t",
    });
  });

  it("in a device's token and server", () => {
    const device = { access_token: "t", server: "https://a:b@c" };
    expect(restoreMasked("devices", mask("devices", device), device)).toEqual(device);
    expect(
      restoreMasked(
        "devices",
        { access_token: "***", server: null },
        { access_token: null, server: null },
      ),
    ).toEqual({ access_token: "***", server: null });
  });

  it("and leaves what was not given alone", () => {
    expect(restoreMasked("webhook_monitors", { title: "x" }, {})).toEqual({
      title: "x",
    });
    expect(restoreMasked("health_check_monitors", {}, stored)).toEqual({});
  });
});

describe("a stored secret that a change does not mention", () => {
  const stored = { url: "https://example.com/h", request_headers: { "X-Token": "t" } };
  const faults = (given: object, had: object = stored) =>
    keptForOther("health_check_monitors", given, had).map(({ field, code }) => [field, code]);

  it.each(["http://example.com/h", "https://example.com:8443/h", "https://example.org/h", "x"])(
    "has to be given again for %s",
    (url) => {
      expect(faults({ url })).toEqual([["request_headers", "secret_needed"]]);
    },
  );

  it("stays for the same origin, and is replaced or removed where it is mentioned", () => {
    expect(faults({ url: "https://example.com:443/other" })).toEqual([]);
    expect(faults({ title: "x" })).toEqual([]);
    expect(faults({ url: "https://example.org/", request_headers: { "X-Token": "u" } })).toEqual(
      [],
    );
    expect(faults({ url: "https://example.org/", request_headers: null })).toEqual([]);
  });

  it("is also a client certificate", () => {
    const had = { url: stored.url, tls_client_cert: "pem" };
    expect(faults({ url: "https://example.org/" }, had)).toEqual([
      ["tls_client_cert", "secret_needed"],
    ]);
    const given = { url: "https://example.org/", tls_client_cert: "***" };
    expect(restoreMasked("health_check_monitors", given, had)).toEqual(given);
    expect(restoreMasked("health_check_monitors", mask("health_check_monitors", had), had)).toEqual(
      had,
    );
  });

  it("is none without headers", () => {
    expect(faults({ url: "https://example.org/" }, { ...stored, request_headers: {} })).toEqual([]);
    expect(faults({ url: "https://example.org/" }, { url: stored.url })).toEqual([]);
    expect(keptForOther("users", { email: "a@b.example" }, { email: "c@d.example" })).toEqual([]);
  });
});

it("keeps the secret of a group's senders is masked, and means the stored one when it comes back", () => {
  const shown = mask("alert_groups", { webhook_secret: "s3" });
  expect(shown).toEqual({ webhook_secret: "***" });
  expect(mask("alert_groups", { webhook_secret: null })).toEqual({
    webhook_secret: null,
  });
  expect(restoreMasked("alert_groups", shown, { webhook_secret: "s3" })).toEqual({
    webhook_secret: "s3",
  });
});
