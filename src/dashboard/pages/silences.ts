/** Silences and maintenance windows: in effect, planned, recurring and ended, a line each. Pure. */
import type { Silence } from "../../core/model/model.ts";
import { maintenanceText } from "../../core/silence/cron-text.ts";
import { inForce, windowsOf } from "../../core/silence/silenced.ts";
import { linkButton } from "../components/button.ts";
import { columnHeads } from "../components/heads.ts";
import { menu } from "../components/menu.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";
import { action, framed, live, returning, type Frame } from "../layout.ts";
import { readOnlyNotice, windowText } from "../silenced.ts";
import { exactly, when } from "../words.ts";

export interface SilencesModel {
  /** Active and scheduled silences, and the last ended ones. */
  current: readonly Silence[];
  coming: readonly Silence[];
  past: readonly Silence[];
  /** Ids of those in `current` whose incidents have resolved since. */
  idle: ReadonlySet<string>;
  /** Titles and paths of their targets, by id. */
  places: ReadonlyMap<string, { kind: string; title: string }>;
}

export function silencesPage(frame: Frame, model: SilencesModel): string {
  const { current, coming, past } = model;
  const planned = coming.filter(({ cron }) => cron === null);
  const recurring = coming.filter(({ cron }) => cron !== null);
  return framed(
    frame,
    "Maintenance",
    html`<div class="lead">
        <h1>Maintenance</h1>
        <p class="hide-s">Checks continue and incidents open. No notifications are sent.</p>
        ${
          frame.may.respond
            ? html`<div class="push">
                ${linkButton(`${frame.base}/silences/new`, "New silence", { icon: "plus" })}
              </div>`
            : null
        }
      </div>
      ${readOnlyNotice(frame)}
      ${live(
        "silences",
        html`<div class="stack">
          ${
            current.length + coming.length === 0
              ? html`<section class="panel">
                  ${empty("bell", "Nothing is silenced", "Every incident notifies its group.", "ok")}
                </section>`
              : null
          }
          ${list(frame, model, "Now", "silenced", current)}
          ${list(frame, model, "Planned", "stale", planned)}
          ${list(frame, model, "Recurring", "repeat", recurring)}
          ${list(frame, model, "Past", "paused", past)}
        </div>`,
      )}`,
    "board",
  );
}

function list(
  frame: Frame,
  model: SilencesModel,
  title: string,
  shape: Icon,
  silences: readonly Silence[],
): Html | null {
  if (silences.length === 0) return null;
  return panel(
    { id: `silences-${title.toLowerCase()}`, title, count: silences.length },
    html`<ul class="members silences">
      ${columnHeads("", "What", "When", "Why")}
      ${silences.map((one) => row(frame, model, shape, one))}
    </ul>`,
  );
}

function row(frame: Frame, { places, idle }: SilencesModel, shape: Icon, silence: Silence): Html {
  const over = silence.until !== null && silence.until <= frame.now;
  return html`<li id="silence-${silence.id}">
    ${icon(shape)}
    <div><span class="strong">${targetOf(frame, silence, places)}</span></div>
    <div>
      ${timesOf(frame, silence, over)}
      ${idle.has(silence.id) ? html`<small>no open incident is left</small>` : null}
    </div>
    <div>
      <bdi>${silence.reason}</bdi> <small>by <bdi>${silence.created_by}</bdi></small>
    </div>
    <div class="acts">
      ${frame.may.respond ? editMenu(frame, silence) : null}
      ${over ? null : endButton(frame, silence)}
    </div>
  </li>`;
}

/** The reason alone can be corrected: another time or target is another silence. */
const editMenu = (frame: Frame, { id, reason }: Silence): Html =>
  menu(
    `edit-${id}`,
    html`<span class="btn plain slim">Edit</span>`,
    html`<form class="stacked" method="post" action="${frame.base}/silences/${id}/correct">
      ${returning(frame)}
      <label for="reason-${id}">Reason</label>
      <input id="reason-${id}" name="reason" required maxlength="255" value="${reason}" />
      <div><button class="btn">Save</button></div>
    </form>`,
  );

/** Ends it, and for some seconds takes that back. */
const endButton = (frame: Frame, { id, reason, until }: Silence): Html | null =>
  frame.may.respond
    ? action(frame, `/silences/${id}/end`, "End", {
        class: "slim",
        name: `End the silence: ${reason}`,
        undo: `/silences/${id}/again`,
        fields: { until: until === null ? "" : new Date(until).toISOString() },
      })
    : null;

/** When it applies. */
function timesOf(frame: Frame, silence: Silence, over: boolean): Piece {
  const { from, until, until_recovered, cron, duration_minutes, timezone } = silence;
  if (over && until !== null) return html`ended ${when(until, frame)}`;
  if (cron !== null) {
    const words = maintenanceText({ cron, duration_minutes: duration_minutes ?? 0, timezone });
    const [next] = windowsOf(silence, frame.now, 1);
    const open = inForce(silence, [], frame.now);
    return html`<bdi>${words.charAt(0).toUpperCase()}${words.slice(1)}</bdi>
      <small
        >${
          next === undefined
            ? "no further window"
            : `${open ? "under way" : "next"}: ${windowText(next, timezone)}`
        }</small
      >`;
  }
  const end = until_recovered
    ? html`until its incidents have
      resolved${until === null ? null : html`, at the latest ${exactly(until, frame)}`}`
    : until === null
      ? "until a person ends it"
      : html`until ${exactly(until, frame)}`;
  return from > frame.now ? html`from ${exactly(from, frame)} ${end}` : end;
}

/** The number of monitors and groups that are named. */
const shownSources = 3;

/** The target as text, with a link if its page exists. */
function targetOf(frame: Frame, silence: Silence, places: SilencesModel["places"]): Html {
  const link = (id: string, gone: string): Html => {
    const place = places.get(id);
    return place
      ? html`<a class="name" href="${frame.base}/${place.kind}/${id}"><bdi>${place.title}</bdi></a>`
      : html`${gone}`;
  };
  const { monitor_id, alert_group_id, source_ids, key, matchers } = silence;
  const of = [
    monitor_id === null ? null : link(monitor_id, "a deleted monitor"),
    alert_group_id === null
      ? null
      : html`${key === null ? "Group " : "One alert of "}${link(alert_group_id, "a deleted group")}`,
    ...source_ids.slice(0, shownSources).map((id) => link(id, "a deleted monitor or group")),
    source_ids.length > shownSources ? html`and ${source_ids.length - shownSources} more` : null,
    matchers.length === 0 ? null : html`alerts with <code><bdi>${matchers.join(", ")}</bdi></code>`,
  ].filter((part) => part !== null);
  return of.length === 0
    ? html`Everything`
    : html`${of.map((part, i) => html`${i > 0 ? ", " : null}${part}`)}`;
}
