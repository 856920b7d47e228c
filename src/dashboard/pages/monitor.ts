/** The page of one monitor: its state and why, its sub-checks or errors, its past, and its settings. Pure. */
import { html } from "../html.ts";
import { checkedPlace } from "../monitor/check-button.ts";
import { framed, live, type Frame } from "../layout.ts";
import { monitorHead } from "../monitor/head.ts";
import type { MonitorModel } from "../monitor/model.ts";
import { monitorNotes } from "../monitor/notes.ts";
import { pastPanel } from "../monitor/past-panel.ts";
import { errorsPanel, responsePanel } from "../monitor/range-panel.ts";
import { runsPanel } from "../monitor/runs-panel.ts";
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
              ${live("charts", responsePanel(frame, model))}`
            : html`${live("charts", errorsPanel(frame, model))}
              ${live("runs", runsPanel(frame, model))}`
        }
        <div class="split">
          ${live("past", pastPanel(frame, model))} ${live("settings", settingsPanel(frame, model))}
        </div>
      </div>`,
    "board",
  );
}
