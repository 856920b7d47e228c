/** The notifications of each member for an incident: sent, accepted, acknowledged. Pure. */
import { answerWords, type Receipt } from "../core/explain/receipt.ts";
import { html, type Html } from "./html.ts";
import { exactly } from "./words.ts";

export function receipts(of: readonly Receipt[]): Html | null {
  if (of.length === 0) return null;
  return html`<h2>People</h2>
    <ul class="lines">
      ${of.map((one) => {
        const said = [
          one.sent_at === null ? html`not sent yet` : html`sent ${exactly(one.sent_at)}`,
          one.accepted_at === null ? null : html`, accepted ${exactly(one.accepted_at)}`,
          one.answered_at === null || one.answered_verb === null
            ? null
            : html`, answered ${exactly(one.answered_at)}
              (${answerWords[one.answered_verb]}${
                one.answered_device_name === null ? null : html` on ${one.answered_device_name}`
              })`,
        ];
        return html`<li>
          <span aria-hidden="true"
            >${one.answered_at !== null ? "✓" : one.accepted_at !== null ? "→" : "…"}</span
          >
          <strong>${one.name}</strong> ${said}
          ${one.not_reached.map(
            ({ name, reason }) =>
              html`<p class="reason">${name ?? "A device"} is unreachable: ${reason}</p>`,
          )}
        </li>`;
      })}
    </ul>`;
}
