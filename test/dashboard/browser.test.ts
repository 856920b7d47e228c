/** Journeys in a real Chromium; skipped where none is installed. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editables } from "../../src/http/site/editables.ts";
import {
  expectAccessible,
  expectHeadsAbove,
  expectNarrow,
  hasBrowser,
  startBrowser,
} from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

let browser: Browser;
let http: HttpSide;
let group: { id: string; webhook_id: string };
let monitor: { id: string; webhook_id: string };
let user: { id: string };
/** Of an administrator. */
let cookie: string;

const hostile = `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;
/** An incident of a monitor of its own. */
async function breaks(message: string): Promise<void> {
  const { json } = await http.api("POST", "/webhook_monitors", {
    title: `Shop ${hostile}`,
    alert_group_id: group.id,
  });
  await http.call("POST", `/api/webhook/${json.webhook_id}`, {
    body: { message, source: "shop" },
  });
}

describe.skipIf(!hasBrowser)("in a browser", () => {
  beforeAll(async () => {
    [browser, http] = await Promise.all([
      startBrowser(),
      startHttp({ path: "/mon", running: true }),
    ]);
    const signed = await http.call("POST", "/mon/login", {
      body: `code=${http.keys.admin}&name=Ada`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
    user = (
      await http.api("POST", "/users", {
        email: "ada@example.com",
        name: "Ada",
      })
    ).json;
    await http.api("POST", `/users/${user.id}/devices`, {
      kind: "ntfy",
      target: "ada-phone",
      name: "Pixel",
    });
    group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
    await http.api("POST", `/alert_groups/${group.id}/members`, {
      email: "ada@example.com",
    });
    monitor = (
      await http.api("POST", "/webhook_monitors", {
        title: `Shop ${hostile}`,
        alert_group_id: group.id,
      })
    ).json;
    await http.api("POST", "/schedules", {
      title: `Week ${hostile}`,
      timezone: "Europe/Berlin",
      people: [user.id],
      start: "2026-11-23",
    });
    await http.api("POST", "/health_check_monitors", {
      title: "A".repeat(255),
      url: `https://example.com/${"a".repeat(1000)}`,
      alert_group_id: group.id,
    });
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  /** A window that is signed in; what its pages complain of is a failure. */
  async function open(
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await browser.newContext(options);
    const [name, value] = cookie.split("=") as [string, string];
    await context.addCookies([{ name, value, url: `${http.origin}/mon` }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (line) => {
      if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
    });
    return { context, page, complaints };
  }
  const at = (path: string) => `${http.origin}/mon${path}`;

  it("somebody signs in without JavaScript, takes an incident and signs out", async () => {
    await breaks("boom");
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(at("/"));
    expect(new URL(page.url()).pathname).toBe("/mon/login");
    await page.getByLabel("API key or one-time code").fill(http.keys.admin);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(new URL(page.url()).pathname).toBe("/mon/");
    const [signed] = await context.cookies();
    expect(signed).toMatchObject({ httpOnly: true, sameSite: "Lax" });

    const row = page.locator(".inc").first();
    expect(await row.textContent()).toMatch(/being notified:\s*Ada/);
    await row.getByRole("button", { name: /^Acknowledge/ }).click();
    expect(await page.textContent("#done")).toContain("Acknowledged.");
    await page.getByRole("link", { name: /^#1 / }).first().click();
    expect(await page.textContent("main")).toContain("Acknowledged by Ada");
    await page.getByLabel("Write a note").fill("the disk");
    await page.getByRole("button", { name: "Add note" }).click();
    expect(await page.textContent("#story")).toContain("the disk");
    await page.getByText("Resolve…").click();
    await page.getByLabel("Reason").fill("restarted");
    await page.getByRole("button", { name: "Resolve anyway" }).click();
    expect(await page.textContent("main")).toContain("restarted");

    const other = await browser.newContext({ javaScriptEnabled: false });
    const second = await other.newPage();
    await second.goto(at("/login"));
    await second.getByLabel("API key or one-time code").fill(http.keys.read);
    await second.getByRole("button", { name: "Sign in" }).click();
    expect(await second.getByRole("button", { name: /Ack/ }).count()).toBe(0);
    await second.locator("#account summary").click();
    await second.getByRole("button", { name: "Sign out" }).click();
    await second.waitForURL(/\/login/);
    await second.goto(at("/"));
    expect(new URL(second.url()).pathname).toBe("/mon/login");
    await other.close();
    await context.close();
  });

  it("what happens appears by itself, and what the reader does stays", async () => {
    const { context, page, complaints } = await open();
    await page.goto(at("/"));
    await page.getByText("Live", { exact: true }).waitFor();
    // Somebody is about to search.
    await page.getByRole("searchbox").fill("half a wo");
    // A row that appears under the pointer is pressed at that moment: that was meant for another one.
    await page.evaluate(`document.addEventListener("monitord:patched", ({ detail }) => {
      if (detail.moved.length === 0) return;
      const button = document.querySelector("form[data-quick] button");
      button?.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
    })`);
    await breaks(`it broke again ${hostile}`);
    await page.getByText("it broke again").first().waitFor();
    expect(await page.title()).toMatch(/^\(1\) Overview/);
    expect(await page.textContent("#announce")).toBe("A new incident is open.");
    expect(await page.getByRole("searchbox").inputValue()).toBe("half a wo");

    const acknowledge = page.getByRole("button", { name: /^Acknowledge/ });
    expect(await acknowledge.isEnabled()).toBe(true);
    await acknowledge.press("Enter");
    await page.getByText("Acknowledged.").waitFor();
    await page.getByText("1 acknowledged").waitFor();
    expect(await page.getByRole("button", { name: /^Ack/ }).count()).toBe(0);
    // The page was never left.
    expect(await page.getByRole("searchbox").inputValue()).toBe("half a wo");
    expect(complaints).toEqual([]);
    expect(await page.title()).not.toContain("owned");
    await context.close();
  });

  it("forms of a page that followed changes send the same as those of a fresh page", async () => {
    const { context, page, complaints } = await open();
    await breaks("it has forms");
    const number = (await http.api("GET", "/incidents?status=open")).json[0].number as number;
    const formsOf = (one: Page) =>
      one.evaluate(`Array.from(document.querySelectorAll("main form:not(#done form)"), (form) => {
        const fields = [...new FormData(form)].filter(([name]) => name !== "csrf");
        return form.getAttribute("action") + " " + fields.join("&");
      }).sort()`);
    const steps: [path: string, body: object, shows: string][] = [
      ["/acknowledge", {}, "Unacknowledge"],
      ["/unacknowledge", {}, "Acknowledge"],
      ["/acknowledge", { for_minutes: 60 }, "Unacknowledge"],
      ["/resolve", {}, "Reopen"],
    ];
    await page.goto(at(`/incidents/${number}`));
    await page.getByText("Live", { exact: true }).waitFor();
    for (const [path, body, shows] of steps) {
      const answer = await http.api("POST", `/incidents/${number}${path}`, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      await page
        .getByRole("button", { name: new RegExp(`^${shows}`) })
        .first()
        .waitFor();
      const fresh = await context.newPage();
      await fresh.goto(page.url());
      await expect.poll(() => formsOf(page)).toEqual(await formsOf(fresh));
      await fresh.close();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says that it is old while the service is away, and catches up", async () => {
    const side = await startHttp({ running: true });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${side.origin}/login`);
    await page.getByLabel("API key or one-time code").fill(side.keys.admin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByText("Connection lost").waitFor();
    expect(await page.getAttribute("body", "class")).toContain("old");

    const made = await side.api("POST", "/alert_groups", { title: "G" });
    await side.api("POST", "/webhook_monitors", {
      title: "Meanwhile",
      alert_group_id: made.json.id,
    });
    await context.setOffline(false);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Meanwhile" }).waitFor();
    expect(await page.getAttribute("body", "class")).not.toContain("old");

    await side.end();
    await page.getByText("Connection lost").waitFor();
    await context.close();
  });

  it("says so too when nothing comes any more and nobody tells", async () => {
    const side = await startHttp({ running: true });
    const between = await startTcpProxy(side.origin);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL("/login", between.url).href);
    await page.getByLabel("API key or one-time code").fill(side.keys.admin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    between.stall();
    await page.getByText("Connection lost").waitFor();
    between.flow();
    await page.getByText("Live", { exact: true }).waitFor();
    await context.close();
    await between.stop();
    await side.end();
  });

  it("keeps up with a storm of changes by asking seldom", async () => {
    const { context, page } = await open();
    await page.goto(at("/"));
    await page.getByText("Live", { exact: true }).waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.url() === at("/")) asked++;
    });
    for (let i = 0; i < 100; i++)
      await http.api("PUT", `/webhook_monitors/${monitor.id}`, {
        title: `Storm ${i}`,
      });
    await page.getByRole("link", { name: "Storm 99", exact: true }).waitFor();
    expect(asked).toBeLessThan(50);
    await context.close();
  });

  it("a form says at its fields what is wrong, and then saves", async () => {
    const { context, page } = await open();
    await page.goto(at("/health_check_monitors/new"));
    await page.getByLabel("Name", { exact: true }).fill("Books");
    await page.getByLabel("Check every").fill("soon");
    await page.getByRole("button", { name: /^Create/ }).click();
    const field = page.getByLabel("Check every");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Books");
    await expectAccessible(page);
    await field.fill("30");
    await page.locator('[name="url"]').fill("https://books.example.com/health");
    await page.getByRole("button", { name: /^Create/ }).click();
    await page.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { name: "Books" }).waitFor();
    const more = page.locator("#more-menu summary");
    await more.click();
    // A press is ignored when the first check has just moved the menu.
    const paused = page.getByText(/^Paused/).first();
    for (let press = 0; press < 3 && !(await paused.isVisible()); press++) {
      await page.getByRole("button", { name: "Pause for an hour" }).click();
      await paused.waitFor({ timeout: 10_000 }).catch(() => {});
    }
    expect(await paused.isVisible()).toBe(true);
    // The menu stays open when the page is updated.
    await page.getByRole("link", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    expect(await page.textContent("#done")).toContain("Deleted.");
    await context.close();
  });

  it("somebody silences what broke, plans maintenance and ends it, without JavaScript", async () => {
    await breaks("once more");
    const { context, page } = await open({ javaScriptEnabled: false });
    await page.goto(at("/"));
    await page.locator(".inc").first().getByRole("link", { name: /^#/ }).click();
    await page.locator("#silence-menu summary").click();
    await page.getByRole("link", { name: "Silence the monitor…" }).click();
    await page.getByLabel("Why").fill(`known ${hostile}`);
    await page.getByLabel("How long").selectOption("recovered");
    await page.getByRole("button", { name: "Silence", exact: true }).click();
    const note = page.locator(".note.silenced");
    expect(await note.textContent()).toMatch(/silenced by Ada until it has recovered\s*:\s*known/);
    await page.goto(at("/"));
    expect(await page.textContent(".tiles")).toMatch(/1\s*Silences/);
    expect(await page.locator(".mon .pill.silenced").count()).toBe(1);

    await page.getByRole("link", { name: "Maintenance" }).click();
    await page.getByRole("link", { name: "New silence" }).click();
    await page.getByRole("link", { name: "Every week" }).click();
    await page.getByLabel("Monitor, group or everything").fill("Everything");
    await page.getByLabel("Why").fill("patches");
    await page.getByLabel("Times are in").fill("Europe/Berlin");
    await page.getByLabel("Lasts").fill("60");
    await page.getByRole("button", { name: "Silence", exact: true }).click();
    const time = page.getByLabel("From", { exact: true });
    expect(await time.getAttribute("aria-invalid")).toBe("true");
    await time.fill("02:00");
    await page.getByLabel("Sunday").check();
    await page.getByRole("button", { name: "Show what it would silence" }).click();
    const windows = page.locator("form .aside .windows").getByRole("listitem");
    expect(await windows.allTextContents()).toEqual(
      [22, 29]
        .map((day) => `Sun 2026-11-${day} 02:00 to 03:00`)
        .concat("Sun 2026-12-06 02:00 to 03:00"),
    );
    expect(await page.locator("form .aside").textContent()).toMatch(
      /\d monitors.*Alerts of other/s,
    );
    await page.getByRole("button", { name: "Silence", exact: true }).click();
    expect(await page.textContent("main")).toContain("Every Sunday 02:00–03:00 (Europe/Berlin)");
    const end = page.getByRole("button", { name: /^End the silence/ });
    for (let left = await end.count(); left > 0; left--) await end.first().click();
    expect(await page.textContent("main")).toContain("Nothing is silenced");
    await context.close();
  });

  it("somebody tells the public, who read it without a key or a script", async () => {
    await http.api("POST", "/status_pages", {
      title: "On call",
      slug: "on-call",
      sections: [{ title: "Systems", systems: [{ name: "All", alert_groups: [group.id] }] }],
    });
    const { context, page, complaints } = await open();
    await page.goto(at("/incidents/1"));
    await page.locator("#publish > summary").click();
    await page.getByLabel("What the public reads").fill(`We look. ${hostile}`);
    await page.getByLabel("Title for the public").fill("Orders");
    await page.getByRole("button", { name: "Publish" }).click();
    await page.locator("#publish").getByText("published", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await http.clock.advance(10_000, () => true);
    const anybody = await browser.newContext({ javaScriptEnabled: false });
    const read = await anybody.newPage();
    await read.goto(at("/status/on-call"));
    expect(await read.textContent("main")).toContain(`We look. ${hostile}`);
    expect(await anybody.cookies()).toEqual([]);
    await anybody.close();
  });

  it("everything can be reached with the keyboard", async () => {
    const { context, page } = await open();
    await page.goto(at("/"));
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate("document.activeElement.textContent");
    expect(await focused()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    await context.close();
  });

  describe.each([
    ["wide and light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["narrow and dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
    [
      "narrow and light without JavaScript",
      {
        viewport: { width: 360, height: 740 },
        colorScheme: "light",
        javaScriptEnabled: false,
      },
    ],
  ] as const)("%s", (_name, options) => {
    let window: Awaited<ReturnType<typeof open>>;
    let incident: { id: string; number: number };
    let event: { id: string };

    beforeAll(async () => {
      [incident] = (await http.api("GET", "/incidents")).json;
      await http.call("POST", `/mon/api/webhook/${group.webhook_id}`, {
        body: {
          alerts: [{ status: "firing", labels: { alertname: hostile } }],
        },
      });
      [event] = (await http.api("GET", "/inbound_events")).json;
      for (const asked of [
        { monitor_id: monitor.id, until: "2030-01-01T00:00:00Z" },
        { cron: "* * * * *", duration_minutes: 5, timezone: "Asia/Tokyo" },
        { from: "2029-01-01T00:00:00Z", until_recovered: true },
      ])
        await http.api("POST", "/silences", { ...asked, reason: hostile });
      await http.clock.advance(10_000, () => true);
      window = await open(options);
    });
    afterAll(() => window.context.close());

    it.each<[string, (() => string)?]>([
      ["/"],
      ["/login?code=x"],
      ["/incidents"],
      ["/incidents?tab=all&search=shop"],
      ["/monitors"],
      ["/incidents/:number", () => `/incidents/${incident.number}`],
      ["/silences"],
      ["/silences/new?about=incident:id", () => `/silences/new?about=incident:${incident.id}`],
      ["/status/on-call"],
      ["/status/nobody"],
      ["/webhook_monitors/:id", () => `/webhook_monitors/${monitor.id}`],
      ["/alert_groups"],
      ["/alert_groups/:id", () => `/alert_groups/${group.id}`],
      ["/users"],
      ["/users/:id", () => `/users/${user.id}`],
      ["/activity"],
      ["/activity/events/:id", () => `/activity/events/${event.id}`],
      ["/activity/notifications"],
      ["/settings/audit"],
      ["/settings/service"],
      ["/settings/keys"],
      ["/start"],
      ["/guide"],
      ["/guide/health-checks"],
      ["/?kiosk=1"],
      ["/incidents/nobody"],
    ])("%s can be used by everybody, and is no wider than the window", (path, filled) =>
      look(filled?.() ?? path),
    );

    it.each(editables.map(({ path }) => path))(
      "%s: its forms can be used by everybody: empty, filled, and the one that deletes",
      async (path) => {
        const of = path.replace(":user_id", user.id);
        const [one] = (await http.api("GET", of)).json;
        await look(`${of}/new`);
        await look(`${of}/${one.id}/edit`);
        await look(`${of}/${one.id}/delete`);
      },
    );

    async function look(path: string): Promise<void> {
      const { page, complaints } = window;
      await page.goto(at(path));
      await expectNarrow(page);
      // What follows are scripts themselves.
      if (!("javaScriptEnabled" in options)) {
        await expectAccessible(page);
        await expectHeadsAbove(page);
      }
      expect(complaints).toEqual([]);
    }
  });

  it("a picture is chosen as a file, and shown before it is saved", async () => {
    const { context, page, complaints } = await open();
    await page.goto(at("/silences/new"));
    expect(await page.locator('script[src$="picture.js"]').count()).toBe(0);
    await page.goto(at("/status_pages/new"));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await page
      .getByLabel("Logo")
      .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
    await page.getByAltText("The chosen picture").waitFor();
    const sent = page.locator('[name="logo"]');
    expect(await sent.inputValue()).toMatch(/^data:image\/svg\+xml;base64,/);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    expect(await sent.inputValue()).toBe("");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows a check on demand in place, and moves the focus to it", async () => {
    const { context, page } = await open();
    const { json } = await http.api("POST", "/health_check_monitors", {
      title: "Asked",
      url: `${http.origin}/mon/livez`,
      alert_group_id: group.id,
    });
    const path = `${http.origin}/mon/health_check_monitors/${json.id}`;
    await page.goto(path);
    await page.getByRole("button", { name: "Check now" }).press("Enter");
    await page.getByRole("heading", { name: "Checked just now" }).waitFor();
    expect(page.url()).toBe(path);
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("checked");
    await context.close();
  });

  it("says nothing of a lost connection on a page that answers a form", async () => {
    const { context, page } = await open();
    const { json } = await http.api("POST", "/health_check_monitors", {
      title: "Looked at",
      url: `${http.origin}/mon/livez`,
      alert_group_id: group.id,
    });
    await page.goto(`${http.origin}/mon/health_check_monitors/${json.id}`);
    const form = page.locator("form[action$='/check']");
    // As without the part of the script that shows it in place.
    await form.evaluate((element: { dataset?: Record<string, string> }) => {
      delete element.dataset?.["into"];
    });
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByRole("heading", { name: "Checked just now" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url() === page.url()) asked.push(request.method());
    });
    await page.getByText("Live", { exact: true }).waitFor();
    await breaks("while the result is looked at");
    // A page that is asked for again is so within a second of the event.
    await page.evaluate(
      (base) =>
        new Promise<void>((resolve) => {
          const source = new EventSource(`${base}/api/v1/events?ping_seconds=1`);
          let pings = 0;
          source.addEventListener("ping", () => {
            pings += 1;
            if (pings < 3) return;
            source.close();
            resolve();
          });
        }),
      `${http.origin}/mon`,
    );
    expect(asked).toEqual([]);
    expect(await page.locator("#live").textContent()).toBe("Live");
    await context.close();
  });
});
