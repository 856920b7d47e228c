/** The result of a check on demand, which is not stored. Pure. */
import { factsSeen } from "../../core/health/facts-seen.ts";
import { reportHint } from "../../core/health/report-hint.ts";
import type { CheckResult } from "../../core/model/model.ts";
import type { HealthStatus } from "../../core/model/status.ts";
import { html, type Html } from "../html.ts";
import { framed, type Frame } from "../layout.ts";
import { checkButton } from "../monitor/check-button.ts";
import { factsPart } from "../monitor/sub-check-panel.ts";
import { subCheckList } from "../components/sub-check-list.ts";
import { state } from "../components/state.ts";

/** The outcome of a check, as the API answers it. */
export interface CheckedNow {
  status: HealthStatus;
  status_reason: string | null;
  http_status: number | null;
  duration_ms: number;
  results: readonly {
    name: string;
    label: string | null;
    status: string;
    notificationMessage: string | null;
    shortSummary: string | null;
    meta: unknown;
  }[];
}

export interface CheckModel extends CheckedNow {
  title: string;
  /** Path of the monitor below the base. */
  path: string;
}

const known = (status: string): CheckResult["status"] =>
  status === "ok" || status === "warning" || status === "skipped" ? status : "failed";

export function checkPage(frame: Frame, model: CheckModel): string {
  const { title, path } = model;
  return framed(
    frame,
    `Checked: ${title}`,
    html`<h1>
        <a href="${frame.base}${path}"><bdi>${title}</bdi></a>
      </h1>
      ${checkedNow(model, frame.now)} ${checkButton(frame, path)}`,
    "board",
  );
}

const checkedNow = (model: CheckedNow, now: number): Html =>
  html`<div class="panel result pb" id="checked" role="status" tabindex="-1">
    <h2>Checked just now</h2>
    ${checkedPart(model, now)}
    <p class="quiet">
      Nothing was saved: status, history and incidents follow the checks on schedule.
    </p>
  </div>`;

/** Status, sub-checks and facts of a check on demand. */
export function checkedPart(model: CheckedNow, now: number): Html {
  const { results } = model;
  return html`<p class="sub">
      ${state(model.status)}
      ${model.http_status === null ? null : html`<span>HTTP ${model.http_status}</span>`}
      <span>${model.duration_ms} ms</span>
    </p>
    ${model.status_reason === null ? null : html`<p class="error">${model.status_reason}</p>`}
    ${
      results.length === 0
        ? null
        : subCheckList(
            results.map((one) => ({
              name: one.name,
              label: one.label,
              status: known(one.status),
              reported_status: one.status,
              notification_message: one.notificationMessage,
              short_summary: one.shortSummary,
            })),
          )
    }
    ${factsPart(factsSeen(results, now), reportHint(results))}`;
}
