/**
 * Acknowledge, notes and resolve over a bad line, in a real Chromium; skipped where none is installed. Each way in which a line
 * breaks, each press: it waits, is sent when the line is back, and counts once.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBadLine, type BadLine, type Break } from "../support/bad-line.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

const breaks: Break[] = [502, 503, 504, "portal", "reset", "hang", "unheard"];

describe.skipIf(!hasBrowser)("over a bad line", () => {
  let browser: Browser;
  let http: HttpSide;
  let line: BadLine;
  let group: { id: string };
  let broken = 0;

  beforeAll(async () => {
    [browser, http] = await Promise.all([startBrowser(), startHttp({ running: true })]);
    line = await startBadLine(http.origin);
    group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  });
  afterAll(async () => {
    await browser.close();
    await line.stop();
    await http.end();
  });

  async function signIn(): Promise<{ name: string; value: string }> {
    const signed = await http.call("POST", "/login", {
      body: `code=${http.keys.admin}&name=Ada`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const [name, value] = signed.headers.get("set-cookie")!.split(";")[0]!.split("=");
    return { name: name!, value: value! };
  }

  /** A new incident, its page over the line, and what the API says about it. */
  async function open(): Promise<{
    context: BrowserContext;
    page: Page;
    path: string;
    incident: () => Promise<{ status: string; notes: string[] }>;
  }> {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addCookies([{ ...(await signIn()), url: line.origin }]);
    const title = `Monitor ${++broken}`;
    const { id, webhook_id } = (
      await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id })
    ).json as { id: string; webhook_id: string };
    await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "broke" } });
    const [{ id: incident, number }] = (await http.api("GET", `/incidents?source_id=${id}`)).json;
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const path = `/incidents/${number}`;
    await page.goto(line.origin + path);
    await page.getByText("Live", { exact: true }).waitFor();
    line.posted.length = 0;
    return {
      context,
      page,
      path,
      async incident() {
        const { status, timeline } = (await http.api("GET", `/incidents/${incident}`)).json as {
          status: string;
          timeline: { kind: string; text: string }[];
        };
        const notes = timeline.filter(({ kind }) => kind === "note").map(({ text }) => text);
        return { status, notes };
      },
    };
  }

  const presses = {
    acknowledge: async (page: Page) => {
      await page.getByRole("button", { name: /^Acknowledge incident/ }).click();
    },
    note: async (page: Page) => {
      await page.locator('[name="text"]').fill("looking at the database");
      await page.getByRole("button", { name: "Add note" }).click();
    },
    resolve: async (page: Page) => {
      await page.locator("#resolve-menu > summary").click();
      await page.locator("#reason").fill("restarted");
      await page.locator('form[action$="/resolve"] button.danger').click();
    },
  };
  const effects = {
    acknowledge: { status: "acknowledged", notes: [] },
    note: { status: "open", notes: ["looking at the database"] },
    resolve: { status: "resolved", notes: [] },
  };

  for (const how of breaks)
    for (const [name, press] of Object.entries(presses))
      it(`${name}: ${how}: waits on its page, and is done once when the line is back`, async () => {
        const { context, page, path, incident } = await open();
        line.breaks(how, "posts");
        await press(page);
        const waits = page.getByText("Waits for the connection", { exact: true });
        await waits.waitFor();
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await page.getByText("Page of a proxy").count()).toBe(0);
        line.heals();
        const effect = effects[name as keyof typeof effects];
        await waits.waitFor({ state: "detached" });
        await expect.poll(incident).toMatchObject({ status: effect.status });
        expect(await incident()).toEqual(effect);
        expect(new URL(page.url()).pathname).toBe(path);
        await context.close();
      });
});
