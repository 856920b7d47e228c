/** The overview and its lists: what they fold, count and find; and keys, filters and updates in a real Chromium. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { foldSimilar } from "../../src/dashboard/board/similar.ts";
import { worstSpans } from "../../src/dashboard/board/worst-spans.ts";
import type { IncidentRow } from "../../src/dashboard/board/model.ts";
import { incident } from "../support/builders.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

describe("similar incidents", () => {
  const card = (
    number: number,
    more: Partial<Parameters<typeof incident>[0]> = {},
  ): IncidentRow => ({
    incident: incident({ id: `i${number}`, number, ...more }),
    source_title: null,
    group_title: null,
    reach: { people: [], silenced: false, reminder_at: null, escalation: null, timezone: "UTC" },
    quiet: null,
  });
  const numbers = (cards: readonly IncidentRow[]) =>
    foldSimilar(cards).map((one) =>
      "cards" in one ? one.cards.map(({ incident: { number } }) => number) : one.incident.number,
    );

  it("are folded at the place of the first, from three on", () => {
    const same = { summary: "connection refused" };
    expect(
      numbers([card(1, same), card(2, { summary: "" }), card(3, same), card(4, same)]),
    ).toEqual([[1, 3, 4], 2]);
    expect(numbers([card(1, same), card(2, same)])).toEqual([1, 2]);
  });

  it("are those of one rule, whatever each says, and of one priority", () => {
    const of = (number: number, more = {}) =>
      card(number, {
        summary: `host ${number}`,
        details: { labels: { alertname: "InstanceDown" } },
        ...more,
      });
    expect(numbers([of(1), of(2), of(3), of(4, { priority_level: 3 })])).toEqual([[1, 2, 3], 4]);
    expect(foldSimilar([of(1), of(2), of(3)])[0]).toMatchObject({ name: "InstanceDown" });
  });
});

it("the bar of a group shows the worst state of its monitors at each time", () => {
  const span = (from: number, to: number, state: "ok" | "warn" | "down") => ({ from, to, state });
  expect(
    worstSpans([
      [span(0, 10, "ok"), span(10, 20, "down"), span(20, 40, "ok")],
      [span(0, 30, "ok"), span(30, 40, "warn")],
    ]),
  ).toEqual([span(0, 10, "ok"), span(10, 20, "down"), span(20, 30, "ok"), span(30, 40, "warn")]);
  expect(worstSpans([])).toEqual([]);
});

describe.skipIf(!hasBrowser)("the board in a browser", () => {
  let browser: Browser;
  let http: HttpSide;
  let page: Page;
  const groups: string[] = [];
  /** Error URLs of the monitors by title. */
  const hooks = new Map<string, string>();

  async function monitor(title: string, alert_group_id: string): Promise<void> {
    const { json } = await http.api("POST", "/webhook_monitors", { title, alert_group_id });
    hooks.set(title, json.webhook_id);
  }
  const fail = (title: string, message: string) =>
    http.call("POST", `/api/webhook/${hooks.get(title)}`, { body: { message, source: "test" } });

  beforeAll(async () => {
    [browser, http] = await Promise.all([startBrowser(), startHttp({ running: true })]);
    for (const title of ["Shop", "Data"])
      groups.push((await http.api("POST", "/alert_groups", { title })).json.id);
    for (const title of ["Orders", "Carts", "Prices"]) await monitor(title, groups[0]!);
    await monitor("Reports", groups[1]!);
    await fail("Orders", "the disk is full");
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    await page.goto(`${http.origin}/login`);
    await page.getByLabel("API key or one-time code").fill(http.keys.admin);
    await page.locator("main button:not([type=button])").first().click();
    await page.getByText("Live", { exact: true }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  it("a group that is well is closed, and has its monitors when it is opened", async () => {
    expect(await page.locator("#group-" + groups[0]! + " .mon").count()).toBe(3);
    const quiet = page.locator("#group-" + groups[1]!);
    expect(await quiet.locator(".mon").count()).toBe(0);
    await quiet.locator("summary").click();
    await page.getByRole("link", { name: "Reports" }).waitFor();
    expect(new URL(page.url()).searchParams.get("open")).toBe(groups[1]);
    await page.reload();
    await page.getByRole("link", { name: "Reports" }).waitFor();
  });

  it("finds monitors while the reader types, with the filter in the address", async () => {
    await page.goto(`${http.origin}/monitors`);
    expect(await page.locator(".mon").count()).toBe(4);
    await page.getByRole("searchbox").fill("PRI");
    await page.getByText("1–1 of 1").waitFor();
    expect(new URL(page.url()).search).toBe("?search=PRI");
    await page.getByLabel("State").selectOption("down");
    await page.getByText("No monitors match").waitFor();
  });

  it("keeps a selection and the focus while other rows change", async () => {
    await page.goto(`${http.origin}/`);
    await page.getByText("Live", { exact: true }).waitFor();
    const why = page.locator(".inc .why bdi").first();
    await why.selectText();
    await fail("Carts", "another error");
    await page.locator(".inc").nth(1).waitFor();
    expect(await page.evaluate("String(getSelection())")).toContain("the disk is full");
    await page.evaluate("getSelection().removeAllRanges()");
  });

  it("goes through rows, acknowledges and finds anything with keys", async () => {
    await page.goto(`${http.origin}/`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const title = await page.evaluate("document.activeElement.textContent.trim()");
    expect(title).toContain("Orders");
    await page.keyboard.press("a");
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator("dialog a", { hasText: /^Carts$/ }).waitFor();
    await page.route("**/find?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await route.continue();
    });
    // The list is still that of the empty field: Enter opens what was typed, not what stands there.
    await page.getByLabel("Find anything").last().fill("repor");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Reports" }).waitFor();
    // The heading is there before the scripts that listen to keys have run.
    await page.waitForLoadState();
    // A list that comes after the palette was closed opens nothing, and an empty one says so.
    await page.keyboard.press("Control+k");
    const field = page.getByLabel("Find anything").last();
    const gate = Promise.withResolvers<void>();
    await page.route("**/find?q=Orders", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await field.fill("Orders");
    const answered = page.waitForResponse(/find\?q=Orders/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    gate.resolve();
    await answered;
    await page.keyboard.press("Control+k");
    await field.fill("no such thing");
    await page.getByText("No monitor, incident or person matches.").waitFor();
    await page.getByRole("heading", { name: "Reports" }).waitFor();
    // The first one empties the field.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.unroute("**/find?*");
    // The two keys belong together for a second and a half, which a busy machine may take to press the second.
    await vi.waitFor(
      async () => {
        await page.keyboard.press("g");
        await page.keyboard.press("i");
        await page.waitForURL("**/incidents", { timeout: 5000 });
      },
      { timeout: 60_000 },
    );
    await page.getByRole("heading", { name: "Incidents", exact: true }).waitFor();
  });

  it("acknowledges the ticked incidents at once, also without JavaScript", async () => {
    await fail("Prices", "wrong");
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.addCookies(await page.context().cookies());
    const plain = await context.newPage();
    await plain.goto(`${http.origin}/`);
    for (const box of await plain.locator(".pick input:visible").all()) await box.check();
    await plain.locator(".bulk").getByRole("button", { name: "Acknowledge" }).click();
    expect(await plain.textContent("#needs")).toMatch(/Needs attention\s*0/);
    await context.close();
  });

  it("gives the incidents of a filter as CSV, without formulas", async () => {
    await monitor("=cmd", groups[0]!);
    await fail("=cmd", "x");
    const answer = await page.request.get(`${http.origin}/incidents.csv?tab=all`);
    const text = await answer.text();
    expect(text.split("\r\n")[0]).toMatch(/^number,title,status/);
    expect(text).toContain(",'=cmd");
    expect(text).not.toMatch(/,"?=/);
    const mine = await page.request.get(`${http.origin}/incidents.csv?search=nothing`);
    expect((await mine.text()).trim().split("\r\n")).toHaveLength(1);
  });
});
