/** The actions of an incident: beside it on a desk, within reach of the thumb on a phone. Pure. */
import { whyNotReopened } from "../../core/decision/reopen.ts";
import { isFailing } from "../../core/model/status.ts";
import { menu } from "../components/menu.ts";
import { html, type Html } from "../html.ts";
import { acknowledge } from "../acknowledge.ts";
import { icon } from "../icons.ts";
import { action, returning, type Frame } from "../layout.ts";
import { readOnlyNotice, silenceButtons, silencedBy } from "../silenced.ts";
import type { IncidentModel } from "./model.ts";

export function incidentActions(frame: Frame, model: IncidentModel): Html | null {
  const { incident, quiet } = model;
  if (!frame.may.respond) return readOnlyNotice(frame);
  if (incident.status === "resolved")
    return canBeReopened(model) ? reopenButton(frame, model) : null;
  return html`<div class="acts main">
    ${
      incident.status === "open"
        ? acknowledge(frame, incident)
        : action(frame, `/incidents/${incident.id}/unacknowledge`, "Unacknowledge")
    }
    ${
      quiet
        ? null
        : menu(
            "silence-menu",
            html`<span class="btn">Silence${icon("below", "s12")}</span>`,
            html`${
              incident.status === "open"
                ? action(frame, `/incidents/${incident.id}/snooze`, "Snooze 1 h")
                : null
            }${silenceButtons(frame, `incident:${incident.id}`, silencedBy(incident))}`,
            "left",
          )
    }
    ${menu(
      "resolve-menu",
      html`<span class="btn">Resolve…</span>`,
      html`<div class="body stack">${resolveForm(frame, model)}</div>`,
    )}
  </div>`;
}

/** For an open incident with a page that waits for contact hours; null: none, or the reader may not. */
export function pageNowButton(frame: Frame, { incident, reach }: IncidentModel): Html | null {
  const waits = reach.people.some(({ state, silenced }) => state === "held" && !silenced);
  return frame.may.respond &&
    incident.status === "open" &&
    incident.any_hour_since === null &&
    waits
    ? action(frame, `/incidents/${incident.id}/page`, "Page them now")
    : null;
}

/** Whether a press on _Resolve_ can be taken back. */
const canBeReopened = ({ incident, monitor }: IncidentModel): boolean =>
  whyNotReopened(
    incident,
    monitor?.monitor.subject ?? null,
    monitor?.chart.incidents[0] ?? null,
  ) === null;

const reopenButton = (frame: Frame, { incident }: IncidentModel): Html =>
  html`<div class="acts main">${action(frame, `/incidents/${incident.id}/reopen`, "Reopen")}</div>`;

/** The menu that gives it to a person or a group, or asks one for help; null: it is resolved, or the reader may not. */
export function handOverMenu(frame: Frame, model: IncidentModel): Html | null {
  if (!frame.may.respond || model.incident.status === "resolved") return null;
  return menu(
    "hand-over-menu",
    html`<span class="btn">Hand over${icon("below", "s12")}</span>`,
    html`<div class="body stack">${handOverForm(frame, model)}</div>`,
  );
}

function handOverForm(frame: Frame, { incident, heirs }: IncidentModel): Html {
  const of = (kind: "user" | "group", label: string, all: typeof heirs.users) =>
    all.length === 0
      ? null
      : html`<optgroup label="${label}">
          ${all.map(({ id, name }) => html`<option value="${kind}:${id}">${name}</option>`)}
        </optgroup>`;
  const path = `${frame.base}/incidents/${incident.id}`;
  return html`<form method="post" action="${path}/hand-over" class="stack">
    ${returning(frame)}
    <div class="fld">
      <label for="heir">To</label>
      <select class="in" id="heir" name="to" required>
        ${of("user", "People", heirs.users)} ${of("group", "Alert groups", heirs.groups)}
      </select>
    </div>
    <p class="small quiet">
      A person is paged, and takes over by acknowledging. A group is paged by its own rules, and the
      people before it are not paged any more.
    </p>
    <div class="acts">
      <button class="btn slim" formaction="${path}/ask">Ask for help</button>
      <button class="btn slim">Hand over</button>
    </div>
  </form>`;
}

/** Asks while the monitor still fails: it sends no page until it has been healthy. */
function resolveForm(frame: Frame, { incident, monitor }: IncidentModel): Html {
  const { id, status } = incident;
  const failing = monitor !== null && isFailing(monitor.monitor.subject.status);
  return html`${
      failing
        ? html`<p class="small">
            <b><bdi>${monitor.monitor.title}</bdi> is still ${monitor.monitor.subject.status}.</b>
            If you resolve now, the monitor does not page again until it has been healthy.
          </p>`
        : null
    }
    <form method="post" action="${frame.base}/incidents/${id}/resolve" class="stack">
      ${returning(frame)}
      <div class="fld">
        <label for="reason">Reason</label>
        <input class="in" id="reason" name="reason" maxlength="1000" autocomplete="off" />
      </div>
      <div class="acts">
        ${
          failing && status === "open"
            ? html`<button class="btn slim" formaction="${frame.base}/incidents/${id}/acknowledge">
                Acknowledge instead
              </button>`
            : null
        }
        <button class="btn slim danger">${failing ? "Resolve anyway" : "Resolve"}</button>
      </div>
    </form>`;
}
