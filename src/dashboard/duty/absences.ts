/** The absences of the visitor, and the form that says which shifts an absence changes before it is saved. Pure. */
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { csrfField, live, type Frame } from "../layout.ts";
import { reasonField, timeField, zoneNote } from "../schedule/fields.ts";
import { endButton } from "../schedule/take.ts";
import { spanOf } from "../schedule/times.ts";
import type { AbsenceForm, MyAbsence, MyShiftsModel, StandIn } from "./my-model.ts";

const mostChanges = 6;

export function absencesPanel(frame: Frame, { absences, absence, user_id }: MyShiftsModel): Html {
  return html`<section class="panel" id="absence" aria-labelledby="absence-title">
    <div class="ph"><h2 id="absence-title">Away</h2></div>
    ${live(
      "absences",
      absences.length === 0
        ? html`<p class="pb quiet">No absence is planned.</p>`
        : html`<ul class="overs">
            ${absences.map((one) => absenceLine(frame, one))}
          </ul>`,
    )}
    ${user_id !== null && frame.may.respond ? absenceForm(frame, user_id, absence) : null}
  </section>`;
}

const absenceLine = (frame: Frame, one: MyAbsence): Html =>
  html`<li id="absence-${one.id}">
    <div>
      <b>${spanOf(one, frame)}</b>
      <small
        >${one.reason === null ? null : html`“<bdi>${one.reason}</bdi>” · `}${changesText(frame, one.changes)}</small
      >
    </div>
    ${endButton(frame, one.id, `the absence from ${spanOf(one, frame)}`)}
  </li>`;

function changesText(frame: Frame, changes: readonly StandIn[]): Html {
  const missing = changes.find(({ name }) => name === null);
  if (missing)
    return html`<span class="tone warn">Nobody stands in ${spanOf(missing, frame)}</span>, in
      <bdi>${missing.schedule}</bdi>`;
  const [first] = changes;
  if (!first) return html`no shift of yours changes`;
  const more = changes.length - 1;
  return html`<bdi>${first.name}</bdi> stands in
    ${spanOf(first, frame)}${more > 0 ? `, and ${plural(more, "more change")}` : null}`;
}

function absenceForm(frame: Frame, user_id: string, { typed, changes, reason }: AbsenceForm): Html {
  const isTyped = Object.keys(typed).length > 0;
  return html`<details class="add" id="add-absence" ${isTyped ? html`open` : null}>
    <summary class="pf"><span class="btn slim">${icon("plus", "s12")}Add absence</span></summary>
    <form
      class="pb stack"
      method="post"
      action="${frame.base}/users/${user_id}/absences"
      data-shape
    >
      ${csrfField(frame)}
      ${reason === null ? null : html`<p class="err" role="alert">${icon("down")}<span>${reason}</span></p>`}
      <div class="two">
        ${timeField("absence-from", {
          name: "from",
          label: "From",
          value: typed["from"] ?? "",
          required: true,
        })}
        ${timeField("absence-until", {
          name: "until",
          label: "Until",
          value: typed["until"] ?? "",
          required: true,
        })}
      </div>
      ${zoneNote(frame)} ${reasonField("absence-reason", typed["reason"] ?? "")}
      <div class="aside result" role="status">${changes && preview(frame, changes)}</div>
      <div class="acts">
        <button class="btn">Add absence</button>
        <button class="btn plain" name="show" value="true">Preview</button>
      </div>
    </form>
  </details>`;
}

/** Each shift that changes, and the person that has it then. */
function preview(frame: Frame, changes: readonly StandIn[]): Html {
  if (changes.length === 0)
    return html`<p class="r ok">${icon("ok")}<span>No shift of yours changes.</span></p>`;
  const more = changes.length - mostChanges;
  return html`<p class="r warn">
      ${icon("warn")}<span
        ><b
          >${plural(changes.length, "shift")} ${changes.length === 1 ? "changes" : "change"}:</b
        ></span
      >
    </p>
    ${changes.slice(0, mostChanges).map(
      (one) =>
        html`<p class="r">
          <span
            >${one.name === null ? html`<span class="tone warn">nobody stands in</span>` : html`<bdi>${one.name}</bdi> stands in`}
            ${spanOf(one, frame)}, <bdi>${one.schedule}</bdi></span
          >
        </p>`,
    )}
    ${more > 0 ? html`<p class="r">and ${plural(more, "more")}</p>` : null}`;
}
