/**
 * Shows pushes of monitord as notifications, and takes the actions of their buttons. A press that does not reach monitord
 * leaves the page as it was, loud and with its buttons, and is tried again. When the browser renews its subscription,
 * monitord learns the new one.
 */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), renew().catch(() => {})])),
);

/** Shows a page as it came. `more`: in place of some of its options. */
const show = (push, more = {}) =>
  self.registration.showNotification(push.title, {
    body: push.message,
    tag: push.tag,
    renotify: push.rings,
    requireInteraction: push.rings,
    silent: push.silent,
    actions: push.buttons.map(({ label }, place) => ({ action: String(place), title: label })),
    data: push,
    ...more,
  });

self.addEventListener("push", (event) => {
  const { device, ...push } = event.data.json();
  event.waitUntil(Promise.all([show(push), remember(device).catch(() => {})]));
});

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const push = notification.data ?? {};
  const button = action === "" ? null : push.buttons?.[Number(action)];
  notification.close();
  event.waitUntil(
    Promise.all([button ? press(button, push) : open(push), renew().catch(() => {})]),
  );
});

/** Pauses between the tries while the worker lives, and how long a try may take, ms. */
const pauses = [2000, 4000, 8000, 16_000, 30_000];
const patience = 10_000;

/** Presses without an answer, by the address of their button: a second press of it joins the first, and tries at once. */
const underWay = new Map();
/** Functions that end the pause before the next try, by the same addresses. */
const waiting = new Map();

function press(button, push) {
  const { url } = button;
  if (!underWay.has(url))
    underWay.set(
      url,
      tryOften(button, push).finally(() => underWay.delete(url)),
    );
  else {
    void showWaiting(button, push, false);
    waiting.get(url)?.();
  }
  return underWay.get(url);
}

async function tryOften(button, push) {
  for (const [tries, pause] of [...pauses, null].entries()) {
    if (!(await tryOnce(button, push))) return;
    if (tries === 0) {
      await showWaiting(button, push, true);
      await keep(button, push);
    }
    if (pause !== null) await rest(button, pause);
  }
  if (!self.registration.sync) await showLost(button, push);
}

/** Waits for `pause`, or for the next press of the button. */
async function rest({ url }, pause) {
  await new Promise((resolve) => {
    waiting.set(url, resolve);
    setTimeout(resolve, pause);
  });
  waiting.delete(url);
}

const showWaiting = (button, push, loud) =>
  showOpen(push, `${button.label}: not done yet, monitord cannot be reached. Trying again.`, loud);

const showLost = (button, push) =>
  showOpen(push, `${button.label}: not done, monitord cannot be reached. Press again.`, true);

/** The page as it was, with its buttons, and a line about the press. */
const showOpen = (push, line, loud) =>
  show(push, {
    body: `${line}\n${push.message}`,
    renotify: loud,
    silent: !loud,
    requireInteraction: true,
  });

/** What monitord answers; neither done nor refused: no answer came, or that of a proxy. */
async function post(url, body = null) {
  try {
    const reply = await fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(patience),
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const { status } = reply;
    const answer = await reply.json();
    const isDone = status < 300 && typeof answer.done === "string";
    const isRefused = status >= 400 && status < 500 && status !== 429 && "type" in answer;
    return { isDone, isRefused, status, answer };
  } catch {
    return { isDone: false, isRefused: false };
  }
}

/** Resolves with true when the press did not reach monitord: no answer came, or that of a proxy. */
async function tryOnce(button, push) {
  const { isDone, isRefused, status, answer } = await post(button.url);
  if (!isDone && !isRefused) return true;
  await forget(button);
  if (isDone)
    await show(push, {
      body: `${button.label}: done`,
      silent: true,
      renotify: false,
      requireInteraction: false,
      actions: [],
      data: { ...push, buttons: [] },
    });
  // It cannot be done by this button any more: a tap opens the incident.
  else
    await show(push, {
      body: `${button.label}: not done. ${answer.detail ?? status}\n${push.message}`,
      silent: false,
      renotify: true,
      requireInteraction: true,
      actions: [],
      data: { ...push, buttons: [] },
    });
  return false;
}

// ——— Presses are kept until they are answered: the browser may end the worker, and starts it when the line is back.

const cacheName = "monitord.presses";

async function keep(button, push) {
  const cache = await self.caches.open(cacheName);
  await cache.put(button.url, new Response(JSON.stringify({ button, push })));
  // Not waited for: it may take its time. Browsers without Background Sync have the tries above, and the button.
  self.registration.sync?.register("presses").catch(() => {});
}

async function forget(button) {
  const cache = await self.caches.open(cacheName);
  await cache.delete(button.url);
}

async function sendKept() {
  const cache = await self.caches.open(cacheName);
  const entries = await Promise.all(
    (await cache.keys()).map(async (key) => (await cache.match(key)).json()),
  );
  await Promise.all(entries.map(({ button, push }) => press(button, push)));
  // The browser tries a rejected one again later.
  if ((await cache.keys()).length > 0) throw new Error("monitord cannot be reached");
}
self.addEventListener("sync", (event) =>
  event.waitUntil(event.tag === "renewal" ? renew() : sendKept()),
);

// ——— The subscription is noted with each push. A browser that renews it says the old one on its event, or does not: the
// note has the keys that prove to monitord that this is the device.

const noteCache = "monitord.subscription";
const noteUrl = () => new URL("subscription", self.registration.scope).href;

async function keptNote() {
  const note = await (await self.caches.open(noteCache)).match(noteUrl());
  return note ? note.json() : null;
}

async function note(value) {
  const cache = await self.caches.open(noteCache);
  await (value
    ? cache.put(noteUrl(), new Response(JSON.stringify(value)))
    : cache.delete(noteUrl()));
}

/** A push of this device arrived: monitord knows the subscription. */
async function remember(device) {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!device || !subscription) return;
  const key = new Uint8Array(subscription.options.applicationServerKey);
  await note({ device, key: [...key], old: spoken(subscription) });
}

const spoken = (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys };
};

/** Reports the subscription that the browser has now, if it is another one. Rejects when that has to be tried again. */
async function renew(given = null) {
  const known = await keptNote();
  if (!known) return;
  const { pushManager } = self.registration;
  const fresh =
    given ??
    (await pushManager.getSubscription()) ??
    (await pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(known.key) })
      .catch((error) => {
        // Without the permission it has none any more. Else the push service cannot be reached.
        if (error.name === "NotAllowedError") return null;
        throw error;
      }));
  const subscription = fresh && spoken(fresh);
  if (JSON.stringify(subscription) === JSON.stringify(known.old)) return;
  const url = new URL(`api/actions/devices/${known.device}/subscription`, self.registration.scope);
  const { isDone, isRefused } = await post(url, { old: known.old, subscription });
  if (!isDone && !isRefused) throw new Error("monitord cannot be reached");
  // Refused: the device is gone, or is another subscription by now.
  await note(isDone && subscription ? { ...known, old: subscription } : null);
}

async function renewOften(given) {
  for (const pause of [...pauses, null])
    try {
      return await renew(given);
    } catch {
      if (pause === null) break;
      self.registration.sync?.register("renewal").catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}

self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renewOften(event.newSubscription ?? null)),
);

/** Opens the incident; where buttons are not shown, the page that has the first of them. */
async function open({ open: incident, page, buttons = [] }) {
  const shown = self.Notification?.maxActions !== 0 || buttons.length === 0;
  const url = shown ? (incident ?? page) : (page ?? incident);
  if (url) await self.clients.openWindow(url);
}
