/**
 * Buttons and forms of an open page: they do their one thing in place, can be taken back for some seconds, wait for a
 * lost connection, and never hit a row that has just moved under the finger. Every page is whole without it.
 */
"use strict";

(() => {
  /**
   * How long a row stays in place with its _Undo_, how long a press after a move is an accident, after how long a button
   * says that it is being sent, and the pause between attempts to send waiting presses, ms.
   */
  const pace = { undo: 5000, settle: 700, slow: 1000, again: 3000 };

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

  function say(text) {
    const toast = document.createElement("p");
    toast.className = "toast";
    toast.append(Object.assign(document.createElement("span"), { textContent: text }));
    document.getElementById("done").replaceChildren(toast);
  }

  // ——— Buttons that do one thing, and forms that come back to this page: sent in place, once, and when the line allows.

  /**
   * Presses that have no answer yet, by their form. A press is the content of the form at that moment, under a key by which
   * monitord knows it again: it can be sent as often as it takes.
   */
  const presses = new Map();

  function press(form, submitter) {
    if (presses.has(form)) return;
    const button = submitter ?? form.querySelector("button");
    const row = form.closest("li[id]");
    // The stream of events may be faster than the answer.
    if (row) row.dataset.held = "";
    const one = {
      form,
      button,
      row,
      action: submitter?.hasAttribute("formaction") ? submitter.formAction : form.action,
      fields: [...new FormData(form, submitter)],
      once: line.makeKey(),
      label: button.textContent.trim(),
      name: button.ariaLabel,
      face: [...button.childNodes],
      says: null,
    };
    presses.set(form, one);
    line.keep(one);
    show(one, null);
    void send(one);
  }

  /** Gives the button a text meanwhile; null: its own. It is not pressed again, and the text of its form stays as it was sent. */
  function show(one, text) {
    one.says = text;
    const { form, button, action } = one;
    // Another person has acknowledged in the meantime: it is another button now.
    if (!form?.isConnected || ![form.action, button.formAction].includes(action)) return;
    button.disabled = true;
    button.classList.toggle("waits", text !== null);
    if (text !== null && button.textContent !== text) button.textContent = text;
    if (text !== null && one.name) button.ariaLabel = `${text}: ${one.name}`;
    for (const field of form.querySelectorAll("input, textarea")) field.readOnly = true;
  }
  // The page may have been patched over it.
  document.addEventListener("monitord:patched", () => {
    for (const one of presses.values()) if (one.says !== null) show(one, one.says);
  });

  function end(one) {
    const { form, button, row, says, face, name } = one;
    line.forget(one);
    if (!form) return;
    presses.delete(form);
    if (row) release(row);
    if (says !== null && button.textContent === says) {
      button.replaceChildren(...face);
      button.ariaLabel = name;
    }
    button.classList.remove("waits");
    button.disabled = false;
    for (const field of form.querySelectorAll("input, textarea")) field.readOnly = false;
  }

  async function send(one) {
    const slow = setTimeout(() => show(one, "Sending…"), pace.slow);
    const body = new URLSearchParams([...one.fields, ["once", one.once]]);
    let answer;
    try {
      answer = await line.reach(one.action, { method: "POST", body });
    } catch (error) {
      return wait(one, error);
    } finally {
      clearTimeout(slow);
    }
    settle(one, answer);
  }

  function settle(one, answer) {
    const fresh = line.parse(answer);
    const { form, row } = one;
    if (!answer.ok || !answer.redirected) {
      // The session has ended, or a field is wrong: that page has a form of its own.
      if (fresh.querySelector("main form") || !fresh.getElementById("done")) return submit(one);
      end(one);
      if (!form) return offer(one);
      // The page has the token of an earlier session: the next one brings a new token, and the text stays.
      document.dispatchEvent(new Event("monitord:look"));
      return say(fresh.querySelector("main [role=alert]")?.textContent ?? fresh.title);
    }
    const here = new URL(answer.url).pathname === location.pathname;
    if (form && !here) {
      line.forget(one);
      return location.assign(answer.url);
    }
    end(one);
    if (form && row && form.dataset.undo) holdWithUndo(row, form);
    else if (form && !form.matches("[data-quick]")) {
      form.reset();
      form.closest("details.menu")?.removeAttribute("open");
    }
    // Before the page takes its nodes.
    const said = [...fresh.getElementById("done").cloneNode(true).childNodes];
    // The effect of a form shows also in a part that is not live.
    fresh.isWhole = form !== null && !form.matches("[data-quick]");
    if (here) document.dispatchEvent(new CustomEvent("monitord:page", { detail: fresh }));
    else document.dispatchEvent(new Event("monitord:look"));
    document.getElementById("done").replaceChildren(...said);
  }

  /** The session has ended and another has begun, of the same person or not: they decide. */
  function offer(one) {
    const csrf = document.querySelector("[name=csrf]").value;
    const form = plainForm({
      ...one,
      fields: [...one.fields.filter(([name]) => name !== "csrf"), ["csrf", csrf]],
    });
    form.className = "action";
    form.append(
      Object.assign(document.createElement("button"), {
        className: "btn slim",
        textContent: one.label,
      }),
    );
    say("An earlier session ended before this was sent:");
    document.querySelector("#done .toast").append(form);
  }

  /** As the browser sends a form: its answer is the next page. */
  function submit(one) {
    line.forget(one);
    const form = plainForm(one);
    form.hidden = true;
    document.body.append(form);
    form.submit();
  }

  function plainForm(one) {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      action: one.action,
    });
    for (const [name, value] of [...one.fields, ["once", one.once]])
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    return form;
  }

  function wait(one, error) {
    show(one, "Waiting…");
    one.timer = setTimeout(() => again(one), pace.again);
    const named = one.form ? "Your action" : `“${one.label}”`;
    say(`${line.whyLost(error)} ${named} is sent when the connection is back.`);
  }
  function again(one) {
    clearTimeout(one.timer);
    one.timer = undefined;
    void send(one);
  }
  document.addEventListener("monitord:connected", () => {
    for (const one of waiting()) if (one.timer !== undefined) again(one);
  });

  // Those that an earlier page of this tab was still waiting with.
  const earlier = line.kept().map((one) => ({ ...one, form: null, row: null }));
  const waiting = () => [...presses.values(), ...earlier];
  for (const one of earlier) void send(one);

  /** The row stays as _Undo_: the next row's button does not move under the finger. */
  function holdWithUndo(row, form) {
    const button = form.querySelector("button");
    row.dataset.held = "";
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
    const { target: form, submitter } = event;
    // A button with a name asks for another page of the same form.
    if (!form.matches("form[data-quick], form:has(> [name=back])") || submitter?.name) return;
    event.preventDefault();
    press(form, submitter);
  });

  // ——— Results that belong to a place of this page.

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const place = document.getElementById(form.dataset.into);
    if (!place || event.defaultPrevented) return;
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    const body = new URLSearchParams(new FormData(form));
    const answer = await line.reach(form.action, { method: "POST", body }).catch((error) => {
      say(`${line.whyLost(error)} Try again when it is back.`);
    });
    button.disabled = false;
    if (!answer) return;
    const result = line.parse(answer).getElementById(place.id);
    if (!result) return form.submit();
    place.replaceWith(result);
    result.focus();
  });

  // ——— All other forms leave the page only over a line that carries: a proxy's page would take the place of their text.

  let isChecking = false;
  let isChecked = false;
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post" || isChecked) return;
    // The stream of this page has just been heard.
    if (navigator.onLine && document.documentElement.classList.contains("heard")) return;
    event.preventDefault();
    if (isChecking) return;
    isChecking = true;
    try {
      await line.reach(`${document.body.dataset.base ?? ""}/manifest.webmanifest`);
    } catch (error) {
      return say(
        `${line.whyLost(error)} Your text is kept here; send it again when the connection is back.`,
      );
    } finally {
      isChecking = false;
    }
    isChecked = true;
    form.requestSubmit(submitter);
    isChecked = false;
  });

  // ——— Forms that show the fields of a choice: the server says which, all others keep their text unseen.

  let shapes = 0;
  document.addEventListener("change", async ({ target }) => {
    const form = target.closest("form[data-shape]");
    if (!form) return;
    const shape = ++shapes;
    const body = new URLSearchParams(new FormData(form));
    body.set("show", "true");
    const answer = await line.reach(form.action, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = line.parse(answer);
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

  // ——— Lists in forms: a press adds, moves or removes a row in place, and the rest keeps its text.

  document.addEventListener("click", async (event) => {
    const button = event.target.closest('.form button[name="move"]');
    if (!button) return;
    event.preventDefault();
    const { form, value } = button;
    const part = button.closest(".fld");
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    // 422: the typed name means none, or several.
    if (!answer || (!answer.ok && answer.status !== 422)) return form.requestSubmit(button);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = fresh.getElementById(part.id);
    part.replaceWith(other);
    form.querySelector(".aside")?.replaceWith(fresh.querySelector(".form .aside") ?? "");
    (
      other.querySelector(`[value="${value}"]:enabled`) ?? other.querySelector(".beside .in")
    ).focus();
  });

  let finding;
  document.addEventListener("input", ({ target, inputType }) => {
    if (!target.name?.endsWith(".new")) return;
    // One was chosen from the list.
    if (inputType === undefined || inputType === "insertReplacementText")
      return target.nextElementSibling.click();
    const { find } = target.dataset;
    if (find === undefined) return;
    clearTimeout(finding);
    finding = setTimeout(async () => {
      const query = new URLSearchParams({ q: target.value });
      const answer = await fetch(`${document.body.dataset.base}/find?${query}`).catch(() => null);
      if (!answer?.ok) return;
      const matches = (await answer.json()).filter(({ path }) => path.startsWith(find));
      target.list.replaceChildren(...matches.map(({ title }) => new Option(title, title)));
    }, 200);
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
