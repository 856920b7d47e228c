/**
 * `npm run pictures -- FOLDER [PAGE …]`: a picture of each page of the dashboard at five widths and in both themes, of
 * a company whose day passed in a minute. For people to look at; nothing is asserted.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { startPicturedWorld, type PicturedWorld } from "./world.ts";

const [folder = "pictures", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const looks = [
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 768, height: 1024, colorScheme: "light" },
  { width: 1920, height: 1080, colorScheme: "dark" },
  { width: 360, height: 740, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "dark" },
] as const;

/** The path of each page. */
async function pagesOf({ api }: PicturedWorld): Promise<[name: string, path: string][]> {
  type Listed = { id: string; title: string; number?: number; status?: string };
  const incidents = await api<Listed[]>("GET", "/incidents?order=desc&limit=200");
  const checks = await api<Listed[]>("GET", "/health_check_monitors?limit=200");
  const webhooks = await api<Listed[]>("GET", "/webhook_monitors");
  const groups = await api<Listed[]>("GET", "/alert_groups");
  const statusPages = await api<Listed[]>("GET", "/status_pages");
  const users = await api<{ id: string; name: string }[]>("GET", "/users");
  const schedules = await api<Listed[]>("GET", "/schedules");
  const invited = await api<{ url: string }>(
    "POST",
    `/users/${users[0]?.id ?? ""}/device_invitations`,
    {},
  );
  const phone = new URL(invited.url).pathname;
  const incident = (text: string) => {
    const found = incidents.find(({ title }) => title.includes(text));
    return found ? `/incidents/${found.number}` : "/incidents";
  };
  const resolved = (text: string) => {
    const found = incidents.find(
      ({ title, status }) => status === "resolved" && title.includes(text),
    );
    return found ? `/incidents/${found.number}` : "/incidents?tab=resolved";
  };
  const idIn = (list: readonly Listed[], title: string) =>
    list.find((one) => one.title === title)?.id ?? "";
  return [
    ["overview", "/"],
    ["incidents", "/incidents"],
    ["incident", incident("Checkout API")],
    ["incident-acknowledged", incident("Router")],
    ["incident-nobody", incident("Stock sync")],
    ["incident-webhook", incident("Checkout errors")],
    ["incident-resolved", resolved("Checkout API")],
    ["report-empty", "/reports"],
    ["report", `/reports?month=${new Date().toISOString().slice(0, 7)}`],
    ["monitors", "/monitors"],
    ["monitor", `/health_check_monitors/${idIn(checks, "Checkout API")}`],
    ["monitor-flapping", `/health_check_monitors/${idIn(checks, "Search cluster")}`],
    ["monitor-page", `/health_check_monitors/${idIn(checks, "Start page")}`],
    ["monitor-tcp", `/health_check_monitors/${idIn(checks, "Redis port")}`],
    ["monitor-new", "/health_check_monitors/new"],
    ["monitor-edit", `/health_check_monitors/${idIn(checks, "Checkout API")}/edit`],
    ["webhook", `/webhook_monitors/${idIn(webhooks, "Checkout errors")}`],
    ["heartbeat-failed", `/webhook_monitors/${idIn(webhooks, "Backup of shop_orders")}`],
    ["heartbeat-missing", `/webhook_monitors/${idIn(webhooks, "Hourly export")}`],
    ["heartbeat", `/webhook_monitors/${idIn(webhooks, "Search index")}`],
    ["heartbeat-new", `/webhook_monitors/${idIn(webhooks, "Invoice run")}`],
    ["on-call", "/on_call"],
    ["schedules", "/schedules"],
    ["schedule", `/schedules/${schedules[0]?.id ?? ""}`],
    ["schedule-new", "/schedules/new"],
    ["groups", "/alert_groups"],
    ["group", `/alert_groups/${idIn(groups, "Platform")}`],
    ...["monitors", "sources", "status-page", "drills", "settings"].map((tab): [string, string] => [
      `group-${tab}`,
      `/alert_groups/${idIn(groups, "Mobile")}/${tab}`,
    ]),
    ["group-office-hours", `/alert_groups/${idIn(groups, "Shop")}`],
    ["group-edit", `/alert_groups/${idIn(groups, "Shop")}/edit`],
    ["people", "/users"],
    ["person", `/users/${users.find(({ name }) => name.startsWith("Ada"))?.id ?? ""}`],
    ["silences", "/silences"],
    ["silence-new", `/silences/new?about=group:${idIn(groups, "Platform")}`],
    ["activity", "/activity"],
    ["activity-notifications", "/activity/notifications"],
    ...["people", "keys", "sso", "audit", "service"].map((tab): [string, string] => [
      `settings-${tab}`,
      `/settings/${tab}`,
    ]),
    ["phone", phone],
    ["wall", "/?kiosk=1"],
    ["start", "/start"],
    ["guide", "/guide"],
    ["status", "/status/acme"],
    ["status-pages", "/status_pages"],
    ["status-page", `/status_pages/${statusPages[0]?.id ?? ""}`],
    ["status-page-edit", `/status_pages/${statusPages[0]?.id ?? ""}/edit`],
    ["status-page-new", "/status_pages/new"],
    ["sign-in", "/login"],
  ];
}

/** Takes the pictures of one look. */
async function take(
  browser: Browser,
  world: PicturedWorld,
  pages: readonly [string, string][],
  look: (typeof looks)[number],
): Promise<void> {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${page.url()}: ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error") console.error(`${page.url()}: ${line.text()}`);
  });
  await page.goto(`${world.url}/login`);
  await page.locator('input[name="code"]').fill(world.key);
  const name = page.locator('input[name="name"]');
  if ((await name.count()) > 0) await name.fill("Ada Lovelace");
  await page.locator('main button:not([type="button"])').first().click();
  await page.waitForLoadState();
  for (const [title, path] of pages) {
    if (path === "/login") await context.clearCookies();
    const answer = await page.goto(world.url + path);
    if (answer && answer.status() >= 400) console.error(`${path}: ${answer.status()}`);
    const sideways = (await page.evaluate("document.documentElement.scrollWidth")) as number;
    if (sideways > width) console.error(`${path} is ${sideways} px wide at ${width}`);
    await page.screenshot({
      path: join(folder, `${title}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  }
  await context.close();
}

const world = await startPicturedWorld();
try {
  const pages = (await pagesOf(world)).filter(([name]) => only.length === 0 || only.includes(name));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  for (const look of looks) await take(browser, world, pages, look);
  await browser.close();
} finally {
  await world.end();
}
