/** The page of one monitor: its state and why, its sub-checks or errors, its past, and its settings. Pure. */
import { html } from "../html.ts";
import { checkedPlace } from "../monitor/check-button.ts";
import { framed, live, type Frame } from "../layout.ts";
import { endpointPanels } from "../monitor/endpoint-panel.ts";
import { monitorHead } from "../monitor/head.ts";
import type { MonitorModel } from "../monitor/model.ts";
import { monitorNotes } from "../monitor/notes.ts";
import { pastPanel } from "../monitor/past-panel.ts";
import { pingPanel } from "../monitor/ping-panel.ts";
import { errorsPanel, otherErrorsPanel, responsePanel } from "../monitor/range-panel.ts";
import { runsPanels } from "../monitor/runs-panel.ts";
import { settingsPanel } from "../monitor/settings-panel.ts";
import { subCheckPanel } from "../monitor/sub-check-panel.ts";

export function monitorPage(frame: Frame, model: MonitorModel): string {
  return framed(
    frame,
    model.monitor.title,
    html`${monitorHead(frame, model)}
      <div class="stack">
        ${model.kind === "health_check_monitors" ? checkedPlace : null}
        ${live("notes", monitorNotes(frame, model))}
        ${
          model.kind === "health_check_monitors"
            ? html`${live("sub-checks", subCheckPanel(frame, model))}
              ${live("endpoint", endpointPanels(frame, model))}
              ${live("charts", responsePanel(frame, model))}`
            : model.heartbeat === null
              ? live("charts", errorsPanel(frame, model))
              : html`${live("runs", runsPanels(frame, { ...model, heartbeat: model.heartbeat }))}
                ${live("charts", otherErrorsPanel(frame, model))}`
        }
        ${
          model.kind === "webhook_monitors" && model.heartbeat !== null
            ? html`<div class="split uneven">
                  ${live("ping", pingPanel(model))} ${live("settings", settingsPanel(frame, model))}
                </div>
                ${live("past", pastPanel(frame, model))}`
            : html`<div class="split">
                ${live("past", pastPanel(frame, model))}
                ${live("settings", settingsPanel(frame, model))}
              </div>`
        }
      </div>`,
    "board",
  );
}
