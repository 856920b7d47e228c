/** The people reached for an incident: the sentence, the last page, and the next pages. Pure. */
import type { Incident } from "../core/model/model.ts";
import type { Reach } from "../core/explain/reach.ts";
import { nextText, reachSentence, reachTone } from "../core/explain/reach-text.ts";
import { html, type Html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { when } from "./words.ts";

/** Red while no person is reached, and the incident is unacknowledged. */
export function reachLine(frame: Frame, { status, resolved_at }: Incident, reach: Reach): Html {
  const urgent = status === "open" && reachTone(reach) === "bad";
  const last = Math.max(...reach.people.map(({ last_accepted_at: at }) => at ?? 0));
  const next = nextText(reach, frame.now);
  return html`<p class="told ${urgent ? "bad-text" : ""}">
    ${urgent ? html`<span aria-hidden="true">✗</span> ` : null}${reachSentence(reach, frame.now)}${
      last > 0 && resolved_at === null
        ? html`<span class="quiet"> · last page ${when(last, frame.now)}</span>`
        : null
    }${next === "" ? null : html`<span class="quiet"> · ${next}</span>`}
  </p>`;
}
