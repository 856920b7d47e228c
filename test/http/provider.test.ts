/** Sign-in with a real OpenID Connect provider, `oidc-provider`, and its own login page: the way there and back. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofLifetime } from "../../src/core/access/proof.ts";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { issuerOf, singleSignOn } from "../support/issuer.ts";
import { expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { encoded, location, tokenOfPage } from "../support/visitor.ts";

/** Groups by login, and the members that people change at the provider. */
const groups: Record<string, string[]> = {};

let server: Server;
let sso: ReturnType<typeof singleSignOn>;
let http: HttpSide;
let issuer: string;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    roles: [
      { group: "sre", role: "responder" as const },
      { group: "admins", role: "admin" as const },
    ],
    default_role: null,
    organization: "home",
    logout: true,
  };
  sso = singleSignOn([issuerOf(issuer, settings)]);
  http = await startHttp({ singleSignOn: sso, path: "/mon", trustedProxies: ["127.0.0.1"] });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "monitord",
        client_secret: "client-secret",
        redirect_uris: [`${http.siteUrl}/oidc/callback`],
        post_logout_redirect_uris: [`${http.siteUrl}/login`],
        application_type: "web",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: true,
        name: id,
        groups: groups[id] ?? [],
      }),
    }),
    cookies: { keys: ["a key of the provider"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  server.on("request", provider.callback());
});
afterAll(async () => {
  await http.end();
  await sso.close();
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

/** A browser with cookies for both sites, and the person who logs in at the provider. */
function browser(login: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  async function go(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: cookie(), accept: "text/html" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    keep(response.headers);
    return response;
  }
  const own = async (
    method: string,
    path: string,
    fields?: Record<string, string>,
  ): Promise<Answer> => {
    const answer = await http.call(method, `/mon${path}`, {
      headers: {
        cookie: cookie(),
        accept: "text/html",
        origin: http.origin,
        ...(fields && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(fields && { body: encoded(fields) }),
    });
    keep(answer.headers);
    return answer;
  };
  /** Follows the provider's redirects and forms until it sends the browser back here. */
  async function atProvider(url: string): Promise<string> {
    for (let at = url, steps = 0; steps < 15; steps++) {
      if (at.startsWith(`${http.siteUrl}/`)) return at.slice(http.siteUrl.length);
      let response = await go(at);
      if (response.status === 200) {
        const text = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? "";
        const action = /action="([^"]+)"/.exec(text)?.[1] ?? at;
        response = await go(new URL(action, issuer).href, { prompt, login, password: "x" });
      }
      at = new URL(response.headers.get("location") ?? "", issuer).href;
    }
    throw new Error("the provider sent no answer");
  }
  return { own, atProvider };
}

async function signIn(login: string) {
  const person = browser(login);
  const left = await person.own("GET", "/oidc/sign-in/acme?next=/incidents");
  expect(left.status).toBe(303);
  const back = await person.atProvider(location(left)!);
  return { ...person, answer: await person.own("GET", back) };
}

const userOf = async (login: string) =>
  (await http.api("GET", "/users")).json.find(
    ({ email }: { email: string }) => email === `${login}@acme.example`,
  );

it("creates the account at the first sign-in, with the role of the groups, below a path", async () => {
  groups["ada"] = ["sre", "other"];
  const { answer, own } = await signIn("ada");
  expect([answer.status, location(answer)]).toEqual([303, "/mon/incidents"]);
  expect((await own("GET", "/incidents")).text).toContain("ada");
  expect(await userOf("ada")).toMatchObject({ role: "responder", name: "ada" });
  const [event] = (await http.api("GET", "/audit_events?order=desc&limit=1")).json;
  expect(event).toMatchObject({ action: "sign_in", actor: "ada" });
});

it("gives the role of the groups at each sign-in, and takes it with all sessions when no group is left", async () => {
  groups["bo"] = ["sre", "admins"];
  const { own } = await signIn("bo");
  expect(await userOf("bo")).toMatchObject({ role: "admin" });
  groups["cy"] = ["admins"];
  await signIn("cy");
  groups["bo"] = [];
  const { answer } = await signIn("bo");
  expect(location(answer)).toBe("/mon/login?refused=no_role&by=acme");
  expect(await userOf("bo")).toMatchObject({ role: null });
  expect((await own("GET", "/incidents")).status).toBe(303);
});

it("leaves the role of the last admin", async () => {
  groups["cy"] = [];
  const { answer } = await signIn("cy");
  expect(location(answer)).toBe("/mon/incidents");
  expect(await userOf("cy")).toMatchObject({ role: "admin" });
});

it("signs out at the provider too, after the own session has ended", async () => {
  const { own, atProvider } = await signIn("ada");
  const page = await own("GET", "/incidents");
  const out = await own("POST", "/logout", { csrf: tokenOfPage(page) });
  const url = /url=(.+)$/.exec(out.headers.get("refresh") ?? "")?.[1] ?? "";
  expect(url).toContain(`${issuer}/session/end`);
  expect(new URL(url).searchParams.get("post_logout_redirect_uri")).toBe(`${http.siteUrl}/login`);
  expect((await own("GET", "/incidents")).status).toBe(303);
  expect(atProvider).toBeDefined();
});

it("proves the person of a session again, and not another one", async () => {
  const ada = await signIn("ada");
  const csrf = tokenOfPage(await ada.own("GET", "/incidents"));
  const asked = await ada.own("GET", "/prove?next=/incidents");
  expect(asked.text).toContain("/oidc/prove/acme");
  const left = await ada.own("POST", "/oidc/prove/acme", { csrf, next: "/incidents" });
  const url = /url=(.+)$/.exec(left.headers.get("refresh") ?? "")![1]!;
  expect(new URL(url).searchParams.get("prompt")).toBe("login");
  const answer = await ada.own("GET", await ada.atProvider(url));
  expect(location(answer)).toBe("/mon/incidents");
  const [event] = (await http.api("GET", "/audit_events?order=desc&limit=1")).json;
  expect(event).toMatchObject({ action: "prove" });
});

it("shows an admin what a sign-in would come to, and changes nothing", async () => {
  const cy = await signIn("cy");
  const csrf = tokenOfPage(await cy.own("GET", "/settings/sso"));
  const left = await cy.own("POST", "/oidc/test/acme", { csrf });
  const url = /url=(.+)$/.exec(left.headers.get("refresh") ?? "")![1]!;
  const shown = await cy.own("GET", await cy.atProvider(url));
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("cy@acme.example")]);
  const tab = await cy.own("GET", "/settings/sso");
  expect(tab.text).toContain("<b>Works.</b>");
  expect(tab.text).toContain(`${http.siteUrl}/oidc/callback`);
});

it("is connected by an admin who is signed in, and disconnected, which ends the sessions of it", async () => {
  groups["root"] = ["admins"];
  const { json: user } = await http.api("POST", "/users", {
    email: "me@acme.example",
    role: "admin",
  });
  const { json: link } = await http.api("POST", `/users/${user.id}/sign_in_links`);
  const admin = browser("root");
  await admin.own("POST", new URL(link.url).pathname.replace("/mon", ""), {});
  const tab = await admin.own("GET", "/settings/sso");
  expect(tab.text).toContain("Connect my account");
  const fields = { csrf: tokenOfPage(tab), back: "/settings/sso" };
  const left = await admin.own("POST", "/oidc/connect/acme", fields);
  const url = /url=(.+)$/.exec(left.headers.get("refresh") ?? "")![1]!;
  await admin.own("GET", await admin.atProvider(url));
  const { answer, own } = await signIn("root");
  expect(location(answer)).toBe("/mon/incidents");
  expect((await own("GET", "/incidents")).text).toContain("me@acme.example");
  const shown = await admin.own("GET", "/settings/sso");
  const path = new RegExp(`/mon(/settings/sso/users/${user.id}/identities/[^"]+)`).exec(
    shown.text,
  )![1]!;
  await admin.own("POST", path, { csrf: tokenOfPage(shown) });
  expect((await own("GET", "/incidents")).status).toBe(303);
  expect((await admin.own("GET", "/incidents")).status).toBe(200);
});

describe("a person of any role", () => {
  /** Signed in by a link. */
  async function person(login: string, role = "viewer") {
    const email = `${login}@elsewhere.example`;
    const { json: user } = await http.api("POST", "/users", { email, role });
    const { json: link } = await http.api("POST", `/users/${user.id}/sign_in_links`);
    const visitor = browser(login);
    await visitor.own("POST", new URL(link.url).pathname.replace("/mon", ""), {});
    const connect = async () => {
      const tab = await visitor.own("GET", "/settings/you");
      const fields = { csrf: tokenOfPage(tab), back: "/settings/you" };
      const left = await visitor.own("POST", "/oidc/connect/acme", fields);
      const url = /url=(.+)$/.exec(left.headers.get("refresh") ?? "")?.[1];
      if (url === undefined) return left;
      return visitor.own("GET", await visitor.atProvider(url));
    };
    return { ...visitor, id: user.id as string, connect };
  }

  it("connects the provider on their own page, and keeps the last way to sign in", async () => {
    groups["vic"] = ["sre"];
    const vic = await person("vic");
    expect((await vic.own("GET", "/settings/you")).text).toContain("not connected");
    expect(location(await vic.connect())).toBe("/mon/settings/you?done=added");
    const page = await vic.own("GET", "/settings/you");
    expect(page.text).toContain("Connected");
    const path = /action="\/mon(\/settings\/you\/identities\/[^"]+)"/.exec(page.text)![1]!;
    const kept = await vic.own("POST", path, { csrf: tokenOfPage(page) });
    expect([kept.status, kept.text.includes("only way to sign in")]).toEqual([409, true]);
    const { answer } = await signIn("vic");
    expect(location(answer)).toBe("/mon/incidents");
    expect((await http.api("GET", `/users/${vic.id}`)).json.role).toBe("responder");
  });

  it("needs a proof to connect or disconnect, which a stolen session has not", async () => {
    groups["wes"] = ["sre"];
    const wes = await person("wes");
    await http.clock.advance(proofLifetime, () => true);
    const refused = await wes.connect();
    expect([refused.status, refused.text.includes("Is it you?")]).toEqual([403, true]);
    const stranger = await signIn("vic");
    const page = await stranger.own("GET", "/settings/you");
    const path = /action="\/mon(\/settings\/you\/identities\/[^"]+)"/.exec(page.text)![1]!;
    // Of another person.
    const other = await wes.own("GET", "/settings/you");
    const foreign = await wes.own("POST", path, { csrf: tokenOfPage(other) });
    expect(foreign.status).toBe(403);
  });

  it("reads on their own page why the account of another is not connected", async () => {
    groups["zoe"] = ["sre"];
    await signIn("zoe");
    const eve = await person("eve");
    const tab = await eve.own("GET", "/settings/you?refused=other_user&by=acme");
    expect(tab.text).toContain("belongs to another user here");
  });
});

it.skipIf(!hasBrowser)(
  "signs in, and tests the sign-in, in a browser, on the provider's own page",
  async () => {
    groups["dee"] = ["admins"];
    const chromium = await startBrowser();
    const complaints: string[] = [];
    try {
      for (const viewport of [
        { width: 1280, height: 900 },
        { width: 360, height: 740 },
      ]) {
        const context = await chromium.newContext({ viewport });
        const page = await context.newPage();
        page.on("console", (line) => {
          const own = page.url().startsWith(http.siteUrl);
          if (own && /Content Security Policy/.test(line.text())) complaints.push(line.text());
        });
        const shot = async (name: string) => {
          const folder = process.env["TEST_SCREENSHOTS"];
          if (folder) await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png` });
        };
        await page.goto(`${http.siteUrl}/login?next=/settings/sso`);
        await expectNarrow(page);
        await shot("sign-in");
        await page.getByRole("link", { name: "Sign in with Acme" }).click();
        await page.locator("input[name=login]").fill("dee");
        await page.locator("input[name=password]").fill("x");
        await page.locator("button[type=submit]").click();
        await page.locator("button[type=submit]").click();
        await page.getByRole("heading", { name: "Settings" }).waitFor();
        await expectNarrow(page);
        await shot("sso");
        await page.getByRole("button", { name: "Test sign-in" }).click();
        await page.getByRole("heading", { name: "The test worked" }).waitFor();
        await shot("tested");
        await page.goto(`${http.siteUrl}/login?refused=no_role&by=acme`);
        await context.close();
      }
    } finally {
      await chromium.close();
    }
    expect(complaints).toEqual([]);
  },
);
