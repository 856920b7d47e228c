/** The schedules of a group: the people that each has on call, added and removed here. Pure. */
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, returning, type Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";

/** A schedule in the group. */
export interface GroupScheduleLine {
  id: string;
  title: string;
  turn: "now" | "next";
  /** The people on call now, or the next one. */
  people: readonly string[];
}

export interface GroupSchedulesModel {
  group_id: string;
  schedules: readonly GroupScheduleLine[];
  /** All schedules of the organization. */
  all: readonly { id: string; title: string }[];
}

const turnWords = { now: "the people on call", next: "the next person" };

export function schedulesPanel(frame: Frame, model: GroupSchedulesModel): Html {
  const { schedules, group_id } = model;
  return panel(
    { id: "schedules-title", title: "Schedules", count: schedules.length },
    html`${
      schedules.length === 0
        ? empty(
            "cal",
            "No schedule",
            "A schedule adds its people on call to the group, and hands over from turn to turn.",
          )
        : html`<ul class="overs">
            ${schedules.map((one) => scheduleRow(frame, group_id, one))}
          </ul>`
    }
    ${addSchedule(frame, model)}`,
  );
}

function scheduleRow(
  frame: Frame,
  group_id: string,
  { id, title, turn, people }: GroupScheduleLine,
): Html {
  return html`<li id="group-schedule-${id}-${turn}">
    <div>
      <a class="name" href="${frame.base}/schedules/${id}"><bdi>${title}</bdi></a>
      <span class="quiet">${turnWords[turn]}</span>
      <small
        >${
          people.length > 0
            ? nameList(people)
            : turn === "now"
              ? stateAs("down", "Nobody is on call")
              : "nobody is next"
        }</small
      >
    </div>
    ${
      frame.may.write
        ? action(frame, `/alert_groups/${group_id}/schedules/${id}/delete`, "Remove", {
            class: "plain slim",
            fields: { turn },
            name: `Remove ${title} from the group`,
          })
        : null
    }
  </li>`;
}

function addSchedule(frame: Frame, { group_id, all }: GroupSchedulesModel): Html | null {
  if (!frame.may.write) return null;
  if (all.length === 0)
    return html`<p class="pf">
      No schedule exists yet. <a href="${frame.base}/schedules/new">New schedule</a>
    </p>`;
  return html`<form
    class="pf acts"
    method="post"
    action="${frame.base}/alert_groups/${group_id}/schedules"
  >
    ${returning(frame)}
    <label for="new-schedule">Add a schedule</label>
    <select class="in" id="new-schedule" name="schedule_id">
      ${all.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
    </select>
    <label class="unseen" for="new-turn">Its people</label>
    <select class="in" id="new-turn" name="turn">
      <option value="now">${turnWords.now}</option>
      <option value="next">${turnWords.next}</option>
    </select>
    <button class="btn slim">Add</button>
  </form>`;
}
