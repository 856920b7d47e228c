/**
 * The line between an open page and monitord. Between both are proxies, hotel networks and sign-ins of companies, which
 * answer in place of monitord: with 502, with 504, or with a page of their own and 200. No such answer counts.
 */
"use strict";

/** Its functions, for the other scripts of the page. */
window.line = (() => {
  /** A request without an answer counts as lost after, ms. */
  const patience = 10_000;
  /** Also from monitord itself, while it cannot reach the database. */
  const unavailable = new Set([502, 503, 504]);

  /**
   * Asks monitord. Throws when the line is lost; `by` of the error is the status of another server that answered, and
   * absent when none did.
   */
  async function reach(url, options = {}) {
    const answer = await fetch(url, {
      cache: "no-store",
      ...options,
      signal: AbortSignal.timeout(patience),
    });
    const { ok, status, redirected, headers } = answer;
    if (headers.get("x-answered-by") !== "monitord" || unavailable.has(status))
      throw Object.assign(new Error(`answered with ${status}`), { by: status });
    return { ok, status, redirected, url: answer.url, text: await answer.text() };
  }

  const parse = ({ text }) => new DOMParser().parseFromString(text, "text/html");

  /** Why no answer came, in a sentence. */
  const whyLost = ({ by }) =>
    by === undefined
      ? "No connection."
      : unavailable.has(by)
        ? `monitord cannot be reached (${by}).`
        : `Another server answered in place of monitord (${by}).`;

  /** A key of a press, by which monitord knows it again. `randomUUID` needs https. */
  const makeKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  // ——— Presses that wait are kept as long as the tab is: a phone may drop its page at any time.

  const place = "monitord.waiting";
  function kept() {
    try {
      return JSON.parse(sessionStorage.getItem(place) ?? "[]");
    } catch {
      return [];
    }
  }
  function write(presses) {
    try {
      if (presses.length === 0) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(presses));
    } catch {
      // Private windows may have no storage. The page itself still waits.
    }
  }
  const forget = ({ once }) => write(kept().filter((one) => one.once !== once));
  const keep = ({ once, action, fields, label }) =>
    write([...kept().filter((one) => one.once !== once), { once, action, fields, label }]);

  return { reach, parse, whyLost, makeKey, kept, keep, forget };
})();
