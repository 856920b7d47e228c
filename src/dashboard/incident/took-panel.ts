/** How long a resolved incident took, stretch by stretch: figures, a bar, and its instants. Pure. */
import type { Phases } from "../../core/incident/phases.ts";
import type { Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { figure } from "../components/figure.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import type { IncidentPast } from "./model.ts";

/** From how many times the median a figure stands out. */
const muchLonger = 2;

export function tookPanel(frame: Frame, { phases, usual }: IncidentPast): Html {
  const { failed_at, opened_at, accepted_at, acknowledged_at, resolved_at } = phases;
  const acknowledge = acknowledged_at === null ? null : acknowledged_at - opened_at;
  const resolve = resolved_at - opened_at;
  return panel(
    { id: "took-title", title: "How long it took" },
    padded(
      html`<div class="figs four">
          ${
            failed_at === null
              ? null
              : figure(
                  formatDuration(opened_at - failed_at),
                  "to notice, from the first failed check",
                )
          }
          ${
            accepted_at === null
              ? figure("never", "a page accepted", "tone down")
              : figure(formatDuration(accepted_at - opened_at), "to the first accepted page")
          }
          ${
            acknowledge === null
              ? figure("never", "acknowledged", "tone warn")
              : figure(
                  formatDuration(acknowledge),
                  `to acknowledge${usually(usual.acknowledge_ms)}`,
                  lookOf(acknowledge, usual.acknowledge_ms),
                )
          }
          ${figure(
            formatDuration(resolve),
            `to resolve${usually(usual.resolve_ms)}`,
            lookOf(resolve, usual.resolve_ms),
          )}
        </div>
        ${bar(phases)} ${instants(frame, phases)}`,
    ),
  );
}

const usually = (ms: number | null) => (ms === null ? "" : `, usually ${formatDuration(ms)}`);

const lookOf = (ms: number, usual: number | null) =>
  usual !== null && ms > muchLonger * usual ? "tone warn" : "";

/** The stretches, each from an instant to the next one. */
function stretchesOf({ failed_at, opened_at, acknowledged_at, recovered_at, resolved_at }: Phases) {
  const known: { at: Instant; look: string }[] = [
    ...(failed_at === null ? [] : [{ at: failed_at, look: "f1" }]),
    { at: opened_at, look: "f2" },
    ...(acknowledged_at === null ? [] : [{ at: acknowledged_at, look: "f3" }]),
    ...(recovered_at === null ? [] : [{ at: recovered_at, look: "f4" }]),
  ].toSorted((a, b) => a.at - b.at);
  return known.map(({ at, look }, i) => ({ from: at, to: known[i + 1]?.at ?? resolved_at, look }));
}

const width = 1000;

function bar(phases: Phases): Html {
  const stretches = stretchesOf(phases);
  const from = stretches[0]!.from;
  const scale = width / Math.max(1, phases.resolved_at - from);
  return html`<svg
    class="phases"
    viewBox="0 0 ${width} 12"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${stretches.map(
      (one) =>
        html`<rect
          class="${one.look}"
          x="${Math.round((one.from - from) * scale)}"
          width="${Math.max(2, Math.round((one.to - one.from) * scale))}"
          height="12"
        />`,
    )}
  </svg>`;
}

function instants(frame: Frame, phases: Phases): Html {
  const { failed_at, opened_at, acknowledged_at, acknowledged_by, recovered_at, resolved_at } =
    phases;
  const line = (at: Instant | null, look: string, words: Piece) =>
    at === null
      ? null
      : html`<li>
          ${look === "" ? null : html`<i class="${look}"></i>`}${exactly(at, frame)} ${words}
        </li>`;
  return html`<ol class="phase-words">
    ${line(failed_at, "f1", "first failed check")} ${line(opened_at, "f2", "opened")}
    ${line(
      acknowledged_at,
      "f3",
      html`acknowledged${acknowledged_by === null ? null : html` by <bdi>${acknowledged_by}</bdi>`}`,
    )}
    ${line(recovered_at, "f4", "up again")} ${line(resolved_at, "", "resolved")}
  </ol>`;
}
