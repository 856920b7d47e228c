/** Silences and maintenance windows: active, scheduled and ended. Pure. */
import type { Silence } from "../../core/model/model.ts";
import { inForce, windowsOf } from "../../core/silence/silenced.ts";
import { html, type Html, type Piece } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { endNow, readOnlyNotice, windowList } from "../silenced.ts";
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

/** Windows of maintenance that are shown ahead. */
export const windowsShown = 3;

export function silencesPage(frame: Frame, model: SilencesModel): string {
  const { current, coming, past } = model;
  const none = current.length + coming.length === 0;
  return framed(
    frame,
    "Silences",
    html`<div class="row">
        <h1>Silences and maintenance</h1>
        ${
          frame.may.respond
            ? html`<a class="btn" href="${frame.base}/silences/new">New silence</a>`
            : null
        }
      </div>
      ${readOnlyNotice(frame)}
      <p class="quiet">
        A silence holds back what people would be told. What is monitored goes on being watched, and
        its incidents open and end as always.
      </p>
      ${live(
        "silences",
        html`${
          none ? html`<p class="empty">Nothing is silenced: whatever breaks is heard.</p>` : null
        }
        ${list(frame, model, "Now", current)} ${list(frame, model, "Coming", coming)}
        ${list(frame, model, "Over", past)}`,
      )}`,
  );
}

function list(
  frame: Frame,
  { places, idle }: SilencesModel,
  title: string,
  silences: readonly Silence[],
): Html | null {
  if (silences.length === 0) return null;
  return html`<section>
    <h2>${title}</h2>
    ${silences.map((one) => {
      const over = one.until !== null && one.until <= frame.now;
      return html`<article class="card ${over ? "" : "warn"}">
        <h3>${aboutOf(frame, one, places)}</h3>
        <p>${one.reason}</p>
        <p class="sub">
          <span>by ${one.created_by}</span>
          <span>from ${exactly(one.from)}</span>
          <span
            >${idle.has(one.id) ? "what was open has recovered: it holds nothing back" : endOf(one)}</span
          >
          ${over && one.until !== null ? html`<span>${when(one.until, frame.now)}</span>` : null}
        </p>
        ${over || one.cron === null ? null : maintenance(frame, one)}
        ${over ? null : endNow(frame, one)}
      </article>`;
    })}
  </section>`;
}

function endOf({ until, until_recovered }: Silence): Piece {
  const recovered = until_recovered ? "until what was open has recovered" : "";
  if (until !== null)
    return html`${recovered}${recovered ? ", at the latest " : "until "}${exactly(until)}`;
  return recovered || "until somebody ends it";
}

function maintenance(frame: Frame, silence: Silence): Html {
  const { cron, duration_minutes, timezone } = silence;
  return html`<p class="sub">
      <span>each time <code>${cron ?? ""}</code> says so</span>
      <span>for ${duration_minutes ?? 0} min</span>
      ${inForce(silence, [], frame.now) ? html`<span class="state warn">⚒ under way</span>` : null}
    </p>
    ${windowList(windowsOf(silence, frame.now, windowsShown), timezone)}`;
}

/** The target as text, with a link where there is one. */
function aboutOf(frame: Frame, silence: Silence, places: SilencesModel["places"]): Html {
  const link = (id: string, gone: string): Html => {
    const place = places.get(id);
    return place
      ? html`<a href="${frame.base}/${place.kind}/${id}">${place.title}</a>`
      : html`${gone}`;
  };
  const { monitor_id, alert_group_id, key, matchers } = silence;
  const of = [
    monitor_id === null ? null : link(monitor_id, "a monitor that is gone"),
    alert_group_id === null
      ? null
      : html`${key === null ? "Group " : "One alert of "}${link(alert_group_id, "a group that is gone")}`,
    matchers.length === 0 ? null : html`alerts with <code>${matchers.join(", ")}</code>`,
  ].filter((part) => part !== null);
  return of.length === 0
    ? html`Everything`
    : html`${of.map((part, i) => html`${i > 0 ? ", " : null}${part}`)}`;
}
