import { describe, expect, test } from "vitest";
import {
  domainOf,
  isAddress,
  readMailbox,
  readSmtpUrl,
} from "../../../src/channel/email/address.ts";

describe("the address of a device", () => {
  test.each([
    "ada@example.org",
    "ada.lovelace+pager@mail.example.org",
    "o'neill@example.org",
    "root@localhost",
    "ada@müller.example",
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
    ["one that is too long", `ada@${"a".repeat(60)}.${"b.".repeat(95)}org`],
    ["a host that is too long", `ada@${"a".repeat(64)}.org`],
    ["a host that begins with a dash", "ada@-example.org"],
  ])("cannot be %s", (_, address) => {
    expect(isAddress(address)).toBe(false);
  });

  test("has its domain in ASCII", () => {
    expect(domainOf("ada@müller.example")).toBe("xn--mller-kva.example");
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
  const required = { tls: "required", login: null } as const;
  test.each([
    ["smtp://mail.example.org", { host: "mail.example.org", port: 587, ...required }],
    ["smtp://Mail.example.org:25/", { host: "mail.example.org", port: 25, ...required }],
    ["smtp://10.0.0.7:2525", { host: "10.0.0.7", port: 2525, ...required }],
    ["smtp://[2001:db8::7]", { host: "2001:db8::7", port: 587, ...required }],
    ["smtp://relay:25?tls=optional", { host: "relay", port: 25, tls: "optional", login: null }],
    [
      "smtps://mail.example.org",
      { host: "mail.example.org", port: 465, tls: "always", login: null },
    ],
    ["smtp://localhost:25", { host: "localhost", port: 25, tls: "none", login: null }],
    ["smtp://127.0.0.1:25", { host: "127.0.0.1", port: 25, tls: "none", login: null }],
    ["smtp://[::1]:25", { host: "::1", port: 25, tls: "none", login: null }],
    [
      "smtps://ada%40example.org:p%3A%2F%25@localhost",
      {
        host: "localhost",
        port: 465,
        tls: "always",
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
    ["smtp://ada@mail.example.org", "must have both a user and a password"],
    ["smtp://:secret@mail.example.org", "must have both a user and a password"],
    ["smtp://ada:100%@mail.example.org", "written as %25"],
  ])("%s is refused", (text, why) => {
    expect(readSmtpUrl(text)).toContain(why);
  });
});
