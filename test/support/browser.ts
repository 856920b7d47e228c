/** A real Chromium, where one is installed; the pages of the dashboard are looked at in it. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type Page } from "playwright-core";
import { expect } from "vitest";

const path = "/usr/bin/chromium";

/** Whether there is one. */
export const hasBrowser = existsSync(path);

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: path, args: ["--no-sandbox"] });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Gives the browser of a page a phone or key that makes passkeys, and always recognizes its person. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Nothing that keeps people from using the page: WCAG 2.2 A and AA, as far as a program can see it. */
export async function expectAccessible(page: Page): Promise<void> {
  // Over the debugger: the page's own policy forbids any script that is not its own.
  await page.evaluate(axe);
  // The head of the page and the bar of a form lie over what can be scrolled below them.
  await page.evaluate(`{
    scrollTo(0, 0);
    for (const bar of document.querySelectorAll(".form .bar")) bar.style.position = "static";
  }`);
  const found = (await page.evaluate(`axe.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } }
  }).then(({ violations }) => violations.map(({ id, nodes }) =>
    ({ id, where: nodes.map((node) => node.html).slice(0, 3) })))`)) as { id: string }[];
  expect(found, page.url()).toEqual([]);
}

/** Heads of columns stand above their columns, in lists (`.heads`) and in tables. */
export async function expectHeadsAbove(page: Page): Promise<void> {
  const apart = (await page.evaluate(`(() => {
    const edge = (element) => {
      const { left, right } = element.getBoundingClientRect();
      return getComputedStyle(element).textAlign === "right" || element.matches(".num") ? right : left;
    };
    const compare = (heads, row) =>
      [...heads.children].flatMap((head, i) => {
        const cell = row?.children[i];
        if (head.textContent.trim() === "" || !cell || !head.checkVisibility()) return [];
        const off = Math.round(edge(cell) - edge(head));
        return Math.abs(off) <= 1 ? [] : [head.textContent.trim() + " is off by " + off + " px"];
      });
    const rowsOf = (heads) =>
      heads.matches("li")
        ? [...heads.parentElement.children].filter((one) => one !== heads && !one.matches(".whole"))
        : [...heads.closest("main").querySelectorAll("." + heads.classList[0])].filter(
            (one) => one !== heads && one.children.length === heads.children.length,
          );
    const visible = (selector) =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    return [
      ...visible(".heads").flatMap((heads) => rowsOf(heads).flatMap((row) => compare(heads, row))),
      ...visible("thead tr").flatMap((heads) =>
        compare(heads, heads.closest("table").querySelector("tbody tr"))),
    ];
  })()`)) as string[];
  expect(apart, page.url()).toEqual([]);
}

/** The page is as wide as the window: nobody scrolls sideways. */
export async function expectNarrow(page: Page): Promise<void> {
  const [width, window] = (await page.evaluate(
    "[document.documentElement.scrollWidth, innerWidth]",
  )) as [number, number];
  expect(width, page.url()).toBeLessThanOrEqual(window);
}

/** Each menu opens inside the window: none is cut off, or lies below a bar that does not scroll. */
export async function expectMenusInside(page: Page): Promise<void> {
  const outside = (await page.evaluate(`[...document.querySelectorAll("details.menu")]
    .filter((menu) => menu.checkVisibility())
    .flatMap((menu) => {
      menu.open = true;
      const { left, right, top, bottom } = menu.querySelector(".pop").getBoundingClientRect();
      const fixed = menu.closest("nav") !== null;
      menu.open = false;
      const inside = left >= 0 && right <= innerWidth && (!fixed || (top >= 0 && bottom <= innerHeight));
      return inside ? [] : [menu.id];
    })`)) as string[];
  expect(outside, page.url()).toEqual([]);
}
