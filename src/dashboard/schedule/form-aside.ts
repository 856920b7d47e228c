/** Beside the form of a schedule: the next turns, those that change with the person that had them, and the rule in words. Pure. */
import { nearTime, placeOf, zoneTitle } from "../chart/times.ts";
import type { Interval } from "../../core/hours/interval.ts";
import { cronText } from "../../core/silence/cron-text.ts";
import { plural } from "../../core/text/plural.ts";
import { panel, padded } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { spanOf } from "./times.ts";

/** A turn to come. */
export interface NextTurn extends Interval {
  name: string;
  /** The person that has it until the form is saved; null: a new schedule, or no one. */
  before: string | null;
  isChanged: boolean;
}

export interface ScheduleAside {
  /** Null: the fields are not sound yet. */
  turns: readonly NextTurn[] | null;
  people: number;
  everyone: boolean;
  handoff_cron: string;
  handoff_every: number;
  timezone: string;
  /** `22:00–06:00`; null: all day. */
  hours: string | null;
  /** The title of the schedule that answers otherwise; null: none. */
  otherwise: string | null;
  /** Overrides that have an effect now, and none after the edit. */
  lost: number;
}

export const scheduleAside = (frame: Frame, of: ScheduleAside): Html =>
  html`${panel(
    {
      id: "turns-title",
      title: of.everyone ? "On call" : "Next five turns",
      tools: html`<span class="quiet small push">${zoneTitle(frame)}</span>`,
    },
    turnList(frame, of),
  )}
  ${panel({ id: "words-title", title: "In words" }, padded(inWords(of)))}`;

function turnList(frame: Frame, { turns, everyone, lost }: ScheduleAside): Html {
  if (turns === null)
    return padded(html`<p class="quiet">Choose people and a handoff to see the turns.</p>`);
  if (everyone) return padded(html`<p>Everyone is on call together.</p>`);
  return html`<ul class="five">
      ${turns.map(
        (one) =>
          html`<li class="${one.isChanged ? "diff" : ""}">
            <div>
              <bdi class="strong">${one.name}</bdi>
              <small
                >${one.from <= frame.now ? `now – ${nearTime(one.until, frame)}` : spanOf(one, frame)}</small
              >
            </div>
            ${
              one.isChanged
                ? html`<span class="small"
                    >${one.before === null ? "new" : html`was <bdi>${one.before}</bdi>`}</span
                  >`
                : html`<span class="small quiet">${one.before === null ? null : "unchanged"}</span>`
            }
          </li>`,
      )}
    </ul>
    ${
      lost === 0
        ? null
        : html`<p class="pf">
            <b class="tone warn"
              >${plural(lost, "override")} ${lost === 1 ? "loses its" : "lose their"} effect.</b
            >
          </p>`
    }`;
}

function inWords(of: ScheduleAside): Html {
  const { people, everyone, handoff_cron, handoff_every, timezone, hours, otherwise } = of;
  const every = handoff_every === 1 ? "" : `, at every ${handoff_every} of these times,`;
  return html`<p>
    ${
      everyone
        ? html`All <b>${plural(people, "person", "people")}</b> are on call at once.`
        : html`<b>${cronText(handoff_cron).replace(/^e/, "E")}</b> in
            <b>${placeOf(timezone)}</b>${every} the next of
            <b>${plural(people, "person", "people")}</b> takes over.`
    }
    ${hours === null ? null : html`It counts <b>${hours}</b> there.`}
    ${otherwise === null ? null : html`Otherwise <b><bdi>${otherwise}</bdi></b> answers.`}
  </p>`;
}
