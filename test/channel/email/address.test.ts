import { describe, expect, test } from "vitest";
import {
  domainOf,
  isAddress,
  needsUtf8,
  ownName,
  readMailbox,
  readSmtpName,
  readSmtpUrl,
  wireAddress,
} from "../../../src/channel/email/address.ts";

describe("the address of a device", () => {
  test.each([
    "ada@example.org",
    "ada.lovelace+pager@mail.example.org",
    "o'neill@example.org",
    "root@localhost",
    "ada@müller.example",
    "zoë@exämple.com",
    "用户@例え.テスト",
    "हिन्दी@example.org",
    `${"a".repeat(64)}@example.org`,
  ])("can be %s", (address) => {
    expect(isAddress(address)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["a name alone", "ada"],
    ["a host alone", "@example.org"],
    ["a name alone with an @", "ada@"],
    ["two addresses", "ada@example.org,bo@example.org"],
    ["two addresses in one", "ada@bo@example.org"],
    ["one with a name", "Ada <ada@example.org>"],
    ["one with a space", "ada lovelace@example.org"],
    ["one with a quoted part", '"ada lovelace"@example.org'],
    ["one that brings a header", "ada@example.org\r\nBcc: eve@example.com"],
    ["one that ends in a line break", "ada@example.org\n"],
    ["one that brings a command", "ada@example.org>\r\nDATA"],
    ["one with a NUL", "ada\0@example.org"],
    ["one that is turned around", "ada\u202e@example.org"],
    ["dots without letters", "ada@example..org"],
    ["a dot at the end of the name", "ada.@example.org"],
    ["a literal address", "ada@[127.0.0.1]"],
    ["a name that is too long", `${"a".repeat(65)}@example.org`],
    ["a name that is too long in UTF-8", `${"é".repeat(33)}@example.org`],
    ["one with a space of another width", "ada\u2003x@example.org"],
    ["one with a full-width @", "ada＠example.org"],
    ["one that is too long", `ada@${"a".repeat(60)}.${"b.".repeat(95)}org`],
    ["a host that is too long", `ada@${"a".repeat(64)}.org`],
    ["a host that begins with a dash", "ada@-example.org"],
  ])("cannot be %s", (_, address) => {
    expect(isAddress(address)).toBe(false);
  });

  test("has its domain in ASCII", () => {
    expect(domainOf("ada@müller.example")).toBe("xn--mller-kva.example");
  });

  test.each([
    ["ada@example.org", "ada@example.org", false],
    ["ada@müller.example", "ada@xn--mller-kva.example", false],
    ["zoe\u0308@exämple.com", "zo\u00eb@xn--exmple-cua.com", true],
    ["用户@例え.テスト", "用户@xn--r8jz45g.xn--zckzah", true],
  ])("%s is sent as %s, and needs SMTPUTF8 for that: %s", (address, sent, utf8) => {
    expect(wireAddress(address)).toBe(sent);
    expect(needsUtf8(sent)).toBe(utf8);
  });
});

describe("--mail-from", () => {
  test.each([
    ["monitord@example.org", { name: "", address: "monitord@example.org" }],
    ["Monitord <monitord@example.org>", { name: "Monitord", address: "monitord@example.org" }],
    ['"Monitord, Inc." <m@example.org>', { name: "Monitord, Inc.", address: "m@example.org" }],
    ["<m@example.org>", { name: "", address: "m@example.org" }],
  ])("%s is read", (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox);
  });

  test.each(["Monitord", "Monitord <>", "Monitord <a@b> <c@d>", "Mon\nitord <m@example.org>"])(
    "%j is refused with an example",
    (text) => {
      expect(readMailbox(text)).toMatch(/^must be an email address, such as /);
    },
  );
});

describe("--smtp-url", () => {
  const required = { tls: "required", checked: true, login: null } as const;
  const here = { tls: "optional", checked: false, login: null } as const;
  test.each([
    ["smtp://mail.example.org", { host: "mail.example.org", port: 587, ...required }],
    ["smtp://Mail.example.org:25/", { host: "mail.example.org", port: 25, ...required }],
    ["smtp://10.0.0.7:2525", { host: "10.0.0.7", port: 2525, ...required }],
    ["smtp://[2001:db8::7]", { host: "2001:db8::7", port: 587, ...required }],
    ["smtp://relay:25?tls=optional", { ...required, host: "relay", port: 25, tls: "optional" }],
    ["smtp://relay:25?tls=required", { ...required, host: "relay", port: 25 }],
    [
      "smtps://mail.example.org",
      { ...required, host: "mail.example.org", port: 465, tls: "always" },
    ],
    ["smtp://localhost:25", { ...here, host: "localhost", port: 25 }],
    ["smtp://127.0.0.1:25", { ...here, host: "127.0.0.1", port: 25 }],
    ["smtp://[::1]:25", { ...here, host: "::1", port: 25 }],
    ["smtp://localhost:25?tls=optional", { ...here, host: "localhost", port: 25 }],
    ["smtp://localhost:25?tls=required", { ...here, host: "localhost", port: 25, tls: "required" }],
    [
      "smtps://ada%40example.org:p%3A%2F%25@localhost",
      {
        host: "localhost",
        port: 465,
        tls: "always",
        checked: false,
        login: { user: "ada@example.org", password: "p:/%" },
      },
    ],
  ])("%s is read", (text, server) => {
    expect(readSmtpUrl(text)).toEqual(server);
  });

  test.each([
    ["mail.example.org", "must be an SMTP URL"],
    ["https://mail.example.org", "must be an SMTP URL"],
    ["smtp:mail.example.org", "must be an SMTP URL"],
    ["smtp://", "must be an SMTP URL"],
    ["smtp://:25", "must be an SMTP URL"],
    ["smtp://mail.example.org:0", "must be an SMTP URL"],
    ["smtp://mail_example%0a.org", "must be an SMTP URL"],
    ["smtp://mail.example.org/inbox", "must have nothing after the host"],
    ["smtp://mail.example.org?tls=never", "must have nothing after the host"],
    ["smtp://mail.example.org#x", "must have nothing after the host"],
    ["smtps://mail.example.org?tls=optional", "must have nothing after the host"],
    ["smtps://mail.example.org?tls=required", "must have nothing after the host"],
    ["smtp://ada@mail.example.org", "must have both a user and a password"],
    ["smtp://:secret@mail.example.org", "must have both a user and a password"],
    ["smtp://ada:100%@mail.example.org", "written as %25"],
  ])("%s is refused", (text, why) => {
    expect(readSmtpUrl(text)).toContain(why);
  });
});

describe("the name that mail servers are greeted with", () => {
  test.each([
    ["https://mon.example.org:8443/sub", "m@example.com", "mon.example.org"],
    ["https://xn--mon-mnchen-yhb.example.org", "m@example.com", "xn--mon-mnchen-yhb.example.org"],
    [null, "m@mail.example.com", "mail.example.com"],
    [null, "m@bücher.example", "xn--bcher-kva.example"],
    ["https://203.0.113.7", "m@example.com", "example.com"],
    ["https://[2001:db8::7]", "m@example.com", "example.com"],
    ["http://monitor:8620", "m@example.com", "example.com"],
    ["http://monitor:8620", "m@localhost", null],
    [null, "m@localhost", null],
  ])("of the site %s and the sender %s is %s", (site, from, name) => {
    expect(ownName(site, from)).toBe(name);
  });

  test.each(["mon.example.org", "[203.0.113.7]", "[2001:db8::7]"])("can be %s", (name) => {
    expect(readSmtpName(name)).toEqual({ name });
  });

  test.each([
    "",
    "monitor",
    "mon.example.org:25",
    "203.0.113.7",
    "mon example.org",
    "mon.example.org\n",
    "-.org",
  ])("cannot be %j", (name) => {
    expect(readSmtpName(name)).toMatch(/^must be a full host name, such as /);
  });
});
