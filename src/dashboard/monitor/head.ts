/** The head of the page of a monitor: its title, its state, and its actions. Pure. */
import type { HealthCheckMonitor } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { nearTime } from "../chart/times.ts";
import { linkButton } from "../components/button.ts";
import { plural } from "../../core/text/plural.ts";
import { crumbs } from "../components/crumbs.ts";
import { menu } from "../components/menu.ts";
import { flapping, lookOfState, pill, stateWord } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { action, live, type Frame } from "../layout.ts";
import { checkButton } from "./check-button.ts";
import { readOnlyNotice, silenceButtons } from "../silenced.ts";
import { address, managed, when } from "../words.ts";
import type { MonitorModel } from "./model.ts";

export function monitorHead(frame: Frame, model: MonitorModel): Html {
  const { monitor, group_title } = model;
  const { subject } = monitor;
  const state = subject.paused_at === null ? subject.status : "paused";
  const since = subject.paused_at ?? subject.status_since;
  return html`<div class="mhead">
    ${crumbs([
      [`${frame.base}/monitors`, "Monitors"],
      [`${frame.base}/alert_groups/${monitor.alert_group_id}`, group_title ?? "Alert group"],
    ])}
    <div class="title">
      <h1><bdi>${monitor.title}</bdi></h1>
      ${live(
        "state",
        html`${pill(
          lookOfState(state),
          html`${stateWord(state)} since
            <time datetime="${new Date(since).toISOString()}">${nearTime(since, frame)}</time>`,
        )}
        ${flapping(subject.flapping_since)}`,
      )}
      ${actions(frame, model)}
    </div>
    ${live(
      "sub",
      html`<p class="sub">
        ${model.kind === "health_check_monitors" ? checkedLine(frame, model.monitor) : reportLine(frame, model)}
        ${managed(monitor.project)}
      </p>`,
    )}
  </div>`;
}

function checkedLine(
  frame: Frame,
  { url, interval_seconds, subject }: HealthCheckMonitor & Pick<MonitorModel["monitor"], "subject">,
): Html {
  const { checked_at, due_at } = subject;
  const next = due_at === null ? null : due_at > frame.now ? when(due_at, frame) : "now";
  return html`<span class="mono"><bdi>${address(url)}</bdi></span>
    <span>every ${formatDuration(interval_seconds * 1000)}</span>
    <span
      >${checked_at === null ? "not checked yet" : html`checked ${when(checked_at, frame)}`}${
        next === null ? null : html`, next ${next}`
      }</span
    >`;
}

function reportLine(
  frame: Frame,
  { monitor }: Extract<MonitorModel, { kind: "webhook_monitors" }>,
): Html {
  const { error_rate_threshold, error_rate_window_minutes, subject } = monitor;
  return html`<span>webhook</span>
    <span
      >opens at ${plural(error_rate_threshold, "error")} in
      ${formatDuration(error_rate_window_minutes * 60_000)}</span
    >
    <span
      >${
        subject.last_received_at === null
          ? "no report yet"
          : html`last report ${when(subject.last_received_at, frame)}`
      }</span
    >`;
}

/** Frequent actions are buttons, the rest is in menus. */
function actions(frame: Frame, { kind, monitor, quiet }: MonitorModel): Html {
  if (!frame.may.respond) return html`<div class="acts push">${readOnlyNotice(frame)}</div>`;
  const silence = quiet
    ? null
    : menu(
        "silence-menu",
        html`<span class="btn">Silence${icon("below", "s12")}</span>`,
        silenceButtons(frame, `monitor:${monitor.id}`),
      );
  if (!frame.may.write) return html`<div class="acts push">${silence}</div>`;
  const path = `/${kind}/${monitor.id}`;
  const pauses =
    monitor.subject.paused_at === null
      ? html`${action(frame, `${path}/pause`, "Pause for an hour", { fields: { hours: "1" } })}
        ${action(frame, `${path}/pause`, "Pause")}`
      : action(frame, `${path}/resume`, "Resume");
  return html`<div class="acts push">
    ${kind === "health_check_monitors" ? checkButton(frame, path) : null} ${silence}
    ${linkButton(`${frame.base}${path}/edit`, "Edit")}
    ${menu(
      "more-menu",
      html`<span class="btn icon">${icon("dots")}<span class="unseen">More actions</span></span>`,
      html`${pauses}
        <hr />
        <a class="tone down" href="${frame.base}${path}/delete">Delete…</a>`,
    )}
  </div>`;
}
