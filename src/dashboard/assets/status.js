/**
 * The public status page: times in the zone of the reader, and fresh without a reload. Everything works without it; then
 * times are in the zone of the page, and the browser reloads it each minute.
 */
(() => {
  const refreshEvery = 60_000;
  /** A page that is older than this says so: a page that says "operational" for ever is wrong. */
  const oldAfter = 5 * 60_000;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
  const dayOf = new Intl.DateTimeFormat("en-CA");
  const loaded = performance.now();
  let now = Number(document.body.dataset.served);
  let received = loaded;

  /** The time of the server, whose clock the reader's need not follow. */
  const serverNow = () => now + performance.now() - received;

  const sameYear = (at) => at.getFullYear() === new Date(serverNow()).getFullYear();
  const dateOf = (at) =>
    at.toLocaleDateString("en-GB", {
      day: "numeric",
      month: "short",
      ...(sameYear(at) ? {} : { year: "numeric" }),
    });

  /** Days between two instants on the reader's calendar. */
  const daysTo = (at) =>
    Math.abs(
      Math.round(
        (Date.parse(dayOf.format(at)) - Date.parse(dayOf.format(new Date(serverNow())))) /
          86_400_000,
      ),
    );

  function near(at) {
    const days = daysTo(at);
    if (days === 0) return clock.format(at);
    if (days < 6) return `${weekday.format(at)} ${clock.format(at)}`;
    return `${weekday.format(at)} ${dateOf(at)} ${clock.format(at)}`;
  }

  function localize(root) {
    for (const time of root.querySelectorAll("time[data-near], time[data-day]")) {
      const at = new Date(time.dateTime);
      time.title = `${time.dateTime.slice(0, 16).replace("T", " ")} UTC`;
      time.textContent = "day" in time.dataset ? dateOf(at) : near(at);
    }
    const zone = root.querySelector("#zone");
    if (zone) zone.textContent = `${zone.dataset.word}, ${here}`;
  }

  const ageText = (ms) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 120) return `${minutes} min`;
    return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
  };

  function sayHowOld() {
    const asof = document.querySelector(".asof");
    const age = serverNow() - Number(document.body.dataset.now);
    const isOld = age >= oldAfter;
    asof.classList.toggle("old", isOld);
    const fresh = asof.querySelector("#fresh");
    fresh.textContent = isOld
      ? `not updated for ${ageText(age)}: it may have changed`
      : "refreshed every minute";
  }

  /** Details that the reader has opened stay open. */
  function replaceBy(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("main.public");
    if (!fresh) return;
    const current = document.querySelector("main.public");
    const details = [...current.querySelectorAll("details")].filter(({ id }) => id !== "");
    for (const { id, open } of details) {
      const same = fresh.querySelector(`#${CSS.escape(id)}`);
      if (same) same.open = open;
    }
    document.title = page.title;
    document.body.dataset.now = page.body.dataset.now;
    now = Math.max(serverNow(), Number(page.body.dataset.served));
    received = performance.now();
    localize(fresh);
    const focused = document.activeElement?.closest("details[id]")?.id;
    current.replaceWith(fresh);
    if (focused) document.querySelector(`#${CSS.escape(focused)} > summary`)?.focus();
  }

  async function refresh() {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (answer.ok) replaceBy(await answer.text());
    } catch {
      // It is tried again in a minute.
    }
    sayHowOld();
  }

  localize(document);
  // A hidden tab makes no request, and is refreshed when it is shown.
  let last = loaded;
  const due = () => {
    if (document.hidden || performance.now() - last < refreshEvery - 1000) return;
    last = performance.now();
    void refresh();
  };
  setInterval(due, refreshEvery);
  document.addEventListener("visibilitychange", due);
})();
