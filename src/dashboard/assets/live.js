/**
 * Keeps an open page as it is now. Every page is whole without it.
 *
 * One stream of events says that something changed; the page is then asked for again, and the parts of it
 * that are marked `data-live` are replaced where they differ. However much changes, it asks at most about
 * once a second, and less often when answers take long. Typed text, open details and the focus stay.
 * While the stream is lost the page says so and looks old; it catches up automatically.
 */
"use strict";

(() => {
  const base = document.body.dataset.base ?? "";
  const dot = document.getElementById("live");
  const lost = document.getElementById("lost");
  const announce = document.getElementById("announce");
  const parts = () => [...document.querySelectorAll("[data-live]")];
  const whole = () => ["main", "foot"].flatMap((id) => document.getElementById(id) ?? []);

  // ——— The theme: the system's, until the user chooses. The server reads the cookie.

  const root = document.documentElement;
  root.classList.add("js");
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]"))
      if (!menu.contains(target)) menu.open = false;
    if (!target.closest("[data-theme-switch]")) return;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=${base}/; max-age=31536000; samesite=lax`;
  });

  // A narrow window shows only some of the tabs: the chosen one among them.
  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) {
    const row = tab.parentElement;
    const middle = tab.offsetLeft - row.offsetLeft + tab.offsetWidth / 2;
    row.scrollLeft = middle - row.clientWidth / 2;
  }

  if (!dot || !window.EventSource) return;

  /**
   * Pauses, ms: between two requests at least, between requests without events, without a message from the
   * server at most, and between attempts to connect. The server sends a sign of life every second.
   */
  const pace = { least: 800, idle: 30000, silence: 1900, again: 3000 };

  // ——— Times are in the zone of the reader. Relative ones tick here, so that unchanged parts stay equal.

  /** How far the clock of the service is ahead of the browser's, ms. */
  let ahead = 0;
  const setClock = ({ body }) => (ahead = Number(body.dataset.now) - Date.now());

  /** As `core/text/duration` of the server has it. */
  function formatDuration(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    if (seconds < 60) return `${seconds} s`;
    if (minutes < 60) return `${minutes} min`;
    if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
    return `${Math.floor(hours / 24)} days`;
  }

  function relative(time, ms) {
    if ("age" in time.dataset) return formatDuration(ms).split(" ", 2).join(" ");
    if (Math.abs(ms) < 2000) return "just now";
    return ms < 0 ? `in ${formatDuration(-ms)}` : `${formatDuration(ms)} ago`;
  }

  const ofDay = new Intl.DateTimeFormat("en-GB", {
    timeStyle: "short",
    timeZone: document.body.dataset.zone,
  });

  function tick(root = document) {
    const now = Date.now() + ahead;
    const clock = document.querySelector("[data-clock]");
    if (clock) clock.textContent = ofDay.format(now);
    for (const time of root.querySelectorAll("time:is([data-ago], [data-age])")) {
      const text = relative(time, now - new Date(time.dateTime));
      if (time.textContent !== text && !isSelected(time)) time.textContent = text;
    }
  }
  setInterval(tick, 5000);

  // ——— Replaces only the changed parts: a selection, the focus and open menus stay.

  function isSelected(node) {
    const selection = getSelection();
    return !selection.isCollapsed && selection.containsNode(node, true);
  }

  const isHeld = (node) => node.dataset?.held !== undefined;
  const isField = (node) => node.matches("input:not([type=hidden]), textarea, select");
  /** Whether one can become the other in place: a field is that of its name. */
  const isAlike = (one, other) =>
    one.nodeName === other.nodeName &&
    (!/^(INPUT|TEXTAREA|SELECT)$/.test(one.nodeName) ||
      (one.name === other.name && one.type === other.type));
  /** Attributes that readers and scripts change themselves. */
  const own = (node, name) => name === "open" && node.id !== "";
  /** Its text ticks here. */
  const isRelative = (node) => node.matches("time:is([data-ago], [data-age])");

  function patch(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data && !isSelected(old)) old.data = fresh.data;
      return;
    }
    // A row with its *Undo* stays as it is for some seconds. A tip took the title out of a chart.
    if (isHeld(old) || isField(old) || old.querySelector(":scope > [data-on]")) return;
    for (const { name, value } of fresh.attributes)
      if (!own(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    for (const { name } of Array.from(old.attributes))
      if (!own(old, name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
    if (!isRelative(old) || !isRelative(fresh)) patchChildren(old, fresh);
  }

  /** Elements with an id keep it from page to page: they are moved, the others are changed in place. */
  function patchChildren(old, fresh) {
    const staying = new Set([...fresh.children].map(({ id }) => id));
    for (const one of Array.from(old.children))
      if (one.id && !staying.has(one.id) && !isSelected(one) && !isHeld(one)) one.remove();
    const known = new Map([...old.children].map((one) => [one.id, one]));
    let at = old.firstChild;
    // Nodes leave `fresh` on the way.
    for (const next of Array.from(fresh.childNodes)) {
      while (at && isHeld(at)) at = at.nextSibling;
      const same = next.id ? known.get(next.id) : null;
      if (same) {
        if (same === at) at = at.nextSibling;
        else if (old.moveBefore) old.moveBefore(same, at);
        else old.insertBefore(same, at);
        patch(same, next);
      } else if (at && !at.id && !next.id && isAlike(at, next)) {
        const here = at;
        at = at.nextSibling;
        patch(here, next);
      } else old.insertBefore(next, at);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      if (!gone.id) gone.remove();
    }
  }

  /** Where the focus goes when its element has gone: to the row in its place, or to the page. */
  function keepFocus() {
    const active = document.activeElement;
    const label = active?.getAttribute("aria-label");
    const row = active?.closest("li, [id]");
    const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
    const list = row?.parentElement;
    return () => {
      if (!active || active.isConnected || active === document.body) return;
      const same = label && document.querySelector(`[aria-label="${CSS.escape(label)}"]`);
      const near = list?.isConnected
        ? list.children[Math.min(place, list.children.length - 1)]
        : null;
      (same || near?.querySelector("a, button") || document.getElementById("main"))?.focus({
        preventScroll: true,
      });
    };
  }

  /** The place and the action of each button that works at once. _Undo_ comes with the change, above all others. */
  const places = () =>
    new Map(
      Array.from(document.querySelectorAll("form[data-quick] button:not(#done *)"), (button) => {
        const top = button.getBoundingClientRect().top + scrollY;
        return [button, `${button.form.action} ${Math.round(top)}`];
      }),
    );

  /** Notifies the other scripts that the page has changed, and which buttons have moved; null: done. */
  let tellPatched = null;
  // A press may come before the frame that shows the change.
  addEventListener("click", () => tellPatched?.(), true);

  /** The parts of the last page as the server sent them: equal ones are left alone, however large. */
  const sent = new Map(parts().map((part) => [part.id, part.outerHTML]));

  function replace(fresh) {
    tellPatched?.();
    const refocus = keepFocus();
    setClock(fresh);
    // The reader has signed in again in another tab.
    const csrf = fresh.querySelector("[name=csrf]")?.value;
    for (const field of document.querySelectorAll("[name=csrf]")) field.value = csrf ?? field.value;
    // It is still where it was, not yet where it belongs.
    for (const { id } of document.querySelectorAll("[data-held]"))
      fresh.getElementById(id)?.remove();
    const other = (zoneChanged(fresh) || fresh.isWhole ? whole() : parts()).flatMap((part) => {
      const next = fresh.getElementById(part.id);
      const text = next?.outerHTML;
      if (!next || sent.get(part.id) === text) return [];
      // Selected text is not patched over: the next page compares the part once more.
      if (getSelection().isCollapsed) sent.set(part.id, text);
      else sent.delete(part.id);
      return [[part, next]];
    });
    const before = other.length > 0 ? places() : null;
    for (const [part, next] of other) patch(part, next);
    document.title = fresh.title;
    tick();
    refocus();
    tellNew();
    tellPatched = () => {
      tellPatched = null;
      const now = before ? [...places()] : [];
      const moved = now.filter(([button, place]) => before.get(button) !== place);
      const detail = { moved: moved.map(([button]) => button) };
      document.dispatchEvent(new CustomEvent("monitord:patched", { detail }));
    };
    // With the frame, which lays out the page anyway: a large page is patched in one turn and laid out in another.
    requestAnimationFrame(() => tellPatched?.());
  }

  /** The first page of a browser is in UTC: the server learns the zone from its script. Then the whole page is new. */
  function zoneChanged({ body }) {
    const changed = body.dataset.zone !== document.body.dataset.zone;
    document.body.dataset.zone = body.dataset.zone;
    return changed;
  }

  /** Announces new incidents once, however many; other changes are not announced. */
  let open = null;
  function tellNew() {
    const now = Number(document.querySelector("[data-open]")?.dataset.open ?? 0);
    if (open !== null && now > open)
      announce.textContent =
        now - open === 1 ? "A new incident is open." : `${now - open} new incidents are open.`;
    open = now;
  }

  // ——— Asking for the page again.

  let asking = false;
  let wanted = false;
  let last = performance.now();
  let took = 0;
  let timer;

  /** The page is the answer to a form: its address has no page that could be asked for again. */
  let isAnswer = false;

  function look(soon = true) {
    wanted = wanted || soon;
    // The navigation alone is not worth it: most forms have no other part.
    if (asking || document.hidden || isAnswer || parts().every(({ id }) => id === "nav")) return;
    clearTimeout(timer);
    const since = performance.now() - last;
    const wait = wanted ? Math.max(0, Math.max(pace.least, took * 5) - since) : pace.idle;
    timer = setTimeout(ask, wait);
  }

  /** The page does not move while a finger or a mouse button is down. */
  let pressed = null;
  document.addEventListener("pointerdown", () => {
    pressed = {};
    pressed.over = new Promise((resolve) => (pressed.end = resolve));
  });
  for (const end of ["pointerup", "pointercancel", "dragend"])
    document.addEventListener(end, () => {
      // The click comes right after it.
      setTimeout(() => {
        pressed?.end();
        pressed = null;
      });
    });
  const released = () => pressed?.over;

  // Other scripts ask for the page of the address, or have one already.
  document.addEventListener("monitord:look", () => {
    wanted = true;
    clearTimeout(timer);
    if (!asking) void ask();
  });
  document.addEventListener("monitord:page", ({ detail }) => replace(detail));

  const isTyped = () =>
    [...document.querySelectorAll("main form[method=post] :is(input, textarea)")].some(
      ({ value, defaultValue }) => value !== defaultValue,
    );

  async function ask() {
    asking = true;
    wanted = false;
    const begun = performance.now();
    const address = location.href;
    try {
      const answer = await line.reach(address, { headers: { accept: "text/html" } });
      if (answer.redirected && new URL(answer.url).pathname.endsWith("/login")) {
        // Typed text stays, and so do presses: the sign-in keeps them when they are sent.
        if (isTyped() || line.kept().length > 0) throw new Error("signed out");
        return location.reload();
      }
      isAnswer = answer.status === 404 || answer.status === 405;
      if (isAnswer) return;
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = line.parse(answer);
      // A turn for others: to read a large page and to change it are long enough apart.
      await new Promise((resolve) => setTimeout(resolve));
      await released();
      // The reader has asked for something else in the meantime.
      if (location.href === address) replace(fresh);
      else wanted = true;
      seen = new Date();
      if (connected) say();
    } catch (error) {
      wanted = true;
      why = error.by === undefined ? lostLine : `${lostLine} ${line.whyLost(error)}`;
      lose();
    } finally {
      asking = false;
      last = performance.now();
      took = last - begun;
      look(false);
    }
  }

  // ——— The stream.

  const lostLine = "Connection lost.";

  let source = null;
  let connected = false;
  let seen = new Date();
  /** Why the page is as old as it says. */
  let why = lostLine;
  let watchdog;
  let retry;

  function say() {
    dot.hidden = !connected;
    lost.hidden = connected;
    document.body.classList.toggle("old", !connected);
    root.classList.toggle("heard", connected);
    const text = `${why} This page is as of ${ofDay.format(seen)} (${document.body.dataset.zone}); trying again.`;
    if (!connected && lost.textContent !== text) lost.textContent = text;
  }

  function heard() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, pace.silence);
    if (connected) return;
    connected = true;
    why = lostLine;
    say();
    document.dispatchEvent(new Event("monitord:connected"));
    // Loads the changes missed in the meantime.
    look();
  }

  function lose() {
    connected = false;
    say();
    clearTimeout(retry);
    retry = setTimeout(() => {
      if (!connected && !document.hidden) connect();
    }, pace.again);
  }

  function connect() {
    source?.close();
    source = new EventSource(`${base}/api/v1/events?ping_seconds=1`);
    source.onopen = heard;
    source.onerror = lose;
    source.addEventListener("hello", heard);
    source.addEventListener("ping", heard);
    source.addEventListener("reset", () => {
      heard();
      look();
    });
    source.onmessage = () => {
      heard();
      look();
    };
  }

  // A hidden tab needs no stream; a browser has few connections for all of them.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
      connected = false;
      root.classList.remove("heard");
      for (const one of [watchdog, retry, timer]) clearTimeout(one);
    } else connect();
  });
  window.addEventListener("offline", lose);
  window.addEventListener("online", connect);

  // The result of an action is shown once, not again with every reload.
  const address = new URL(location.href);
  if (address.searchParams.has("done")) {
    address.searchParams.delete("done");
    address.searchParams.delete("undo");
    history.replaceState(null, "", address);
  }
  setClock(document);
  tick();
  tellNew();
  if (!document.hidden) connect();
})();
