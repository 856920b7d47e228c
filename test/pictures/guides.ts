/**
 * `node test/pictures/guides.ts`: the pictures of the README and the guides, `src/guide/images`, of the pictured company:
 * the dashboard in both themes, and `monitorctl top` as a terminal shows it.
 */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Page } from "playwright-core";
import { ansiHtml } from "./ansi-html.ts";
import { startPicturedWorld, type PicturedWorld } from "./world.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "src/guide/images");
mkdirSync(folder, { recursive: true });
const size = { width: 1080, height: 620 };
const columns = 124;

const world = await startPicturedWorld();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: size, colorScheme });
    const page = await context.newPage();
    await signIn(page, world);
    await page.goto(world.url);
    await save(page, `dashboard-${colorScheme}`);
    await context.close();
  }
  const page = await browser.newPage({ viewport: { width: 1000, height: 100 } });
  await page.setContent(terminalPage(await topOf(world)));
  await save(page, "top");
} finally {
  await browser.close();
  await world.end();
}

async function signIn(page: Page, { url, key }: PicturedWorld): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[name="code"]').fill(key);
  await page.locator('input[name="name"]').fill("Ada Lovelace");
  await page.locator('main button:not([type="button"])').first().click();
  await page.waitForLoadState();
}

/** The first 30 lines of the screen. */
async function topOf({ url, key }: PicturedWorld): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, "bin/monitorctl.js"), "top", "--once"],
    {
      env: {
        ...process.env,
        MONITORCTL_URL: url,
        MONITORCTL_API_KEY: key,
        FORCE_COLOR: "1",
        COLUMNS: String(columns),
      },
    },
  );
  return stdout.split("\n").slice(0, 30).join("\n").replaceAll(url, "https://monitor.example.com");
}

function terminalPage(text: string): string {
  return `<body style="margin:0;width:max-content;background:#14171c"><pre style="margin:0;padding:16px;color:#d5dae1;font:13px/18px 'DejaVu Sans Mono',monospace">${ansiHtml(text)}</pre>`;
}

async function save(page: Page, name: string): Promise<void> {
  const whole = name === "top" ? { fullPage: true } : {};
  if (name === "top") {
    const width = (await page.evaluate("document.body.offsetWidth")) as number;
    await page.setViewportSize({ width, height: 100 });
  }
  const picture = await page.screenshot(whole);
  writeFileSync(join(folder, `${name}.png`), picture);
  console.log(`${name}.png: ${Math.round(picture.length / 1000)} kB`);
}
