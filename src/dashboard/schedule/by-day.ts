/** The shifts of a schedule as a list by day: the picture in words, for a phone. Pure. */
import { zoneOf } from "../../core/hours/zone.ts";
import type { Interval } from "../../core/hours/interval.ts";
import { day } from "../../core/text/units.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { nearTime, timeOfDay } from "../chart/times.ts";
import { scheduleAddress } from "./address.ts";
import type { ShiftBand } from "./bands.ts";
import type { ScheduleModel } from "./model.ts";
import { overrideButton } from "./take.ts";
import { dayName, spanOf } from "./times.ts";
import { viewSwitch, weekLinks } from "./weeks-panel.ts";
import { doing } from "./words.ts";

/** Days with one of these are listed. */
interface Entry extends Interval {
  line: Html;
}

export function byDayPanel(frame: Frame, model: ScheduleModel): Html {
  return html`<section class="panel bydays" id="by-day" aria-labelledby="by-day-title">
    <div class="ph">
      <h2 id="by-day-title">By day</h2>
      <span class="quiet small">days on which something changes</span>
      ${viewSwitch(frame, model)} ${weekLinks(frame, model)}
    </div>
    ${live("days", dayList(frame, model))}
  </section>`;
}

function dayList(frame: Frame, model: ScheduleModel): Html {
  const { span } = model.view;
  const start = Math.max(span.from, Math.min(frame.now, span.until));
  const there = zoneOf(frame.zone);
  const entries: Entry[] = [
    ...model.bands.people
      .flatMap(({ bands }) => bands)
      .filter((band) => band.until > start && band.inside.length > 0)
      .map((band) => ({ ...band, line: bandLine(frame, model, band) })),
    ...model.bands.gaps
      .filter(({ until }) => until > start)
      .map((gap) => ({ ...gap, line: gapLine(frame, model, gap) })),
  ].toSorted((a, b) => a.from - b.from);
  const days = Map.groupBy(entries, ({ from }) => there.day(Math.max(from, start)));
  if (days.size === 0)
    return html`<div class="daylist"><p class="pb quiet">Nothing changes in these days.</p></div>`;
  return html`<div class="daylist">
    ${[...days].map(
      ([date, own]) =>
        html`<h3>
            ${dayName(Math.max(own[0]!.from, start), frame)}
            ${date === there.day(frame.now) ? html`<span class="quiet">today</span>` : null}
          </h3>
          <ul>
            ${own.map(({ line }) => line)}
          </ul>`,
    )}
  </div>`;
}

/** `from 15:00`, `until Mon 15:00` of one under way; `20:00–08:00` within a day. */
function timesText({ now, zone }: Frame, { from, until }: Interval): string {
  const reader = { now, zone };
  if (from <= now) return `until ${nearTime(until, reader)}`;
  return until - from <= day
    ? `${timeOfDay(from, reader)}–${timeOfDay(until, reader)}`
    : `from ${timeOfDay(from, reader)}`;
}

function bandLine(frame: Frame, model: ScheduleModel, band: ShiftBand): Html {
  const { nameOf } = model;
  const name = nameOf(band.user_id);
  const isYours = band.user_id === frame.who.user_id;
  const times = timesText(frame, band);
  const isLong = band.override_id !== null && band.until - band.from > day;
  const until = isLong && band.from > frame.now ? `, to ${nearTime(band.until, frame)}` : "";
  return html`<li
    class="${isYours ? "mine" : ""} ${band.override_id === null ? "" : "over"}"
    id="day-${band.key}"
  >
    <time>${times}</time>
    <div>
      <bdi class="strong">${name}</bdi> ${isYours ? html`<span class="tag">you</span>` : null}
      <span class="quiet">${doing(frame, model, band)}${until}</span>
    </div>
    ${
      frame.may.respond
        ? html`<a
            class="btn plain slim"
            href="${scheduleAddress(frame, model, { shift: band.key, byDay: false })}#shift"
            aria-label="Change the shift of ${name}, ${spanOf(band, frame)}"
            >Change</a
          >`
        : html`<span></span>`
    }
  </li>`;
}

function gapLine(frame: Frame, { schedule }: ScheduleModel, gap: Interval): Html {
  return html`<li class="nobody" id="day-gap-${gap.from}">
    <time>${timesText(frame, gap)}</time>
    <div>
      ${stateAs("down", "Nobody")}
      ${
        gap.from > frame.now && gap.until - gap.from > day
          ? html`<span class="quiet">to ${nearTime(gap.until, frame)}</span>`
          : null
      }
    </div>
    ${takeGap(frame, schedule.id, gap, "Take") ?? html`<span></span>`}
  </li>`;
}

/** Takes a gap; null: the visitor takes no shifts. */
export const takeGap = (
  frame: Frame,
  schedule_id: string,
  gap: Interval,
  label: string,
): Html | null =>
  frame.who.user_id === null
    ? null
    : overrideButton(
        frame,
        schedule_id,
        {
          mode: "take",
          user_id: frame.who.user_id,
          from: Math.max(gap.from, frame.now),
          until: gap.until,
        },
        label,
        { class: "slim push", name: `${label}: ${spanOf(gap, frame)}` },
      );
