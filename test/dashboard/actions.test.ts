/** Buttons under a nervous thumb, in a real Chromium; skipped where none is installed. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

describe.skipIf(!hasBrowser)("a nervous thumb", () => {
  let browser: Browser;
  let http: HttpSide;
  let group: { id: string };
  let cookie: { name: string; value: string };

  beforeAll(async () => {
    [browser, http] = await Promise.all([startBrowser(), startHttp({ running: true })]);
    const signed = await http.call("POST", "/login", {
      body: `code=${http.keys.admin}&name=Ada`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const [name, value] = signed.headers.get("set-cookie")!.split(";")[0]!.split("=");
    cookie = { name: name!, value: value! };
    group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  async function open(path: string): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext();
    await context.addCookies([{ ...cookie, url: http.origin }]);
    const page = await context.newPage();
    await page.goto(http.origin + path);
    await page.getByText("Live", { exact: true }).waitFor();
    return { context, page };
  }

  /** An incident of a monitor of its own. */
  async function breaks(title: string): Promise<void> {
    const monitor = (
      await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id })
    ).json as { webhook_id: string };
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: `${title} broke` },
    });
  }

  const statuses = async () =>
    (
      (await http.api("GET", "/incidents?order=desc")).json as { title: string; status: string }[]
    ).map(({ title, status }) => `${title.split(":")[0]} ${status}`);

  it("that taps twice acknowledges one incident, and takes it back with Undo in its place", async () => {
    for (const title of ["Books", "Music", "Shoes"]) await breaks(title);
    const { context, page } = await open("/");
    const first = page.getByRole("button", { name: /^Acknowledge incident/ }).first();
    await first.waitFor();
    const { x, y, width, height } = (await first.boundingBox())!;
    const tap = () => page.mouse.click(x + width / 2, y + height / 2);
    const undo = page.getByRole("button", { name: /^Undo/ });
    // The second tap comes at the moment at which Undo stands under the finger.
    await page.evaluate(`document.addEventListener("monitord:page", () => {
      const under = document.elementFromPoint(${x + width / 2}, ${y + height / 2});
      under.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
    }, { once: true })`);
    // A press right after the list has moved is ignored.
    while (!(await undo.isVisible())) {
      await tap();
      await undo.waitFor({ timeout: 3000 }).catch(() => {});
    }
    expect((await statuses()).filter((one) => one.endsWith("acknowledged"))).toHaveLength(1);
    expect(Math.abs((await undo.boundingBox())!.y - y)).toBeLessThan(3);

    // By the keyboard at once: nobody hits that by accident.
    await undo.focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByRole("button", { name: /^Acknowledge incident/ }).count())
      .toBe(3);
    expect((await statuses()).filter((one) => one.endsWith("acknowledged"))).toEqual([]);
    await context.close();
  });

  it("finds its row where it was, also when the stream of events is faster than the answer", async () => {
    for (const title of ["Roses", "Trees"]) await breaks(title);
    const { context, page } = await open("/");
    await page.evaluate(`{
      const quick = window.fetch;
      window.fetch = async (url, options) => {
        const answer = await quick(url, options);
        if (options.method) await new Promise((resolve) => setTimeout(resolve, 2500));
        return answer;
      };
    }`);
    const first = page.getByRole("button", { name: /^Acknowledge incident/ }).first();
    const { y } = (await first.boundingBox())!;
    await page.waitForTimeout(800);
    await first.click();
    const undo = page.getByRole("button", { name: /^Undo/ });
    await undo.waitFor();
    expect(Math.abs((await undo.boundingBox())!.y - y)).toBeLessThan(3);
    await context.close();
  });

  it("without a connection stays on the page: a press and a note wait, and are sent later", async () => {
    await breaks("Garden");
    const { context, page } = await open("/incidents/1");
    const note = page.locator('[name="text"]');
    await note.fill("half a note");
    await context.setOffline(true);
    await page
      .getByRole("button", { name: /^Acknowledge/ })
      .first()
      .click();
    await page.getByText("Waiting…").waitFor();
    await page.locator('form[action$="/notes"] button').click();
    await expect.poll(() => page.getByText("Waiting…").count()).toBe(2);
    expect(await note.inputValue()).toBe("half a note");
    await context.setOffline(false);
    await page.getByRole("button", { name: /^Unacknowledge|^Give back/ }).waitFor();
    await page.getByText("half a note", { exact: true }).waitFor();
    await expect.poll(() => note.inputValue()).toBe("");
    await context.close();
  });
});
