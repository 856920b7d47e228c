import { describe, expect, it, test } from "vitest";
import {
  decideAccount,
  roleByGroups,
  type AccountFacts,
} from "../../../src/core/access/oidc-account.ts";
import { isThin, readClaims, type Claims } from "../../../src/core/access/oidc-claims.ts";
import type { AccountRules } from "../../../src/core/access/issuer.ts";
import {
  isSignInRefusal,
  refusalReasons,
  refusalText,
  returnRefusal,
  type SignInRefusal,
} from "../../../src/core/access/provider-sign-in.ts";
import type { User } from "../../../src/core/model/model.ts";

const rules: AccountRules = {
  name: "Acme",
  issuer: "https://id.acme.example",
  organization: null,
  allowed_domains: [],
  roles: [],
  default_role: "viewer",
  users: "any",
  link_by_email: "verified",
};
const claims: Claims = {
  sub: "ada",
  email: "ada@acme.example",
  email_verified: true,
  name: "Ada",
  groups: "missing",
};
const user = (role: User["role"], id = "ada") => ({ id, role }) as User;
const facts: AccountFacts = {
  known: null,
  connects: null,
  by_email: null,
  has_identity: () => false,
  is_declared: () => false,
};
const mapping: AccountRules = {
  ...rules,
  roles: [
    { group: "sre", role: "responder" },
    { group: "admins", role: "admin" },
    { group: "all", role: "viewer" },
  ],
  default_role: null,
};

describe("claims are read", () => {
  const read = (more: Record<string, unknown>, groups_claim = "groups") =>
    readClaims({ sub: "ada", ...more }, { groups_claim, verified_claim: "email_verified" });

  test.each([
    [true, true],
    ["true", true],
    [1, true],
    ["1", true],
    [false, false],
    ["false", false],
    ["yes", false],
    [undefined, false],
  ])("email_verified %j is %j", (email_verified, expected) => {
    expect(read({ email_verified }).email_verified).toBe(expected);
  });

  test.each<[Record<string, unknown>, string, Claims["groups"]]>([
    [{ groups: ["a", 1, "b"] }, "groups", ["a", "b"]],
    [{ groups: "a" }, "groups", ["a"]],
    [{}, "groups", "missing"],
    [{ groups: null }, "groups", "missing"],
    [{ realm_access: { roles: ["a"] } }, "realm_access.roles", ["a"]],
    [{ realm_access: "x" }, "realm_access.roles", "missing"],
    [{ "urn:roles": { admin: { 69234: "acme.example" }, ops: {} } }, "urn:roles", ["admin", "ops"]],
    [{ clients: { "on.acme": { roles: ["a"] } } }, "clients.on.acme.roles", ["a"]],
    [
      { clients: { on: { roles: 1 }, "on.acme": { roles: ["a"] } } },
      "clients.on.acme.roles",
      ["a"],
    ],
    [{ clients: { on: ["a"] } }, "clients.on.acme.roles", "missing"],
    [{ "https://acme.example/groups": ["a"] }, "https://acme.example/groups", ["a"]],
    [{ _claim_names: { groups: "src1" } }, "groups", "elsewhere"],
    [{ _claim_names: { other: "src1" } }, "groups", "missing"],
    [{ hasgroups: true }, "groups", "elsewhere"],
  ])("the groups in %j at %s", (more, claim, expected) => {
    expect(read(more, claim).groups).toEqual(expected);
  });

  test("an email in ASCII lower case, a name or a username", () => {
    expect(
      read({ email: " ADA@\u212a.example ", name: "", preferred_username: "ada" }),
    ).toMatchObject({ email: "ada@\u212a.example", name: "ada" });
    expect(read({ email: 7 })).toMatchObject({ email: null, name: null });
  });

  test("a token without an email, or without groups that matter, is thin", () => {
    const of = { groups_claim: "groups", roles: [] };
    expect(isThin({ sub: "a" }, of)).toBe(true);
    expect(isThin({ email: "a@b.example" }, of)).toBe(false);
    expect(isThin({ email: "a@b.example" }, { ...of, roles: [1] })).toBe(true);
    expect(isThin({ email: "a@b.example", groups: [] }, { ...of, roles: [1] })).toBe(false);
  });
});

describe("the role of groups", () => {
  test.each<[AccountRules, Claims["groups"], string | null | undefined]>([
    [rules, ["sre"], undefined],
    [mapping, ["all", "admins", "sre"], "admin"],
    [mapping, ["other"], null],
    [{ ...mapping, default_role: "viewer" }, "missing", "viewer"],
  ])("%#", (of, groups, expected) => {
    expect(roleByGroups(of, groups)).toBe(expected);
  });
});

describe("the account", () => {
  it.each<[string, Partial<AccountRules>, Partial<Claims>, Partial<AccountFacts>, object]>([
    ["is created", {}, {}, {}, { kind: "create", role: "viewer" }],
    [
      "is created by group",
      mapping,
      { groups: ["sre"] },
      {},
      { kind: "create", role: "responder" },
    ],
    ["is not created without a role", mapping, {}, {}, { why: "no_role" }],
    [
      "is not created where people are invited",
      { users: "invited" },
      {},
      {},
      { why: "not_invited" },
    ],
    ["needs an email", {}, { email: null }, {}, { why: "no_email" }],
    ["needs a verified email", {}, { email_verified: false }, {}, { why: "unverified_email" }],
    ["of another domain", { allowed_domains: ["b.example"] }, {}, {}, { why: "other_domain" }],
    [
      "of a domain that only begins alike",
      { allowed_domains: ["acme.example"] },
      { email: "a@acme.example.evil" },
      {},
      { why: "other_domain" },
    ],
    [
      "of an address with two at signs",
      { allowed_domains: ["acme.example"] },
      { email: "a@acme.example@evil.example" },
      {},
      { why: "other_domain" },
    ],
    ["of an allowed domain", { allowed_domains: ["acme.example"] }, {}, {}, { kind: "create" }],
    [
      "of a domain without an email",
      { allowed_domains: ["acme.example"] },
      { email: null },
      {},
      { why: "no_email" },
    ],
    [
      "of a domain that is not verified, also of a known person",
      { allowed_domains: ["acme.example"] },
      { email_verified: false },
      { known: user("viewer") },
      { why: "unverified_email" },
    ],
    [
      "with groups elsewhere",
      mapping,
      { groups: "elsewhere" },
      { known: user("viewer") },
      { why: "groups_elsewhere" },
    ],
    [
      "with groups elsewhere that do not matter",
      {},
      { groups: "elsewhere" },
      {},
      { kind: "create" },
    ],
    [
      "known signs in",
      {},
      { email: null },
      { known: user("editor") },
      { kind: "sign_in", linked: false },
    ],
    [
      "known gets the role of a group",
      mapping,
      { groups: ["sre"] },
      { known: user("editor") },
      { role: "responder" },
    ],
    [
      "known loses the role",
      mapping,
      {},
      { known: user("editor") },
      { why: "no_role", takes_role: user("editor") },
    ],
    [
      "without a role stays without",
      mapping,
      {},
      { known: user(null) },
      { why: "no_role", takes_role: null },
    ],
    [
      "joined without a role gets the default",
      {},
      {},
      { by_email: user(null) },
      { kind: "sign_in", role: "viewer" },
    ],
    [
      "known without a role gets none back",
      {},
      {},
      { known: user(null) },
      { kind: "refused", why: "role_taken", takes_role: null },
    ],
    [
      "keeps a role that a manifest declares",
      mapping,
      { groups: ["admins"] },
      { known: user("viewer"), is_declared: () => true },
      { kind: "sign_in", linked: false },
    ],
    [
      "stays without a role that a manifest declares as none",
      {},
      {},
      { known: user(null), is_declared: () => true },
      { why: "no_role", takes_role: null },
    ],
    ["is joined by email", {}, {}, { by_email: user("editor") }, { kind: "sign_in", linked: true }],
    [
      "is not joined when unverified",
      {},
      { email_verified: false },
      { by_email: user("editor") },
      { why: "unverified_email" },
    ],
    [
      "is not joined where that is off",
      { link_by_email: "never" },
      {},
      { by_email: user("editor") },
      { why: "not_linked" },
    ],
    ["of an admin is not joined", {}, {}, { by_email: user("admin") }, { why: "admin_by_email" }],
    [
      "of an admin by groups is joined",
      mapping,
      { groups: ["admins"] },
      { by_email: user("admin") },
      { kind: "sign_in", linked: true },
    ],
    [
      "with another identity is not joined",
      {},
      {},
      { by_email: user("editor"), has_identity: () => true },
      { why: "other_identity" },
    ],
    [
      "of an admin is connected by a session",
      {},
      { email_verified: false },
      { connects: user("admin") },
      { kind: "sign_in", linked: true },
    ],
    [
      "with another identity is not connected",
      {},
      {},
      { connects: user("admin"), has_identity: () => true },
      { why: "other_identity" },
    ],
    [
      "of another user is not connected",
      {},
      {},
      { connects: user("admin"), known: user("viewer", "bo") },
      { why: "other_user" },
    ],
    [
      "is connected again",
      {},
      {},
      { connects: user("admin"), known: user("admin") },
      { kind: "sign_in", linked: false },
    ],
  ])("%s", (_, of, person, stored, expected) => {
    expect(
      decideAccount({ ...rules, ...of }, { ...claims, ...person }, { ...facts, ...stored }),
    ).toMatchObject(expected);
  });
});

describe("a browser that comes back", () => {
  const signIn = { used_at: null, expires_at: 100, browser: "b", session: null };
  test.each([
    [signIn, { browser: "b", session: null }, 99, null],
    [signIn, { browser: null, session: null }, 99, "other_browser"],
    [{ ...signIn, used_at: 1 }, { browser: "b", session: null }, 99, "used"],
    [signIn, { browser: "b", session: null }, 100, "expired"],
    [{ ...signIn, session: "s" }, { browser: "b", session: "s" }, 99, null],
    [{ ...signIn, session: "s" }, { browser: "b", session: null }, 99, "signed_out"],
  ])("%#", (row, back, now, expected) => {
    expect(returnRefusal(row, back, now)).toBe(expected);
  });
});

describe("a refusal", () => {
  const all = [...Object.keys(refusalReasons), "away", "denied", "invalid"] as SignInRefusal[];
  test.each(all)("%s has a sentence", (why) => {
    expect(isSignInRefusal(why)).toBe(true);
    expect(refusalText(why, "Acme", "Shop")).toMatch(/^[A-Z].*\.$/);
  });
  test.each([undefined, "constructor", "x"])("%j is none", (word) => {
    expect(isSignInRefusal(word)).toBe(false);
  });
});
