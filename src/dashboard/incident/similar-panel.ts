/** Earlier incidents like this one. Pure. */
import type { Incident } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import type { IncidentPast } from "./model.ts";

/** Incidents that are listed at most. */
const maxListed = 8;

export const similarPanel = (frame: Frame, { similar }: IncidentPast): Html =>
  panel(
    {
      id: "similar-title",
      title: "Similar before",
      tools: html`<span class="quiet small push">90 days</span>`,
    },
    similar.length === 0
      ? html`<p class="pb nodata">It is the first in 90 days.</p>`
      : html`<ol class="events">
            ${similar.slice(0, maxListed).map((one) => row(frame, one))}
          </ol>
          ${similar.length > maxListed ? html`<p class="pf">${similar.length - maxListed} more</p>` : null}`,
  );

const row = (frame: Frame, one: Incident): Html =>
  html`<li class="down">
    ${exactly(one.opened_at, frame)}${icon("down")}
    <div>
      <a href="${frame.base}/incidents/${one.number}">#${one.number} <bdi>${one.title}</bdi></a>
      ${one.resolved_at === null ? "still open" : formatDuration(one.resolved_at - one.opened_at)},
      ${
        one.acknowledged_at === null
          ? "never acknowledged"
          : `acknowledged after ${formatDuration(one.acknowledged_at - one.opened_at)}`
      }
    </div>
  </li>`;
