import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readServiceAccount } from "../../../src/channel/fcm/service-account.ts";

const pem = (key: ReturnType<typeof generateKeyPairSync>["privateKey"]) =>
  String(key.export({ type: "pkcs8", format: "pem" }));
const rsa = (modulusLength: number) =>
  pem(generateKeyPairSync("rsa", { modulusLength }).privateKey);
const file = {
  type: "service_account",
  project_id: "shop-1234",
  private_key: rsa(2048),
  client_email: "monitord@shop-1234.iam.gserviceaccount.com",
};
const read = (more: object) => readServiceAccount(JSON.stringify({ ...file, ...more }));

describe("the key file of a service account", () => {
  test("is read", () => {
    expect(read({})).toMatchObject({
      project_id: "shop-1234",
      client_email: "monitord@shop-1234.iam.gserviceaccount.com",
      private_key_id: null,
      token_uri: "https://oauth2.googleapis.com/token",
    });
    expect(read({ private_key_id: "k", token_uri: "http://127.0.0.1:1/t" })).toMatchObject({
      private_key_id: "k",
      token_uri: "http://127.0.0.1:1/t",
    });
  });

  test.each(["", "{", "[]", "null", '"text"'])("that is %j is no JSON object", (text) => {
    expect(readServiceAccount(text)).toMatch(/^is not JSON/);
  });

  test.each<[object, RegExp]>([
    [{ type: undefined, project_info: {} }, /google-services\.json of an app/],
    [{ type: "authorized_user" }, /of the type authorized_user; one is made in/],
    [{ type: "a b\n" }, /^is not the key of a service account; one is/],
    [{ client_email: "", project_id: 7 }, /^has no project_id, client_email$/],
    [{ private_key: "secret" }, /^has a private_key that cannot be read$/],
    [{ private_key: rsa(1024) }, /RSA key of 2048 bits/],
    [
      {
        private_key: pem(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey),
      },
      /RSA key of 2048 bits/,
    ],
    [{ token_uri: "ftp://x" }, /token_uri/],
    [{ token_uri: "https://" }, /token_uri/],
    [{ token_uri: 7 }, /token_uri/],
  ])("with %o says what is wrong", (more, words) => {
    expect(read(more)).toMatch(words);
  });
});
