/**
 * The public status page, for visitors without a key. It works without scripts; with one, times are in the reader's zone
 * and the page stays fresh. Made only from the data that `core/status` releases. Pure.
 */
import { overall } from "../../core/status/status-page.ts";
import { verdictOf, type Verdict } from "../../core/status/verdict.ts";
import type { Instant } from "../../core/model/model.ts";
import type { PublicState } from "../../core/model/status.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { minute } from "../../core/text/units.ts";
import { dayText, type Reader } from "../chart/times.ts";
import { percent } from "../chart/uptime.ts";
import { stateAs, type StateLook } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon, spriteOf } from "../icons.ts";
import { daysLegend, outageDays, publicDays } from "./days.ts";
import { currentIncident, history } from "./incidents.ts";
import type { PublicModel, PublicSection, PublicSystem } from "./model.ts";
import { publicTime } from "./times.ts";

const publicLooks: Record<PublicState, StateLook> = {
  operational: "ok",
  degraded: "warn",
  down: "down",
  maintenance: "silenced",
  unknown: "unknown",
};

const words: Record<PublicState, string> = {
  operational: "Operational",
  degraded: "Degraded",
  down: "Down",
  maintenance: "Maintenance",
  unknown: "Not measured",
};

/** Systems of a section that are shown without being unfolded, beside those with a problem. */
const mostShown = 3;

/** From the worst to the best. */
const order: readonly PublicState[] = ["down", "degraded", "maintenance", "unknown", "operational"];
const rankOf = (state: PublicState): number => order.indexOf(state);
const isWell = ({ state }: PublicSystem): boolean => state === "operational";

/**
 * Mark of the page: its logo, or the first letter of its title. An image of another server would reveal each visitor to
 * it.
 */
const markOf = ({ base, slug, title, hasLogo }: PublicModel): Html =>
  hasLogo
    ? html`<img src="${base}/status/${slug}/logo" alt="" height="32" />`
    : html`<span class="letter" aria-hidden="true"
        >${[...new Intl.Segmenter("en").segment(title)][0]?.segment.toUpperCase()}</span
      >`;

/** Sections with a problem first, and in each the systems with a problem; otherwise as they are declared. */
function arranged(sections: readonly PublicSection[]): PublicSection[] {
  const worst = ({ systems }: PublicSection) =>
    Math.min(...systems.map(({ state }) => rankOf(state)));
  return sections
    .filter(({ systems }) => systems.length > 0)
    .map(({ title, systems }) => ({
      title,
      systems: systems.toSorted((a, b) => rankOf(a.state) - rankOf(b.state)),
    }))
    .toSorted((a, b) => worst(a) - worst(b));
}

/** Content of this age is called old: a page that says "operational" for ever is wrong, ms. */
const oldAfter = 5 * minute;

/** How old the content is, in minutes; 0: it is not old. */
export const minutesOld = (now: Instant, served: Instant): number =>
  served - now < oldAfter ? 0 : Math.floor((served - now) / minute);

export function statusPage(model: PublicModel): string {
  const { base, slug, title, description, now, served, zone } = model;
  const reader = { now, zone };
  const old = minutesOld(now, served);
  const sections = arranged(model.sections);
  const systems = sections.flatMap((one) => one.systems);
  const verdict = verdictOf(systems);
  const summary = old === 0 ? verdict.text : `Last known: ${verdict.text}`;
  const about = `${summary}. ${description ?? ""}`.trim();
  const address = `${base}/status/${slug}`;
  const current = model.incidents.filter(({ state }) => state !== "resolved");
  const past = model.incidents.filter(({ state }) => state === "resolved");
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${model.isListed ? null : html`<meta name="robots" content="noindex" />`}
      <meta name="description" content="${about}" />
      <title>${title}: ${summary}</title>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="${title}" />
      <meta property="og:title" content="${title}: ${summary}" />
      <meta property="og:description" content="${about}" />
      <meta property="og:url" content="${model.siteUrl}/status/${slug}" />
      <link rel="stylesheet" href="${base}/assets/status.css" />
      <link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml" />
      <link rel="canonical" href="${model.siteUrl}/status/${slug}" />
      <link rel="alternate" type="application/atom+xml" title="Incidents" href="${address}.atom" />
      <noscript><meta http-equiv="refresh" content="60" /></noscript>
      <script src="${base}/assets/status.js" defer></script>
    </head>
    <body data-now="${now}" data-served="${served}" data-zone="${zone}">
      <main class="public" id="main">
        <div class="logo">
          ${markOf(model)}
          <h1><bdi>${title}</bdi></h1>
          ${
            model.sendsMails
              ? html`<a class="btn push" href="${address}/subscribe">${icon("bell")}Subscribe</a>`
              : null
          }
        </div>
        ${description === null ? null : html`<p class="about preserve"><bdi>${description}</bdi></p>`}
        ${old === 0 ? verdictPart(verdict) : oldVerdict(verdict, now, { now: served, zone })}
        <p class="sub asof${old === 0 ? null : " old"}">
          <span id="asof">As of ${publicTime(now, { now: served, zone })}</span>
          <span id="zone" data-word="your time">time in ${zone}</span
          ><span id="fresh"
            >${old === 0 ? "refreshed every minute" : `not updated for ${formatDuration(old * minute)}: it may have changed`}</span
          >
        </p>
        ${
          current.length === 0
            ? null
            : html`<section aria-labelledby="now">
                <h2 id="now">Now</h2>
                ${current.map((one) => currentIncident(one, reader))}
              </section>`
        }
        ${sections.map((one, i) => sectionPart(one, i, reader))}
        ${systems.length === 0 ? null : daysLegend}
        ${model.planned.length === 0 ? null : plannedPart(model.planned, reader)}
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          ${history(past, model.since, reader)}
        </section>
        <footer class="sub pubfoot">
          <span>Days begin at midnight in ${zone}</span><a href="${address}.atom">Atom feed</a
          ><a href="${address}.json">JSON</a><span class="push">Status page by monitord</span>
        </footer>
      </main>
      ${spriteOf(["ok", "warn", "down", "silenced", "unknown", "chev", "bell"])}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

const verdictPart = ({ state, text, rest }: Verdict): Html =>
  html`<div class="verdict ${publicLooks[state]}" role="status">
    ${icon(publicLooks[state])}
    <div><bdi>${text}</bdi>${rest === null ? null : html`<small>${rest}</small>`}</div>
  </div>`;

/** The verdict of old content: not the state of now. */
const oldVerdict = ({ text }: Verdict, asOf: Instant, reader: Reader): Html =>
  html`<div class="verdict unknown" role="status">
    ${icon("unknown")}
    <div>
      Last known at ${publicTime(asOf, reader)}: <bdi>${text}</bdi
      ><small
        >This page cannot be updated at the moment. The content below is
        ${formatDuration(minutesOld(asOf, reader.now) * minute)} old.</small
      >
    </div>
  </div>`;

const plannedPart = (planned: PublicModel["planned"], reader: Reader): Html =>
  html`<section aria-labelledby="planned">
    <h2 id="planned">Planned</h2>
    <div class="panel">
      <ul class="plan">
        ${planned.map(
          ({ from, until, systems }) =>
            html`<li>
              <span>${icon("silenced")}<b>Planned maintenance</b></span>
              <span>${publicTime(from, reader)}–${publicTime(until, reader)}</span>
              <p class="quiet">affects <bdi>${systems.join(", ")}</bdi></p>
            </li>`,
        )}
      </ul>
    </div>
  </section>`;

function sectionPart({ title, systems }: PublicSection, i: number, reader: Reader): Html {
  const troubled = systems.filter((one) => !isWell(one)).length;
  const shown = Math.max(troubled, mostShown);
  // One that is hidden alone would take the same room.
  const open = systems.length === shown + 1 ? systems : systems.slice(0, shown);
  const folded = systems.slice(open.length);
  const [first] = systems[0]!.days;
  return html`<section aria-labelledby="systems-${i}">
    <h2 id="systems-${i}"><bdi>${title}</bdi></h2>
    <div class="panel">
      <ul>
        <li class="sysl axis-l" aria-hidden="true">
          <span></span><span></span
          ><span class="axis"
            ><span>${first && dayText(first.from, reader)}</span><span>today</span></span
          ><span class="num">${systems[0]!.days.length} days</span>
        </li>
        ${open.map((one) => systemPart(one, reader))}
      </ul>
      ${
        folded.length === 0
          ? null
          : html`<details class="fold" id="more-${i}">
              <summary class="pf">${icon("chev")}${folded.length} more, operational</summary>
              <ul>
                ${folded.map((one) => systemPart(one, reader))}
              </ul>
            </details>`
      }
    </div>
  </section>`;
}

function systemPart(system: PublicSystem, reader: Reader): Html {
  const { name, description, state, last, uptime, days } = system;
  const good = uptime.good === null ? null : percent(uptime.good);
  const outages = outageDays(days, reader);
  return html`<li class="sysl ${publicLooks[state]}">
    <span class="nm"
      ><b class="strong"><bdi>${name}</bdi></b
      >${description === null ? null : html`<small><bdi>${description}</bdi></small>`}</span
    >
    <span class="st"
      >${stateAs(publicLooks[state], words[state])}${last === null ? null : html`<small>last known: ${words[last].toLowerCase()}</small>`}</span
    >
    ${publicDays({ name, days, uptime: good }, reader)}
    <span class="num pct">${good ?? "–"}</span>
    ${
      outages.length === 0
        ? null
        : html`<details class="out">
            <summary>
              Days with an outage<span class="unseen">: <bdi>${name}</bdi></span>
            </summary>
            <table>
              <thead class="unseen">
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Outage</th>
                </tr>
              </thead>
              <tbody>
                ${outages.map(
                  ({ day, finding }) =>
                    html`<tr>
                      <th scope="row">${day}</th>
                      <td>${finding}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </details>`
    }
  </li>`;
}

/** The state of the whole page. */
export const overallOf = (sections: readonly PublicSection[]): PublicState =>
  overall(sections.flatMap(({ systems }) => systems.map(({ state }) => state)));
