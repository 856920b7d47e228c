import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { startPicturedWorld } from "./pictures/world.ts";
const folder = "/tmp/report-shots"; mkdirSync(folder, { recursive: true });
const world = await startPicturedWorld();
try {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const [width, height, colorScheme] of [[1280,800,"light"],[1440,900,"dark"],[768,900,"light"],[360,740,"light"],[360,740,"dark"]] as const) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    page.on("pageerror", (e) => console.log("pageerror", e.message));
    page.on("console", (l) => { if (l.type() === "error") console.log("console", l.text()); });
    await page.goto(`${world.url}/login`);
    await page.locator('input[name="code"]').fill(world.key);
    const name = page.locator('input[name="name"]');
    if ((await name.count()) > 0) await name.fill("Ada Lovelace");
    await page.locator('main button:not([type="button"])').first().click();
    await page.waitForLoadState();
    const now = (await world.api<any>("GET", "/reports/uptime?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z").catch((e) => String(e)));
    const at = Number(await page.evaluate("document.body.dataset.now"));
    const month = new Date(at).toISOString().slice(0, 7);
    for (const [title, path] of [["team", `/reports?month=${month}`], ["customer", `/reports?month=${month}&for=customer`], ["none", `/reports`]] as const) {
      const answer = await page.goto(world.url + path);
      console.log(width, colorScheme, title, answer?.status());
      const sideways = await page.evaluate("document.documentElement.scrollWidth") as number;
      if (sideways > width) console.log(`${path} is ${sideways} wide at ${width}`);
      await page.screenshot({ path: `${folder}/${title}-${width}-${colorScheme}.png`, fullPage: true });
      if (width === 1280) await page.pdf({ path: `${folder}/${title}.pdf`, printBackground: true, preferCSSPageSize: true });
    }
    if (width === 1280) {
      const r = await world.api<any>("GET", `/reports/uptime?month=${month}&timezone=Europe/Berlin`);
      const { writeFileSync } = await import("node:fs");
      writeFileSync(`${folder}/report.json`, JSON.stringify(r, null, 1));
    }
    await context.close();
  }
  await browser.close();
} finally { await world.end(); }
