/**
 * Buttons and forms of an open page: they do their one thing in place, can be taken back for some seconds, wait for a
 * lost connection, and never hit a row that has just moved under the finger. Every page is whole without it.
 */
"use strict";

(() => {
  /**
   * How long a row stays in place with its _Undo_, how long a press after a move is an accident, and the pause
   * between attempts to send waiting presses, ms.
   */
  const pace = { undo: 5000, settle: 700, again: 3000 };

  // ——— A button that has just moved is not pressed.

  /** When each button moved, or became another. */
  const movedAt = new WeakMap();
  const moved = (button) => movedAt.set(button, performance.now());
  document.addEventListener("monitord:patched", ({ detail }) => detail.moved.forEach(moved));
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("form[data-quick] button");
      const isPointer = event.detail > 0;
      if (!isPointer || !(performance.now() - movedAt.get(button) <= pace.settle)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // ——— Buttons that do one thing, without leaving the page.

  const post = (form) =>
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });

  function say(text) {
    const line = document.createElement("p");
    line.className = "toast";
    line.append(Object.assign(document.createElement("span"), { textContent: text }));
    document.getElementById("done").replaceChildren(line);
  }

  /** The page after the action; null: a plain form has to show the fault. */
  async function pageAfter(answer) {
    const text = await answer.text();
    if (!answer.ok || new URL(answer.url).pathname !== location.pathname) return null;
    return new DOMParser().parseFromString(text, "text/html");
  }

  async function press(form) {
    const button = form.querySelector("button");
    const row = form.closest("li[id]");
    button.disabled = true;
    // The stream of events may be faster than the answer.
    if (row) row.dataset.held = "";
    let answer;
    try {
      answer = await post(form);
    } catch {
      return wait(form, button);
    }
    const fresh = await pageAfter(answer);
    button.disabled = false;
    if (!fresh) return form.submit();
    if (row && form.dataset.undo) holdWithUndo(row, form);
    else if (row) release(row);
    document.dispatchEvent(new CustomEvent("monitord:page", { detail: fresh }));
    document.getElementById("done").replaceChildren(...fresh.getElementById("done").childNodes);
  }

  /** The row stays as _Undo_: the next row's button does not move under the finger. */
  function holdWithUndo(row, form) {
    const button = form.querySelector("button");
    row.classList.add("yours");
    form.action = form.dataset.undo;
    delete form.dataset.undo;
    button.textContent = "Undo";
    button.setAttribute(
      "aria-label",
      `Undo: ${button.getAttribute("aria-label") ?? "acknowledge"}`,
    );
    moved(button);
    setTimeout(() => {
      release(row);
      document.dispatchEvent(new Event("monitord:look"));
    }, pace.undo);
  }

  function release(row) {
    delete row.dataset.held;
    row.classList.remove("yours");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-quick]")) return;
    event.preventDefault();
    void press(form);
  });

  // ——— Results that belong to a place of this page.

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const place = document.getElementById(form.dataset.into);
    if (!place || event.defaultPrevented) return;
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    const answer = await post(form).catch(() => null);
    button.disabled = false;
    if (!answer) return say("No connection. Try again when it is back.");
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const result = fresh.getElementById(place.id);
    if (!result) return form.submit();
    place.replaceWith(result);
    result.focus();
  });

  // ——— Without a connection a press waits and is sent automatically. Every action can be repeated safely.

  const waiting = new Set();
  function wait(form, button) {
    waiting.add(form);
    button.dataset.label ??= button.textContent;
    button.textContent = "Waits for the connection";
    setTimeout(sendWaiting, pace.again);
    say("No connection. What you pressed is sent when it is back; nothing is lost.");
  }

  function sendWaiting() {
    for (const form of waiting) {
      waiting.delete(form);
      const button = form.querySelector("button");
      button.textContent = button.dataset.label;
      delete button.dataset.label;
      void press(form);
    }
  }
  document.addEventListener("monitord:connected", sendWaiting);

  // A form with typed text stays too: the browser would show a page of its own, and forget the text.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || navigator.onLine) return;
    event.preventDefault();
    say("No connection. Your text is kept here; send it again when the connection is back.");
  });

  // ——— Forms that show the fields of a choice: the server says which, all others keep their text unseen.

  let shapes = 0;
  document.addEventListener("change", async ({ target }) => {
    const form = target.closest("form[data-shape]");
    if (!form) return;
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
    form.querySelector(".aside")?.replaceWith(fresh.querySelector("form[data-shape] .aside") ?? "");
  });

  // ——— Copying, and paper.

  document.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-print]")) print();
    const button = target.closest("[data-copy]");
    if (!button) return;
    const { copy } = button.dataset;
    await navigator.clipboard.writeText(document.getElementById(copy)?.textContent ?? copy);
    say("Copied.");
  });
})();
