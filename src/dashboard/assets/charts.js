/**
 * Shows the title of a shape in a chart at once: under the pointer, on a tap, and with the arrow keys, for which
 * each chart is one stop. Without it, labels and tables show the same data.
 */
"use strict";

(() => {
  // The server writes times in the zone of the reader from the next page on.
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const path = `${document.body.dataset.base ?? ""}/`;
  document.cookie = `zone=${zone}; path=${path}; max-age=31536000; samesite=lax`;

  const charts = "svg[role=img]";
  const tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
  tip.setAttribute("role", "status");
  document.body.append(tip);

  const shapesOf = (chart) => [...chart.querySelectorAll(":has(> title)")];

  /** The shape whose title is shown, without its title: the browser would show it a second time. */
  let shown = null;
  let title = null;

  function show(shape) {
    if (shape === shown) return;
    if (shown) {
      shown.prepend(title);
      delete shown.dataset.on;
    }
    shown = shape;
    title = shape?.querySelector("title") ?? null;
    tip.hidden = !title;
    if (!title) return;
    tip.textContent = title.textContent.trim();
    title.remove();
    shape.dataset.on = "";
    const at = shape.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const whole = shape.ownerSVGElement.getBoundingClientRect();
    // Above the whole of a low chart, so that the tip stays in one line while the pointer moves.
    const { top, bottom } = whole.height <= 48 ? whole : at;
    const left = at.left + at.width / 2 - own.width / 2;
    tip.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, left))}px`;
    tip.style.top = `${top - own.height - 6 < 8 ? bottom + 6 : top - own.height - 6}px`;
  }

  function point({ target }) {
    const shape = target.closest?.(`${charts} *`);
    show(shape && (shape === shown || shape.querySelector(":scope > title")) ? shape : null);
  }
  document.addEventListener("pointerover", point);
  document.addEventListener("pointerdown", point);
  document.addEventListener("scroll", () => show(null), { passive: true, capture: true });

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(charts) && target.matches(":focus-visible")) show(shapesOf(target).at(-1));
  });
  document.addEventListener("focusout", () => show(null));

  document.addEventListener("keydown", (event) => {
    const chart = event.target;
    if (event.key === "Escape") return show(null);
    if (!chart.matches(charts) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const row = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      const here = shown?.ownerSVGElement === chart ? shown : null;
      if (here) show(null);
      const shapes = shapesOf(chart);
      const at = here ? shapes.indexOf(here) + step : shapes.length - 1;
      show(shapes[Math.max(0, Math.min(shapes.length - 1, at))]);
    } else if (row && chart.matches(".cells")) {
      const rows = [...document.querySelectorAll(".cells")].filter((one) => one.checkVisibility());
      rows[rows.indexOf(chart) + row]?.focus();
    } else return;
    event.preventDefault();
  });
})();
