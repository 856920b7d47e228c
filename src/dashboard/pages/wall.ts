/** The overview for a screen on a wall: large counts and a tile per monitor, worst first. Without buttons. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { isHealthy, type Status } from "../../core/model/status.ts";
import { tally, totalOf, type StatusCount } from "../../core/status/situation.ts";
import { plural } from "../../core/text/plural.ts";
import { lookOfState, state, type State } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, live, type Frame } from "../layout.ts";
import { age } from "../words.ts";

/** A monitor on the wall. */
export interface WallMonitor {
  id: string;
  title: string;
  status: Status;
  status_since: Instant;
  paused_at: Instant | null;
}

export interface WallModel {
  counts: readonly StatusCount[];
  open: number;
  acknowledged: number;
  /** Worst first, as many as a wall can show. */
  monitors: readonly WallMonitor[];
}

/** Healthy monitors get tiles of their own up to this many monitors in all; of more, they are one number. */
const mostWithHealthy = 60;

export function wallPage(frame: Frame, model: WallModel): string {
  const total = totalOf(model.counts);
  const shown =
    total <= mostWithHealthy
      ? model.monitors
      : model.monitors.filter((one) => !isHealthy(one.status) || one.paused_at !== null);
  const hidden = total - shown.length;
  return framed(
    frame,
    "Wall",
    html`${live(
      "wall",
      html`${counts(model)}
        <ul class="wall-tiles">
          ${shown.map((one) => tile(frame, one))}
        </ul>
        ${hidden === 0 ? null : html`<p class="wall-rest">${plural(hidden, "more monitor")} up or not shown</p>`}`,
    )}`,
    "wall",
  );
}

function counts(model: WallModel): Html {
  const { failing, degraded, healthy } = tally(model.counts);
  const one = (look: "down" | "acked" | "warn" | "ok", count: Record<string, number>) =>
    Object.entries(count).map(
      ([word, n]) =>
        html`<span class="${look}${n === 0 ? " zero" : ""}"
          >${icon(look)}<b>${n}</b> ${word}</span
        >`,
    );
  return html`<h1 class="wall-counts" data-open="${model.open}">
    ${one("down", { unacknowledged: model.open })}
    ${one("acked", { acknowledged: model.acknowledged })} ${one("down", { failing })}
    ${one("warn", { degraded })} ${one("ok", { up: healthy })}
  </h1>`;
}

function tile(frame: Frame, monitor: WallMonitor): Html {
  const of: State = monitor.paused_at === null ? monitor.status : "paused";
  return html`<li class="${lookOfState(of)}">
    <b><bdi>${monitor.title}</bdi></b>
    <span>${state(of)} ${age(monitor.status_since, frame)}</span>
  </li>`;
}
