/**
 * Keeps an open page as it is now. Every page is whole without it.
 *
 * One stream of events says that something changed; the page is then asked for again, and the parts of it
 * that are marked `data-live` are replaced where they differ. However much changes, it asks at most about
 * once a second, and less often when answers take long. What is typed, folded open or has the focus stays.
 * While the stream is lost the page says so and looks old; it catches up by itself.
 */
"use strict";

(() => {
  const base = document.body.dataset.base ?? "";
  const dot = document.getElementById("live");
  const lost = document.getElementById("lost");
  const announce = document.getElementById("announce");
  const parts = () => [...document.querySelectorAll("[data-live]")];

  // ——— The theme: what the system says, until the user chooses. The server reads the cookie.

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

  if (!dot || !window.EventSource) return;

  /**
   * Between two looks at least, when nothing happens, without a word from the server at most, and between two
   * attempts to hear it, ms. It says every second that all is well.
   */
  const pace = { least: 800, idle: 30000, silence: 1900, again: 3000 };

  // ——— Times are said in the time of whoever reads them.

  function localTimes(root) {
    for (const time of root.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      const text = at.toLocaleString([], {
        dateStyle: "medium",
        timeStyle: "medium",
      });
      if ("exact" in time.dataset) time.textContent = text;
      time.title = `${text} (${time.dateTime.slice(0, 19).replace("T", " ")} UTC)`;
    }
  }

  // ——— Replacing what changed.

  /** As the server sent it: what scripts made of it since does not count as a change. */
  const sent = new Map(parts().map((part) => [part.id, part.innerHTML]));
  const edited = (part) =>
    part.contains(document.activeElement) &&
    document.activeElement.matches("input, textarea, select");

  /** What the focus is on, so that it can be found again in what comes in its place. */
  function focusIn(part) {
    const active = document.activeElement;
    if (!active || !part.contains(active)) return null;
    const label = active.getAttribute("aria-label");
    const href = active.getAttribute("href");
    const card = active.closest("[id]");
    return () => {
      const same = [...part.querySelectorAll("a, button, summary")].find((one) =>
        label
          ? one.getAttribute("aria-label") === label
          : href
            ? one.getAttribute("href") === href
            : one.textContent === active.textContent,
      );
      const near = card?.id ? document.getElementById(card.id) : null;
      (same ?? near?.querySelector("a, button") ?? document.getElementById("main"))?.focus({
        preventScroll: true,
      });
    };
  }

  function replace(fresh) {
    for (const part of parts()) {
      const other = fresh.getElementById(part.id);
      if (!other || edited(part)) continue;
      const text = other.innerHTML;
      if (sent.get(part.id) === text) continue;
      const refocus = focusIn(part);
      const folded = new Map(
        [...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]),
      );
      sent.set(part.id, text);
      part.replaceChildren(...other.childNodes);
      for (const one of part.querySelectorAll("details[id]"))
        if (folded.has(one.id)) one.open = folded.get(one.id);
      localTimes(part);
      refocus?.();
    }
    document.title = fresh.title;
    tellNew();
  }

  /** A new incident is said once, however many there are; everything else is quiet. */
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

  async function ask() {
    asking = true;
    wanted = false;
    const begun = performance.now();
    try {
      const answer = await fetch(location.href, {
        headers: { accept: "text/html" },
        cache: "no-store",
      });
      if (answer.redirected && new URL(answer.url).pathname.endsWith("/login"))
        return location.reload();
      isAnswer = answer.status === 404 || answer.status === 405;
      if (isAnswer) return;
      if (!answer.ok) throw new Error(String(answer.status));
      replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      seen = new Date();
      if (connected) say();
    } catch {
      wanted = true;
      lose();
    } finally {
      asking = false;
      last = performance.now();
      took = last - begun;
      look(false);
    }
  }

  // ——— The stream.

  let source = null;
  let connected = false;
  let seen = new Date();
  let watchdog;
  let retry;

  function say() {
    dot.hidden = !connected;
    lost.hidden = connected;
    document.body.classList.toggle("old", !connected);
    const text = `Connection lost. This page is as of ${seen.toLocaleTimeString()}; trying again.`;
    if (!connected && lost.textContent !== text) lost.textContent = text;
  }

  function heard() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, pace.silence);
    if (connected) return;
    connected = true;
    say();
    // What happened meanwhile.
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
      for (const one of [watchdog, retry, timer]) clearTimeout(one);
    } else connect();
  });
  window.addEventListener("offline", lose);
  window.addEventListener("online", connect);

  // ——— Buttons that do one thing, without leaving the page.

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-quick]")) return;
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
      });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || new URL(answer.url).pathname !== location.pathname)
        throw new Error(String(answer.status));
      replace(fresh);
      document.getElementById("done").replaceChildren(...fresh.getElementById("done").childNodes);
      if (form.isConnected) button.disabled = false;
    } catch {
      // The long way says what is wrong.
      button.disabled = false;
      form.submit();
    }
  });

  // ——— Forms that show the fields of a choice: the server says which, all others keep their text unseen.

  let shapes = 0;
  document.addEventListener("change", async ({ target }) => {
    const form = target.closest("form[data-shape]");
    if (!form || !target.matches("select, [type=url]")) return;
    const shape = ++shapes;
    const body = new URLSearchParams(new FormData(form));
    body.set("show", "true");
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A later choice has been made since then.
    if (shape !== shapes) return;
    for (const part of form.querySelectorAll(".fld[id], details[id]")) {
      const other = fresh.getElementById(part.id);
      if (!other) continue;
      part.hidden = other.hidden;
      if (other.open) part.open = true;
    }
  });

  // What was done is said once, not again with every reload.
  const address = new URL(location.href);
  if (address.searchParams.has("done")) {
    address.searchParams.delete("done");
    history.replaceState(null, "", address);
  }
  localTimes(document);
  tellNew();
  if (!document.hidden) connect();
})();
