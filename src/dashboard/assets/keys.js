/**
 * Keys: `/` search, `j` and `k` through rows, `a` acknowledge, `s` silence, `e` edit, `g` and a letter to a page,
 * `?` help; Ctrl-K finds monitors, incidents and people. Everything that they do has a link or a button.
 */
"use strict";

(() => {
  const base = document.body.dataset.base ?? "";
  const pages = {
    o: ["Overview", "/"],
    i: ["Incidents", "/incidents"],
    m: ["Monitors", "/monitors"],
    s: ["Maintenance", "/silences"],
    c: ["On call", "/on_call"],
    a: ["Activity", "/activity"],
  };
  const keys = [
    ["/", "Search"],
    ["j k", "Next and previous row"],
    ["a", "Acknowledge"],
    ["s", "Silence"],
    ["e", "Edit"],
    ...Object.entries(pages).map(([key, [name]]) => [`g ${key}`, name]),
    ["Ctrl K", "Find anything"],
    ["?", "This list"],
  ];

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  function dialog(label, ...children) {
    const made = element("dialog", { className: "panel palette", ariaLabel: label }, ...children);
    made.addEventListener("close", () => made.remove());
    made.addEventListener("click", ({ target }) => target === made && made.close());
    document.body.append(made);
    made.showModal();
    return made;
  }

  const help = () =>
    dialog(
      "Keys",
      element("h2", { textContent: "Keys" }),
      element(
        "dl",
        { className: "facts" },
        ...keys.flatMap(([key, text]) => [
          element("dt", {}, element("kbd", { textContent: key })),
          element("dd", { textContent: text }),
        ]),
      ),
    );

  const noMatch = "No monitor, incident or person matches.";

  /** Finds by a part of the title; the server answers with at most a few of each kind. */
  function palette() {
    const field = element("input", {
      className: "in",
      type: "search",
      placeholder: "Monitors, incidents, people",
      ariaLabel: "Find anything",
    });
    const list = element("ul", { className: "list" });
    const note = element("p", { className: "quiet", role: "status" });
    const made = dialog("Find anything", field, note, list);
    const links = () => [...list.querySelectorAll("a")];
    let asked = 0;
    /** Resolves when the list is of the text in the field. */
    let shown;
    async function answerTo(query) {
      try {
        const answer = await line.reach(`${base}/find?${query}`);
        if (answer.redirected)
          return { entries: [], why: "Your session has expired. Sign in again." };
        return { entries: JSON.parse(answer.text) };
      } catch (error) {
        return { entries: [], why: line.whyLost(error) };
      }
    }
    async function find() {
      const turn = ++asked;
      const query = new URLSearchParams({ q: field.value });
      const { entries, why } = await answerTo(query);
      if (turn !== asked) return shown;
      note.textContent = why ?? (entries.length > 0 || field.value.trim() === "" ? "" : noMatch);
      list.replaceChildren(
        ...entries.map(({ kind, title, path }) =>
          element(
            "li",
            {},
            element(
              "a",
              { className: "name", href: base + path },
              element("bdi", { textContent: title }),
            ),
            element("small", { textContent: kind }),
          ),
        ),
      );
    }
    const search = () => void (shown = find());
    field.addEventListener("input", search);
    made.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Enter" && document.activeElement === field) {
        const { value } = field;
        // A list that comes after the palette was closed, or of another text, is not the one that was meant.
        void shown.then(() => {
          if (made.open && field.value === value) links()[0]?.click();
        });
      }
      if (!step) return;
      event.preventDefault();
      const at = links().indexOf(document.activeElement) + step;
      (links()[at] ?? field).focus();
    });
    field.focus();
    search();
  }

  const rows = () =>
    [...document.querySelectorAll("main :is(.inc, .mon, tbody tr) a:is(.name, .cut)")].filter(
      (one) => one.checkVisibility(),
    );
  function step(by) {
    const all = rows();
    const at = all.indexOf(document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  }

  /** A button or link of the row with the focus, else of the page. */
  function press(selector) {
    const row = document.activeElement.closest(".inc, .mon, tr");
    (row ?? document.querySelector("main"))?.querySelector(selector)?.click();
  }

  const actions = {
    "/": () => document.querySelector("main input[type=search]")?.focus() ?? palette(),
    "?": help,
    j: () => step(1),
    k: () => step(-1),
    a: () => press('form[action$="/acknowledge"] button'),
    s: () => press('a[href*="/silences/new"]'),
    e: () => press('a[href$="/edit"]'),
  };

  let leading = -Infinity;
  document.addEventListener("keydown", (event) => {
    if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) palette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") document.querySelector("a[data-close]")?.click();
    if (event.key === "Escape")
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    if (event.target.matches("input, textarea, select") || document.querySelector("dialog[open]"))
      return;
    // By when they were pressed: a busy page handles both late.
    const page = event.timeStamp - leading < 1500 && pages[event.key];
    leading = event.key === "g" ? event.timeStamp : -Infinity;
    if (page) location.href = base + page[1];
    else if (Object.hasOwn(actions, event.key)) {
      event.preventDefault();
      actions[event.key]();
    }
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest(".find")) return;
    event.preventDefault();
    palette();
  });
})();
