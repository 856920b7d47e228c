import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { checkRules } from "../../../src/core/declare/rules-check.ts";
import { makeCertificate } from "../../support/certificate.ts";

const one = makeCertificate("DNS:shop.example.com");
const other = makeCertificate("DNS:other.example.com");
const { privateKey } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" },
});
const pem = (of: string, text = "AAAA") => `-----BEGIN ${of}-----\n${text}\n-----END ${of}-----\n`;

const faults = (fields: object) =>
  checkRules({ url: "https://shop.example.com/", ...fields }).map(({ code, message }) =>
    code === "format" ? message : code,
  );

test.each<[string, string, string[]]>([
  ["one certificate", one.cert, []],
  ["several, with text between them", `# one\r\n${one.cert}\r\n# other\n${other.cert}`, []],
  ["no certificate", "ca.pem", ["must be certificates in PEM (-----BEGIN CERTIFICATE-----)"]],
  [
    "one that cannot be read",
    one.cert + pem("CERTIFICATE"),
    ["must be certificates in PEM (-----BEGIN CERTIFICATE-----)"],
  ],
  [
    "a private key",
    one.cert + one.key,
    ["has a private key, which authorities keep to themselves: leave it out"],
  ],
])("authorities of %s", (_, tls_ca, expected) => {
  expect(faults({ tls_ca })).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ["and its key", one.cert + one.key, []],
  ["behind its key, with its chain", one.key + one.cert + other.cert, []],
  ["that is a mask without a stored one", "***", ["secret_needed"]],
  [
    "that is none",
    one.key,
    ["must be certificates in PEM (-----BEGIN CERTIFICATE-----) and a private key"],
  ],
  ["without a key", one.cert, ["needs the private key too, in PEM (-----BEGIN PRIVATE KEY-----)"]],
  [
    "and the key of another",
    one.cert + other.key,
    ["has a private key that is not of its first certificate"],
  ],
  [
    "and a key with a passphrase",
    one.cert + privateKey,
    ["must have its private key without a passphrase"],
  ],
  [
    "and a key that is none",
    one.cert + pem("PRIVATE KEY"),
    ["has a private key that cannot be read"],
  ],
])("a client certificate %s", (_, tls_client_cert, expected) => {
  expect(faults({ tls_client_cert })).toEqual(expected);
});

test("certificates have a meaning where TLS is spoken alone", () => {
  const url = "http://shop.example.com/";
  expect(faults({ url, tls_ca: one.cert })).toEqual(["unused"]);
  expect(faults({ url, tls_client_cert: one.cert + one.key })).toEqual(["unused"]);
});
