/** Four weeks of a schedule: a lane for its coverage, and one for each person. Pure. */
import { zoneOf } from "../../core/hours/zone.ts";
import { weekdayOf, weekdays, dateText } from "../../core/text/days.ts";
import { day as dayMs } from "../../core/text/units.ts";
import { hatching, lane, placeIn, type Band } from "../chart/lane.ts";
import { isolated } from "../chart/scale.ts";
import { placeOf, timeOfDay, zoneTitle } from "../chart/times.ts";
import { initials } from "../components/face.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { live, type Frame } from "../layout.ts";
import { scheduleAddress } from "./address.ts";
import type { PersonBands, ShiftBand } from "./bands.ts";
import type { ScheduleModel } from "./model.ts";
import { spanOf } from "./times.ts";
import { popover } from "./popover.ts";
import { bandLabel, bandTitle, nameOrYou } from "./words.ts";

/** More handoffs than this have marks without times. */
const mostHandoffTimes = 6;

export function weeksPanel(frame: Frame, model: ScheduleModel): Html {
  const { view } = model;
  return html`<section class="panel weeks" id="weeks" aria-labelledby="weeks-title">
    <div class="ph">
      <h2 id="weeks-title">Four weeks</h2>
      <span class="quiet">${zoneTitle(frame)}</span>
      ${viewSwitch(frame, model)} ${weekLinks(frame, model)}
    </div>
    <div class="cal">
      ${hatching} ${live("lanes", lanes(frame, model))}
      ${live("pops", view.open && popover(frame, model, view.open))}
    </div>
    ${legend(frame)}
  </section>`;
}

/** The choice between the picture and the list. */
export const viewSwitch = (frame: Frame, model: ScheduleModel): Html =>
  html`<span class="push hide-s"
    >${segments("Show", [
      {
        label: "Weeks",
        href: scheduleAddress(frame, model, { byDay: false }),
        chosen: !model.view.byDay,
      },
      {
        label: "By day",
        href: scheduleAddress(frame, model, { byDay: true }),
        chosen: model.view.byDay,
      },
    ])}</span
  >`;

/** Four weeks earlier or later. */
export function weekLinks(frame: Frame, model: ScheduleModel): Html {
  const { span } = model.view;
  const to = (day: number | null) => scheduleAddress(frame, model, { day });
  return html`<nav class="acts" aria-label="Weeks">
    <a class="btn icon slim" href="${to(span.day - span.days)}" aria-label="Four weeks earlier"
      >${icon("back", "s12")}</a
    >
    <a class="btn slim" href="${to(null)}">Today</a>
    <a class="btn icon slim" href="${to(span.day + span.days)}" aria-label="Four weeks later"
      >${icon("chev", "s12")}</a
    >
  </nav>`;
}

function lanes(frame: Frame, model: ScheduleModel): Html {
  const { people } = model.bands;
  return html`<div class="lanes">
    <span class="corner"></span>${dayHeads(frame, model)} ${handoffLane(frame, model)}
    ${coverageLane(frame, model)} ${people.map((one) => personLane(frame, model, one))}
  </div>`;
}

/** The days, with the date of each Monday. */
function dayHeads({ now, zone }: Frame, { view: { span } }: ScheduleModel): Html {
  const today = zoneOf(zone).day(now);
  const year = new Date(zoneOf(zone).local(now)).getUTCFullYear();
  return html`<div class="h28" aria-hidden="true">
    ${Array.from({ length: span.days }, (_, i) => {
      const day = span.day + i;
      const weekday = weekdayOf(day);
      const date = new Date(day * dayMs).getUTCDate();
      return html`<span class="${weekday % 6 === 0 ? "we" : ""}${day === today ? " today" : ""}"
        >${i % 7 === 0 ? html`<b>${weekdays[weekday]!} ${dateText(day, year)}</b>` : null}${date}</span
      >`;
    })}
  </div>`;
}

/** The handoffs, each with its time in both zones. */
function handoffLane(frame: Frame, { schedule, bands, view }: ScheduleModel): Piece {
  const { handoffs } = bands;
  if (handoffs.length === 0) return null;
  const isElsewhere = frame.zone !== schedule.timezone;
  const there = { ...frame, zone: schedule.timezone };
  const isFew = handoffs.length <= mostHandoffTimes;
  return html`<span class="hz"
      >Handoff${isElsewhere && isFew ? ` (in ${placeOf(schedule.timezone)})` : null}</span
    >
    <svg class="lane hands" aria-hidden="true">
      ${handoffs.map(
        (at) =>
          html`<svg x="${placeIn(view.span, at)}%" width="25%" height="100%" overflow="visible">
            <path class="mark" d="M-4 6h8l-4 6z" />
            ${
              isFew
                ? html`<text x="8" y="50%">
                    ${timeOfDay(at, frame)}${isElsewhere ? ` (${timeOfDay(at, there)})` : null}
                  </text>`
                : null
            }
          </svg>`,
      )}
    </svg>`;
}

const rowHead = (face: Piece, title: Piece, note: Piece): Html =>
  html`<div class="r">
    <span class="face" aria-hidden="true">${face}</span>
    <div>${title}<small>${note}</small></div>
  </div>`;

function coverageLane(frame: Frame, model: ScheduleModel): Html {
  const { bands, titleOf, view, schedule } = model;
  const others = [...new Set(bands.elsewhere.map(({ by }) => titleOf(by)))];
  const all: Band[] = [
    ...bands.own.map((one) => ({
      ...one,
      look: "cov",
      title: `${spanOf(one, frame)}: ${schedule.title}`,
    })),
    ...bands.elsewhere.map(({ by, ...one }) => ({
      ...one,
      look: "else",
      height: "low" as const,
      title: `${spanOf(one, frame)}: ${isolated(titleOf(by))}`,
    })),
    ...bands.gaps.map((one) => ({
      ...one,
      look: "gap",
      height: "full" as const,
      title: `${spanOf(one, frame)}: nobody`,
    })),
  ];
  const gaps = bands.gaps.map((one) => spanOf(one, frame));
  return html`${rowHead(
    icon("bell"),
    html`<span class="strong">Somebody on call</span>`,
    others.length > 0 ? html`pale: <bdi>${others.join(", ")}</bdi>` : null,
  )}
  ${lane({
    label: `Coverage: ${gaps.length === 0 ? "somebody is on call all the time" : `nobody ${gaps.slice(0, 5).join(", ")}${gaps.length > 5 ? ` and ${gaps.length - 5} more times` : ""}`}`,
    span: view.span,
    now: frame.now,
    bands: all,
    marks: bands.handoffs,
  })}`;
}

function personLane(frame: Frame, model: ScheduleModel, person: PersonBands): Html {
  const { nameOf, unverified, view, bands } = model;
  const { user_id, takesTurns } = person;
  const name = nameOf(user_id);
  const titles = person.bands.map((band) => bandTitle(frame, model, band));
  return html`${rowHead(
    initials(name),
    html`<bdi class="strong cut">${name}</bdi>
      ${user_id === frame.who.user_id ? html`<span class="tag">you</span>` : null}`,
    unverified.has(user_id)
      ? html`<span class="tone warn">no verified phone</span>`
      : takesTurns
        ? null
        : "takes no turns",
  )}
  ${lane({
    label: `${isolated(name)}: ${titles.length === 0 ? "not on call in these weeks" : plainList(titles)}`,
    span: view.span,
    now: frame.now,
    marks: bands.handoffs,
    bands: [
      ...person.bands.flatMap((band) => drawn(frame, model, band)),
      ...person.away.map((one) => ({
        ...one,
        look: "away",
        height: "thin" as const,
        title: `Away ${spanOf(one, frame)}`,
      })),
    ],
  })}`;
}

/** At most a few: each band has a title of its own. */
const plainList = (titles: readonly string[]): string =>
  titles.length === 1 ? titles[0]! : `${titles.length} shifts`;

/** A band with the holes in it. */
function drawn(frame: Frame, model: ScheduleModel, band: ShiftBand): Band[] {
  const isGiven = band.inside.length === 0 && band.holes.length > 0;
  const isTurn = band.override_id === null;
  return [
    {
      from: band.from,
      until: band.until,
      look: isGiven ? "gave" : isTurn ? "own" : "over",
      title: bandTitle(frame, model, band),
      label: bandLabel(frame, model, band),
      inside: isTurn && !isGiven ? band.inside : [],
      hatched: !isTurn,
      href: `${scheduleAddress(frame, model, { shift: band.key })}#shift`,
      id: `band-${band.key}`,
    },
    ...(isGiven ? [] : band.holes).map((hole) => ({
      from: hole.from,
      until: hole.until,
      look: "hole",
      title: `${spanOf(hole, frame)}: ${hole.user_id === null ? "away, nobody stands in" : `given to ${nameOrYou(frame, model, hole.user_id)}`}`,
    })),
  ];
}

const legend = (frame: Frame): Html => {
  const entries: [look: string, word: string][] = [
    ["l-own", "Own turn"],
    ["l-out", "outside its hours"],
    ["l-hat", "Override"],
    ["l-gave", "Given away"],
    ["l-away", "Away"],
    ["l-gap", "Nobody"],
  ];
  return html`<div class="pf legend">
    ${entries.map(
      ([look, word]) =>
        html`<span
          ><svg viewBox="0 0 16 10" aria-hidden="true">
            ${look === "l-hat" ? html`<rect class="l-tint" width="16" height="10" />` : null}
            <rect
              class="${look}"
              width="16"
              height="10"
              ${look === "l-hat" ? html`fill="url(#hatch)"` : null}
            /></svg
          >${word}</span
        >`,
    )}
    ${frame.may.respond ? html`<span class="push">Choose a band to take, cover or swap it</span>` : null}
  </div>`;
};
