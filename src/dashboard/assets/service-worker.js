/**
 * Shows pushes of monitord as notifications, and takes the actions of their buttons. A press that does not reach monitord
 * leaves the page as it was, loud and with its buttons, and is tried again.
 */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const push = notification.data ?? {};
  const button = action === "" ? null : push.buttons?.[Number(action)];
  notification.close();
  event.waitUntil(button ? press(button, push) : open(push));
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

/** Resolves with true when the press did not reach monitord: no answer came, or that of a proxy. */
async function tryOnce(button, push) {
  let status;
  let answer;
  try {
    const reply = await fetch(button.url, {
      method: "POST",
      signal: AbortSignal.timeout(patience),
    });
    status = reply.status;
    answer = await reply.json();
  } catch {
    return true;
  }
  const isDone = status < 300 && typeof answer.done === "string";
  const isRefused = status >= 400 && status < 500 && status !== 429 && "type" in answer;
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
self.addEventListener("sync", (event) => event.waitUntil(sendKept()));

/** Opens the incident; where buttons are not shown, the page that has the first of them. */
async function open({ open: incident, page, buttons = [] }) {
  const shown = self.Notification?.maxActions !== 0 || buttons.length === 0;
  const url = shown ? (incident ?? page) : (page ?? incident);
  if (url) await self.clients.openWindow(url);
}
