/**
 * The public status page, for visitors without a key or scripts. Made only from the data that
 * `core/status-page` releases. Pure.
 */
import { overall, overallSentence, type PublicIncident } from "../../core/status/status-page.ts";
import type { PublicState, Tone } from "../../core/model/status.ts";
import type { Instant } from "../../core/model/model.ts";
import { html, type Html } from "../html.ts";
import { bars, percent, type Uptime } from "../uptime.ts";

export interface StatusModel {
  /** Path that everything is reached under, without a slash at the end. */
  base: string;
  title: string;
  now: Instant;
  monitors: readonly { title: string; state: PublicState; uptime: Uptime }[];
  incidents: readonly PublicIncident[];
}

const shown: Record<PublicState, [glyph: string, tone: Tone]> = {
  operational: ["✓", "good"],
  degraded: ["!", "warn"],
  down: ["✗", "bad"],
  maintenance: ["⚒", "idle"],
  unknown: ["…", "idle"],
};

/** The visitor's time zone is unknown: times are in UTC, to the minute. */
const minute = (at: Instant): Html => {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text.slice(0, 16)}Z"
    >${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time
  >`;
};

const said = (state: PublicState): Html =>
  html`<span class="state ${shown[state][1]}"
    ><span aria-hidden="true">${shown[state][0]}</span> ${state}</span
  >`;

export function statusPage(model: StatusModel): string {
  const { base, title, monitors, incidents } = model;
  const states = monitors.map(({ state }) => state);
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}: ${overallSentence(states)}</title>
      <link rel="stylesheet" href="${base}/assets/style.css" />
      <link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml" />
    </head>
    <body>
      <main class="status-page">
        <h1>${title}</h1>
        <p class="sentence ${shown[overall(states)][1]}">${overallSentence(states)}</p>
        ${
          incidents.length === 0
            ? null
            : html`<section aria-labelledby="incidents">
                <h2 id="incidents">Incidents</h2>
                ${incidents.map(incidentPart)}
              </section>`
        }
        <section aria-labelledby="systems">
          <h2 id="systems">Systems</h2>
          ${
            monitors.length === 0
              ? html`<p class="empty">There is nothing to show yet.</p>`
              : html`<ul class="monitors">
                  ${monitors.map(monitorPart)}
                </ul>`
          }
        </section>
      </main>
      <footer class="quiet">As of ${minute(model.now)}</footer>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function monitorPart({ title, state, uptime }: StatusModel["monitors"][number]): Html {
  return html`<li class="monitor">
    <div class="head"><b class="name">${title}</b> ${said(state)}</div>
    <div class="uptime">
      ${bars(uptime, "last 90 days")}<span class="percent"
        >${uptime.good === null ? "–" : percent(uptime.good)}</span
      >
    </div>
  </li>`;
}

function incidentPart(one: PublicIncident): Html {
  const over = one.resolved_at !== null;
  return html`<article class="card ${over ? "" : "bad"}">
    <h3>${one.title}</h3>
    <p class="sub">
      <span class="state ${over ? "good" : "bad"}"
        ><span aria-hidden="true">${over ? "✓" : "✗"}</span> ${over ? "resolved" : "ongoing"}</span
      >
      <span>since ${minute(one.opened_at)}</span>
      ${one.resolved_at === null ? null : html`<span>until ${minute(one.resolved_at)}</span>`}
    </p>
    ${one.updates.map(
      ({ at, message }) =>
        html`<p class="preserve">${message}</p>
          <p class="quiet">${minute(at)}</p>`,
    )}
  </article>`;
}
