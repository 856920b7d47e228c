/**
 * What people do most often when somebody waits: each from the overview, with five presses at most, at a desk and on a
 * phone. The pages on the way are as wide as the window and accessible.
 */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { startWorld, type World } from "../support/world.ts";

const most = 5;
const desk = { viewport: { width: 1280, height: 900 } };
const hand = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser: Browser;
let world: World;
let running: NodeJS.Timeout;

describe.skipIf(!hasBrowser).each([
  ["at a desk", desk],
  ["with a thumb", hand],
])("%s", (_, options) => {
  let page: Page;
  let presses = 0;

  async function press(there: Locator) {
    await there.waitFor();
    await page.waitForLoadState();
    await expectNarrow(page);
    await ("hasTouch" in options ? there.tap() : there.click());
    presses++;
  }
  const seen = (there: Locator) => there.locator("visible=true").first();
  const link = (name: string | RegExp) => seen(page.getByRole("link", { name }));
  /** The `summary` of a menu has this role, too. */
  const button = (name: string | RegExp) =>
    seen(page.getByRole("button", { name }).and(page.locator("button")));
  const menu = (text: string) => seen(page.locator("summary", { hasText: text }));
  /** On a narrow screen the navigation has a part under *More*. */
  async function section(name: string) {
    const there = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    if ((await there.locator("visible=true").count()) === 0) await press(menu("More"));
    await press(seen(there));
  }

  beforeAll(async () => {
    browser = await startBrowser();
    world = await startWorld();
    running = setInterval(() => void world.clock.advance(500, () => true), 500);
    const { id } = await world.onCall({ title: "Platform" });
    await world.api("POST", "/users", { email: "bo@example.com", name: "Bo Ström" });
    const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: id,
    });
    await world.report(monitor, "boom");
    // A message that is still on its way in has less contrast.
    const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
    page = await context.newPage();
    await page.goto(`${world.daemon.url}/login`);
    await page.locator('input[name="code"]').fill(world.key);
    await page.locator('input[name="name"]').fill("Ada");
    await page.locator('main button:not([type="button"])').first().click();
    await page.waitForLoadState();
  });
  afterAll(async () => {
    clearInterval(running);
    await browser.close();
    await world.end();
  });
  beforeEach(async () => {
    await page.goto(`${world.daemon.url}/`);
    await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });
    presses = 0;
  });

  it("an incident is handed over to a person", async () => {
    await press(link(/Shop errors/));
    await press(menu("Hand over"));
    await page.getByLabel("To", { exact: true }).selectOption({ label: "Bo Ström" });
    await press(button("Hand over"));
    await page.getByText("Handed over.").first().waitFor();
    expect(presses).toBeLessThanOrEqual(most);
    await expectAccessible(page);
  });

  it("the uptime of the last month is read", async () => {
    await section("Activity");
    await press(link("Reports"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Shop errors").first().waitFor({ state: "attached" });
    expect(presses).toBeLessThanOrEqual(most);
    await expectAccessible(page);
  });

  it("a monitor is silenced for two hours", async () => {
    await section("Monitors");
    await press(link("Shop errors"));
    await press(menu("Silence"));
    await press(button("Silence for this duration"));
    await page.getByText("Nobody is notified").waitFor();
    expect(presses).toBeLessThanOrEqual(most);
    await expectAccessible(page);
  });

  it("a status page is made and opened", async () => {
    await section("On call");
    await press(link("Platform"));
    await press(link("Status pages"));
    await press(link("New status page"));
    await page.getByLabel("Name", { exact: true }).first().fill("Platform");
    await press(button(/^Create/));
    await page.waitForURL(/\/status\//);
    expect(presses).toBeLessThanOrEqual(most + ("hasTouch" in options ? 1 : 0));
    await expectAccessible(page);
  });
});
