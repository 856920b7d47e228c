/** `--sign-in oidc-only`, as its users run it: a process, a provider, browsers, and the way back in from the server. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { expectAccessible, hasBrowser, startBrowser } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { signsIn, startIssuer, type Liar } from "../support/issuer.ts";
import { isReady, runMonitord, startMonitord, type Running } from "../support/process.ts";

const key = makeKey(randomBytes);
const alone = "People sign in here with Acme alone.";

let browser: Browser;
let liar: Liar;
let service: Running;
let folder: string;
let site: string;

describe.skipIf(!hasBrowser)("with the provider alone", () => {
  beforeAll(async () => {
    liar = await startIssuer();
    signsIn(liar, { sub: "eve", email: "eve@acme.example", name: "Eve", sid: "one" });
    folder = mkdtempSync(join(tmpdir(), "monitord-oidc-only-"));
    writeFileSync(join(folder, "secret"), "client-secret", { mode: 0o600 });
    writeFileSync(
      join(folder, "oidc.yaml"),
      `issuers:
  - name: Acme
    issuer: ${liar.url}
    client_id: monitord
    client_secret_file: ${join(folder, "secret")}
    users: any
    default_role: editor
`,
      { mode: 0o600 },
    );
    const port = await freePort();
    site = `http://localhost:${port}`;
    [browser, service] = await Promise.all([
      startBrowser(),
      startMonitord(
        [
          `--data-dir=${folder}`,
          `--port=${port}`,
          `--site-url=${site}`,
          `--oidc-config=${join(folder, "oidc.yaml")}`,
          "--sign-in=oidc-only",
        ],
        { MONITORD_BOOTSTRAP_API_KEY: key },
      ),
    ]);
    await isReady(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await liar.end();
    rmSync(folder, { recursive: true });
  });

  /** Every text of a page and its addresses that could hold a secret. */
  const seen: string[] = [];
  async function open() {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on("response", (response) => {
      if (!response.url().startsWith(site)) return;
      seen.push(JSON.stringify(response.headers()));
      void response.text().then(
        (text) => seen.push(text),
        () => {},
      );
    });
    return page;
  }

  it("a person signs in there, and no other way is shown or taken", async () => {
    const page = await open();
    await page.goto(`${site}/login`);
    await expectAccessible(page);
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await page.getByRole("button").count()).toBe(0);
    for (const [path, form] of [
      ["/login", { code: key, name: "Mallory" }],
      ["/login/passkey", { answer: "{}" }],
    ] as const) {
      const answer = await page.request.post(site + path, {
        form,
        headers: { origin: site },
        maxRedirects: 0,
      });
      expect(answer.status(), path).toBeGreaterThanOrEqual(400);
      expect(await answer.text(), path).toContain(alone);
    }
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole("link", { name: "Sign in with Acme" }).click();
    await page.waitForURL(`${site}/`);
    await page.goto(`${site}/settings/you`);
    expect(await page.textContent("main")).toContain("eve@acme.example");
    await page.context().close();
  });

  it("an invitation leads to the provider, and its link signs nobody in", async () => {
    const api = async (path: string, body: object) =>
      (
        await fetch(`${site}/api/v1${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json() as Promise<Record<string, string>>;
    const user = await api("/users", { email: "bo@acme.example", role: "viewer" });
    const link = await api(`/users/${user["id"]}/sign_in_links`, {});
    const page = await open();
    await page.goto(link["url"]!);
    expect(await page.getByRole("link", { name: "Sign in with Acme" }).count()).toBe(1);
    const forced = await page.request.post(link["url"]!, { headers: { origin: site } });
    expect([forced.status(), (await forced.text()).includes(alone)]).toEqual([403, true]);
    await page.context().close();
  });

  it("a link that was made on the server signs in one person, once", async () => {
    const made = await runMonitord([
      "setup-code",
      "--for=eve@acme.example",
      `--data-dir=${folder}`,
      `--site-url=${site}`,
    ]);
    expect(made.code, made.stderr).toBe(0);
    const link = /http\S+\/join\/\w+/.exec(made.stdout)![0];
    const page = await open();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${site}/`);
    await page.goto(`${site}/settings/you`);
    expect(await page.textContent("main")).toContain("by a link");
    const second = await open();
    const again = await second.goto(link);
    expect(again!.status()).toBe(410);
    await Promise.all([page.context().close(), second.context().close()]);
  });

  it("no page, address or line of the log has a code, token or secret of it", () => {
    const all = seen.join("\n") + service.output();
    expect(seen.length).toBeGreaterThan(10);
    expect(all).not.toMatch(/secret-code|secret-access|client-secret|eyJ[\w-]+\.eyJ/);
    expect(all).not.toContain(key);
  });
});
