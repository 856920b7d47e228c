/** The pages of one alert group, a tab each: its people and hours come first. Pure. */
import type { MonitorRow } from "../board/model.ts";
import { columnHead, monitorRow } from "../board/monitor-row.ts";
import { empty } from "../components/empty.ts";
import { note } from "../components/note.ts";
import type { WhoModel } from "../explained.ts";
import { guidancePart } from "../guidance.ts";
import { html } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { drillPanel, type DrillModel } from "../on-call/drill-panel.ts";
import { groupFramed, type HeadModel } from "../on-call/head.ts";
import { ladderPanel, type LadderGroup } from "../on-call/ladder-panel.ts";
import { membersPanel, type MembersModel } from "../on-call/members-panel.ts";
import { whoNow } from "../on-call/now.ts";
import { publicPanel } from "../on-call/public-panel.ts";
import { groupSettingsPanel } from "../on-call/settings-panel.ts";
import { schedulesPanel, type GroupSchedulesModel } from "../on-call/schedules-panel.ts";
import { alertsPanel, sourcesPanel, type SourcesModel } from "../on-call/sources-panel.ts";
import type { PageAddresses } from "../publishing.ts";
import { weekPanel } from "../on-call/week.ts";
import { whoPanel } from "../on-call/who-panel.ts";
import { waitText } from "../../core/explain/who-would.ts";
import { personName } from "../../core/text/person.ts";

export interface OnCallModel extends MembersModel {
  /** The priority of the imagined incident. */
  priority: number;
  /** The groups that are paged after this one. */
  steps: readonly LadderGroup[];
  schedules: GroupSchedulesModel;
  /** At the present, or at the moment in the address. */
  who: WhoModel;
}

export function groupPage(frame: Frame, head: HeadModel, model: OnCallModel): string {
  const { group, members, priority, steps, schedules, who } = model;
  const names = members.map(({ user }) => personName(user));
  const people = members.map(({ would }) => would);
  const later = steps.map(({ title }, i) => ({
    title,
    after: waitText(
      steps.slice(0, i + 1).reduce((sum, { after_minutes }) => sum + after_minutes, 0),
    ),
  }));
  const now = whoNow({ priority, people, later }, frame);
  return groupFramed(
    frame,
    head,
    "",
    html`${live("now", note(now.look, now.text))} ${guidancePart(group)}
    ${live("ladder", ladderPanel(frame, { group, priority, members: names, steps }))}
    ${live("week", weekPanel(group, members, frame))} ${live("members", membersPanel(frame, model))}
    ${live("schedules", schedulesPanel(frame, schedules))}
    ${live("who-now", whoPanel(frame, who, group))}`,
  );
}

/** `more`: some monitors are not shown. */
export const groupMonitorsPage = (
  frame: Frame,
  head: HeadModel,
  { monitors, more }: { monitors: readonly MonitorRow[]; more: boolean },
): string =>
  groupFramed(
    frame,
    head,
    "monitors",
    html`<section class="panel boxed" aria-label="Monitors">
      ${live(
        "monitors",
        monitors.length === 0
          ? empty("pulse", "No monitor notifies this group")
          : html`${columnHead()}
              <ul class="mrows">
                ${monitors.map((one) => monitorRow(frame, one))}
              </ul>
              ${
                more
                  ? html`<p class="pf">
                      The ${monitors.length} worst.
                      <a href="${frame.base}/monitors?group=${head.group.id}">All of them</a>
                    </p>`
                  : null
              }`,
      )}
    </section>`,
  );

export const groupSourcesPage = (
  frame: Frame,
  head: HeadModel,
  { incidents, ...urls }: Omit<SourcesModel, "group">,
): string =>
  groupFramed(
    frame,
    head,
    "sources",
    html`${live("sources", sourcesPanel(frame, { group: head.group, ...urls }))}
    ${live("incidents", alertsPanel(frame, incidents))}`,
  );

export const groupPublicPage = (
  frame: Frame,
  head: HeadModel,
  pages: readonly PageAddresses[],
): string =>
  groupFramed(
    frame,
    head,
    "status-page",
    html`<div class="stack">${publicPanel(frame, head.group.id, pages)}</div>`,
  );

export const groupDrillsPage = (frame: Frame, head: HeadModel, drills: DrillModel): string =>
  groupFramed(frame, head, "drills", live("drills", drillPanel(frame, head.group, drills)));

export const groupSettingsPage = (
  frame: Frame,
  head: HeadModel,
  escalates_to: string | null,
): string =>
  groupFramed(frame, head, "settings", groupSettingsPanel(frame, head.group, escalates_to));
