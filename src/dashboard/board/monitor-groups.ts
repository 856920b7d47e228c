/** Monitors by group: a healthy group is one line that can be opened. Pure. */
import { isHealthy, lookOf } from "../../core/model/status.ts";
import { tally, totalOf, type StatusCount } from "../../core/status/situation.ts";
import { heartbeatBar } from "../chart/heartbeat-bar.ts";
import type { StateSpan } from "../chart/cells.ts";
import { stateAs, type StateLook } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { addressWith, type Query } from "./address.ts";
import type { MonitorRow } from "./model.ts";
import { monitorRow } from "./monitor-row.ts";

export interface GroupModel {
  id: string;
  title: string;
  counts: readonly StatusCount[];
  /** Whether no member of the group can be reached. */
  unreachable: boolean;
  /** The worst state of all its monitors in the last 24 h. */
  spans: readonly StateSpan[];
  /** The worst monitors of an open group; null: the group is closed. */
  monitors: readonly MonitorRow[] | null;
}

const healthy = "ok" satisfies StateLook;

/** States in the order in which the sum of a group names them. */
const words = new Map<StateLook, string>()
  .set("down", "down")
  .set("stale", "stale")
  .set("warn", "degraded")
  .set("unknown", "pending")
  .set("paused", "paused")
  .set(healthy, "up");

/** How many monitors of a group have each look. */
export function looksOf(counts: readonly StatusCount[]): Map<StateLook, number> {
  const looks = new Map<StateLook, number>();
  for (const { status, paused, count } of counts) {
    const look = paused ? "paused" : lookOf(status);
    looks.set(look, (looks.get(look) ?? 0) + count);
  }
  return looks;
}

/** Whether it has a monitor that is failing or degraded. */
export const isTroubled = (counts: readonly StatusCount[]): boolean => {
  const { failing, degraded } = tally(counts);
  return failing + degraded > 0;
};

function sum(counts: readonly StatusCount[]): Html {
  const looks = looksOf(counts);
  const total = totalOf(counts);
  if (looks.get("ok") === total)
    return html`<span class="sum">${stateAs("ok", `all ${total} up`)}</span>`;
  return html`<span class="sum"
    >${[...words].map(([look, word]) => {
      const count = looks.get(look) ?? 0;
      if (count === 0) return null;
      const text = `${count} ${word}`;
      return look === healthy ? html`<span class="quiet">${text}</span>` : stateAs(look, text);
    })}</span
  >`;
}

/** Healthy monitors beside failing ones are a line that opens from this number on. */
const minFolded = 4;

/** The rows of an open group: failing monitors are not hidden among healthy ones, unless the reader filters. */
function rowsOf(frame: Frame, query: Query, id: string, monitors: readonly MonitorRow[]): Html {
  const rows = (of: readonly MonitorRow[]) =>
    html`<ul class="mrows">
      ${of.map((one) => monitorRow(frame, one))}
    </ul>`;
  const isUp = ({ status, paused_at, flapping_since }: MonitorRow) =>
    isHealthy(status) && paused_at === null && flapping_since === null;
  const up = monitors.filter(isUp);
  const folds =
    query.search === "" &&
    query.state === "" &&
    up.length >= minFolded &&
    up.length < monitors.length;
  if (!folds) return rows(monitors);
  return html`${rows(monitors.filter((one) => !isUp(one)))}
    <details class="divider" id="up-${id}">
      <summary class="pf">${icon("ok")}${up.length} up${icon("below", "push")}</summary>
      ${rows(up)}
    </details>`;
}

/** A closed group has a link in place of its monitors; the script follows it when the group is opened. */
export function groupSection(frame: Frame, query: Query, group: GroupModel): Html {
  const { id, title, counts, monitors } = group;
  const total = totalOf(counts);
  const opened = addressWith(frame, "/", query, { open: [...query.open, id].join(" ") });
  return html`<details
    class="grp"
    id="group-${id}"
    data-group="${id}"
    ${monitors === null ? null : html`open`}
  >
    <summary>
      ${icon("chev", "chev")}
      <h3 class="cut"><bdi>${title}</bdi></h3>
      ${sum(counts)}
      <span class="on ${group.unreachable ? "tone down" : ""}"
        >${group.unreachable ? "Nobody can be reached" : null}</span
      >
      ${heartbeatBar({ title: `${title}, worst of all monitors`, spans: group.spans }, frame)}
    </summary>
    ${
      monitors === null
        ? html`<p class="pf"><a href="${opened}#group-${id}">Show ${total} monitors</a></p>`
        : html`${rowsOf(frame, query, id, monitors)}
          ${
            monitors.length < total
              ? html`<p class="pf">
                  ${monitors.length} of ${total}, worst first.
                  <a href="${frame.base}/monitors?group=${id}"
                    >All ${total} monitors of this group</a
                  >
                </p>`
              : null
          }`
    }
  </details>`;
}
