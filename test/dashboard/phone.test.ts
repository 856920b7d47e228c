/** Adding a phone, in two windows: the administrator's, and the one on the phone. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNarrow, hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { answerPushes } from "../support/pushes.ts";
import { publicKeyOf } from "../../src/channel/webpush/keys.ts";
import { newSubscription } from "../support/browser-subscription.ts";
import { startHook } from "../support/hook.ts";
import { scanned } from "../support/qr-on-screen.ts";
import { addressId } from "../../src/core/access/signed-action.ts";

const android = "Mozilla/5.0 (Linux; Android 15; K) Chrome/131.0.0.0 Mobile";
const hostile = `Ada <script>document.title="owned"</script>`;

let browser: Browser;
let http: HttpSide;
let user: { id: string };
let cookie: string;

/** The push server takes what waits. */
const takePushes = () => answerPushes(http.store, http.clock.now());

describe.skipIf(!hasBrowser)("adding a phone in a browser", () => {
  beforeAll(async () => {
    [browser, http] = await Promise.all([
      startBrowser(),
      startHttp({
        path: "/mon",
        running: true,
        configured: ["ntfy", "webhook"],
        allowAddresses: ["127.0.0.1"],
      }),
    ]);
    const signed = await http.call("POST", "/mon/login", {
      body: `code=${http.keys.admin}&name=Root`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
    user = (
      await http.api("POST", "/users", {
        email: "ada@example.com",
        name: hostile,
      })
    ).json;
  });
  afterAll(async () => {
    await browser.close();
    await http.end();
  });

  type Options = Parameters<Browser["newContext"]>[0];
  async function window(
    options: Options,
    signedIn: boolean,
  ): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await browser.newContext(options);
    const [name, value] = cookie.split("=") as [string, string];
    if (signedIn) await context.addCookies([{ name, value, url: `${http.origin}/mon` }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (line) => {
      if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
    });
    return { context, page, complaints };
  }
  /** Where pictures are kept for people to look at; unset: none are made. */
  const shots = process.env["TEST_SCREENSHOTS"];
  const look = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };

  const wide = { viewport: { width: 1280, height: 900 } };
  const narrow = { viewport: { width: 360, height: 740 }, userAgent: android };

  it.each([
    ["light", "wide", "narrow"],
    ["dark", "narrow", "wide"],
  ] as const)(
    "%s: the code is scanned, the phone goes its way, and both windows follow by themselves",
    async (colorScheme, admins, phones) => {
      const sizes = { wide, narrow };
      const root = await window({ ...sizes[admins], colorScheme }, true);
      const phone = await window({ ...sizes[phones], colorScheme, hasTouch: true }, false);
      const check = async ({ page }: typeof root, name: string) => {
        await expectNarrow(page);
        await expectAccessible(page);
        await look(page, `${colorScheme}-${name}`);
      };

      await root.page.goto(`${http.origin}/mon/users`);
      await check(root, "people");
      await root.page
        .getByRole("button", { name: /^Add phone: Ada/ })
        .first()
        .click();
      await root.page.getByText("Live", { exact: true }).waitFor();
      await check(root, "code");
      const link = (await scanned(root.page))!;
      expect(link).toMatch(/\/mon\/phone\/[0-9A-Za-z]{22}$/);
      expect(await root.page.textContent("#link")).toBe(link);

      await phone.page.goto(link);
      await phone.page.getByText("No test sent yet.").waitFor();
      await check(phone, "phone-begin");
      for (const summary of await phone.page.locator("summary").all())
        if (
          !(await summary.evaluate((one) =>
            Boolean((one as never as { parentElement: { open: boolean } }).parentElement.open),
          ))
        )
          await summary.click();
      await check(phone, "phone-all");
      expect(
        await phone.page
          .getByRole("link", { name: "Subscribe in the ntfy app" })
          .getAttribute("href"),
      ).toMatch(/^ntfy:\/\/push\.example\.com\/monitord-/);

      await phone.page.getByRole("button", { name: "Send me a test" }).click();
      await phone.page.getByText("Sending the test to push.example.com").waitFor();
      await root.page.getByText("Sending the test to push.example.com").waitFor();
      await takePushes();
      const arrived = phone.page.getByRole("button", { name: "I got it" });
      await arrived.waitFor();
      await root.page.getByText("push.example.com accepted the test").waitFor();
      await check(phone, "phone-tested");
      await check(root, "tested");
      await arrived.click();
      await phone.page.getByRole("heading", { name: "This phone can be reached" }).waitFor();
      await root.page.getByText("phone rings: verified").waitFor();
      await check(phone, "phone-end");
      await check(root, "end");
      await root.page.goto(`${http.origin}/mon/users/${user.id}`);
      await check(root, "person");
      for (const { page, context, complaints } of [root, phone]) {
        expect(complaints).toEqual([]);
        expect(await page.title()).not.toBe("owned");
        await context.close();
      }
    },
  );

  it.each(["light", "dark"] as const)(
    "%s: the page that a mail links to asks, and says that it is done",
    async (colorScheme) => {
      const device = { kind: "webhook", target: "https://hooks.example.com/x" };
      const added = await http.api("POST", `/users/${user.id}/devices`, device);
      await http.api("POST", `/users/${user.id}/devices/${added.json.id}/test`);
      const [due] = await takePushes();
      const { context, page, complaints } = await window({ ...narrow, colorScheme }, false);
      await page.goto(`${http.origin}/mon/actions/${due!.actions[0]!.token}`);
      const looks = async (name: string) => {
        await expectNarrow(page);
        await expectAccessible(page);
        await look(page, `${colorScheme}-${name}`);
      };
      await looks("action");
      await page.getByRole("button", { name: "I got it" }).click();
      await page.getByText("Device verified.").waitFor();
      await looks("action-taken");
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("the page on the phone sees the button on the notification being pressed, and what is open stays open", async () => {
    const made = await http.api("POST", `/users/${user.id}/device_invitations`, {});
    const { context, page } = await window(narrow, false);
    await page.goto(made.json.url);
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("Sending the test to push.example.com").waitFor();
    // Too soon: it says so, and goes on.
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("A test went out a moment ago").waitFor();
    await expectAccessible(page);
    await page.getByText("Troubleshooting").click();
    await takePushes();
    await page.getByRole("button", { name: "I got it" }).waitFor();
    expect(await page.getByText("Battery saving").isVisible()).toBe(true);
    const { json } = await http.api("GET", `/users/${user.id}/device_invitations/${made.json.id}`);
    const path = `/users/${user.id}/devices/${json.device_id}`;
    await http.store.run("confirm_device", {
      id: json.device_id,
      address: addressId((await http.api("GET", path)).json),
      now: http.clock.now(),
    });
    await page.getByText("This phone can be reached").waitFor();
    await context.close();
  });

  it("is the browser itself, where no app is wanted", async () => {
    const hook = await startHook();
    hook.answerWith(201);
    const subscription = newSubscription();
    const root = await window(wide, true);
    await root.page.goto(`${http.origin}/mon/users/${user.id}`);
    await root.page.getByRole("button", { name: /^Add phone/ }).click();
    await root.page.waitForSelector("#link");
    const link = (await root.page.textContent("#link"))!;

    const { context, page } = await window(wide, false);
    await context.grantPermissions(["notifications"], { origin: http.origin });
    // The vendor's push service is not there: the subscription is what it would answer.
    await page.addInitScript(`PushManager.prototype.subscribe = async (options) => {
      sessionStorage.given = options.applicationServerKey;
      return { toJSON: () => ({
        endpoint: "${hook.url}/send/1",
        keys: { p256dh: "${subscription.p256dh}", auth: "${subscription.auth}" },
      }) };
    };`);
    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Notify me in this browser" }).click();
    await page.getByText("Sending the test to 127.0.0.1").waitFor();
    await look(page, "browser");
    expect(await page.getByText("ntfy").count()).toBe(0);

    const organizations = await http.store.read.organizations();
    const { id } = organizations.find(({ name }) => name === "home")!;
    const device = (await http.store.read.devices(id, user.id))!.at(-1)!;
    expect(device).toMatchObject({ kind: "webpush", target: `${hook.url}/send/1`, name: "Chrome" });
    expect(publicKeyOf(device.access_token!)!.toString("base64url")).toBe(
      await page.evaluate("sessionStorage.given"),
    );
    expect(device.secret).toBe(subscription.device.secret);
    // The service worker of the service controls all of its pages.
    expect(
      await page.evaluate("navigator.serviceWorker.getRegistration().then(({ scope }) => scope)"),
    ).toBe(`${http.origin}/mon/`);
    await takePushes();
    await page.getByRole("button", { name: "I got it" }).click();
    await page.getByText("This phone can be reached").waitFor();
    await context.close();
    await root.context.close();
    await hook.stop();
  });

  it("works without JavaScript", async () => {
    const still = { javaScriptEnabled: false };
    const root = await window({ ...wide, ...still }, true);
    await root.page.goto(`${http.origin}/mon/users/${user.id}`);
    await root.page.getByRole("button", { name: /^Add phone/ }).click();
    const link = (await root.page.textContent("#link"))!;

    const phone = await window({ ...narrow, ...still }, false);
    await phone.page.goto(link);
    await phone.page.getByRole("button", { name: "Send me a test" }).click();
    await phone.page.getByText("Sending the test to push.example.com").waitFor();
    await expectNarrow(phone.page);
    await look(phone.page, "still-phone");
    await takePushes();
    await phone.page.getByRole("link", { name: /result of the test/ }).click();
    await phone.page.getByText("push.example.com accepted the test").waitFor();
    await phone.page.getByRole("button", { name: "I got it" }).click();
    await phone.page.getByText("This phone can be reached").waitFor();
    await root.page.reload();
    await root.page.getByText("phone rings: verified").waitFor();
    await expectNarrow(root.page);
    await root.context.close();
    await phone.context.close();
  });
});
