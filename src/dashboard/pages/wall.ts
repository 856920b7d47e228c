/**
 * A screen on a wall, read from four meters: how much is unacknowledged and for how long, the worst incidents, all monitors.
 * One screen without scrolling, without links, buttons or motion. It says itself when it is old, also without a script. Pure.
 */
import { tally, totalOf } from "../../core/status/situation.ts";
import { dayText, placeOf, timeOfDay } from "../chart/times.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, live, type Frame } from "../layout.ts";
import { age } from "../words.ts";
import { wallCells } from "../wall/cells.ts";
import type { WallModel } from "../wall/model.ts";
import { isFew, wallRows } from "../wall/rows.ts";

export const wallPage = (frame: Frame, model: WallModel): string =>
  framed(
    frame,
    "Wall",
    live(
      "wall",
      html`<header class="wh">
          <h1><span class="unseen">Wall of </span><bdi>${frame.who.organization}</bdi></h1>
          ${counts(frame, model)} ${clock(frame)}
        </header>
        <div class="wb${isFew(model) ? " few" : totalOf(model.counts) <= 100 ? " some" : ""}">
          ${wallRows(frame, model)} ${wallCells(model.groups)}
        </div>`,
    ),
    "wall",
  );

function counts(frame: Frame, model: WallModel): Html {
  const { failing, degraded, healthy } = tally(model.counts);
  const openings = model.incidents
    .filter(({ incident }) => incident.status === "open")
    .map(({ incident }) => incident.opened_at);
  // The oldest is among them only when all of them were read.
  const longest =
    openings.length > 0 && openings.length === model.open
      ? html`<small>longest ${age(Math.min(...openings), frame)}</small>`
      : null;
  const one = (
    look: "down" | "acked" | "warn" | "ok",
    count: Record<string, number>,
    more?: Piece,
  ) =>
    Object.entries(count).map(
      ([word, n]) =>
        html`<li class="${n === 0 ? "zero" : look}">
          ${icon(look)}<b>${n}</b><span>${word}${more}</span>
        </li>`,
    );
  return html`<ul class="wc" data-open="${model.open}">
    ${one("down", { unacknowledged: model.open }, longest)}
    ${one("acked", { acknowledged: model.acknowledged })} ${one("down", { failing })}
    ${one("warn", { degraded })} ${one("ok", { up: healthy })}
  </ul>`;
}

/**
 * The time of the server. The second line has an id of its own for each page, so that it is another element each time, and
 * the animation that makes it old restarts.
 */
function clock(frame: Frame): Html {
  const at = new Date(frame.now).toISOString();
  const seconds = `${timeOfDay(frame.now, frame)}:${at.slice(17, 19)}`;
  return html`<p class="wclock">
    <b data-clock>${timeOfDay(frame.now, frame)}</b>
    <span>${dayText(frame.now, frame)}, ${placeOf(frame.zone)}</span>
    <span class="wfresh" id="as-of-${frame.now}"
      ><span class="fresh">${icon("ok")}as of ${seconds}</span
      ><span class="aged">${icon("stale")}old: ${seconds}</span></span
    >
  </p>`;
}
