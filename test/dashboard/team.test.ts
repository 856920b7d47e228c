/**
 * A team of five, set up with browsers only: the first admin by the setup code, one by single sign-on, one with a passkey, one
 * on a phone by the QR code, one by a link. Each press is counted; the guide has the same steps.
 */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addAuthenticator,
  expectAccessible,
  expectNarrow,
  hasBrowser,
  startBrowser,
} from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { issuerOf, signsIn, startIssuer, type Liar } from "../support/issuer.ts";
import { codeOfFirstStart } from "../support/setup-code.ts";
import { scanned } from "../support/qr-on-screen.ts";
import { startWorld, type World } from "../support/world.ts";

/** The presses of each person, as the guide lists them. */
const most = { first: 1, invite: 3, link: 1, passkey: 4, phone: 7, provider: 1 };

let browser: Browser;
let world: World;
let liar: Liar;
let running: NodeJS.Timeout;

const desk = { viewport: { width: 1280, height: 900 } };
const hand = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A window that counts presses, and is as wide as its content. */
async function open(options: BrowserContextOptions = desk) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    const own = page.url().startsWith(world.daemon.url);
    if (own && /Content Security Policy/.test(line.text())) complaints.push(line.text());
  });
  const one = {
    page,
    presses: 0,
    async press(role: "button" | "link" | "menu", name: string) {
      const there =
        role === "menu"
          ? page.locator("summary", { hasText: name }).locator("visible=true").first()
          : page.getByRole(role, { name }).locator("visible=true").first();
      await there.waitFor();
      await page.waitForLoadState();
      await expectNarrow(page);
      await ("hasTouch" in options ? there.tap() : there.click());
      one.presses++;
    },
    /** Checks the page, and answers the presses since the last time. */
    async pressed(): Promise<number> {
      await expectNarrow(page);
      await expectAccessible(page);
      expect(complaints).toEqual([]);
      const { presses } = one;
      one.presses = 0;
      return presses;
    },
  };
  return one;
}

describe.skipIf(!hasBrowser)("a team of five", () => {
  beforeAll(async () => {
    liar = await startIssuer();
    signsIn(liar, { sub: "eve", email: "eve@acme.example", name: "Eve" });
    const port = await freePort();
    browser = await startBrowser();
    world = await startWorld({
      port,
      // The provider goes by the clock of the machine.
      start: Date.now(),
      // Passkeys belong to a name, not to an address.
      siteUrl: `http://localhost:${port}`,
      issuers: [issuerOf(liar.url, { organization: null, default_role: "responder" })],
    });
    running = setInterval(() => void world.clock.advance(500, () => true), 500);
  });
  afterAll(async () => {
    clearInterval(running);
    await browser.close();
    await world.end();
    await liar.end();
  });

  it("is set up from browsers, each person in as few presses as the guide says", async () => {
    const counted: Record<string, number> = {};
    const site = world.daemon.url.replace("127.0.0.1", "localhost");

    const ada = await open();
    await ada.page.goto(
      `${site}/login?code=${await codeOfFirstStart(world.daemon.store, world.clock.now())}`,
    );
    await ada.page.getByLabel("Your name").fill("Ada");
    await ada.page.getByLabel("Your email").fill("ada@acme.example");
    await ada.press("button", "Sign in");
    await ada.page.getByText("Waiting for your phone").waitFor();
    counted["first"] = await ada.pressed();

    /** Ada invites a person; the link, or the code on her screen as a camera reads it. */
    async function invite(name: string, role: string, by: "link" | "camera"): Promise<string> {
      await ada.press("link", "Settings");
      await ada.press("link", "People");
      await ada.page.getByLabel("Email").fill(`${name.toLowerCase()}@acme.example`);
      await ada.page.getByLabel("Name optional").fill(name);
      await ada.page.getByLabel("Role", { exact: true }).selectOption(role);
      await ada.press("button", "Invite");
      await ada.page.getByRole("heading", { name: "Send this link" }).waitFor();
      counted["invite"] = await ada.pressed();
      const shown = (await ada.page.locator("pre.copy").textContent())!.trim();
      return by === "link" ? shown : (await scanned(ada.page))!;
    }

    const bo = await open();
    await addAuthenticator(bo.page);
    await bo.page.goto(await invite("Bo", "editor", "link"));
    await bo.press("button", "Sign in");
    await bo.press("link", "Settings");
    await bo.press("button", "Add a passkey");
    await bo.page.getByText("not used yet").waitFor();
    await bo.page.context().clearCookies();
    await bo.page.goto(`${site}/login`);
    await bo.press("button", "Sign in with a passkey");
    await bo.page.waitForURL(`${site}/`);
    counted["passkey"] = await bo.pressed();

    const cy = await open();
    await cy.page.goto(await invite("Cy", "viewer", "link"));
    await cy.press("button", "Sign in");
    await cy.page.waitForURL(`${site}/`);
    counted["link"] = await cy.pressed();

    const dee = await open(hand);
    await dee.page.goto(await invite("Dee", "responder", "camera"));
    await dee.press("button", "Sign in");
    await dee.press("menu", "More");
    await dee.press("link", "Settings");
    await dee.press("button", "Add phone: Dee");
    await dee.press("link", "This is the phone");
    await dee.press("button", "Send me a test");
    await dee.press("button", "I got it");
    await dee.page.getByText("This phone can be reached").waitFor();
    counted["phone"] = await dee.pressed();
    expect(world.phone.messages()).toHaveLength(1);

    const eve = await open();
    await eve.page.goto(`${site}/login`);
    await eve.press("link", "Sign in with Acme");
    await eve.page.waitForURL(`${site}/`);
    counted["provider"] = await eve.pressed();

    await ada.page.goto(`${site}/settings/people`);
    const people = await ada.page.locator("#main").textContent();
    for (const name of ["Ada", "Bo", "Cy", "Dee", "Eve"]) expect(people).toContain(name);
    expect(people).not.toContain("Pending invitations");
    expect(counted).toEqual(most);
    // The guide counts the same.
    const guide = readFileSync(new URL("../../src/guide/team.md", import.meta.url), "utf8");
    const presses = [...guide.matchAll(/\| (\d+) press(?:es)? +\|/g)].map(([, n]) => Number(n));
    expect(presses).toEqual(Object.values(most));
  });
});
