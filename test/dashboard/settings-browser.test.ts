/** Every tab of *Settings* and every page of a sign-in in a real Chromium, at a desk and on a phone, light and dark. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofLifetime } from "../../src/core/access/proof.ts";
import { settingsTabs } from "../../src/dashboard/settings/tabs.ts";
import {
  expectAccessible,
  expectHeadsAbove,
  expectMenusInside,
  expectNarrow,
  hasBrowser,
  startBrowser,
} from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { issuerOf, singleSignOn } from "../support/issuer.ts";

/** Names that try to break a page: markup, right to left, pictures, and one word that no line holds. */
const names = [
  `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`,
  "عمر الفاروق \u202Eevil",
  "👩‍🚒".repeat(20),
  "W".repeat(255),
];

let browser: Browser;
let http: HttpSide;
let sso: ReturnType<typeof singleSignOn>;
/** Paths of links to sign in as the person with the longest name. */
let newLink: () => Promise<string>;

const post = async (path: string, body: object) => (await http.api("POST", path, body)).json;

describe.skipIf(!hasBrowser)("settings and sign-in", () => {
  beforeAll(async () => {
    sso = singleSignOn([
      issuerOf("http://127.0.0.1:9", {
        name: "Acme",
        roles: [{ group: "sre-oncall", role: "responder" }],
      }),
    ]);
    [browser, http] = await Promise.all([
      startBrowser(),
      // Passkeys belong to a name, not to an address.
      startHttp({ host: "localhost", singleSignOn: sso }),
    ]);
    await post("/api_keys", { name: "W".repeat(100), scopes: ["write"], projects: ["shop"] });
    const group = await post("/alert_groups", { title: "G".repeat(255) });
    const people = await Promise.all(
      names.map((name, i) =>
        post("/users", { name, email: `person-${i}-${"x".repeat(40)}@example.com`, role: "admin" }),
      ),
    );
    const longest = people.at(-1).id as string;
    for (const [i, kind] of ["ntfy", "ntfy"].entries())
      await post(`/users/${longest}/devices`, { kind, target: `topic-${i}`, name: names[i] });
    await post(`/alert_groups/${group.id}/members`, { email: people.at(-1).email });
    await post(`/users/${people[0].id}/sign_in_links`, {});
    newLink = async () => new URL((await post(`/users/${longest}/sign_in_links`, {})).url).pathname;
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
    await sso.close();
  });

  it.each([
    ["a desk, light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["a desk, dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
    ["a phone, light", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
    ["a phone, dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
  ] as const)("fit on %s, and hostile names stay text", async (where, options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (line) => {
      if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
    });
    const shown = async (name: string, at: Page = page) => {
      await at.waitForLoadState("networkidle");
      const folder = process.env["TEST_SCREENSHOTS"];
      const path = `${folder}/${name}-${where.replaceAll(/\W+/g, "-")}.png`;
      if (folder) await at.screenshot({ path, fullPage: true });
      await expectNarrow(at);
      await expectMenusInside(at);
      await expectAccessible(at);
      await expectHeadsAbove(at);
      expect(await at.title()).not.toContain("owned");
    };

    await page.goto(`${http.origin}/login`);
    await shown("login");
    await page.goto(`${http.origin}/login?refused=no_role&by=acme`);
    await shown("login-refused");
    await page.goto(`${http.origin}/login?code=ABCD-EFGH`);
    await shown("login-code");
    await page.goto(http.origin + (await newLink()));
    await shown("join");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/join"));
    await page.goto(`${http.origin}/join/${"x".repeat(22)}`);
    await shown("join-unknown");
    for (const { id } of settingsTabs) {
      await page.goto(`${http.origin}/settings/${id}`);
      await page.getByRole("heading", { name: "Settings" }).waitFor();
      await shown(id);
    }
    await page.goto(`${http.origin}/device`);
    await shown("device");
    const begun = await http.call("POST", "/api/v1/device_authorizations", {
      body: { host: "W".repeat(64), program: "monitorctl" },
    });
    await page.goto(`${http.origin}/device?code=${begun.json.user_code}`);
    await shown("device-code");
    await page.goto(`${http.origin}/settings/people`);
    await http.clock.advance(proofLifetime, () => true);
    await page.getByRole("button", { name: "Invite", exact: true }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill("new@example.com");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("heading", { name: "Is it you?" }).waitFor();
    await shown("prove");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("have each button below its own row on a phone", async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const link = await newLink();
    await page.goto(http.origin + link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const users: { id: string; name: string }[] = (await http.api("GET", "/users")).json;
    const person = users.find(({ name }) => name === names.at(-1))!;
    const above = () =>
      page.evaluate(`[...document.querySelectorAll(".members.devices > li")].filter((row) => {
        const acts = row.querySelector(".acts")?.getBoundingClientRect();
        return acts && [...row.children].some((one) => one.getBoundingClientRect().top > acts.top);
      }).map((row) => row.textContent)`);
    for (const path of [
      ...settingsTabs.map(({ id }) => `/settings/${id}`),
      `/users/${person.id}`,
    ]) {
      await page.goto(http.origin + path);
      await page.waitForLoadState("networkidle");
      expect(await above(), path).toEqual([]);
    }
    await context.close();
  });
});
