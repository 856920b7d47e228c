/** The file of `--oidc-config`: every mistake is named with its line. */
import { describe, expect, it, test } from "vitest";
import { readConfig } from "../../src/daemon/config/config.ts";
import { readIssuers } from "../../src/daemon/config/oidc-file.ts";

const files: Record<string, string> = {
  "/etc/secret": "s3cret\n",
  "/etc/empty": "",
  "/etc/ca.pem": "-----BEGIN CERTIFICATE-----",
};
const readFile = (text: string) => (path: string) => {
  const content = path === "/etc/oidc.yaml" ? text : files[path];
  if (content === undefined) throw new Error(`ENOENT ${path}`);
  return content;
};
const read = (text: string) => readIssuers("/etc/oidc.yaml", readFile(text));

const good = `issuers:
  - name: Acme
    issuer: https://id.acme.example/realms/acme
    client_id: monitord
`;

test("a short file has safe defaults", () => {
  expect(read(good)).toMatchObject({
    ok: true,
    issuers: [
      {
        slug: "acme",
        client_secret: null,
        scopes: ["openid", "profile", "email"],
        users: "invited",
        default_role: null,
        link_by_email: "verified",
        logout: false,
      },
    ],
  });
});

test("a whole file is read, with the files beside it", () => {
  const whole = `${good}    client_secret_file: secret
    client_auth: post
    ca_file: ca.pem
    allowed_domains: [ACME.example]
    roles: [{ group: sre, role: responder }]
    groups_claim: realm_access.roles
    default_role: viewer
    users: any
    logout: true
    organization: Shop
`;
  expect(read(whole)).toMatchObject({
    ok: true,
    issuers: [{ client_secret: "s3cret", allowed_domains: ["acme.example"], client_auth: "post" }],
  });
});

describe("a mistake is named with its line", () => {
  it.each<[string, string | RegExp]>([
    ["", /must be an object/],
    ["issuers: []", /:1: issuers must not be empty/],
    ["issuers: [\n", /oidc.yaml:\d+: /],
    [`${good}    client_secrt: x\n`, /:5: .*did you mean "client_secret"/],
    [good.replace("    client_id: monitord\n", ""), /:2: .*client_id is required/],
    [good.replace("https://id", "http://id"), /:3: .*must start with https/],
    [good.replace("https://id", "id"), /:3: .*must be a URL/],
    [
      good.replace("/realms/acme", "/.well-known/openid-configuration"),
      /:3: .*without \/.well-known/,
    ],
    [good.replace("/realms/acme", "/{tenant}/v2.0"), /:3: .*one tenant/],
    [good.replace("/realms/acme", "/?x=1"), /:3: .*without user, query/],
    [`${good}    client_secret: a\n    client_secret_file: secret\n`, /:6: .*cannot be combined/],
    [`${good}    client_secret_file: missing\n`, /:5: .*cannot be read/],
    [`${good}    client_secret_file: empty\n`, /:5: .*empty file/],
    [`${good}    client_auth: basic\n`, /:5: .*needs client_secret/],
    [`${good}    ca_file: secret\n`, /:5: .*PEM/],
    [`${good}    scopes: [email]\n`, /:5: .*must include openid/],
    [`${good}    allowed_domains: ["@acme.example"]\n`, /:5: .*without @/],
    [`${good}    groups_claim: x\n`, /:5: .*no effect without roles/],
    [`${good}    users: any\n`, /:5: .*needs default_role or roles/],
    [`${good}    default_role: owner\n`, /:5: .*default_role/],
    [`${good}    roles: [{ group: a, role: boss }]\n`, /:5: .*must be one of viewer/],
    [good + good.replace("issuers:\n", ""), /:5: .*another provider/],
  ])("%#", (text, expected) => {
    const result = read(text);
    expect(result.ok).toBe(false);
    expect(result.ok ? "" : result.problems.join("\n")).toMatch(expected);
  });

  test("a missing file, and oidc-only without a file", () => {
    expect(readIssuers("/etc/none", readFile(""))).toMatchObject({
      problems: [expect.stringContaining("cannot read /etc/none")],
    });
    const config = readConfig({
      flags: { "sign-in": "oidc-only" },
      env: {},
      readFile: readFile(""),
    });
    expect(config).toMatchObject({
      ok: false,
      problems: [expect.stringContaining("needs --oidc-config")],
    });
  });
});

test("a name without Latin letters has an address, too", () => {
  const named = read(good.replace("Acme", "Ключ"));
  expect(named.ok && named.issuers[0]!.slug).toMatch(/^[0-9a-f]+$/);
});
