/** The timeline of an incident; pushes in a row are folded. Pure. */
import { foldTimeline, type Entry } from "../../core/incident/folded-timeline.ts";
import type { TimelineKind } from "../../core/model/model.ts";
import { spanText } from "../chart/times.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { icon, type Icon } from "../icons.ts";
import { returning, type Frame } from "../layout.ts";
import { exactly, linked } from "../words.ts";
import type { IncidentModel } from "./model.ts";

/** The look and the icon of an entry; others are a bell. */
const shapes: Partial<Record<TimelineKind, [look: string, shape: Icon]>> = {
  opened: ["down", "down"],
  status_changed: ["", "pulse"],
  acknowledged: ["acked", "acked"],
  reopened: ["down", "down"],
  note: ["", "note"],
  repeated: ["", "repeat"],
  escalated: ["", "call"],
  held: ["silenced", "silenced"],
  paused: ["paused", "paused"],
  resolved: ["ok", "ok"],
  nobody_to_notify: ["down", "down"],
  perhaps_delivered: ["warn", "warn"],
  not_reached: ["down", "down"],
  refused: ["down", "down"],
  expired: ["down", "down"],
};

/** The latest comes first; a story that has ended is read forwards, unless the address says otherwise. */
export const isForwards = ({ path }: Frame, { past }: IncidentModel): boolean =>
  past !== null && new URL(path, "http://page").searchParams.get("order") !== "newest";

export function storyEvents(frame: Frame, model: IncidentModel): Html {
  const runs = foldTimeline(model.timeline);
  const ordered = isForwards(frame, model) ? runs.toReversed() : runs;
  return html`<ol class="events">
    ${ordered.map((run) => (run.length === 1 ? row(frame, run[0]!) : folded(frame, run)))}
  </ol>`;
}

/** The choice of its order, for a story that has ended. */
export const storyOrder = (frame: Frame, model: IncidentModel): Html => {
  const at = `${frame.base}/incidents/${model.incident.number}`;
  const forwards = isForwards(frame, model);
  return segments("Order", [
    { label: "Oldest first", href: at, chosen: forwards },
    { label: "Newest first", href: `${at}?order=newest`, chosen: !forwards },
  ]);
};

/** The box for a note; typed text stays when the timeline changes. */
export const noteBox = (frame: Frame, { incident }: IncidentModel): Html | null =>
  frame.may.respond
    ? html`<form class="write" method="post" action="${frame.base}/incidents/${incident.id}/notes">
        ${returning(frame)}
        <label class="unseen" for="note">Write a note</label>
        <input
          class="in"
          id="note"
          name="text"
          required
          maxlength="4000"
          autocomplete="off"
          placeholder="Write a note: others on call see it at once"
        />
        <button class="btn">Add note</button>
      </form>`
    : null;

const time = (frame: Frame, { at }: Entry): Html => exactly(at, frame);

function row(frame: Frame, entry: Entry): Html {
  const [look, shape] = shapes[entry.kind] ?? ["", "bell"];
  return html`<li class="${look}">
    ${time(frame, entry)}${icon(shape)}
    <div>
      ${entry.actor === null || entry.text.includes(entry.actor) ? null : html`<b><bdi>${entry.actor}</bdi></b> `}<span
        class="preserve"
        ><bdi>${linked(entry.text, frame)}</bdi></span
      >
    </div>
  </li>`;
}

function folded(frame: Frame, run: readonly Entry[]): Html {
  const [newest, oldest] = [run[0]!, run.at(-1)!];
  const again = run.filter(({ kind }) => kind === "repeated").length;
  return html`<li>
    ${time(frame, newest)}${icon("repeat")}
    <div>
      <details id="run-${oldest.at}">
        <summary>
          ${again > 0 ? `Paged again ${again === 1 ? "once" : `${again} times`}, ` : ""}${run.length}
          entries, ${spanText(oldest.at, newest.at, frame)}
        </summary>
        ${run.map(
          (one) =>
            html`<p class="quiet">${time(frame, one)} <bdi>${linked(one.text, frame)}</bdi></p>`,
        )}
      </details>
    </div>
  </li>`;
}
