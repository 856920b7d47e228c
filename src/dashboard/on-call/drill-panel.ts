/** The drills of a group: the responses to the last one, when the next one is, and a button to start one. Pure. */
import type { AlertGroup, Drill, DrillPerson, Instant } from "../../core/model/model.ts";
import { cronText } from "../../core/silence/cron-text.ts";
import { empty } from "../components/empty.ts";
import { face } from "../components/face.ts";
import { panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { action, type Frame } from "../layout.ts";
import { exactly, when } from "../words.ts";

export interface DrillModel {
  /** null: none. */
  last: { drill: Drill; people: readonly DrillPerson[] } | null;
  /** When the next scheduled drill begins; null: none is scheduled. */
  next_at: Instant | null;
  /** Names of people, by id. */
  names: ReadonlyMap<string, string>;
}

const why =
  "A drill sends every member a silent push to confirm. It finds dead phones before an incident does.";

export function drillPanel(
  frame: Frame,
  { id, drill_cron, timezone }: Pick<AlertGroup, "id" | "drill_cron" | "timezone">,
  { last, next_at, names }: DrillModel,
): Html {
  const answered = last?.people.filter(({ answered_at }) => answered_at !== null).length ?? 0;
  return panel(
    {
      id: "drill-title",
      title: "Last drill",
      ...(last === null ? {} : { count: `${answered} of ${last.people.length} responded` }),
      tools:
        frame.may.write && last?.drill.ended_at !== null
          ? html`<span class="push"
              >${action(frame, `/alert_groups/${id}/drills`, "Start a drill", { class: "slim" })}</span
            >`
          : null,
    },
    html`${
        last === null
          ? empty("bell", "No drill so far", why)
          : html`<p class="pb">
                Started ${when(last.drill.at, frame)} by
                <bdi>${last.drill.started_by ?? "the schedule"}</bdi>${
                  last.drill.ended_at === null
                    ? html`. Members can respond until ${exactly(last.drill.ends_at, frame)}`
                    : null
                }.
              </p>
              <ul class="members">
                ${last.people.map((one) => personRow(frame, one, last.drill, names))}
              </ul>`
      }
      <p class="pf">
        ${
          drill_cron === null
            ? "No schedule: drills start by this button only."
            : html`Scheduled: ${cronText(drill_cron)}
              (${timezone}).${next_at === null ? null : html` Next ${exactly(next_at, frame)}.`}`
        }
      </p>`,
  );
}

function personRow(
  frame: Frame,
  { user_id, answered_at }: DrillPerson,
  drill: Drill,
  names: ReadonlyMap<string, string>,
): Html {
  const name = names.get(user_id) ?? "A removed user";
  return html`<li>
    ${face(name)}
    <div><bdi class="strong">${name}</bdi></div>
    <div>
      ${
        answered_at !== null
          ? html`${stateAs("ok", "Responded")} ${when(answered_at, frame)}`
          : drill.ended_at === null
            ? stateAs("unknown", "No response yet")
            : stateAs("down", "No response")
      }
    </div>
  </li>`;
}
