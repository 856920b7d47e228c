/** The members of a group that would be notified, at any moment, and the gates behind it. Pure. */
import { empty } from "../components/empty.ts";
import { html, type Html } from "../html.ts";
import { gates, type WhoModel } from "../explained.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { exactly } from "../words.ts";
import { reachNow } from "./now.ts";

/** A closed part, open when the address asks about another moment. */
export function whoPanel(
  frame: Frame,
  { at, people, priority, typed, problem }: WhoModel,
  { id, timezone }: { id: string; timezone: string },
): Html {
  const isChosen = typed.at !== "" || typed.priority !== "";
  return html`<details class="panel why" id="who" ${isChosen ? html`open` : null}>
    <summary class="ph">
      ${icon("chev", "chev")}
      <h2>Who would be notified${isChosen ? "" : " now"}, and why?</h2>
    </summary>
    <div class="pb">
      <form class="acts" method="get" action="${frame.base}/alert_groups/${id}#who">
        <label for="at">An incident that opens at</label>
        <input
          class="in"
          id="at"
          type="datetime-local"
          name="at"
          value="${typed.at}"
          ${problem === null ? null : html`aria-invalid="true" aria-describedby="who-fault"`}
        />
        <span class="quiet">${timezone}</span>
        <label for="priority">of priority</label>
        <select class="in" id="priority" name="priority">
          ${["1", "2", "3"].map(
            (one) =>
              html`<option value="${one}" ${one === String(priority) ? html`selected` : null}>
                P${one}
              </option>`,
          )}
        </select>
        <button class="btn slim">Ask</button>
      </form>
      ${problem === null ? null : html`<p class="tone down" id="who-fault">${problem}</p>`}
    </div>
    <p class="pf">An incident of priority ${priority} that opens ${exactly(at, frame)}:</p>
    ${
      people.length === 0
        ? empty("call", "The group has no members")
        : html`<ul class="members">
            ${people.map(
              (one) =>
                html`<li class="whole">
                  ${reachNow(one, frame)}
                  <bdi>${one.sentence}</bdi>
                  ${one.devices.map(
                    (device) =>
                      html`<p class="strong"><bdi>${device.name ?? "Unnamed device"}</bdi></p>
                        ${gates(device.gates, frame)}`,
                  )}
                </li>`,
            )}
          </ul>`
    }
  </details>`;
}
