/** The head of the pages of an alert group: its title, its state, its actions, and its tabs. Pure. */
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import { tally, totalOf, type StatusCount } from "../../core/status/situation.ts";
import { linkButton } from "../components/button.ts";
import { crumbs } from "../components/crumbs.ts";
import { menu } from "../components/menu.ts";
import { note } from "../components/note.ts";
import { pill } from "../components/state.ts";
import { tabs } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, live, type Frame } from "../layout.ts";
import { readOnlyNotice, silenceButtons, silencedNote } from "../silenced.ts";
import { managed } from "../words.ts";
import type { ShownGroup } from "./model.ts";

export interface HeadModel {
  group: ShownGroup;
  counts: readonly StatusCount[];
  /** The silence in effect for the whole group; null: none. */
  quiet: SilenceInEffect | null;
}

/** The tabs by the last part of their addresses; empty: the group itself. */
export const groupTabs = {
  "": "On call",
  monitors: "Monitors",
  sources: "Sources",
  "status-page": "Status pages",
  drills: "Drills",
  settings: "Settings",
} as const;
export type GroupTab = keyof typeof groupTabs;

/** One tab of a group. */
export function groupFramed(frame: Frame, head: HeadModel, tab: GroupTab, body: Html): string {
  const { group, counts, quiet } = head;
  const path = `${frame.base}/alert_groups/${group.id}`;
  const { failing } = tally(counts);
  return framed(
    frame,
    tab === "" ? group.title : `${groupTabs[tab]} · ${group.title}`,
    html`<div class="mhead">
        ${crumbs([[`${frame.base}/alert_groups`, "On call"]])}
        <div class="title">
          <h1><bdi>${group.title}</bdi></h1>
          ${live("state", failing === 0 ? null : pill("down", `${failing} failing`))}
          ${managed(group.project)} ${actions(frame, head)}
        </div>
        ${tabs(
          group.title,
          Object.entries(groupTabs).map(([name, label]) => ({
            label,
            href: name === "" ? path : `${path}/${name}`,
            ...(name === "monitors" ? { count: totalOf(counts) } : {}),
            chosen: name === tab,
          })),
        )}
        ${live("notes", html`${silencedNote(frame, quiet)} ${inboundNote(frame, group)}`)}
      </div>
      <div class="stack">${body}</div>`,
    "board",
  );
}

function actions(frame: Frame, { group, quiet }: HeadModel): Html {
  const report = linkButton(`${frame.base}/reports?group=${group.id}`, "Report");
  if (!frame.may.respond)
    return html`<div class="acts push">${readOnlyNotice(frame)} ${report}</div>`;
  return html`<div class="acts push">
    ${report}
    ${
      quiet === null
        ? menu(
            "silence-menu",
            html`<span class="btn">Silence${icon("below", "s12")}</span>`,
            silenceButtons(frame, `group:${group.id}`, "group"),
          )
        : null
    }
    ${frame.may.write ? linkButton(`${frame.base}/alert_groups/${group.id}/edit`, "Edit") : null}
  </div>`;
}

/** Its URL rejects what is sent to it; null: it does not. */
export function inboundNote(frame: Frame, { subject }: ShownGroup): Html | null {
  if (subject.status !== "failing") return null;
  return note(
    "down",
    html`<b>Its URL rejects what is sent to it:</b>
      <bdi>${subject.status_reason ?? "no reason was recorded"}</bdi>
      <a href="${frame.base}/activity?target=${subject.id}">Inbound events</a>`,
  );
}
