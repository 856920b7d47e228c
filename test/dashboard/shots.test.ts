import { it } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { startHttp } from "../support/http.ts";

it("shots", { retry: 0, timeout: 300000 }, async () => {
  const [browser, http] = await Promise.all([startBrowser(), startHttp({ path: "/mon" })]);
  const signed = await http.call("POST", "/mon/login", {
    body: `code=${http.keys.admin}&name=Ada`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
  const user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
  const bob = (await http.api("POST", "/users", { email: "bob@example.com", name: "Bob" })).json;
  await http.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: "ada-phone", name: "Pixel" });
  await http.api("POST", `/users/${bob.id}/devices`, { kind: "ntfy", target: "bob-phone", name: "iPhone" });
  const group = (await http.api("POST", "/alert_groups", { title: "Shop", timezone: "Europe/Berlin", status_page: true, status_page_slug: "shop" })).json;
  for (const email of ["ada@example.com", "bob@example.com"]) await http.api("POST", `/alert_groups/${group.id}/members`, { email });
  await http.api("PUT", `/alert_groups/${group.id}/members/${bob.id}`, { contact_hours_all_day: false, contact_hours_from: "08:00:00", contact_hours_to: "18:00:00" });
  const monitors = [];
  for (const title of ["Checkout", "Search", "Mail", "Import jobs"])
    monitors.push((await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id, external_id: title.toLowerCase().replace(" ", "-") })).json);
  const hc = (await http.api("POST", "/health_check_monitors", { title: "Books", url: "http://127.0.0.1:9/health", alert_group_id: group.id })).json;
  const { clock } = http;
  await clock.advance(5 * 3600_000, () => true);
  await http.call("POST", `/api/webhook/${monitors[0].webhook_id}`, { body: { message: "Connection refused by db-7", source: "shop" } });
  await http.call("POST", `/api/webhook/${monitors[1].webhook_id}`, { body: { message: "Index is locked", source: "search" } });
  await clock.advance(240_000, () => true);
  await http.api("POST", "/silences", { monitor_id: monitors[1].id, reason: "reindexing, see ticket 4711", until: new Date(clock.now() + 7200_000).toISOString() , by: "Bob"});
  await http.api("POST", "/silences", { alert_group_id: group.id, reason: "weekly patches", cron: "0 2 * * SUN", duration_minutes: 60, timezone: "Europe/Berlin" });
  await http.api("POST", "/silences", { monitor_id: monitors[2].id, reason: "mail server moves", from: "2026-12-01T10:00:00Z", until: "2026-12-01T12:00:00Z" });
  await http.api("POST", `/webhook_monitors/${monitors[2].id}/pause`);
  const past = (await http.api("POST", "/silences", { reason: "was a test" })).json;
  await http.api("DELETE", `/silences/${past.id}`);
  await http.api("POST", "/incidents/1/publish", { message: "Some orders fail. We are looking into it.\nYour basket is kept.", title: "Orders fail at times" });
  await clock.advance(60_000, () => true);
  await http.api("POST", "/incidents/1/publish", { message: "A database was restarted; orders go through again. We watch it." });
  await clock.advance(20_000, () => true);
  const [i1] = (await http.api("GET", "/incidents")).json;
  const [name, value] = cookie.split("=") as [string, string];
  for (const [label, options] of [
    ["wide-light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["wide-dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
    ["narrow-dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
    ["narrow-light", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
  ] as const) {
    const context = await browser.newContext(options);
    await context.addCookies([{ name, value, url: `${http.origin}/mon` }]);
    const page = await context.newPage();
    for (const [shot, path] of [
      ["home", "/"],
      ["silences", "/silences"],
      ["new", `/silences/new?about=incident:${i1.id}`],
      ["incident", "/incidents/1"],
      ["incident2", "/incidents/2"],
      ["group", `/alert_groups/${group.id}?at=2026-11-21T03:00&priority=1`],
      ["monitor", `/health_check_monitors/${hc.id}`],
      ["status", "/status/shop"],
      ["person", `/users/${user.id}`],
    ] as const) {
      await page.goto(`${http.origin}/mon${path}`);
      for (const summary of await page.locator("main details > summary").all()) await summary.click();
      await page.screenshot({ path: `/tmp/brief/pages/${shot}-${label}.png`, fullPage: true });
    }
    await context.close();
  }
  const page = await browser.newPage({ viewport: { width: 500, height: 260 }, deviceScaleFactor: 2 });
  await page.goto(`${http.origin}/mon/login`);
  for (const [i, path] of ["/badge/shop.svg", "/badge/shop/checkout.svg", "/badge/shop/search.svg", "/badge/shop/mail.svg", "/badge/shop/import-jobs/uptime.svg"].entries()) {
    await page.goto(`${http.origin}/mon${path}`);
    await page.screenshot({ path: `/tmp/brief/pages/badge-${i}.png`, clip: { x: 0, y: 0, width: 260, height: 30 } });
  }
  await browser.close();
  await http.end();
});
