/** Shows pushes of monitord as notifications, and takes the actions of their buttons. */
"use strict";

/** The address of each button by its place, and of the page that a tap opens. */
const linksOf = ({ data }) => data ?? {};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, message, tag, rings, silent, open, page, buttons } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: message,
      tag,
      renotify: rings,
      requireInteraction: rings,
      silent,
      actions: buttons.map(({ label }, place) => ({ action: String(place), title: label })),
      data: { title, tag, open, page, buttons },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const links = linksOf(event.notification);
  const button = links.buttons?.[Number(event.action)];
  event.notification.close();
  event.waitUntil(event.action !== "" && button ? press(button, links) : open(links));
});

/** Takes an action, and shows its outcome in place of the notification. */
async function press({ label, url }, { title, tag, open, page }) {
  let outcome;
  try {
    const answer = await fetch(url, { method: "POST" });
    outcome = answer.ok ? `${label}: done` : `${label}: not done (${answer.status})`;
  } catch {
    outcome = `${label}: not done, monitord cannot be reached`;
  }
  await self.registration.showNotification(title, {
    body: outcome,
    tag,
    silent: true,
    data: { title, tag, open, page, buttons: [] },
  });
}

/** Opens the incident; where buttons are not shown, the page that has the first of them. */
async function open({ open, page, buttons = [] }) {
  const shown = self.Notification?.maxActions !== 0 || buttons.length === 0;
  const url = shown ? (open ?? page) : (page ?? open);
  if (url) await self.clients.openWindow(url);
}
