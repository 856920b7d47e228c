/** The first screen: unacknowledged incidents, and the state of everything else. Pure. */
import { monitorStatuses, type Status, type Tone } from "../../core/model/status.ts";
import { situationText, situationTone, tally } from "../../core/status/situation.ts";
import { html, type Html } from "../html.ts";
import { incidentCard, type CardModel } from "../incident-card.ts";
import { framed, live, type Frame } from "../layout.ts";
import { monitorLine, type MonitorLine } from "../monitor-line.ts";
import { plural } from "../../core/text/plural.ts";

/** A problem of the setup, and the page where it is fixed. */
export interface SetupProblem {
  text: string;
  path: string;
}

export interface HomeModel {
  counts: { status: Status; paused: boolean; count: number }[];
  open: number;
  acknowledged: number;
  incidents: readonly CardModel[];
  monitors: readonly MonitorLine[];
  /** The filter, and whether there are further pages. */
  filter: { search: string; status: string; group: string; page: number };
  more: boolean;
  groups: readonly { id: string; title: string }[];
  /** Silences that hold something back at the moment. */
  silences: number;
  /** Problems of the service itself; empty: none. */
  troubles: readonly SetupProblem[];
  /** Setup steps until the first user can be notified. */
  steps: readonly { done: boolean; text: Html }[];
}

/** The first sentence of the page, and the prefix of its title. */
export function sentenceOf(model: HomeModel): { tone: Tone; text: string; tab: string } {
  const monitors = tally(model.counts);
  const situation = { open: model.open, acknowledged: model.acknowledged, monitors };
  const tone = situationTone(situation);
  const silences =
    model.silences > 0 ? ` ${plural(model.silences, "silence is", "silences are")} active.` : "";
  const urgent = model.open > 0 ? model.open : monitors.failing;
  return {
    tone: tone !== "bad" && model.troubles.length > 0 ? "warn" : tone,
    text: `${situationText(situation)}.${silences}`,
    tab: urgent > 0 ? `(${urgent}) ` : "",
  };
}

export function homePage(frame: Frame, model: HomeModel): string {
  const { tone, text, tab } = sentenceOf(model);
  const open = model.incidents.filter(({ incident }) => incident.status === "open");
  const taken = model.incidents.filter(({ incident }) => incident.status !== "open");
  return framed(
    frame,
    `${tab}Overview`,
    html`<h1 class="unseen">Overview</h1>
      ${live(
        "sentence",
        html`<p class="sentence ${tone}" role="status" data-tab="${tab}" data-open="${model.open}">
            ${text}
          </p>
          ${model.troubles.map(
            ({ text: problem, path }) =>
              html`<p class="note warn">
                Setup problem: <a href="${frame.base}${path}">${problem}</a>
              </p>`,
          )}`,
      )}
      ${model.steps.every(({ done }) => done) ? null : beginning(model)}
      ${live(
        "incidents",
        html`${
          open.length > 0
            ? html`<section aria-labelledby="open">
                <h2 id="open">Nobody has taken these</h2>
                ${open.map((one) => incidentCard(frame, one))}
                ${
                  model.open > open.length
                    ? html`<p>
                        and ${model.open - open.length} more:
                        <a href="${frame.base}/incidents">all incidents</a>
                      </p>`
                    : null
                }
              </section>`
            : null
        }
        ${
          taken.length > 0
            ? html`<details class="taken" id="taken" open>
                <summary><h2>Acknowledged (${model.acknowledged})</h2></summary>
                ${taken.map((one) => incidentCard(frame, one))}
              </details>`
            : null
        }`,
      )}
      <section aria-labelledby="monitors-title">
        <div class="row">
          <h2 id="monitors-title">Monitors</h2>
          ${
            frame.may.write
              ? html`<p class="buttons">
                  <a class="btn" href="${frame.base}/health_check_monitors/new">New health check</a>
                  <a class="btn" href="${frame.base}/webhook_monitors/new">New webhook monitor</a>
                </p>`
              : null
          }
        </div>
        ${filters(frame, model)} ${live("monitors", monitors(frame, model))}
      </section>`,
  );
}

function beginning({ steps }: HomeModel): Html {
  return html`<section class="card" aria-labelledby="begin">
    <h2 id="begin">To be told of something</h2>
    <ol class="to-do">
      ${steps.map(
        ({ done, text }) =>
          html`<li class="${done ? "over" : ""}">
            <span aria-hidden="true">${done ? "✓" : "○"}</span>
            <span class="unseen">${done ? "Done:" : "To do:"}</span> ${text}
          </li>`,
      )}
    </ol>
  </section>`;
}

function filters(frame: Frame, { filter, groups }: HomeModel): Html {
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}" ${value === chosen ? html`selected` : null}>${label}</option>`;
  return html`<form class="filters" method="get" action="${frame.base}/">
    <label>Title <input type="search" name="search" value="${filter.search}" /></label
    ><label
      >Status
      <select name="status">
        ${option("", "all", filter.status)}
        ${[...monitorStatuses, "paused"].map((one) => option(one, one, filter.status))}
      </select></label
    ><label
      >Group
      <select name="group">
        ${option("", "all", filter.group)}
        ${groups.map(({ id, title }) => option(id, title, filter.group))}
      </select></label
    ><button class="btn">Show</button>
  </form>`;
}

function monitors(frame: Frame, model: HomeModel): Html {
  const { filter } = model;
  const filtered = filter.search + filter.status + filter.group !== "";
  if (model.monitors.length === 0)
    return html`<p class="empty">
      ${
        filtered
          ? html`No monitor is like that. <a href="${frame.base}/">Show all</a>`
          : html`There are no monitors yet. Make one here, or describe them in a file and run
              <code>monitorctl apply -f monitors.yaml</code>.`
      }
    </p>`;
  const page = (to: number, label: string) => {
    const query = new URLSearchParams();
    for (const name of ["search", "status", "group"] as const)
      if (filter[name] !== "") query.set(name, filter[name]);
    if (to > 1) query.set("page", String(to));
    const text = query.toString();
    return html`<a href="${frame.base}/${text === "" ? "" : `?${text}`}">${label}</a>`;
  };
  return html`<ul class="monitors">
      ${model.monitors.map((one) => monitorLine(frame, one))}
    </ul>
    ${
      filter.page > 1 || model.more
        ? html`<nav class="pages" aria-label="Pages of monitors">
            ${filter.page > 1 ? page(filter.page - 1, "← Worse") : null}
            <span>Page ${filter.page}</span>
            ${model.more ? page(filter.page + 1, "Better →") : null}
          </nav>`
        : null
    }`;
}
