/** The page *On call*: the people that each group reaches now, the next ones, and the gaps of a year. Pure. */
import { nearTime } from "../chart/times.ts";
import { zoneOf } from "../../core/hours/zone.ts";
import { weekdayOf, weekdays } from "../../core/text/days.ts";
import { plural } from "../../core/text/plural.ts";
import { day as dayMs, hour } from "../../core/text/units.ts";
import { hatching, type Span } from "../chart/lane.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { searchField } from "../components/filter.ts";
import { note } from "../components/note.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, live, type Frame } from "../layout.ts";
import { inOrder, isYours, stateOf, type Duty } from "./model.ts";
import { dutyHead } from "./head.ts";
import { dutyRow, type DutyNames } from "./row.ts";
import { nameList } from "../components/name-list.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import { gapsIn, yearPanel, weeksAhead, type YearModel } from "./year-panel.ts";
import { fieldTime, midnightOf } from "../schedule/times.ts";
import type { Instant } from "../../core/model/model.ts";
import type { NextShift } from "../../core/on-call/next-shift.ts";

/** A schedule that no group uses. */
export interface UnusedSchedule {
  id: string;
  title: string;
  people: readonly string[];
  after: NextShift | null;
}

export interface OnCallPageModel {
  duties: readonly Duty[];
  names: DutyNames;
  /** The week that is shown. */
  span: Span;
  year: YearModel;
  unused: readonly UnusedSchedule[];
  /** The moment in the address, as a field has it; empty: now. `problem`: it is not a time. */
  typed: { at: string; search: string };
  at: Instant;
  /** All people that any group reaches. */
  people: number;
}

/** With more groups than this those that are well are folded. */
const mostRows = 20;
/** With fewer a filter is of no use. */
const fewRows = 5;

export function onCallPage(frame: Frame, model: OnCallPageModel): string {
  const { duties, unused } = model;
  return framed(
    frame,
    "On call",
    html`<div>
        <div class="lead said">
          <div>${live("head", dutyHead(frame, model))}</div>
          <div class="acts push">
            ${frame.who.user_id === null ? null : linkButton(`${frame.base}/my_shifts`, "My shifts")}
            ${frame.may.write ? linkButton(`${frame.base}/schedules/new`, "New schedule", { icon: "plus" }) : null}
          </div>
        </div>
        ${onCallTabs(frame, "on_call")}
      </div>
      ${
        duties.length === 0 && model.typed.search === ""
          ? noGroup(frame)
          : html`<div class="stack">
              ${hatching} ${live("gaps", gapsNote(frame, model))} ${dutiesPanel(frame, model)}
              ${live("year-panel", model.year.gapHours.length === 0 ? noSchedule(frame) : yearPanel(frame, model.year))}
              ${live("unused", unusedPanel(frame, unused, model.names))}
            </div>`
      }`,
    "board",
  );
}

const noGroup = (frame: Frame): Html =>
  html`<div class="panel">
    ${empty(
      "down",
      "No alert group yet",
      html`A group has the people that an incident pages. Its members can take turns later.
      ${frame.may.write ? html`<br />${linkButton(`${frame.base}/alert_groups/new`, "Create a group", { look: "primary" })}` : null}`,
      "down",
    )}
  </div>`;

const noSchedule = (frame: Frame): Html =>
  html`<section class="panel" aria-label="Schedules">
    ${empty(
      "cal",
      "No schedule yet",
      html`With two people, a schedule hands the turn on each Monday.
      ${frame.may.write ? html`<br />${linkButton(`${frame.base}/schedules/new`, "New schedule")}` : null}`,
    )}
  </section>`;

function gapsNote(frame: Frame, { year }: OnCallPageModel): Html | null {
  const gaps = gapsIn(year);
  const warnings = year.findings.length - gaps.length;
  const [first] = gaps;
  const others = html`${warnings === 0 ? null : `${plural(warnings, "warning")} · `}<a href="#year"
      >Show them</a
    >`;
  if (!first)
    return warnings === 0
      ? null
      : note("warn", html`<b>No gap in the coming ${weeksAhead} weeks</b> · ${others}`);
  return note(
    "down",
    html`<b>${plural(gaps.length, "gap")} in the coming ${weeksAhead} weeks,</b> the first
      ${first.from <= frame.now ? "now" : nearTime(first.from, frame)} in
      <bdi>${first.of.title}</bdi> · ${others}`,
  );
}

function dutiesPanel(frame: Frame, model: OnCallPageModel): Html {
  const { duties, span, names, typed } = model;
  const rows = inOrder(duties, frame.who.user_id);
  const folds = rows.length > mostRows && typed.search === "";
  const isWell = (one: Duty) => stateOf(one) === "reached" && !isYours(one, frame.who.user_id);
  const shown = folds ? rows.filter((one) => !isWell(one)) : rows;
  const folded = folds ? rows.filter(isWell) : [];
  const list = (of: readonly Duty[]) =>
    html`<ul class="rows">
      ${of.map((one) => dutyRow(frame, one, span, names))}
    </ul>`;
  return html`<section class="panel duties boxed" aria-labelledby="duties-title">
    <div class="ph">
      <h2 id="duties-title">On call</h2>
      ${moments(frame, model)}
      <form class="at hide-s" method="get" action="${frame.base}/on_call">
        <label class="unseen" for="at">At</label>
        <input class="in" id="at" name="at" type="datetime-local" value="${typed.at}" />
        <button class="btn slim">Show</button>
      </form>
      ${
        rows.length > fewRows || typed.search !== ""
          ? html`<form class="push" method="get" action="${frame.base}/on_call" data-filter>
              ${typed.at === "" ? null : html`<input type="hidden" name="at" value="${typed.at}" />`}
              ${searchField("a group or a person", typed.search)}
            </form>`
          : null
      }
    </div>
    ${columns(frame, span)}
    ${live(
      "duties",
      rows.length === 0
        ? empty("search", "No group and no person has this name")
        : html`${list(shown)}
          ${
            folded.length === 0
              ? null
              : html`<details class="divider fold" id="well">
                  <summary>
                    ${icon("chev", "chev")}${plural(folded.length, "more group")} with somebody on
                    call
                  </summary>
                  ${list(folded)}
                </details>`
          }`,
    )}
    <p class="pf">
      Blue: you · hatched: an override · violet: on hold until contact hours · red: nobody · line:
      now
    </p>
  </section>`;
}

/** The present, tonight and the next weekend. */
function moments(frame: Frame, { typed }: OnCallPageModel): Html {
  const today = zoneOf(frame.zone).day(frame.now);
  const tonight = midnightOf(today, frame) + 3 * hour;
  const saturday = today + ((6 - weekdayOf(today) + 7) % 7 || 7);
  const night = fieldTime(
    tonight > frame.now ? tonight : midnightOf(today + 1, frame) + 3 * hour,
    frame,
  );
  const weekend = fieldTime(midnightOf(saturday, frame) + 12 * hour, frame);
  const at = (label: string, value: string) => ({
    label,
    href: `${frame.base}/on_call${value === "" ? "" : `?at=${value}`}`,
    chosen: typed.at === value,
  });
  return segments("At", [at("Now", ""), at("Tonight 03:00", night), at("Next weekend", weekend)]);
}

function columns(frame: Frame, span: Span): Html {
  const today = zoneOf(frame.zone).day(frame.now);
  return html`<div class="duty heads" aria-hidden="true">
    <span>Group</span><span>Now</span><span>Next</span>
    <div class="h">
      ${Array.from({ length: span.days }, (_, i) => {
        const day = span.day + i;
        return html`<span class="${day === today ? "today" : ""}"
          >${weekdays[weekdayOf(day)]!} ${new Date(day * dayMs).getUTCDate()}</span
        >`;
      })}
    </div>
    <span></span>
  </div>`;
}

function unusedPanel(
  frame: Frame,
  unused: readonly UnusedSchedule[],
  { nameOf }: DutyNames,
): Html | null {
  if (unused.length === 0) return null;
  return html`<section class="panel" aria-label="Schedules that no group uses">
    <details class="divider fold" id="unused-list">
      <summary>
        ${icon("chev", "chev")}${plural(unused.length, "schedule")} that no group uses<span
          class="quiet hide-s cut"
          ><bdi>${unused.map(({ title }) => title).join(", ")}</bdi></span
        >
      </summary>
      <ul class="overs">
        ${unused.map(
          ({ id, title, people, after }) =>
            html`<li>
              <div>
                <a class="name" href="${frame.base}/schedules/${id}"><bdi>${title}</bdi></a>
                <small
                  >${people.length === 0 ? "nobody" : nameList(people.map(nameOf))}${after === null ? null : html` until ${nearTime(after.from, frame)}, then ${after.user_ids.length === 0 ? "nobody" : nameList(after.user_ids.map(nameOf))}`}</small
                >
              </div>
              <a class="btn plain slim" href="${frame.base}/schedules/${id}"
                >Open<span class="unseen"> ${title}</span></a
              >
            </li>`,
        )}
      </ul>
    </details>
  </section>`;
}
