/**
 * Acknowledge, notes and resolve over a bad line, in a real Chromium; skipped where none is installed. Each way in which a line
 * breaks, each press: it waits, is sent when the line is back, and counts once.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBadLine, type BadLine, type Break } from "../support/bad-line.ts";
import { expectAccessible, hasBrowser, startBrowser } from "../support/browser.ts";
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

  const isOf = async (page: Page, path: string) => {
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.getByText("Page of a proxy").count()).toBe(0);
  };

  it.each(breaks)(
    "%s: a press waits on its page, and is done once when the line is back",
    async (how) => {
      const pressed = await Promise.all(
        Object.entries(presses).map(async ([name, press]) => ({ press, name, ...(await open()) })),
      );
      line.breaks(how, "posts");
      await Promise.all(
        pressed.map(async ({ name, page, press, path, incident }) => {
          await press(page);
          const waits = page.getByText("Waiting…", { exact: true }).waitFor();
          // Its work is done, and pages still come: the page may show that before its press has failed.
          const isDone = () => expect.poll(incident).toEqual(effects[name as keyof typeof effects]);
          await (how === "unheard" ? Promise.any([waits, isDone()]) : waits);
          await isOf(page, path);
        }),
      );
      line.heals();
      for (const { name, page, path, incident, context } of pressed) {
        const effect = effects[name as keyof typeof effects];
        await expect.poll(incident).toEqual(effect);
        await page.locator(".btn.waits").waitFor({ state: "detached" });
        expect(await incident()).toEqual(effect);
        await isOf(page, path);
        await context.close();
      }
    },
  );

  it("a press that waits outlives its page", async () => {
    const { context, page, path, incident } = await open();
    line.breaks(502, "posts");
    await presses.note(page);
    await page.locator(".btn.waits").waitFor();
    await page.goto(`${line.origin}/monitors`);
    await page.getByText("“Add note” is sent when").waitFor();
    line.heals();
    await expect.poll(incident).toEqual(effects.note);
    await page.goto(line.origin + path);
    await page.getByText("looking at the database").waitFor();
    expect(await incident()).toEqual(effects.note);
    await context.close();
  });

  it("a button says that a slow answer is still to come, and a second press of it is none", async () => {
    const { context, page, incident } = await open();
    line.breaks("hang", "posts");
    await presses.note(page);
    await page.getByText("Sending…", { exact: true }).waitFor();
    await page.locator('[name="text"]').press("Enter");
    expect(await page.locator('[name="text"]').inputValue()).toBe("looking at the database");
    line.heals();
    await expect.poll(incident).toEqual(effects.note);
    await context.close();
  });

  it.each(Object.entries(presses))(
    "%s: an ended session keeps the press until the person is back",
    async (name, press) => {
      const { context, page, path, incident } = await open();
      // The page does not learn of it before the press does.
      await page.route(line.origin + path, (route) => route.abort());
      await context.request.post(`${line.origin}/logout`, {
        form: { csrf: (await page.locator('[name="csrf"]').first().getAttribute("value"))! },
        headers: { origin: line.origin },
      });
      await press(page);
      await page.getByLabel("API key or one-time code").fill(http.keys.admin);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page
        .getByRole("button", { name: /^(Send them|(Acknowledge|Resolve) (the )?incident)/ })
        .click();
      await expect.poll(incident).toEqual(effects[name as keyof typeof effects]);
      await context.close();
    },
  );

  it("the page of a proxy never takes the place of a page, and bars stay where they are", async () => {
    const { context, page, path } = await open();
    await page.evaluate("scrollTo(0, 300)");
    const bar = page.locator(".rail .acts.main");
    const before = await bar.boundingBox();
    for (const how of ["portal", 502, "reset"] as const) {
      line.breaks(how);
      const lost = page.getByText("Connection lost");
      await lost.waitFor();
      // It is in sight, below the head.
      expect((await lost.boundingBox())!.y).toBeLessThan(100);
      expect(await bar.boundingBox()).toEqual(before);
      await isOf(page, path);
      line.heals();
      await page.getByText("Live", { exact: true }).waitFor();
    }
    line.breaks(502);
    await page.getByText("Connection lost").waitFor();
    await presses.acknowledge(page);
    await page.locator(".btn.waits").waitFor();
    expect((await bar.boundingBox())!.y).toBe(before!.y);
    await expectAccessible(page);
    await context.close();
    line.heals();
  });

  it("the text of any other form stays in its page", async () => {
    const { context, page } = await open();
    await page.goto(`${line.origin}/users/new`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.locator('[name="email"]').fill("night@example.com");
    line.breaks(502);
    await page.getByText("Connection lost").waitFor();
    await page.locator('form[action="/users/new"] button.primary').click();
    await page.getByText("Your text is kept here").waitFor();
    expect(await page.locator('[name="email"]').inputValue()).toBe("night@example.com");
    line.heals();
    await page.locator('form[action="/users/new"] button.primary').click();
    await page.waitForURL((url) => url.pathname !== "/users/new");
    expect((await http.api("GET", "/users")).json).toMatchObject([{ email: "night@example.com" }]);
    await context.close();
  });
});
