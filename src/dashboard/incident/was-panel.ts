/** The failure of a resolved incident, as it was then: failed sub-checks with their own times on one axis. Pure. */
import { panel } from "../components/panel.ts";
import { cellRuns, subCheckWords, runTitle } from "../chart/cells.ts";
import { spanText } from "../chart/times.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { linked } from "../words.ts";
import { alertFacts, brokenLinks } from "./broken-panel.ts";
import type { BrokenThen } from "./broken-then.ts";
import type { IncidentModel, IncidentPast } from "./model.ts";

/** Number of listed sub-checks at most. */
const maxListed = 12;
/** Pieces of a strip. */
const pieces = 100;

export function wasPanel(frame: Frame, model: IncidentModel, past: IncidentPast): Html {
  const { incident } = model;
  const { broken, passed } = past;
  return panel(
    {
      id: "broken-title",
      title: "What was broken",
      tools: html`<span class="quiet"
        >${
          passed === null || broken.length === 0
            ? null
            : `${passed.passed} of ${passed.total} passed at its worst`
        }</span
      >`,
    },
    html`${
      broken.length === 0
        ? html`<div class="fail n down">
            ${icon("down")}<span class="err"
              ><bdi>${linked(incident.summary || incident.title, frame)}</bdi></span
            >
          </div>`
        : broken.slice(0, maxListed).map((one) => wasRow(frame, model, one))
    }
    ${broken.length > maxListed ? html`<p class="pf">${broken.length - maxListed} more</p>` : null}
    ${alertFacts(frame, incident)} ${brokenLinks(frame, model)}`,
  );
}

function wasRow(frame: Frame, { monitor }: IncidentModel, one: BrokenThen): Html {
  const { label, name, look, text, from, to } = one;
  return html`<div class="was ${look}">
    ${icon(look)}<b><bdi>${label ?? name}</bdi></b
    ><span class="err"><bdi>${linked(text, frame)}</bdi></span>
    ${monitor === null ? null : strip(frame, one, monitor.chart)}
    <span class="since-s">${spanText(from, to ?? frame.now, frame)}</span>
  </div>`;
}

function strip(
  frame: Frame,
  { spans }: BrokenThen,
  { from, to }: { from: number; to: number },
): Html {
  const slots = { from, step_ms: (to - from) / pieces, count: pieces };
  return html`<svg
    class="strip"
    viewBox="0 0 ${pieces * 4} 12"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${cellRuns(spans, slots).map(
      (run) =>
        html`<rect
          class="${run.state}"
          x="${run.first * 4}"
          width="${(run.end - run.first) * 4}"
          height="12"
        >
          <title>${runTitle(run, spans, slots, subCheckWords, frame)}</title>
        </rect>`,
    )}
  </svg>`;
}
