/** Discovery: of issuers as people write them, of providers that are down, and of documents that lie. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { issuerOf, singleSignOn, startIssuer, type Liar } from "../support/issuer.ts";

let liar: Liar;
let close: (() => Promise<void>)[] = [];
beforeEach(async () => void (liar = await startIssuer()));
afterEach(async () => {
  await Promise.all(close.map((one) => one()));
  close = [];
  await liar.end();
});

const secrets = { state: "s", nonce: "n", verifier: "v".repeat(43) };

function open(more = {}) {
  const issuer = issuerOf(liar.url, more);
  const sso = singleSignOn([issuer]);
  close.push(() => sso.close());
  return {
    begin: () => sso.begin(issuer, secrets, "https://on.example/oidc/callback", false),
    look: () => sso.look(issuer),
    state: () => sso.stateOf(issuer),
    logoutUrl: () => sso.logoutUrl(issuer, "token", "https://on.example/login"),
  };
}

/** Serves the discovery document of an issuer with this path. */
const serveAt = (path: string, issuer: string) =>
  (liar.answers[path] = (_, response) =>
    void response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${liar.url}/authorize`,
        token_endpoint: `${liar.url}/token`,
        jwks_uri: `${liar.url}/keys`,
      }),
    ));

describe("an issuer with a path", () => {
  it.each(["/application/o/monitord/", "/realms/acme"])(
    "%s is asked as it is written",
    async (path) => {
      serveAt(`${path.replace(/\/$/, "")}/.well-known/openid-configuration`, liar.url + path);
      expect(await open({ issuer: liar.url + path }).begin()).toMatchObject({ ok: true });
    },
  );

  it("that lacks the slash of the provider is refused, and says the right one", async () => {
    serveAt("/o/monitord/.well-known/openid-configuration", `${liar.url}/o/monitord/`);
    const refused = await open({ issuer: `${liar.url}/o/monitord` }).begin();
    expect(refused).toMatchObject({ ok: false, why: "invalid" });
    expect(JSON.stringify(refused)).toContain("another issuer");
  });
});

describe("a discovery document is refused", () => {
  const json = (text: string, type = "application/json") => {
    liar.answers["/.well-known/openid-configuration"] = (_, response) =>
      void response.setHeader("content-type", type).end(text);
  };
  it.each<[string, () => unknown, string]>([
    ["of another issuer", () => (liar.metadata = { issuer: "https://evil.example" }), "invalid"],
    ["without an issuer", () => (liar.metadata = { issuer: undefined }), "invalid"],
    ["without keys", () => (liar.metadata = { jwks_uri: undefined }), "invalid"],
    [
      "with a script as an address",
      () => (liar.metadata = { authorization_endpoint: "javascript:1" }),
      "invalid",
    ],
    ["that is HTML", () => json("<html>", "text/html"), "invalid"],
    ["that is broken", () => json("{"), "invalid"],
    ["that is too large", () => json(" ".repeat(2_000_000)), "away"],
    [
      "that is elsewhere",
      () =>
        (liar.answers["/.well-known/openid-configuration"] = (_, response) =>
          void response.writeHead(302, { location: "/other" }).end()),
      "away",
    ],
    [
      "of a server that fails",
      () =>
        (liar.answers["/.well-known/openid-configuration"] = (_, response) =>
          void response.writeHead(503).end()),
      "away",
    ],
  ])("%s", async (_, lie, why) => {
    lie();
    const { begin, state } = open();
    expect(await begin()).toMatchObject({ ok: false, why });
    expect(state().problem).not.toBeNull();
  });
});

it("a provider that is down is asked again, and its last settings stay while it is down again", async () => {
  const down: Liar["answers"][string] = (_, response) => void response.destroy();
  liar.answers["/.well-known/openid-configuration"] = down;
  const { begin, look, state } = open();
  expect(await begin()).toMatchObject({ ok: false, why: "away" });
  liar.answers = {};
  expect(await begin()).toMatchObject({ ok: true });
  expect(state().problem).toBeNull();
  liar.answers["/.well-known/openid-configuration"] = down;
  await look();
  expect(state().problem).not.toBeNull();
  expect(await begin()).toMatchObject({ ok: true });
});

it("a sign-out leads to the provider only where it offers that, and where it is wanted", async () => {
  const { look, logoutUrl } = open();
  expect(logoutUrl()).toBeNull();
  await look();
  expect(logoutUrl()).toContain(`${liar.url}/end?`);
  const other = open({ logout: false });
  await other.look();
  expect(other.logoutUrl()).toBeNull();
  liar.metadata = { end_session_endpoint: undefined };
  const without = open();
  await without.look();
  expect(without.logoutUrl()).toBeNull();
});
