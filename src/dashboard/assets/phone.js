/**
 * Keeps the page that adds a phone as things are now: asks for it again every two seconds, while it is
 * visible, and replaces the parts that are marked `data-live` where they differ. The page is whole
 * without it. Open details stay open, and the focus stays.
 */
"use strict";

(() => {
  /** Its address: a form that was refused leaves the browser at another. */
  const { page } = document.currentScript.dataset;
  /** Between two requests, and after one that failed, ms. */
  const pace = { next: 2000, again: 5000 };

  function localTimes(root) {
    for (const time of root.querySelectorAll("time[data-exact]"))
      time.textContent = new Date(time.dateTime).toLocaleString("en-GB", {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short",
      });
  }

  const parts = () => [...document.querySelectorAll("[data-live]")];
  const sent = new Map(parts().map((part) => [part.id, part.innerHTML]));

  function replace(fresh) {
    for (const part of parts()) {
      const other = fresh.getElementById(part.id);
      if (!other || sent.get(part.id) === other.innerHTML) continue;
      sent.set(part.id, other.innerHTML);
      const open = new Set([...part.querySelectorAll("details[open]")].map(({ id }) => id));
      const focus = part.contains(document.activeElement) ? document.activeElement.tagName : null;
      part.replaceChildren(...other.childNodes);
      for (const details of part.querySelectorAll("details"))
        if (open.has(details.id)) details.open = true;
      localTimes(part);
      if (focus) part.querySelector(focus)?.focus({ preventScroll: true });
    }
  }

  let timer;
  async function look() {
    clearTimeout(timer);
    if (document.hidden) return;
    let wait = pace.next;
    try {
      const answer = await fetch(page, {
        headers: { accept: "text/html" },
        cache: "no-store",
      });
      if (!answer.headers.has("x-answered-by")) throw new Error("a proxy answered");
      const over = answer.status === 404 || answer.status === 410;
      if (!answer.ok && !over) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (over) {
        // The link has done its work, or run out: the page says which.
        document.title = fresh.title;
        const main = document.querySelector("main");
        main.replaceChildren(...fresh.querySelector("main").childNodes);
        main.setAttribute("role", "status");
        localTimes(main);
        scrollTo(0, 0);
        return;
      }
      replace(fresh);
    } catch {
      wait = pace.again;
    }
    timer = setTimeout(look, wait);
  }

  /** The browser in place of the app: subscribes, and sends the subscription as a form. */
  function offerBrowser(section) {
    if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
    const form = section.querySelector("form");
    const status = section.querySelector("[role=status]");
    section.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      status.textContent = "";
      try {
        const { endpoint, keys } = (await subscribed(section.dataset)).toJSON();
        Object.assign(form.elements.endpoint, { value: endpoint });
        Object.assign(form.elements.p256dh, { value: keys.p256dh });
        Object.assign(form.elements.auth, { value: keys.auth });
        form.submit();
      } catch (error) {
        status.textContent =
          Notification.permission === "denied"
            ? "Notifications of this site are blocked: allow them in the settings of the browser."
            : `The browser cannot subscribe: ${error.message}`;
      }
    });
  }

  async function subscribed({ key, worker, scope }) {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") throw new Error("notifications are not allowed");
    await navigator.serviceWorker.register(worker, { scope });
    const { pushManager } = await navigator.serviceWorker.ready;
    // It has one for all users and keys; an old one was for another link.
    await (await pushManager.getSubscription())?.unsubscribe();
    // The worker's note of it: the new one does not renew it.
    await caches.delete("monitord.subscription");
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  const section = document.getElementById("browser");
  if (section) offerBrowser(section);
  localTimes(document);
  if (!page) return;
  document.addEventListener("visibilitychange", () => void look());
  timer = setTimeout(look, pace.next);
})();
