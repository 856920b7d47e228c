/** An incident in one line, with similar ones folded into one. Pure. */
import type { IncidentRow } from "./model.ts";
import { acknowledge, sourcePath } from "../acknowledge.ts";
import { action, returning, type Frame } from "../layout.ts";
import { silencedBy, silenceLabel } from "../silenced.ts";
import { menu } from "../components/menu.ts";
import { prio } from "../components/prio.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { age, timed } from "../words.ts";
import type { Similar } from "./similar.ts";
import { reachedNobody, whoCell } from "./who-cell.ts";

/** The form that the ticked boxes of all rows belong to. */
const bulkForm = "bulk";

const rowLook = ({ incident, reach }: IncidentRow) =>
  `inc ${incident.status === "open" ? "down" : "acked"}${reachedNobody(incident, reach) ? " alone" : ""}`;

/** A row of a list of open incidents. */
function incidentRow(frame: Frame, model: IncidentRow): Html {
  const { incident, group_title, reach } = model;
  const { number, title, summary, status } = incident;
  return html`<li id="incident-${number}">
    <div class="${rowLook(model)}" data-incident="${incident.id}">
      <span class="pick"
        >${
          frame.may.respond
            ? html`<input
                type="checkbox"
                form="${bulkForm}"
                name="incident"
                value="${incident.id}"
                aria-label="Select ${title}"
              />`
            : null
        }</span
      >
      ${prio(incident.priority_level)}
      <span class="what"
        ><a class="name cut" href="${frame.base}/incidents/${number}"
          ><span class="unseen">#${number} </span><bdi>${title}</bdi></a
        ><span class="why cut"><bdi>${timed(summary, frame)}</bdi></span></span
      >
      <span class="group quiet cut"><bdi>${group_title}</bdi></span>
      <span class="who">${whoCell(incident, reach, frame)}</span>
      ${age(incident.opened_at, frame)}
      <span class="acts"
        >${status === "open" ? acknowledge(frame, incident, "slim") : giveBack(frame, model)}${moreMenu(frame, model)}</span
      >
    </div>
  </li>`;
}

const giveBack = (frame: Frame, { incident }: IncidentRow): Html | null =>
  frame.may.respond && incident.status === "acknowledged"
    ? action(frame, `/incidents/${incident.id}/unacknowledge`, "Unacknowledge", {
        class: "slim",
        name: `Unacknowledge incident ${incident.number}: ${incident.title}`,
      })
    : null;

function moreMenu(frame: Frame, { incident, source_title }: IncidentRow): Html {
  const { base } = frame;
  const query = new URLSearchParams({ about: `incident:${incident.id}`, back: frame.path });
  return menu(
    `more-${incident.number}`,
    html`<span class="btn plain icon slim">${icon("dots")}</span
      ><span class="unseen">More for #${incident.number}</span>`,
    html`<a href="${base}/incidents/${incident.number}">Open the incident</a> ${
        source_title === null
          ? null
          : html`<a href="${base}${sourcePath(incident)}">Open <bdi>${source_title}</bdi></a>`
      }
      ${frame.may.respond ? html`<a href="${base}/silences/new?${query.toString()}">${silenceLabel(silencedBy(incident))}</a>` : null}`,
  );
}

/** Beside the row that opens: a button inside of it would open it, too. */
const acknowledgeAll = (frame: Frame, cards: readonly IncidentRow[]): Html | null =>
  frame.may.respond
    ? html`<form class="action all" method="post" action="${frame.base}/incidents/bulk" data-quick>
        ${returning(frame)}<input type="hidden" name="verb" value="acknowledge" />
        ${cards.map(({ incident }) => html`<input type="hidden" name="incident" value="${incident.id}" />`)}
        <button class="btn slim">Acknowledge all ${cards.length}</button>
      </form>`
    : null;

/** Similar incidents as one row, which opens. */
function similarRow(frame: Frame, { name, cards }: Similar): Html {
  const first = cards[0]!;
  const { incident, group_title } = first;
  const alone = cards.filter((one) => reachedNobody(one.incident, one.reach));
  const who: Piece =
    alone.length > 0
      ? html`<span class="down nobody"
          >${icon("down")}Nobody, ${alone.length} of ${cards.length}</span
        >`
      : whoCell(incident, first.reach, frame);
  return html`<li id="similar-${incident.number}" class="similar">
    <details class="fold" id="fold-${cards.at(-1)!.incident.number}">
      <summary class="inc down ${alone.length > 0 ? "alone" : ""}">
        <span class="pick">${icon("chev", "chev")}</span>${prio(incident.priority_level)}
        <span class="what"
          ><span class="strong cut head">${cards.length} × <bdi>${name}</bdi></span
          ><span class="why cut"
            >${cards.map((one, i) => html`${i === 0 ? "" : ", "}<bdi>${one.incident.title}</bdi>`)}</span
          ></span
        >
        <span class="group quiet cut"><bdi>${group_title}</bdi></span>
        <span class="who">${who}</span> ${age(incident.opened_at, frame)}
        <span class="acts quiet small">Show ${cards.length}</span>
      </summary>
      <ul class="rows">
        ${cards.map((one) => incidentRow(frame, one))}
      </ul>
    </details>
    ${incident.status === "open" ? acknowledgeAll(frame, cards) : null}
  </li>`;
}

/** Rows of a list, with similar ones folded. */
export const incidentRows = (frame: Frame, of: readonly (IncidentRow | Similar)[]): Html =>
  html`<ul class="rows">
    ${of.map((one) => ("cards" in one ? similarRow(frame, one) : incidentRow(frame, one)))}
  </ul>`;

/** The bar for the ticked rows; the stylesheet shows it once a row is ticked. */
export const bulkBar = (frame: Frame): Html | null =>
  frame.may.respond
    ? html`<form class="bulk" id="${bulkForm}" method="post" action="${frame.base}/incidents/bulk">
        <input type="hidden" name="csrf" value="${frame.csrf}" />
        <input type="hidden" name="back" value="${frame.path}" />
        <span><span class="n"></span> selected</span>
        <button class="btn" name="verb" value="acknowledge">Acknowledge</button>
        <button class="btn" name="verb" value="silence">Silence for 1 h</button>
      </form>`
    : null;
