/** Schedules: the people on call in each, and the next one. Pure. */
import { nearTime } from "../chart/times.ts";
import type { Instant } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { face } from "../components/face.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import type { ShownSchedule } from "./model.ts";
import { managed } from "../words.ts";
import { fallbackText, handoffText } from "./page.ts";

interface Stay {
  user_id: string;
  name: string | null;
  email: string;
  until: Instant | null;
}

/** A schedule in the list. */
export interface ScheduleLine {
  schedule: ShownSchedule & { on_call: readonly Stay[]; next: Stay | null };
  groups: readonly { id: string; title: string }[];
  /** The schedules that fall back to it. */
  before: readonly { id: string; title: string }[];
}

export const schedulesPage = (frame: Frame, schedules: readonly ScheduleLine[]): string =>
  framed(
    frame,
    "Schedules",
    html`<div>
        <div class="lead">
          <h1>On call</h1>
          ${
            frame.may.write
              ? html`<div class="push">
                  ${linkButton(`${frame.base}/schedules/new`, "New schedule", { icon: "plus" })}
                </div>`
              : null
          }
        </div>
        ${onCallTabs(frame, "schedules")}
      </div>
      <section class="panel" aria-label="Schedules">
        ${live(
          "schedules",
          schedules.length === 0
            ? empty(
                "cal",
                "No schedule yet",
                "With two people, a schedule hands the turn on each Monday.",
              )
            : html`<ul class="members schedules">
                ${schedules.map((one) => row(frame, one))}
              </ul>`,
        )}
      </section>`,
    "board",
  );

const mostNames = 3;

function row(frame: Frame, { schedule, groups, before }: ScheduleLine): Html {
  const { on_call, next, people, everyone, timezone } = schedule;
  const ends = on_call.flatMap(({ until }) => until ?? []);
  return html`<li id="schedule-${schedule.id}">
    ${on_call[0] ? face(personName(on_call[0])) : html`<span></span>`}
    <div>
      <a class="name" href="${frame.base}/schedules/${schedule.id}"><bdi>${schedule.title}</bdi></a>
      ${managed(schedule.project)}
      <small
        >${plural(new Set(people).size, "person", "people")},
        ${everyone ? "everyone at once" : handoffText(schedule)} (${timezone})</small
      >
    </div>
    <div>
      ${
        on_call.length === 0
          ? stateAs("down", "Nobody is on call")
          : html`<span class="strong">${nameList(on_call.map(personName), mostNames + 1)}</span>
              <small
                >${ends.length === 0 ? "no change within a year" : `until ${nearTime(Math.min(...ends), frame)}`}</small
              >`
      }
    </div>
    <div>
      ${
        next === null
          ? html`<span class="quiet"
              >${everyone ? "no turns" : on_call.length === 0 ? null : "nobody is next"}</span
            >`
          : html`next <bdi>${personName(next)}</bdi>
              <small>${next.until === null ? null : `from ${nearTime(next.until, frame)}`}</small>`
      }
    </div>
    <div>
      ${
        groups.length === 0
          ? (fallbackText(frame.base, before) ?? html`<span class="quiet">used by no group</span>`)
          : groups.map(
              ({ id, title }, i) =>
                html`${i === 0 ? "" : ", "}<a href="${frame.base}/alert_groups/${id}"
                    ><bdi>${title}</bdi></a
                  >`,
            )
      }
    </div>
  </li>`;
}
