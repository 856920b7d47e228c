/**
 * Lists: filters as one types, groups that are loaded when they are opened, and all boxes at once. Every list works
 * without it: filters are forms, closed groups have a link.
 */
"use strict";

(() => {
  const show = (url) => {
    history.replaceState(null, "", url);
    document.dispatchEvent(new Event("monitord:look"));
  };

  // ——— A filter is in the address, and so is the page that it leads to.

  let typing;
  function filter(form) {
    const url = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value) url.searchParams.append(name, value);
    show(url);
  }
  for (const kind of ["input", "change"])
    document.addEventListener(kind, ({ target }) => {
      const form = target.closest("form[data-filter]");
      clearTimeout(typing);
      if (form) typing = setTimeout(() => filter(form), 150);
    });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-filter]")) return;
    event.preventDefault();
    clearTimeout(typing);
    filter(event.target);
  });

  // ——— Groups that are open are in the address too.

  document.addEventListener(
    "toggle",
    ({ target }) => {
      const id = target.dataset?.group;
      if (!id || (target.open && target.querySelector(".mon"))) return;
      const url = new URL(location.href);
      const open = new Set((url.searchParams.get("open") ?? "").split(" ").filter(Boolean));
      if (target.open) open.add(id);
      else if (!open.delete(id)) return;
      url.searchParams.set("open", [...open].join(" "));
      if (open.size === 0) url.searchParams.delete("open");
      show(url);
    },
    true,
  );

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-pick-all]")) return;
    for (const box of document.querySelectorAll(".pick input")) box.checked = box.checkVisibility();
  });
})();
