/**
 * From a fresh daemon to a page that was answered, with a browser only, once at a desk and once on a phone: sign in,
 * add a phone and a monitor, in six clicks; break the application; see it, take it, see it recover.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { codeOfFirstStart } from "../support/setup-code.ts";
import { startWorld } from "../support/world.ts";

let browser: Browser;

describe.skipIf(!hasBrowser)("from a fresh daemon, with a browser only", () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    ["at a desk", { viewport: { width: 1280, height: 900 } }],
    ["with a thumb", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ])("%s", async (_, options) => {
    const world = await startWorld();
    const running = setInterval(() => void world.clock.advance(500, () => true), 500);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    let clicks = 0;
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (line) => {
      if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
    });
    /** A finger where there is one. */
    const press = async (role: "button" | "link", name: string | RegExp) => {
      const there = page.getByRole(role, { name }).first();
      await there.waitFor();
      await page.waitForLoadState();
      await expectNarrow(page);
      await ("hasTouch" in options ? there.tap() : there.click());
      clicks++;
    };

    await page.goto(
      `${world.daemon.url}/login?code=${await codeOfFirstStart(world.daemon.store, world.clock.now())}`,
    );
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Your email").fill("ada@example.com");
    await press("button", "Sign in");

    await page.getByText("Waiting for your phone").waitFor();
    const link = (await page.getByRole("link", { name: "Open the link" }).getAttribute("href"))!;
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole("button", { name: "Send me a test" }).click();
    await other.getByRole("button", { name: "I got it" }).click();
    await other.getByText("This phone can be reached").waitFor();
    await other.close();
    clicks += 2;
    await page.getByText("Your phone rang: verified").waitFor();
    const [test] = world.phone.messages();

    await page.getByLabel("URL").fill(world.target.healthUrl);
    await press("button", "Test");
    await page.getByText("2 sub-checks, up").waitFor();
    await press("button", "Watch it and page me");
    await page.getByLabel("URL").waitFor({ state: "detached" });
    await page.reload();
    expect(await page.getByLabel("URL").count()).toBe(0);
    await press("button", "Send a test incident");
    await world.phone.waitFor(
      ({ topic, title }) => topic === test!.topic && title === "Test incident",
    );
    await page.getByText("the push server accepted it").waitFor();
    expect(clicks).toBeLessThanOrEqual(6);
    await expectAccessible(page);

    // The rest is a day in the life of that monitor, which is checked more often.
    const [monitor] = await world.api<{ id: string }[]>("GET", "/health_check_monitors");
    await world.api("PUT", `/health_check_monitors/${monitor!.id}`, {
      title: "Shop",
      interval_seconds: 5,
    });
    await page.getByRole("link", { name: /^#1 Test incident/ }).click();
    await page.getByText("Resolve…").click();
    await page
      .getByRole("button", { name: /^Resolve/ })
      .last()
      .click();
    await page.goto(`${world.daemon.url}/`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByText("all 1 up").waitFor();

    world.target.breakCheck("database", "The disk is full");
    // It turns red by itself, with the error, and the phone rings.
    const row = page.locator(".inc").filter({ hasText: "Shop is down" });
    await row.getByText("The disk is full").first().waitFor();
    await world.phone.waitFor(
      ({ topic, title }) => topic === test!.topic && title === "Shop is down",
    );
    await row.getByText("Ada").first().waitFor();
    // A press right after the row appeared might have been meant for another one, and does nothing.
    await page.getByRole("button", { name: /^Acknowledge/ }).press("Enter");
    await page.getByText("1 acknowledged").waitFor();

    world.target.recover();
    await page.getByText("1 acknowledged").waitFor({ state: "detached" });
    await world.phone.waitFor(({ title }) => title === "Shop is up again");
    await expectNarrow(page);
    expect(complaints).toEqual([]);

    clearInterval(running);
    await context.close();
    await world.end();
  });
});
