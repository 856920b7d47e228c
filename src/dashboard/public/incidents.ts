/** Published incidents on a public page: those that are not over with their updates, the others by month. Pure. */
import type { Instant, PublicUpdateState } from "../../core/model/model.ts";
import type { PublicIncident } from "../../core/status/public-incident.ts";
import { zoneOf } from "../../core/hours/zone.ts";
import { longMonths } from "../../core/text/days.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import type { Reader } from "../chart/times.ts";
import { empty } from "../components/empty.ts";
import { pill, type StateLook } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { publicDay, publicTime } from "./times.ts";

/** Months that the history has at most. */
const mostMonths = 12;

const looks: Record<PublicUpdateState, StateLook> = {
  investigating: "down",
  identified: "down",
  monitoring: "warn",
  resolved: "ok",
};

export const updateWord = (state: PublicUpdateState): string =>
  state.charAt(0).toUpperCase() + state.slice(1);

/** The place of an incident on its page, to which entries of the feed lead. */
export const anchorOf = ({ id }: PublicIncident): string => `incident-${id}`;

/** Beside a text that was corrected. A snapshot of an earlier version has no such instants. */
const editedMark = (at: Instant | null | undefined, reader: Reader): Html | null =>
  at ? html` <span class="quiet">edited ${publicTime(at, reader)}</span>` : null;

/** An incident that the public still waits for. */
export function currentIncident(one: PublicIncident, reader: Reader): Html {
  const { title, state, opened_at, ended_at, systems, retitled_at } = one;
  const names = systems.map((name, i) => html`${i === 0 ? null : ", "}<b><bdi>${name}</bdi></b>`);
  return html`<article class="panel" id="${anchorOf(one)}">
    <div class="ph">
      <h3><bdi>${title}</bdi></h3>
      <span class="push">${pill(looks[state], updateWord(state))}</span>
    </div>
    <p class="pb small quiet since-p">
      ${
        ended_at === null
          ? html`Since ${publicTime(opened_at, reader)}, ${formatDuration(reader.now - opened_at)}`
          : html`${publicTime(opened_at, reader)}–${publicTime(ended_at, reader)},
            ${formatDuration(ended_at - opened_at)}`
      }${names.length === 0 ? null : html` · ${ended_at === null ? "affects" : "affected"} ${names}`}${retitled_at ? html` · title${editedMark(retitled_at, reader)}` : null}
    </p>
    ${
      one.updates.length === 0
        ? null
        : html`<ol class="updates">
            ${one.updates.map(
              ({ at, message, state: written, edited_at }) =>
                html`<li>
                  <p>
                    ${written === null ? null : html`<b>${updateWord(written)}</b>`}
                    ${publicTime(at, reader)}${editedMark(edited_at, reader)}
                  </p>
                  <p class="preserve"><bdi>${message}</bdi></p>
                </li>`,
            )}
          </ol>`
    }
  </article>`;
}

/** A month, counted from year 0. */
const monthOf = (at: Instant, zone: string): number => {
  const local = new Date(zoneOf(zone).local(at));
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
};

const monthText = (month: number): string => `${longMonths[month % 12]!} ${Math.floor(month / 12)}`;

/** The past incidents of each month since `since`, the present month first. */
export function history(past: readonly PublicIncident[], since: Instant, reader: Reader): Html {
  if (past.length === 0)
    return html`<div class="panel">
      ${empty("ok", "No incident has ended", html`Since ${publicDay(since, reader)}.`, "ok")}
    </div>`;
  const byMonth = Map.groupBy(past, ({ opened_at }) => monthOf(opened_at, reader.zone));
  const last = monthOf(reader.now, reader.zone);
  const first = Math.min(monthOf(since, reader.zone), ...byMonth.keys());
  const count = Math.min(last - first + 1, mostMonths);
  return html`<div class="panel">
    ${Array.from({ length: count }, (_, i) => {
      const month = last - i;
      return monthPart(monthText(month), byMonth.get(month) ?? [], i === 0, reader);
    })}
  </div>`;
}

const monthPart = (
  text: string,
  incidents: readonly PublicIncident[],
  isOpen: boolean,
  reader: Reader,
): Html =>
  html`<details class="month" ${isOpen ? html`open` : null}>
    <summary>
      ${icon("chev")}<b>${text}</b
      ><span class="quiet push"
        >${incidents.length === 0 ? "no incident" : plural(incidents.length, "incident")}</span
      >
    </summary>
    <ul>
      ${
        incidents.length === 0
          ? html`<li><span></span><span class="quiet">No incident was published.</span></li>`
          : incidents.map((one) => pastIncident(one, reader))
      }
    </ul>
  </details>`;

/** All of its updates, the one that explains it first. */
const pastIncident = (one: PublicIncident, reader: Reader): Html =>
  html`<li id="${anchorOf(one)}">
    ${publicDay(one.opened_at, reader)}
    <div>
      <b class="strong"><bdi>${one.title}</bdi></b>
      <span class="quiet">${formatDuration((one.ended_at ?? reader.now) - one.opened_at)}</span>
      ${one.updates.map(
        ({ message, edited_at }) =>
          html`<p class="quiet preserve"><bdi>${message}</bdi>${editedMark(edited_at, reader)}</p>`,
      )}
    </div>
  </li>`;
