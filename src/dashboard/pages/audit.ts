/** The audit log: who changed what, newest first. Pure. */
import type { AuditEvent } from "../../core/model/model.ts";
import { actorText, changeText } from "../../core/text/actor.ts";
import { html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import { older } from "./incidents.ts";

export interface AuditModel {
  events: readonly AuditEvent[];
  /** Query of the page with older events; null: there is none. */
  older: string | null;
}

export function auditPage(frame: Frame, model: AuditModel): string {
  return framed(
    frame,
    "Audit log",
    html`<p class="quiet"><a href="${frame.base}/system">System</a></p>
      <h1>Audit log</h1>
      ${live(
        "audit",
        html`<ul class="lines">
          ${model.events.map(
            (event) =>
              html`<li>
                <b>${actorText(event)}</b> ${changeText(event)}
                <span class="quiet">
                  ${exactly(event.at)}
                  ${event.client_address === null ? null : html`from ${event.client_address}`}
                  ${event.session_id === null ? null : html`in session ${event.session_id}`}
                </span>
              </li>`,
          )}
        </ul>`,
      )}
      ${older(frame, "/audit", model.older)}`,
  );
}
