/** The result of _Try_ in the form of a health check monitor, and the proposal that follows from it. Pure. */
import { html, type Html } from "./html.ts";
import { checkedPart, type CheckedNow } from "./pages/check.ts";

export interface Tried extends Omit<CheckedNow, "results"> {
  results: CheckedNow["results"] | null;
  /** Another expectation that fits the answer; null: none. `because`: `answers 200 with HTML`. */
  proposal: { expect: string; because: string } | null;
}

export function triedPart(outcome: Tried, now: number): Html {
  const { proposal, results } = outcome;
  return html`<div class="result pb" id="tried" role="status" tabindex="-1" autofocus>
    <h3>Tried just now</h3>
    ${
      proposal === null
        ? checkedPart({ ...outcome, results: results ?? [] }, now)
        : html`<p>
              The URL ${proposal.because}. It is not a health report, but it can be watched as a
              page.
            </p>
            <button class="btn" name="propose" value="${proposal.expect}">
              Watch it as a page
            </button>`
    }
    <p class="quiet">From this server; nothing was saved.</p>
  </div>`;
}
