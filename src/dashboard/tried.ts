/** The result of _Try_ in the form of a health check monitor, and the choice that followed from it. Pure. */
import { html, type Html } from "./html.ts";
import { checkedPart, type CheckedNow } from "./pages/check.ts";

export interface Tried extends Omit<CheckedNow, "results"> {
  results: CheckedNow["results"] | null;
  /** Another expectation that fits the answer; null: none. `because`: `answers 200 with HTML`. */
  proposal: { expect: string; because: string } | null;
}

/** `because`: why the form was set to watch a page; null: it was not. `notifies`: created so, it would open an incident. */
export function triedPart(
  outcome: Tried,
  now: number,
  { because, notifies }: { because: string | null; notifies: boolean },
): Html {
  const { proposal, results } = outcome;
  return html`<div class="result pb" id="tried" role="status" tabindex="-1" autofocus>
    <h3>Tried just now</h3>
    ${
      because === null
        ? null
        : html`<p>
            The URL ${because}. It is not a health report, so it will be watched as a page.
            <button class="btn slim" name="keep" value="now">Expect a report anyway</button>
          </p>`
    }
    ${proposal === null ? null : html`<p>The URL ${proposal.because}, not with a health report.</p>`}
    ${checkedPart({ ...outcome, results: results ?? [] }, now)}
    ${
      notifies
        ? html`<p class="strong tone down">
            Created as it is, it opens an incident and notifies its group.
          </p>`
        : null
    }
    <p class="quiet">From this server. Nothing was saved.</p>
  </div>`;
}
