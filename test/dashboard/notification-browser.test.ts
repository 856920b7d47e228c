/** Buttons on a notification of the browser over a bad line, in a real Chromium; skipped where none is installed. */
import type { Browser, BrowserContext, Worker } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionLifetime, sign } from "../../src/core/access/signed-action.ts";
import { newSubscription, type BrowserSubscription } from "../support/browser-subscription.ts";
import { startBadLine, type BadLine, type Break } from "../support/bad-line.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

interface Shown {
  title: string;
  body: string;
  actions: string[];
  requireInteraction: boolean;
  silent: boolean;
}

/**
 * Notes each notification as the worker shows it. To ask the browser while another takes its place makes Chromium forget both.
 */
const noted = `(() => {
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    self.noted = [{ title, body: options.body, actions: options.actions.map(({ title }) => title),
      requireInteraction: options.requireInteraction, silent: options.silent === true }];
  };
})()`;
const shown = "self.noted";
/** The notification once it is on the screen. */
const onScreen = `(async () => {
  [self.pressable] = await self.registration.getNotifications();
  return self.pressable !== undefined;
})()`;

/** A finger on the first button: the browser trusts no event of a script, so that its work is not waited for. */
const pressed = `(async () => {
  ExtendableEvent.prototype.waitUntil = () => {};
  self.dispatchEvent(
    new NotificationEvent("notificationclick", { notification: self.pressable, action: "0" }));
})()`;

describe.skipIf(!hasBrowser)("a button on a notification", () => {
  let browser: Browser;
  let http: HttpSide;
  let line: BadLine;
  let device: { id: string; user_id: string };
  let group: { id: string };
  let count = 0;

  beforeAll(async () => {
    [browser, http] = await Promise.all([
      startBrowser(),
      startHttp({ running: true, configured: ["ntfy", "webpush"] }),
    ]);
    line = await startBadLine(http.origin);
    group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
    const user = (await http.api("POST", "/users", { email: "ada@example.com" })).json;
    const body = { kind: "ntfy", name: "Pixel", target: "adas-topic" };
    device = (await http.api("POST", `/users/${user.id}/devices`, body)).json;
  });
  afterAll(async () => {
    await browser.close();
    await line.stop();
    await http.end();
  });

  /** The worker with the page of a new incident on its screen. */
  async function page(): Promise<{
    context: BrowserContext;
    worker: Worker;
    status: () => Promise<string>;
    look: () => Promise<Shown[]>;
  }> {
    const title = `Monitor ${++count}`;
    const { id, webhook_id } = (
      await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id })
    ).json as { id: string; webhook_id: string };
    await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "broke" } });
    const [{ id: incident }] = (await http.api("GET", `/incidents?source_id=${id}`)).json;
    const { secret } = (await http.store.read.device_owner(device.id))!;
    const token = sign(secret, {
      verb: "acknowledge",
      incident_id: incident,
      device_id: device.id,
      expires_at: http.clock.now() + actionLifetime,
    });
    const context = await browser.newContext();
    await context.grantPermissions(["notifications"], { origin: line.origin });
    const tab = await context.newPage();
    await tab.goto(`${line.origin}/login`);
    const started = context.waitForEvent("serviceworker");
    await tab.evaluate(`navigator.serviceWorker.register("/service-worker.js")
      .then(() => navigator.serviceWorker.ready).then(() => {})`);
    const worker = await started;
    // Each try that a slow machine misses would make the next pause twice as long.
    await worker.evaluate("pauses.splice(0, Infinity, ...Array(200).fill(500))");
    await worker.evaluate(noted);
    const appears = () =>
      worker.evaluate(
        `show(${JSON.stringify({
          title,
          message: "HTTP 503",
          tag: title,
          rings: true,
          silent: false,
          open: null,
          page: null,
          buttons: [{ label: "Acknowledge", url: `${line.origin}/api/actions/${token}` }],
        })})`,
      );
    // One that the browser forgot is shown again.
    await expect
      .poll(async () => {
        await appears();
        return worker.evaluate(onScreen);
      })
      .toBe(true);
    return {
      context,
      worker,
      status: async () => (await http.api("GET", `/incidents/${incident}`)).json.status,
      look: () => worker.evaluate(shown),
    };
  }

  it.each([502, 503, "portal", "reset", "unheard"] satisfies Break[])(
    "%s: stays, loud and with its button, and is done when the line is back",
    async (how) => {
      const { context, worker, status, look } = await page();
      line.breaks(how, "posts");
      await worker.evaluate(pressed);
      await expect.poll(look).toMatchObject(
        [
          {
            actions: ["Acknowledge"],
            requireInteraction: true,
            silent: false,
            body: /not done yet/,
          },
        ].map((one) => ({ ...one, body: expect.stringMatching(one.body) })),
      );
      // Again by hand, while the line is still bad.
      await worker.evaluate(pressed);
      await expect
        .poll(look)
        .toMatchObject([{ actions: ["Acknowledge"], requireInteraction: true }]);
      line.heals();
      await expect.poll(status).toBe("acknowledged");
      await expect
        .poll(look)
        .toMatchObject([{ actions: [], silent: true, body: "Acknowledge: done" }]);
      await context.close();
    },
  );

  it("pressed again when the line is back is done at once, however long the pause", async () => {
    const { context, worker, status, look } = await page();
    await worker.evaluate("pauses.splice(0, Infinity, 3_600_000)");
    line.breaks(502, "posts");
    await worker.evaluate(pressed);
    await expect.poll(look).toMatchObject([{ body: expect.stringMatching(/not done yet/) }]);
    await expect.poll(() => worker.evaluate("waiting.size")).toBe(1);
    line.heals();
    await worker.evaluate(pressed);
    await expect.poll(status).toBe("acknowledged");
    await expect.poll(look).toMatchObject([{ actions: [], body: "Acknowledge: done" }]);
    await context.close();
  });

  it("renews the subscription of its device when the browser changes it, over a bad line too", async () => {
    const { context, worker } = await page();
    const [old, fresh] = [1, 2].map((n) => ({ endpoint: `https://push.example.com/${n}` }));
    const keys = { old: newSubscription(), fresh: newSubscription() };
    const { json } = await http.api("POST", `/users/${device.user_id}/devices`, {
      ...keys.old.device,
      target: old!.endpoint,
    });
    const has = (endpoint: string, { p256dh, auth }: BrowserSubscription) =>
      worker.evaluate(`self.current = {
        endpoint: ${JSON.stringify(endpoint)},
        options: { applicationServerKey: new Uint8Array(65).buffer },
        toJSON: () => (${JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } })}),
      }; PushManager.prototype.getSubscription = async () => self.current;`);
    await has(old!.endpoint, keys.old);
    await worker.evaluate(`remember(${JSON.stringify(json.id)})`);
    line.breaks(502, "posts");
    await has(fresh!.endpoint, keys.fresh);
    await worker.evaluate(`ExtendableEvent.prototype.waitUntil = () => {};
      self.dispatchEvent(new ExtendableEvent("pushsubscriptionchange"));`);
    const target = async () =>
      (await http.api("GET", `/users/${device.user_id}/devices/${json.id}`)).json.broken_reason;
    expect(await target()).toBeNull();
    line.heals();
    // The browser has none any more: only the device of the fresh one can say so.
    await expect
      .poll(() => worker.evaluate("keptNote().then(({ old }) => old.endpoint)"))
      .toBe(fresh!.endpoint);
    await worker.evaluate(`self.current = null; PushManager.prototype.subscribe = async () => {
      throw new DOMException("", "NotAllowedError"); };
      self.dispatchEvent(new ExtendableEvent("pushsubscriptionchange"));`);
    await expect.poll(target).toBe("the browser has ended its subscription: add it again");
    await expect.poll(() => worker.evaluate("keptNote()")).toBeNull();
    await context.close();
  });

  it("that can do nothing any more says why, aloud", async () => {
    const { context, worker, look } = await page();
    const { json } = await http.api("DELETE", `/users/${device.user_id}/devices/${device.id}`);
    expect(json ?? null).toBeNull();
    await worker.evaluate(pressed);
    await expect.poll(look).toMatchObject([
      {
        actions: [],
        requireInteraction: true,
        silent: false,
        body: expect.stringContaining("device was removed"),
      },
    ]);
    await context.close();
  });
});
