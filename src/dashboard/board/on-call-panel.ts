/** The people on call at the moment, group by group: a column of a large screen. Pure. */
import type { Roster } from "../../core/on-call/audience.ts";
import type { AlertGroup } from "../../core/model/model.ts";
import { waitAfter, waitText } from "../../core/explain/who-would.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { onCallNow } from "../on-call/now.ts";

export interface OnCallLine {
  group: AlertGroup;
  roster: Roster;
  /** The group that is paged after this one; null: none. */
  escalates_to: string | null;
}

/** null: no groups exist. `group_total`: how many exist, shown or not. */
export function onCallPanel(
  frame: Frame,
  { on_call, group_total }: { on_call: readonly OnCallLine[]; group_total: number },
): Html | null {
  if (on_call.length === 0) return null;
  return html`<div class="only-wide">
    ${panel(
      {
        id: "on-call-title",
        title: "On call now",
        tools: html`<span class="quiet small push">whom an incident would reach this minute</span>`,
      },
      html`<table>
          <tbody>
            ${on_call.map((one) => row(frame, one))}
          </tbody>
        </table>
        ${
          group_total > on_call.length
            ? html`<p class="pf">
                <a href="${frame.base}/on_call">All ${group_total} groups</a>
              </p>`
            : null
        }`,
    )}
  </div>`;
}

const row = (frame: Frame, { group, roster, escalates_to }: OnCallLine): Html =>
  html`<tr>
    <td>
      <a class="name" href="${frame.base}/alert_groups/${group.id}"><bdi>${group.title}</bdi></a>
    </td>
    <td>${onCallNow(frame, group, roster)}</td>
    <td class="quiet">
      ${
        escalates_to === null || group.escalate_after_minutes === null
          ? "no escalation"
          : html`then
              <bdi>${escalates_to}</bdi>
              ${waitText(waitAfter(roster, group.escalate_after_minutes, group.priority_level, frame.now))}`
      }
    </td>
  </tr>`;
