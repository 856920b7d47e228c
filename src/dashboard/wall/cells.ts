/** The whole estate by group: a cell per monitor, or per some monitors where one screen has no room for each. Pure. */
import { tally, totalOf, type StatusCount, type Tally } from "../../core/status/situation.ts";
import { lookOfState, type StateLook } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { plural } from "../../core/text/plural.ts";
import type { WallGroup } from "./model.ts";

/** The room of one screen: heights in em, and cells of all groups and of a line. */
const room = { height: 52, heading: 3.2, line: 1.5, cells: 600, perLine: 28 };

/** Worst first. */
const rank: Partial<Record<StateLook, number>> = {
  down: 0,
  stale: 1,
  warn: 2,
  unknown: 3,
  ok: 4,
  paused: 5,
};

const looks = ({ status, paused }: StatusCount): StateLook =>
  paused ? "paused" : lookOfState(status);

export function wallCells(groups: readonly WallGroup[]): Html {
  const filled = groups.filter(({ counts }) => totalOf(counts) > 0);
  const total = filled.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  const per = Math.max(1, Math.ceil(total / room.cells));
  const sorted = filled
    .map((group) => ({ ...group, tally: tally(group.counts) }))
    .toSorted((a, b) => b.tally.failing - a.tally.failing || b.tally.degraded - a.tally.degraded);
  let height = 0;
  const shown = sorted.filter(({ counts }) => {
    height += room.heading + room.line * Math.ceil(totalOf(counts) / per / room.perLine);
    return height <= room.height;
  });
  const hidden = sorted.slice(shown.length);
  const failing = hidden.reduce((sum, one) => sum + one.tally.failing, 0);
  return html`<ul class="wgs">
    ${shown.map((one) => groupOf(one, per))}
    ${
      hidden.length === 0
        ? null
        : html`<li class="wmore">
            ${plural(hidden.length, "more group")}${failing === 0 ? "" : `, ${failing} failing in them`}
          </li>`
    }
    ${per === 1 ? null : html`<li class="wmore">A cell stands for up to ${per} monitors.</li>`}
  </ul>`;
}

function groupOf({ title, counts, tally }: WallGroup & { tally: Tally }, per: number): Html {
  const text = textOf(tally, totalOf(counts));
  return html`<li class="wgrp">
    <p>
      <b class="cut"><bdi>${title}</bdi></b
      ><span class="${tally.failing > 0 ? "tone down" : ""}">${text}</span>
    </p>
    <div class="wcells" role="img" aria-label="${title}: ${text}">
      ${counts.toSorted((a, b) => rank[looks(a)]! - rank[looks(b)]!).map((one) => cellsOf(one, per))}
    </div>
  </li>`;
}

function textOf({ failing, degraded, healthy }: Tally, total: number): string {
  if (failing > 0) return `${failing} failing of ${total}`;
  if (degraded > 0) return `${degraded} degraded of ${total}`;
  return healthy === total ? `all ${total} up` : `${healthy} of ${total} up`;
}

function cellsOf(counted: StatusCount, per: number): Html {
  const cells = Array.from({ length: Math.ceil(counted.count / per) });
  return html`${cells.map(() => html`<i class="wcell ${looks(counted)}"></i>`)}`;
}
