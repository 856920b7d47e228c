/** The pages of groups and people in a real Chromium. `TEST_SCREENSHOTS=FOLDER` keeps pictures of them. */
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addAuthenticator,
  expectAccessible,
  expectHeadsAbove,
  expectNarrow,
  hasBrowser,
  startBrowser,
} from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

const folder = process.env["TEST_SCREENSHOTS"];
const keepPicture = async (page: Page, name: string) =>
  folder && (await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true }));
const tabs = ["", "/monitors", "/sources", "/status-page", "/drills", "/settings"];

describe.skipIf(!hasBrowser)("groups and people in a browser", () => {
  let browser: Browser;
  let http: HttpSide;
  let group: { id: string };
  const users: Record<string, string> = {};

  async function person(name: string, phones: string[]): Promise<void> {
    const email = `${name.toLowerCase()}@example.com`;
    const { json } = await http.api("POST", "/users", { email, name, role: "responder" });
    users[name] = json.id;
    for (const target of phones)
      await http.api("POST", `/users/${json.id}/devices`, { kind: "ntfy", target, name: target });
    await http.api("POST", `/alert_groups/${group.id}/members`, { email });
  }

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    await page.goto(`${http.origin}/login`);
    await page.getByLabel("API key or one-time code").fill(http.keys.admin);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Sign in" }).click();
    return page;
  }

  beforeAll(async () => {
    [browser, http] = await Promise.all([
      startBrowser(),
      startHttp({ running: true, host: "localhost" }),
    ]);
    const { json: management } = await http.api("POST", "/alert_groups", { title: "Management" });
    group = (
      await http.api("POST", "/alert_groups", {
        title: "Platform",
        timezone: "Europe/Berlin",
        contact_hours_all_day: false,
        contact_hours_from: "08:00:00",
        contact_hours_to: "20:00:00",
        contact_days: [1, 2, 3, 4, 5],
        urgent_ignores_contact_hours: true,
        escalate_to: management.id,
        escalate_after_minutes: 15,
        drill_cron: "0 10 * * MON",
      })
    ).json;
    await person("Ada", ["Pixel", "iPad"]);
    await person("Cleo", []);
    await person("Omar", ["Galaxy"]);
    await http.api("POST", "/webhook_monitors", { title: "Orders", alert_group_id: group.id });
    await http.api("PUT", `/alert_groups/${group.id}/members/${users["Omar"]}`, {
      timezone: "Asia/Dubai",
      contact_hours_all_day: true,
      minimum_priority: 2,
    });
    for (const silenced of [
      {
        alert_group_id: management.id,
        until: "2030-01-01T00:00:00Z",
        reason: "Moving the data center",
      },
      { cron: "0 2 * * SUN", duration_minutes: 120, timezone: "Europe/Berlin", reason: "Backups" },
      { from: "2029-01-01T00:00:00Z", until: "2029-01-02T00:00:00Z", reason: "New year" },
    ])
      await http.api("POST", "/silences", silenced);
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  it("the hours of a member are changed without a script, and the page says so", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${http.origin}/alert_groups/${group.id}`);
    await page.getByRole("link", { name: "Edit hours of Ada" }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Hours of Ada");
    await page.getByLabel(/^Hours/).selectOption("Between two times");
    await page.getByRole("button", { name: "Show the fields of this choice" }).click();
    await page.getByLabel(/^From/).fill("09:30");
    await page.getByLabel(/^To/).fill("17:00");
    await page.getByLabel("Monday").check();
    await page.getByLabel("Notified of").selectOption("P1 and P2");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.locator(`#member-${users["Ada"]}`);
    expect((await row.textContent())!.replaceAll(/\s+/g, " ")).toContain(
      "P1 and P2 only · every Monday 09:30–17:00 (Europe/Berlin)",
    );
    await page.getByRole("link", { name: "Edit hours of Ada" }).click();
    await page.getByLabel("Time zone").fill("Mars/Olympus");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.title()).toContain("Not saved");
    expect(await page.locator("#timezone").inputValue()).toBe("Mars/Olympus");
    await page.context().close();
  });

  it("the week beside the form shows the hours while they are chosen", async () => {
    const page = await open();
    await page.goto(`${http.origin}/alert_groups/${group.id}/members/${users["Omar"]}`);
    const week = page.locator(".aside");
    expect(await week.textContent()).toContain("Mon to Fri, all day (Asia/Dubai)");
    await page.getByLabel(/^Hours/).selectOption("Between two times");
    await page.getByLabel(/^From/).fill("07:00");
    await page.getByLabel(/^To/).fill("15:00");
    await page.getByLabel("Sunday").check();
    await week.getByText("every Sunday 07:00–15:00 (Asia/Dubai)").waitFor();
    expect(await page.getByLabel(/^From/).inputValue()).toBe("07:00");
    await page.context().close();
  });

  it("the end of a silence is taken back at once", async () => {
    const page = await open();
    await page.goto(`${http.origin}/silences`);
    const row = page.locator(".silences > li").filter({ hasText: "Backups" });
    await row.getByRole("button", { name: "End the silence: Backups" }).press("Enter");
    await row.getByRole("button", { name: /^Undo/ }).press("Enter");
    await page.getByText("Silenced.").waitFor();
    const { json } = await http.api("GET", "/silences");
    const backups = (json as { reason: string; status: string; cron: string }[]).filter(
      ({ reason }) => reason === "Backups",
    );
    expect(backups.map(({ status, cron }) => `${status} ${cron}`).toSorted()).toEqual([
      "ended 0 2 * * SUN",
      "scheduled 0 2 * * SUN",
    ]);
    await page.context().close();
  });

  it("a passkey is added on the own page, and signs in without a link", async () => {
    const page = await open();
    await addAuthenticator(page);
    expect(await page.locator("form[data-passkey]").count()).toBe(0);
    const { json: link } = await http.api("POST", `/users/${users["Cleo"]}/sign_in_links`);
    await page.context().clearCookies();
    await page.goto(link.url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/join"));
    await page.goto(`${http.origin}/users/${users["Cleo"]}`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("not used yet").waitFor();
    await expectAccessible(page);
    await keepPicture(page, "passkeys");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("This device has a passkey for you already.").waitFor();

    await page.context().clearCookies();
    await page.goto(`${http.origin}/login?next=/silences`);
    await expectAccessible(page);
    await keepPicture(page, "sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${http.origin}/silences`);
    await page.goto(`${http.origin}/users/${users["Cleo"]}`);
    await page.getByRole("button", { name: /^Remove the passkey/ }).click();
    await page.getByText("No passkey").waitFor();
    await page.context().close();
  });

  describe.each([
    [1280, "light"],
    [360, "dark"],
  ] as const)("at %i px, %s", (width, colorScheme) => {
    it.each([
      "/alert_groups",
      ...tabs.map((tab) => `/alert_groups/:group${tab}`),
      "/alert_groups/:group/members/:omar",
      "/alert_groups/:group?priority=1&at=2030-01-01T03:00",
      "/users",
      "/users/:ada",
      "/silences",
    ])("%s is accessible, and as wide as the window", async (path) => {
      const page = await open({
        viewport: { width, height: 900 },
        colorScheme,
        timezoneId: "Europe/Berlin",
      });
      const ids = { group: group.id, omar: users["Omar"]!, ada: users["Ada"]! };
      await page.goto(
        http.origin +
          path.replaceAll(/:(group|omar|ada)/g, (_, name: keyof typeof ids) => ids[name]),
      );
      await expectNarrow(page);
      await expectAccessible(page);
      await expectHeadsAbove(page);
      await keepPicture(page, `page${path.replaceAll(/:omar|:ada|:group|[^a-z]+/g, "-")}-${width}`);
      await page.context().close();
    });
  });
});
