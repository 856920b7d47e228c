/** The first screen: counts that filter, the incidents that wait, and the monitors by group. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { unreachedOf } from "../../core/explain/reach.ts";
import { lookOf, monitorStatuses, type Look } from "../../core/model/status.ts";
import { tally, totalOf, type StatusCount } from "../../core/status/situation.ts";
import { plural } from "../../core/text/plural.ts";
import { addressWith, type Query } from "../board/address.ts";
import { bulkBar, incidentRows } from "../board/incident-row.ts";
import { looksOf, type GroupModel } from "../board/monitor-groups.ts";
import { monitorsPanel } from "../board/monitors-panel.ts";
import { onCallPanel, type OnCallLine } from "../board/on-call-panel.ts";
import { foldSimilar } from "../board/similar.ts";
import { incidentHistogram } from "../chart/incident-histogram.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import { allSilencedNote } from "../silenced.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { bigNote, note } from "../components/note.ts";
import { linkButton } from "../components/button.ts";
import { tiles, type Tile } from "../components/tiles.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { IncidentRow } from "../board/model.ts";
import { framed, live, type Frame } from "../layout.ts";

/** A problem of the setup, and the page where it is fixed. */
export interface SetupProblem {
  text: string;
  path: string;
}

export interface OverviewModel {
  counts: readonly StatusCount[];
  open: number;
  acknowledged: number;
  /** All of the open ones that reached no person, as `/health` counts them. */
  unreached: readonly { on_hold: boolean }[];
  /** The newest of them: the unacknowledged first. */
  incidents: readonly IncidentRow[];
  /** When incidents opened in the last 24 h. */
  opened: readonly Instant[];
  /** Those with a monitor that the filter matches. */
  groups: readonly GroupModel[];
  /** Number of groups. */
  group_total: number;
  /** Some of them, with their members. */
  on_call: readonly OnCallLine[];
  query: Query;
  /** Silences that hold something back at the moment. */
  silences: number;
  /** The silence of everything; null: none is in effect. */
  quiet: SilenceInEffect | null;
  /** Problems of the service itself; empty: none. */
  troubles: readonly SetupProblem[];
  /** True once a monitor, and a group member with a device, exist. */
  set_up: boolean;
}

const withLook = (look: Look): readonly string[] =>
  monitorStatuses.filter((status) => lookOf(status) === look);

/** The tiles by the word in the address, and the statuses of monitors that each counts. */
export const tileStates = {
  unacknowledged: null,
  acknowledged: null,
  down: withLook("down"),
  degraded: withLook("warn"),
  stale: withLook("stale"),
  up: withLook("ok"),
  paused: ["paused"],
} satisfies Record<string, readonly string[] | null>;

export function overviewPage(frame: Frame, model: OverviewModel): string {
  const { query } = model;
  const open = model.incidents.filter(({ incident }) => incident.status === "open");
  const acknowledged = model.incidents.filter(({ incident }) => incident.status !== "open");
  // A tile of monitors shows no incidents, and one of incidents no monitors.
  const ofIncidents = query.state === "acknowledged" || query.state === "unacknowledged";
  const only = query.state === "" ? null : ofIncidents ? "incidents" : "monitors";
  const urgent = model.open > 0 ? model.open : tally(model.counts).failing;
  const tab = urgent > 0 ? `(${urgent}) ` : "";
  return framed(
    frame,
    `${tab}Overview`,
    html`${live("lead", lead(frame, model))} ${live("quiet", allSilencedNote(frame, model.quiet))}
      ${live("tiles", tileRow(frame, model))}
      <div class="halves">
        <div class="stack">
          ${model.set_up || !frame.may.admin ? null : firstSteps(frame)}
          ${
            only === "monitors"
              ? null
              : html`<div class="picks">
                  ${live("incidents", needsAttention(frame, model, open, acknowledged))}
                  ${bulkBar(frame)}
                </div>`
          }
          ${live("on-call", onCallPanel(frame, model))}
        </div>
        <div class="stack">
          ${live("setup", setupProblems(frame, model))}
          ${only === "incidents" ? null : monitorsPanel(frame, { ...model, total: totalOf(model.counts) })}
        </div>
      </div>`,
    "wide",
  );
}

function lead(frame: Frame, model: OverviewModel): Html {
  const { failing } = tally(model.counts);
  const total = totalOf(model.counts);
  const pending = looksOf(model.counts).get("unknown") ?? 0;
  const title =
    model.open > 0
      ? `${plural(model.open, "incident needs", "incidents need")} attention`
      : failing > 0
        ? `${plural(failing, "monitor is", "monitors are")} failing`
        : total === 0
          ? "Nothing is monitored yet"
          : `All quiet: no incident needs attention`;
  return html`<div class="lead">
    <div>
      <h1 data-open="${model.open}">${title}</h1>
      <p>
        ${unreachedText(model)}
        <span class="hide-s"
          >${plural(total, "monitor")} in
          ${plural(model.group_total, "group")}${pending === 0 ? "" : `, ${pending} not checked yet`}.</span
        >
      </p>
    </div>
    ${incidentHistogram(
      model.opened,
      { count: 24, step_ms: 3600_000, period: "last 24 hours" },
      frame,
    )}
  </div>`;
}

/** The incidents that reached no person: counted among the rows when all are here, else as `/health` counts them. */
function unreachedText({ incidents, open, acknowledged, unreached }: OverviewModel): Html | null {
  const known =
    incidents.length === open + acknowledged
      ? incidents.map(({ incident, reach }) => unreachedOf(incident, reach))
      : unreached.map(({ on_hold }) => (on_hold ? "on_hold" : "unreached"));
  const count = (state: string) => known.filter((one) => one === state).length;
  const [lost, held] = [count("unreached"), count("on_hold")];
  return html`${
    lost === 0 ? null : html`<span class="tone down strong">${lost} of them reached nobody.</span>`
  }
  ${held === 0 ? null : html`<span>${held} on hold until contact hours.</span>`}`;
}

function setupProblems(frame: Frame, { troubles }: OverviewModel): Html | null {
  if (troubles.length === 0) return null;
  return note(
    "warn",
    html`<b>${plural(troubles.length, "setup problem")}:</b> ${troubles.map(
        ({ text, path }, i) =>
          html`${i === 0 ? "" : " · "}<a href="${frame.base}${path}">${text}</a>`,
      )}`,
  );
}

function tileRow(frame: Frame, model: OverviewModel): Html {
  const { query } = model;
  const looks = looksOf(model.counts);
  const healthy = "ok";
  const up = looks.get("ok") ?? 0;
  const tile = (
    state: keyof typeof tileStates,
    look: Tile["look"],
    label: string,
    count: number,
    short?: string,
  ): Tile => ({
    look,
    label,
    ...(short === undefined ? {} : { short }),
    count,
    chosen: query.state === state,
    href: addressWith(frame, "/", query, { state: query.state === state ? "" : state, open: "" }),
  });
  return tiles("Filter by state", [
    tile("unacknowledged", "down", "Unacknowledged", model.open, "Unacked"),
    tile("acknowledged", "acked", "Acknowledged", model.acknowledged, "Acked"),
    tile("down", "down", "Down", looks.get("down") ?? 0),
    tile("degraded", "warn", "Degraded", looks.get("warn") ?? 0),
    tile("stale", "stale", "Stale", looks.get("stale") ?? 0),
    tile("up", healthy, "Up", up),
    tile("paused", "paused", "Paused", looks.get("paused") ?? 0),
    {
      look: "silenced",
      label: "Silences",
      count: model.silences,
      chosen: false,
      href: `${frame.base}/silences`,
    },
  ]);
}

function needsAttention(
  frame: Frame,
  model: OverviewModel,
  open: readonly IncidentRow[],
  acknowledged: readonly IncidentRow[],
): Html {
  const { state } = model.query;
  const all = (status: string, count: number, shown: number) =>
    count > shown
      ? html`<p class="pf">
          ${shown} of ${count}.
          <a href="${frame.base}/incidents?tab=${status}">All ${count} incidents</a>
        </p>`
      : null;
  const names = [...new Set(acknowledged.map(({ incident }) => incident.acknowledged_by ?? "API"))];
  return panel(
    {
      id: "needs",
      title: "Needs attention",
      count: model.open,
      boxed: true,
      tools: html`<span class="quiet small push hide-s">Newest first</span
        ><button class="btn plain slim hide-s" type="button" data-pick-all>Select all</button>`,
    },
    html`${
      state === "acknowledged"
        ? null
        : open.length === 0
          ? empty("ok", "No incident needs attention", null, "ok")
          : html`${incidentRows(frame, foldSimilar(open))} ${all("open", model.open, open.length)}`
    }
    ${
      acknowledged.length === 0 || state === "unacknowledged"
        ? null
        : html`<details
            class="divider"
            id="acknowledged"
            ${state === "acknowledged" || open.length === 0 ? html`open` : null}
          >
            <summary class="pf">
              ${icon("acked")}${model.acknowledged} acknowledged<span class="quiet small hide-s"
                >by
                ${names.slice(0, 4).map((name, i) => html`${i === 0 ? "" : ", "}<bdi>${name}</bdi>`)}</span
              >${icon("below", "push")}
            </summary>
            ${incidentRows(frame, acknowledged)}
            ${all("acknowledged", model.acknowledged, acknowledged.length)}
          </details>`
    }`,
  );
}

const firstSteps = (frame: Frame): Html =>
  bigNote(
    "unknown",
    html`<b>Get your first alert</b><br />A person, a phone and a monitor, on one page.`,
    linkButton(`${frame.base}/start`, "Continue", { look: "primary" }),
  );
