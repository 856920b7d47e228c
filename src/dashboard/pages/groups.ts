/** Alert groups: the people on call in each, and the next gap. Pure. */
import { gapText } from "../../core/on-call/coverage-text.ts";
import { coverageOfGroup } from "../../core/paging/coverage.ts";
import { audienceOf, type Roster } from "../../core/on-call/audience.ts";
import { plural } from "../../core/text/plural.ts";
import { tally, totalOf } from "../../core/status/situation.ts";
import type { GroupModel } from "../board/monitor-groups.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { columnHeads } from "../components/heads.ts";
import { prio } from "../components/prio.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { inboundNote } from "../on-call/head.ts";
import { isWorking, type ShownGroup } from "../on-call/model.ts";
import { onCallNow } from "../on-call/now.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import { managed } from "../words.ts";

export interface GroupLine {
  group: ShownGroup;
  roster: Roster;
  counts: GroupModel["counts"];
  /** Unresolved incidents. */
  incidents: number;
}

export function groupsPage(frame: Frame, groups: readonly GroupLine[]): string {
  return framed(
    frame,
    "On call",
    html`<div>
        <div class="lead">
          <h1>On call</h1>
          ${
            frame.may.write
              ? html`<div class="push">
                  ${linkButton(`${frame.base}/alert_groups/new`, "New group", { icon: "plus" })}
                </div>`
              : null
          }
        </div>
        ${onCallTabs(frame, "alert_groups")}
      </div>
      <section class="panel" aria-label="Alert groups">
        ${live(
          "groups",
          groups.length === 0
            ? empty(
                "call",
                "No alert groups yet",
                "An alert group says who is notified, and when. Every monitor belongs to one.",
              )
            : html`<ul class="members groups">
                ${columnHeads("", "Group", "Now", "Monitors")}
                ${groups.map((one) => groupRow(frame, one))}
              </ul>`,
        )}
      </section>`,
    "board",
  );
}

function groupRow(frame: Frame, { group, roster, counts, incidents }: GroupLine): Html {
  const path = `${frame.base}/alert_groups/${group.id}`;
  const { failing } = tally(counts);
  return html`<li id="group-${group.id}">
    ${prio(group.priority_level)}
    <div>
      <a class="name" href="${path}"><bdi>${group.title}</bdi></a>
      ${managed(group.project)}
    </div>
    <div>${onCallNow(frame, group, roster)} ${nextGap(frame, group, roster)}</div>
    <div>
      <span
        ><a href="${path}/monitors">${plural(totalOf(counts), "monitor")}</a>
        ${failing === 0 ? null : stateAs("down", `${failing} failing`)}</span
      >
      ${
        incidents === 0
          ? null
          : html`<small
              ><a href="${frame.base}/incidents?group=${group.id}"
                >${plural(incidents, "open incident")}</a
              ></small
            >`
      }
    </div>
    ${inboundNote(frame, group)}
  </li>`;
}

/** The next hours in which every member with a working device is off; null: none in 53 weeks. */
function nextGap(frame: Frame, group: ShownGroup, roster: Roster): Html | null {
  const working = audienceOf(roster, frame.now).filter(({ devices }) => devices.some(isWorking));
  if (working.length === 0) return null;
  const members = working.map(({ member }) => member);
  const next = coverageOfGroup(group, members, frame.now).gaps.find(({ from }) => from > frame.now);
  return next ? html`<small>next gap ${gapText(next, frame.zone, frame.now)}</small>` : null;
}
