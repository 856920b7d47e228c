/** The form of a health check monitor in a real Chromium; skipped where none is installed. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { startTarget, type Target } from "../support/target.ts";

let browser: Browser;
let http: HttpSide;
let target: Target;
let cookie: { name: string; value: string };

/** Fields that the form shows at the moment. */
const shown = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(".fld")].filter((one) => !one.hidden && !one.closest("[hidden]"))
      .map((one) => one.id.replace("field-", ""))`,
  );

/** Waits until the form shows a field, or shows it no longer. */
const until = (page: Page, field: string, state: "attached" | "detached") =>
  page.locator(`#field-${field}:not([hidden])`).waitFor({ state });

describe.skipIf(!hasBrowser)("the form of a health check monitor", () => {
  beforeAll(async () => {
    [browser, http, target] = await Promise.all([
      startBrowser(),
      startHttp({ running: true }),
      startTarget(),
    ]);
    const signed = await http.call("POST", "/login", {
      body: `code=${http.keys.admin}&name=Ada`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const [name, value] = signed.headers.get("set-cookie")!.split(";")[0]!.split("=");
    cookie = { name: name!, value: value! };
    await http.api("POST", "/alert_groups", { title: "On call" });
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
    await target.stop();
  });

  async function open(
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext(options);
    await context.addCookies([{ ...cookie, url: http.origin }]);
    const page = await context.newPage();
    await page.goto(`${http.origin}/health_check_monitors/new`);
    return { context, page };
  }

  it("shows at once the fields of the choice, and keeps typed text", async () => {
    const { context, page } = await open();
    expect(await shown(page)).not.toContain("body_contains");
    await page.locator('[name="expect"]').selectOption("http");
    await until(page, "body_contains", "attached");
    await page.locator('[name="body_contains"]').fill("Welcome");
    expect(await shown(page)).not.toContain("request_body");
    expect(await shown(page)).not.toContain("staleness_threshold_minutes");
    await page.locator('[name="method"]').selectOption("POST");
    await until(page, "request_body", "attached");

    await page.locator('[name="url"]').fill("dns:///example.com?type=MX");
    await page.locator('[name="title"]').focus();
    await until(page, "body_contains", "detached");
    expect(await shown(page)).toContain("dns_answers");
    expect(await shown(page)).not.toContain("expect");
    await page.locator('[name="url"]').fill("https://shop.example.com/");
    await page.locator('[name="title"]').focus();
    await until(page, "body_contains", "attached");
    expect(await page.locator('[name="body_contains"]').inputValue()).toBe("Welcome");
    await context.close();
  });

  it("shows the fields of the choice without JavaScript too, and saves conditions as lines", async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await page.locator('[name="title"]').fill("Search");
    await page.locator('[name="url"]').fill("https://shop.example.com/search");
    await page.locator('[name="expect"]').selectOption("http");
    await page.getByRole("button", { name: "Show the fields of this choice" }).click();
    expect(await shown(page)).toContain("body_json");
    expect(await page.locator('[name="title"]').inputValue()).toBe("Search");
    const conditions = page.locator('[name="body_json"]');
    await conditions.fill('/status equals "ok"\nqueue below 100');
    await page.getByRole("button", { name: /^Create/ }).click();
    expect(await page.textContent("#body_json-fault")).toMatch(/Line 2, /);
    await conditions.fill(
      '/status equals "ok"\n/queue/length below 100\n/id exists\n/kind equals shop',
    );
    await page.getByRole("button", { name: /^Create/ }).click();
    // No such shop exists.
    await page.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { name: "Search", exact: true }).waitFor();

    const [monitor] = (await http.api("GET", "/health_check_monitors")).json;
    expect(monitor).toMatchObject({
      expect: "http",
      body_json: [
        { pointer: "/status", comparison: "equals", value: "ok" },
        { pointer: "/queue/length", comparison: "below", value: 100 },
        { pointer: "/id", comparison: "exists" },
        { pointer: "/kind", comparison: "equals", value: "shop" },
      ],
    });
    await page.getByRole("link", { name: "Edit" }).click();
    expect(await conditions.inputValue()).toBe(
      '/status equals "ok"\n/queue/length below 100\n/id exists\n/kind equals "shop"',
    );
    await page.locator('[name="url"]').fill("tcp://shop.example.com:443");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Search", exact: true }).waitFor();
    expect((await http.api("GET", `/health_check_monitors/${monitor.id}`)).json).toMatchObject({
      url: "tcp://shop.example.com:443",
      expect: "health",
      body_json: [],
    });
    await context.close();
  });

  const page503 = () =>
    target.respond((_, answer) => {
      answer.statusCode = 503;
      answer.end("busy");
    });
  const page200 = () =>
    target.respond((_, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end("<title>Shop</title>Welcome");
    });

  it("watches a page as one when Try has found one, and creates the monitor that was tried", async () => {
    page200();
    const { context, page } = await open();
    await page.locator('[name="title"]').fill("Front page");
    await page.locator('[name="url"]').fill(`${target.url}/`);
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("The URL answers 200 with HTML").waitFor();
    expect(await page.locator('[name="title"]').inputValue()).toBe("Front page");
    await page.getByText("HTTP 200").first().waitFor();
    expect(await page.locator('[name="expect"]').inputValue()).toBe("http");
    await page.locator('[name="body_contains"]').fill("Goodbye");
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("The body lacks “Goodbye”").first().waitFor();
    await expectAccessible(page);
    expect(await page.locator(".bar .primary").textContent()).toMatch(/Create anyway/);
    await page.locator('[name="body_contains"]').fill("Welcome");
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("HTTP 200").first().waitFor();
    await page.getByRole("button", { name: "Create health check monitor", exact: true }).click();
    await page.getByRole("heading", { name: "Front page", exact: true }).waitFor();
    const monitors = (await http.api("GET", "/health_check_monitors")).json as { title: string }[];
    expect(monitors.find(({ title }) => title === "Front page")).toMatchObject({
      expect: "http",
      body_contains: "Welcome",
    });
    await context.close();
  });

  it("asks about a monitor that would be wrong, also at a press of Create without Try, and can create it paused", async () => {
    page503();
    const { context, page } = await open({ javaScriptEnabled: false });
    const titled = async (title: string) =>
      ((await http.api("GET", "/health_check_monitors")).json as { title: string }[]).find(
        (one) => one.title === title,
      );
    await page.locator('[name="title"]').fill("Busy");
    await page.locator('[name="url"]').fill(`${target.url}/busy`);
    await page.getByRole("button", { name: "Create health check monitor", exact: true }).click();
    await page.getByText("The URL answers 503 with text").waitFor();
    await page.getByText("it opens an incident and notifies its group").waitFor();
    expect(await titled("Busy")).toBeUndefined();
    // Another URL was not tried, and so is not created at a press of "anyway".
    await page.locator('[name="url"]').fill(`${target.url}/other`);
    await page.getByRole("button", { name: "Create anyway" }).click();
    await page.getByText("it opens an incident and notifies its group").waitFor();
    expect(await titled("Busy")).toBeUndefined();
    await page.getByRole("button", { name: "Create paused" }).click();
    await page.getByRole("heading", { name: "Busy", exact: true }).waitFor();
    expect(await titled("Busy")).toMatchObject({ expect: "http", paused_at: expect.any(String) });
    await context.close();
  });

  it("keeps the expectation of a report where the user insists, and says that it is none", async () => {
    page200();
    const { context, page } = await open();
    await page.locator('[name="title"]').fill("To be a report");
    await page.locator('[name="url"]').fill(`${target.url}/soon`);
    await page.getByRole("button", { name: "Create health check monitor", exact: true }).click();
    await page.getByRole("heading", { name: "To be a report", exact: true }).waitFor();
    await page.goto(`${http.origin}/health_check_monitors/new`);
    await page.locator('[name="title"]').fill("Report to come");
    await page.locator('[name="url"]').fill(`${target.url}/soon`);
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByRole("button", { name: "Expect a report anyway" }).click();
    await page.getByText("not with a health report").waitFor();
    expect(await page.locator('[name="expect"]').inputValue()).toBe("health");
    await page.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { name: "Report to come", exact: true }).waitFor();
    const monitors = (await http.api("GET", "/health_check_monitors")).json as { title: string }[];
    const expectOf = (title: string) => monitors.find((one) => one.title === title);
    expect(expectOf("To be a report")).toMatchObject({ expect: "http" });
    expect(expectOf("Report to come")).toMatchObject({ expect: "health" });
    await context.close();
  });

  it.each([
    ["with a script", true],
    ["without one", false],
  ])(
    "finds monitors by a part of their names, and keeps the rest of the form: %s",
    async (_, javaScriptEnabled) => {
      const [group] = (await http.api("GET", "/alert_groups")).json as { id: string }[];
      for (const title of ["Router <fra1>", "Router ams1"])
        await http.api("POST", "/health_check_monitors", {
          title: `${title} ${javaScriptEnabled}`,
          url: "https://router.example.com/health",
          alert_group_id: group!.id,
        });
      const { context, page } = await open({ javaScriptEnabled });
      await page.locator('[name="title"]').fill("Behind routers");
      const add = page.getByRole("button", { name: "Add", exact: true });
      const name = page.getByLabel("Add to the list");
      await name.fill("no such");
      await add.click();
      await page.getByText("has no match for “no such”").last().waitFor();
      await name.fill(`Router`);
      await add.click();
      await page
        .getByText(/matches for “Router”/)
        .last()
        .waitFor();
      await name.fill(`fra1> ${javaScriptEnabled}`);
      await add.click();
      await page.locator(".picked li").waitFor();
      expect(await page.locator('[name="title"]').inputValue()).toBe("Behind routers");
      // What was typed is taken without a press of "Add" too.
      await page.locator('[name="url"]').fill("tcp://127.0.0.1:1");
      await name.fill(`Router ams1 ${javaScriptEnabled}`);
      await page.locator(".bar .primary").click();
      await page.getByRole("button", { name: "Create anyway" }).click();
      await page.getByRole("heading", { name: "Behind routers", exact: true }).waitFor();
      await page.getByRole("link", { name: "Edit" }).click();
      expect(await page.locator(".picked bdi").allTextContents()).toEqual([
        `Router <fra1> ${javaScriptEnabled}`,
        `Router ams1 ${javaScriptEnabled}`,
      ]);
      await page.getByRole("button", { name: `Remove Router <fra1> ${javaScriptEnabled}` }).click();
      await page.locator(".picked li").nth(1).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Behind routers", exact: true }).waitFor();
      expect(await page.locator("dd").filter({ hasText: "ams1" }).count()).toBe(1);
      const monitors = (await http.api("GET", "/health_check_monitors")).json as {
        id: string;
        title: string;
      }[];
      const one = monitors.find(({ title }) => title === "Behind routers")!;
      await http.api("DELETE", `/health_check_monitors/${one.id}`);
      await context.close();
    },
  );

  it("opens the section that a link names, and comes back to the page that it was on", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await open({ javaScriptEnabled });
      await page.goto(`${http.origin}/alert_groups`);
      const [group] = (await http.api("GET", "/alert_groups")).json as { id: string }[];
      const at = `/alert_groups/${group!.id}/edit`;
      expect(
        await page.goto(http.origin + at).then(() => page.locator("details.fold[open]").count()),
      ).toBe(0);
      await page.goto(`${http.origin}${at}?section=advanced&back=%2Fsilences`);
      expect(await page.locator("details.fold[open]").getAttribute("id")).toBe("fold-advanced");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(/\/silences/);
      await page.goto(`${http.origin}${at}?back=https%3A%2F%2Fevil.example`);
      await page.getByRole("link", { name: "Cancel" }).click();
      expect(new URL(page.url()).host).toBe(new URL(http.origin).host);
      await context.close();
    }
  });

  it("tries a stored monitor with its secrets, which the form does not show", async () => {
    page503();
    const [group] = (await http.api("GET", "/alert_groups")).json as { id: string }[];
    const { json: monitor } = await http.api("POST", "/health_check_monitors", {
      title: "Private",
      url: `${target.url}/private`,
      alert_group_id: group!.id,
      expect: "http",
      request_headers: { "x-token": "very-secret" },
    });
    const { context, page } = await open();
    await page.goto(`${http.origin}/health_check_monitors/${monitor.id}/edit`);
    expect(await page.content()).not.toContain("very-secret");
    const before = target.requests.length;
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("HTTP 503").first().waitFor();
    expect(target.requests.slice(before)).toMatchObject([
      { path: "/private", headers: { "x-token": "very-secret" } },
    ]);
    expect(await page.content()).not.toContain("very-secret");
    await context.close();
  });

  it.each([
    ["wide and light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["narrow and dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
  ] as const)("can be used by everybody with all of its fields: %s", async (name, options) => {
    const { context, page } = await open(options);
    await page.locator('[name="expect"]').selectOption("http");
    await until(page, "body_contains", "attached");
    await page.locator("details").last().locator("summary").click();
    await expectNarrow(page);
    await expectAccessible(page);
    const folder = process.env["TEST_SCREENSHOTS"];
    if (folder) await page.screenshot({ path: `${folder}/form ${name}.png`, fullPage: true });
    await context.close();
  });
});
