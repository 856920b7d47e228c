/** The head of the page of a monitor: its title, its state, and its actions. Pure. */
import type { HealthCheckMonitor } from "../../core/model/model.ts";
import { isFailing } from "../../core/model/status.ts";
import { lastRunOf } from "../../core/reports/run-slots.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { linkButton } from "../components/button.ts";
import { plural } from "../../core/text/plural.ts";
import { crumbs } from "../components/crumbs.ts";
import { menu } from "../components/menu.ts";
import { flapping, lookOfState, pill, stateWord } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { action, live, type Frame } from "../layout.ts";
import { checkButton } from "./check-button.ts";
import { readOnlyNotice, silenceButtons } from "../silenced.ts";
import { address, exactly, managed, when } from "../words.ts";
import { expectedText } from "./expected.ts";
import type { Heartbeat, MonitorModel, WebhookModel } from "./model.ts";

export function monitorHead(frame: Frame, model: MonitorModel): Html {
  const { monitor, group_title } = model;
  const { subject } = monitor;
  const state = subject.paused_at === null ? subject.status : "paused";
  return html`<div class="mhead">
    ${crumbs([
      [`${frame.base}/monitors`, "Monitors"],
      [`${frame.base}/alert_groups/${monitor.alert_group_id}`, group_title ?? "Alert group"],
    ])}
    <div class="title">
      <h1><bdi>${monitor.title}</bdi></h1>
      ${live(
        "state",
        html`${pill(lookOfState(state), stateText(frame, model))}
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

/** The state and since when; of a heartbeat in the words of runs. */
function stateText(frame: Frame, model: MonitorModel): Piece {
  const { status, status_since, paused_at } = model.monitor.subject;
  const sinceText = (word: string, at: number) => html`${word} since ${exactly(at, frame)}`;
  if (paused_at !== null) return sinceText("Paused", paused_at);
  if (model.kind !== "webhook_monitors" || model.heartbeat === null)
    return sinceText(stateWord(status), status_since);
  if (status === "waiting") return "Waiting for the first ping";
  if (!isFailing(status)) return "On time";
  const last = lastRunOf(model.heartbeat.slots);
  if (status === "firing" && last?.result === "failed")
    return last.run?.exit_code ? `Failed, exit code ${last.run.exit_code}` : "Failed";
  return sinceText(stateWord(status), status_since);
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
  { monitor, heartbeat }: Extract<MonitorModel, { kind: "webhook_monitors" }>,
): Html {
  const { error_rate_threshold, error_rate_window_minutes, subject } = monitor;
  if (heartbeat !== null) return pingLine(frame, monitor, heartbeat);
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

function pingLine(frame: Frame, monitor: WebhookModel["monitor"], { slots }: Heartbeat): Html {
  const last = slots.findLast(({ run }) => run !== null)?.run;
  return html`<span>Heartbeat</span>
    <span
      >${expectedText(monitor)}, ${formatDuration(monitor.grace_minutes * 60_000)} of grace</span
    >
    <span
      >${
        last
          ? html`last ping ${when(last.ended_at ?? last.at, frame)} from
              <bdi>${last.remote_address}</bdi>`
          : html`created ${when(monitor.inserted_at, frame)}`
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
        silenceButtons(frame, `monitor:${monitor.id}`, "monitor"),
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
