/** The worst incidents in rows, as many as fit on one screen; of a few monitors, each has a row. Pure. */
import { isHealthy } from "../../core/model/status.ts";
import { plural } from "../../core/text/plural.ts";
import type { IncidentRow } from "../board/model.ts";
import { foldSimilar, type Similar } from "../board/similar.ts";
import { reachedNobody } from "../board/who-cell.ts";
import { prio } from "../components/prio.ts";
import { lookOfState, stateWord, type StateLook } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { age, timed } from "../words.ts";
import type { WallIncident, WallModel, WallMonitor } from "./model.ts";

/** Rows on one screen: the stylesheet gives each 5.3 of the 57 em below the head. A few monitors have a large row each. */
const most = { rows: 10, few: 5 };

/** Whether the monitors are few enough for a row each. */
export const isFew = ({ monitors, counts }: Pick<WallModel, "monitors" | "counts">): boolean =>
  monitors.length <= most.few && counts.reduce((sum, { count }) => sum + count, 0) <= most.few;

/** Unacknowledged failures first, then stale monitors, acknowledged incidents and degraded monitors. */
function rank({ incident, status }: WallIncident): number {
  if (status === "degraded") return 3;
  if (incident.status === "acknowledged") return 2;
  return status === "stale" ? 1 : 0;
}

const worstFirst = (a: WallIncident, b: WallIncident): number =>
  rank(a) - rank(b) ||
  a.incident.priority_level - b.incident.priority_level ||
  a.incident.opened_at - b.incident.opened_at;

/** The rows, and how many incidents have none. */
export function wallRows(frame: Frame, model: WallModel): Html {
  const sorted = model.incidents.toSorted(worstFirst);
  const titles = new Map(model.groups.map(({ id, title }) => [id, title]));
  const folded = foldSimilar(sorted) as (WallIncident | (Similar & { cards: WallIncident[] }))[];
  const shown = folded.slice(0, most.rows);
  const inRows = shown.reduce((sum, one) => sum + ("cards" in one ? one.cards.length : 1), 0);
  const rest = model.open + model.acknowledged - inRows;
  const failing = new Set(sorted.map(({ incident }) => incident.source_id));
  const others = isFew(model) ? model.monitors.filter(({ id }) => !failing.has(id)) : [];
  return html`<ol class="wrows">
    ${shown.map((one) => ("cards" in one ? similarRow(frame, one) : incidentRow(frame, one)))}
    ${others.slice(0, most.rows - shown.length).map((one) => monitorRow(frame, one, titles))}
    ${rest > 0 ? html`<li class="wmore">and ${plural(rest, "more incident")}</li>` : null}
    ${shown.length + others.length === 0 ? nothingFails(model) : null}
  </ol>`;
}

interface Row {
  look: StateLook;
  alone?: boolean;
  priority: Piece;
  title: Piece;
  why: Piece;
  group: string | null;
  who: Html;
  age: Piece;
}

const row = ({ look, alone, priority, title, why, group, who, age }: Row): Html =>
  html`<li class="wrow ${look}${alone ? " alone" : ""}">
    ${icon(look, "big")}<span>${priority}</span>
    <span class="wn"
      ><b><bdi>${title}</bdi></b
      ><span class="wy"><bdi>${why}</bdi></span></span
    >
    <span class="wg"><bdi>${group}</bdi></span
    >${who}<span class="wa">${age}</span>
  </li>`;

const lookOf = ({ status }: WallIncident): StateLook =>
  status === null || isHealthy(status) ? "down" : lookOfState(status);

/** The monitor, or the alert of another tool. */
const nameOf = ({ incident, source_title }: IncidentRow): string =>
  (incident.source === "alert_group" ? null : source_title) ?? incident.title;

function incidentRow(frame: Frame, one: WallIncident): Html {
  const { incident, group_title } = one;
  return row({
    look: lookOf(one),
    alone: reachedNobody(incident, one.reach),
    priority: prio(incident.priority_level),
    title: nameOf(one),
    why: timed(incident.summary, frame),
    group: group_title,
    who: whoOf(frame, one),
    age: age(incident.opened_at, frame),
  });
}

function whoOf(frame: Frame, { incident, reach, quiet }: WallIncident): Html {
  if (incident.acknowledged_at !== null)
    return html`<span class="ww acked"
      >${icon("acked")}<span class="cut"
        ><bdi>${incident.acknowledged_by ?? "API"}</bdi>,
        ${age(incident.acknowledged_at, frame)}</span
      ></span
    >`;
  if (quiet) return html`<span class="ww silenced">${icon("silenced")}silenced</span>`;
  return reachedNobody(incident, reach)
    ? html`<span class="ww down nobody">${icon("down")}nobody reached</span>`
    : html`<span class="ww down">${icon("down")}unacknowledged</span>`;
}

function similarRow(frame: Frame, { name, cards }: Similar & { cards: WallIncident[] }): Html {
  const first = cards[0]!;
  return row({
    look: lookOf(first),
    alone: cards.some(({ incident, reach }) => reachedNobody(incident, reach)),
    priority: prio(first.incident.priority_level),
    title: `${cards.length} × ${name}`,
    why: cards.slice(0, 20).map(nameOf).join(", "),
    group: first.group_title,
    who:
      first.incident.status === "open"
        ? html`<span class="ww down">${icon("down")}unacknowledged</span>`
        : html`<span class="ww acked">${icon("acked")}acknowledged</span>`,
    age: age(Math.min(...cards.map(({ incident }) => incident.opened_at)), frame),
  });
}

function monitorRow(frame: Frame, one: WallMonitor, titles: ReadonlyMap<string, string>): Html {
  const of = one.paused_at === null ? one.status : "paused";
  const look = lookOfState(of);
  return row({
    look,
    priority: null,
    title: one.title,
    why: one.status_reason === null ? null : timed(one.status_reason, frame),
    group: titles.get(one.alert_group_id) ?? null,
    who: html`<span class="ww ${look}">${stateWord(of)}</span>`,
    age: age(one.status_since, frame),
  });
}

const nothingFails = ({ counts }: WallModel): Html =>
  counts.length === 0
    ? html`<li class="wnone">${icon("unknown", "big")}<b>No monitors yet</b></li>`
    : html`<li class="wnone ok">${icon("ok", "big")}<b>No open incidents</b></li>`;
