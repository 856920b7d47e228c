/**
 * The public status page, for visitors without a key or scripts. Made only from the data that
 * `core/status-page` releases. Pure.
 */
import { overall, overallSentence, type PublicIncident } from "../../core/status/status-page.ts";
import type { PublicState } from "../../core/model/status.ts";
import type { Instant } from "../../core/model/model.ts";
import { dayCells, type Day } from "../chart/day-cells.ts";
import { percent, type UptimeFigures } from "../chart/uptime.ts";
import { stateAs, type StateLook } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon, sprite } from "../icons.ts";

export interface StatusModel {
  /** Path that everything is reached under, without a slash at the end. */
  base: string;
  /** Name of the feed of its incidents, beside the page. */
  feed: string;
  title: string;
  description: string | null;
  now: Instant;
  /** Those of one section stand side by side. */
  monitors: readonly {
    title: string;
    section: string | null;
    state: PublicState;
    uptime: UptimeFigures;
    days: readonly Day[];
  }[];
  incidents: readonly PublicIncident[];
}

const looks: Record<PublicState, StateLook> = {
  operational: "ok",
  degraded: "warn",
  down: "down",
  maintenance: "silenced",
  unknown: "unknown",
};

/** The visitor's time zone is unknown: times are in UTC, to the minute. */
const minute = (at: Instant): Html => {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text.slice(0, 16)}Z"
    >${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time
  >`;
};

const word = (state: PublicState) => state.charAt(0).toUpperCase() + state.slice(1);

/**
 * Mark of the page: the first letter of its title. An image of another server would reveal each visitor to it,
 * and an uploaded one would have to be trusted.
 */
const letterMark = (title: string): Html =>
  html`<span class="letter" aria-hidden="true"
    >${[...new Intl.Segmenter("en").segment(title)][0]?.segment.toUpperCase()}</span
  >`;

export function statusPage(model: StatusModel): string {
  const { base, feed, title, description, monitors, incidents } = model;
  const states = monitors.map(({ state }) => state);
  const open = incidents.filter(({ resolved_at }) => resolved_at === null);
  const past = incidents.filter(({ resolved_at }) => resolved_at !== null);
  const look = looks[overall(states)];
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}: ${overallSentence(states)}</title>
      <link rel="stylesheet" href="${base}/assets/style.css" />
      <link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml" />
      <link rel="alternate" type="application/atom+xml" href="${base}/status/${feed}" />
    </head>
    <body>
      <main class="public">
        <div class="logo">
          ${letterMark(title)}
          <h1><bdi>${title}</bdi></h1>
        </div>
        ${description === null ? null : html`<p class="about preserve"><bdi>${description}</bdi></p>`}
        <p class="verdict ${look}">${icon(look)}${overallSentence(states)}</p>
        ${
          open.length === 0
            ? null
            : html`<section aria-labelledby="incidents">
                <h2 id="incidents">Now</h2>
                ${open.map(incidentPart)}
              </section>`
        }
        ${
          monitors.length === 0
            ? html`<p class="quiet">No systems are published yet.</p>`
            : [...Map.groupBy(monitors, ({ section }) => section)].map(([section, all], i) =>
                sectionPart(section, all, i, model.now),
              )
        }
        <section aria-labelledby="past">
          <h2 id="past">Past incidents</h2>
          ${
            past.length === 0
              ? html`<p class="quiet">None in the last 14 days.</p>`
              : past.map(incidentPart)
          }
        </section>
        <footer class="quiet small">
          As of ${minute(model.now)} · <a href="${base}/status/${feed}">Feed of incidents</a>
        </footer>
      </main>
      ${sprite}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

const sectionPart = (
  section: string | null,
  monitors: StatusModel["monitors"],
  i: number,
  now: Instant,
): Html =>
  html`<section aria-labelledby="systems-${i}">
    <h2 id="systems-${i}"><bdi>${section ?? "Systems"}</bdi></h2>
    <ul class="panel">
      ${monitors.map((one) => systemPart(one, now))}
    </ul>
  </section>`;

function systemPart(
  { title, state, uptime, days }: StatusModel["monitors"][number],
  now: Instant,
): Html {
  const good = uptime.good === null ? null : percent(uptime.good);
  return html`<li class="sys">
    <div class="l">
      <b class="strong"><bdi>${title}</bdi></b
      >${stateAs(looks[state], word(state))}
    </div>
    ${dayCells({ title, days, uptime: good === null ? null : `${good} up` }, { now, zone: "UTC" })}
    <div class="l2" aria-hidden="true">
      <span class="hide-s">90 days ago</span><span class="only-s">30 days ago</span
      ><span>${good ?? "–"}</span><span>today</span>
    </div>
  </li>`;
}

function incidentPart(one: PublicIncident): Html {
  const isOver = one.resolved_at !== null;
  return html`<article class="panel">
    <div class="ph">
      <h3><bdi>${one.title}</bdi></h3>
      <span class="push">${stateAs(isOver ? "ok" : "down", isOver ? "Resolved" : "Ongoing")}</span>
    </div>
    <div class="updates">
      <p class="quiet small">
        since
        ${minute(one.opened_at)}${
          one.resolved_at === null ? null : html`, until ${minute(one.resolved_at)}`
        }
      </p>
      ${
        one.updates.length === 0
          ? null
          : html`<ol>
              ${one.updates.map(
                ({ at, message }) =>
                  html`<li>
                    ${minute(at)}<span class="preserve"><bdi>${message}</bdi></span>
                  </li>`,
              )}
            </ol>`
      }
    </div>
  </article>`;
}
