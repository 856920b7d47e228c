/**
 * From a fresh daemon to a page that was answered, with a browser only, once at a desk and once on a phone:
 * sign in, add a phone, a group and a monitor; break the application; see it, take it, see it recover.
 */
import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/core/access/api-key.ts";
import { makeSetupCode, normalizeSetupCode } from "../../src/core/access/setup-code.ts";
import { expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { startWorld, type World } from "../support/world.ts";

let browser: Browser;

/** A code as the first start prints it. */
async function codeFor(world: World): Promise<string> {
  const code = makeSetupCode(randomBytes);
  const [organization] = await world.daemon.store.read.organizations();
  await world.daemon.store.run("create_setup_code", {
    org_id: organization!.id,
    hash: hashKey(normalizeSetupCode(code)),
    expires_at: world.clock.now() + 60_000,
    now: world.clock.now(),
  });
  return code;
}

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
    };

    await page.goto(`${world.daemon.url}/`);
    await page.getByLabel("Access key or one-time code").fill(await codeFor(world));
    await page.getByLabel("Your name").fill("Ada");
    await press("button", "Sign in");
    await press("link", "To the dashboard");
    await press("link", "On call");
    await press("link", "People");
    await press("link", "New person");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Name").fill("Ada");
    await press("button", /^Create/);
    await press("link", "People");
    await press("button", /^Add phone/);
    const link = (await page.textContent("pre.copy"))!;
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole("button", { name: "Send me a test" }).click();
    await other.getByRole("button", { name: "I got it" }).click();
    await other.getByText("This phone can be reached").waitFor();
    await other.close();
    await page.getByText("phone rings: verified").waitFor();
    const [test] = world.phone.messages();

    await press("link", "On call");
    await press("link", "New group");
    await page.getByLabel("Name", { exact: true }).fill("On call");
    await press("button", /^Create/);
    await page.getByLabel("Add a member").selectOption("ada@example.com");
    await press("button", "Add");
    await page.getByText("Added.").waitFor();

    await press("link", "Overview");
    await page.locator("#new-monitor summary").click();
    await press("link", "New health check");
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await page.locator('[name="url"]').fill(world.target.healthUrl);
    await page.getByLabel("Check every").fill("5");
    await press("button", /^Create/);
    await press("link", "Overview");
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
