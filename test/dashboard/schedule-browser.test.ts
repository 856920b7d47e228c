/** Schedules, *On call* and *My shifts* in a real Chromium: with and without a script, on a desk and on a phone. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { addPeople, clockTo } from "../support/people.ts";

describe.skipIf(!hasBrowser)("schedules in a browser", () => {
  let browser: Browser;
  let http: HttpSide;
  let week: string;
  let state: Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;
  const ids: Record<string, string> = {};

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      timezoneId: "Europe/Berlin",
      storageState: state,
      ...options,
    });
    return context.newPage();
  };
  const at = (path: string) => `${http.origin}${path}`;
  const overrides = async () =>
    (await http.api("GET", `/schedules/${week}/overrides`)).json as { user_id: string }[];
  const keyOf = (name: string, from: string) => `${ids[name]}.${Date.parse(from) / 60_000}`;

  beforeAll(async () => {
    [browser, http] = await Promise.all([startBrowser(), startHttp({ host: "localhost" })]);
    await clockTo(http, "2026-12-01T12:00:00Z");
    Object.assign(ids, await addPeople(http, ["Ada", "Bob", "Cyd"], { role: "admin" }));
    week = (
      await http.api("POST", "/schedules", {
        title: "Platform week",
        people: [ids["Ada"], ids["Bob"]],
        timezone: "America/New_York",
        start: "2026-11-23",
      })
    ).json.id;
    const { json: group } = await http.api("POST", "/alert_groups", { title: "Platform" });
    await http.api("PUT", `/alert_groups/${group.id}/schedules/${week}`, {});
    await http.api("POST", "/alert_groups", { title: "Silent" });
    for (const name of ["Ada", "Bob"])
      await http.api("POST", `/users/${ids[name]}/absences`, {
        from: "2026-12-04T10:00:00Z",
        until: "2026-12-04T18:00:00Z",
      });
    const { json: link } = await http.api("POST", `/users/${ids["Cyd"]}/sign_in_links`);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link.url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(at("/"));
    await context.addCookies([{ name: "zone", value: "Europe%2FBerlin", url: http.origin }]);
    state = await context.storageState();
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  it("a shift is taken in its popover without a script", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at(`/schedules/${week}`));
    await page.getByRole("link", { name: /^Bob, turn: Mon 7 Dec|^Ada, turn: Mon 7 Dec/ }).click();
    await page.getByRole("button", { name: "Take this shift" }).click();
    await page.getByText("Covered.").waitFor();
    expect(await overrides()).toMatchObject([{ user_id: ids["Cyd"] }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(await overrides()).toEqual([]);
  });

  it("a gap is taken in place, and taken back with Undo", async () => {
    const page = await open();
    await page.goto(at(`/schedules/${week}`));
    const place = page.url();
    await page.locator("#gap").getByRole("button", { name: /Take/ }).click();
    await page.getByText("You are on call for that time.").waitFor();
    expect(page.url()).toBe(place);
    await page.locator("#gap").getByText("Nobody on call").waitFor({ state: "detached" });
    await page.locator("#done").getByRole("button", { name: "Undo" }).click();
    await page.locator("#gap").getByText("Nobody on call Fri 4 Dec 11:00–19:00").waitFor();
    expect(await overrides()).toEqual([]);
  });

  it("Escape closes a popover, and the keyboard is at its band again", async () => {
    const page = await open();
    const key = keyOf("Ada", "2026-12-07T14:00:00Z");
    await page.goto(at(`/schedules/${week}?shift=${key}#shift`));
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.locator("#shift").waitFor({ state: "detached" });
    expect(page.url()).toContain(`#band-${key}`);
  });

  it("the order of people is changed by buttons without a script", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at(`/schedules/${week}/edit`));
    await page.getByLabel("Add to the list").fill("Cyd");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Move Cyd up" }).click();
    await page.getByText("was Bob").or(page.getByText("was Ada")).first().waitFor();
    expect(await page.locator(".order bdi").allTextContents()).toEqual(["Ada", "Cyd", "Bob"]);
    await page.getByRole("link", { name: "Cancel" }).click();
    expect((await http.api("GET", `/schedules/${week}`)).json.people).toHaveLength(2);
  });

  it("the turns follow while the form is filled in, and the shifts of an absence", async () => {
    const page = await open();
    await page.goto(at("/schedules/new"));
    await page.getByText("Choose people and a handoff").waitFor();
    await page.getByLabel("Add to the list").fill("Cyd");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Every Monday 09:00").waitFor();
    await page.locator("#handoff_cron").fill("0 8 * * FRI");
    await page.locator("#handoff_cron").blur();
    await page.getByText("Every Friday 08:00").waitFor();
    await page.goto(at("/my_shifts"));
    await page.getByText("Add absence", { exact: true }).first().click();
    await page.getByLabel("From").fill("2026-12-10T09:00");
    await page.getByLabel("Until").fill("2026-12-11T09:00");
    await page.getByLabel("Until").blur();
    await page.getByText("No shift of yours changes.").waitFor();
  });

  describe.each([
    [1280, "light"],
    [1280, "dark"],
    [360, "light"],
    [360, "dark"],
  ] as const)("at %i px, %s", (width, colorScheme) => {
    it.each([
      ["/on_call"],
      ["/schedules"],
      ["/schedules/:week"],
      ["/schedules/:week?view=days&add=take"],
      ["/schedules/:week/edit"],
      ["/schedules/:week/feed"],
      ["/my_shifts"],
      ["/reports/on_call?period=90d"],
    ])("%s is accessible, and as wide as the window", async (path) => {
      const page = await open({ colorScheme, viewport: { width, height: 740 } });
      await page.goto(at(path.replace(":week", week)));
      await expectNarrow(page);
      await expectAccessible(page);
      await page.context().close();
    });
  });
});
