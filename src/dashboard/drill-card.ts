/** The last drill of a group: who responded, and who did not. Pure. */
import type { Drill, DrillPerson, Instant } from "../core/model/model.ts";
import { html, type Html } from "./html.ts";
import { action, type Frame } from "./layout.ts";
import { exactly, when } from "./words.ts";

export interface DrillModel {
  /** null: there was none. */
  last: { drill: Drill; people: readonly DrillPerson[] } | null;
  /** When the next scheduled drill begins; null: none is scheduled. */
  next_at: Instant | null;
  /** Of people, by id. */
  names: ReadonlyMap<string, string>;
}

export function drillCard(frame: Frame, { last, next_at, names }: DrillModel, path: string): Html {
  return html`<h2>Drills</h2>
    ${
      last === null
        ? html`<p class="empty">
            None so far. A drill asks every member, without a sound, to tap a button: it finds the
            dead phone before an incident does.
          </p>`
        : html`<p class="sub">
              <span
                >last ${when(last.drill.at, frame.now)}, started by
                ${last.drill.started_by ?? "the schedule"}</span
              >
              ${
                last.drill.ended_at === null
                  ? html`<span>they have until ${exactly(last.drill.ends_at)}</span>`
                  : null
              }
            </p>
            <ul class="lines">
              ${last.people.map((one) => personLine(frame, one, last.drill, names))}
            </ul>`
    }
    ${next_at === null ? null : html`<p class="sub"><span>next ${exactly(next_at)}</span></p>`}
    ${
      frame.may.write && last?.drill.ended_at !== null
        ? html`<div class="buttons">${action(frame, `${path}/drills`, "Start a drill")}</div>`
        : null
    }`;
}

function personLine(
  frame: Frame,
  { user_id, answered_at }: DrillPerson,
  drill: Drill,
  names: ReadonlyMap<string, string>,
): Html {
  const name = names.get(user_id) ?? "somebody who was removed";
  if (answered_at !== null)
    return html`<li>
      <span class="state good"><span aria-hidden="true">✓</span> answered</span>
      ${name} <span class="quiet">${when(answered_at, frame.now)}</span>
    </li>`;
  return drill.ended_at === null
    ? html`<li>
        <span class="state idle"><span aria-hidden="true">…</span> not yet</span>
        ${name}
      </li>`
    : html`<li>
        <span class="state bad"><span aria-hidden="true">✗</span> did not answer</span>
        ${name}
      </li>`;
}
