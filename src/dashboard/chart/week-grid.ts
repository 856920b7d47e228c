/**
 * A week of contact hours: a row for the whole group, and one per member, in the reader's time zone, with
 * a line at the present. Pure: the rules come from the core.
 */
import { weekdays } from "../../core/text/days.ts";
import { html, type Html, type Piece } from "../html.ts";
import { coordinate, isolated } from "./scale.ts";

/**
 * An hour of the week. For members: `on`, every page; `p1`, priority 1 alone; `dead`, within the hours of a
 * member whose devices cannot be reached. For the group: `cov`, at least one member is notified; `wait`, a
 * page of priority 2 waits; `gap`, no page reaches a member. Null: outside the hours.
 */
export type HourState = "on" | "p1" | "dead" | "cov" | "wait" | "gap" | null;

export interface WeekRow {
  /** Foreign text, such as a name. */
  title: string;
  /** Below the title, for example the time zone. */
  note: Piece;
  /** In front of the title: initials, or an icon. */
  face: Piece;
  /** 168 hours from Monday 00:00. */
  hours: readonly HourState[];
}

const days = [...weekdays.slice(1), weekdays[0]!];
const hoursOfWeek = 168;
const height = 28;

const words: Record<Exclude<HourState, null>, string> = {
  on: "every page",
  p1: "priority 1 only",
  dead: "in contact hours, but no device can be reached",
  cov: "at least one member is notified",
  wait: "a page of priority 2 waits",
  gap: "no member is notified",
};

/** Where each state begins, from the top, and how high it is. */
const bars: Record<Exclude<HourState, null>, [y: number, height: number]> = {
  on: [6, 16],
  p1: [6, 16],
  dead: [12, 4],
  cov: [6, 16],
  wait: [16, 6],
  gap: [2, 24],
};

/** `Mon 08:00`. The end of the week is `Sun 24:00`. */
const hourText = (hour: number) =>
  hour === hoursOfWeek
    ? "Sun 24:00"
    : `${days[Math.floor(hour / 24)]!} ${String(hour % 24).padStart(2, "0")}:00`;

/** `Mon 08:00–20:00`; the day of the end only where it differs. */
const spanOf = (from: number, to: number) =>
  Math.floor(from / 24) === Math.floor((to - 1) / 24)
    ? `${hourText(from)}–${String(((to - 1) % 24) + 1).padStart(2, "0")}:00`
    : `${hourText(from)} – ${hourText(to)}`;

/** `now_hour`: hours since Monday 00:00, with a fraction. The first row is the one of the group. */
export function weekGrid(rows: readonly WeekRow[], now_hour: number): Html {
  const today = Math.floor(now_hour / 24);
  return html`<div class="week">
    <span class="corner"></span>
    <div class="h" aria-hidden="true">
      ${days.map((day, i) => html`<span class="${i === today ? "today" : ""}">${day}</span>`)}
    </div>
    ${rows.map((row) => weekRow(row, now_hour))}
  </div>`;
}

function weekRow({ title, note, face, hours }: WeekRow, now_hour: number): Html {
  const runs = runsOf(hours);
  const now = hours[Math.floor(now_hour)] ?? null;
  const texts = runs.map(({ state, from, to }) => `${spanOf(from, to)}: ${words[state]}`);
  return html`<div class="r">
      <span class="face" aria-hidden="true">${face}</span>
      <div><bdi class="strong">${title}</bdi><small>${note}</small></div>
    </div>
    <svg
      viewBox="0 0 ${hoursOfWeek} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${isolated(title)}: now ${now === null ? "outside contact hours" : words[now]}. ${
        texts.length === 0 ? "Never." : `${texts.join("; ")}.`
      }"
    >
      ${Array.from({ length: 8 }, (_, i) => upright("", i * 24))}
      ${runs.map(({ state, from, to }, i) => {
        const [y, tall] = bars[state];
        return html`<rect
          class="${state}"
          x="${from}"
          y="${y}"
          width="${to - from}"
          height="${tall}"
        >
          <title>${texts[i]}</title>
        </rect>`;
      })}
      ${upright("nowline", now_hour)}
    </svg>`;
}

const upright = (name: string, hour: number) =>
  html`<line
    class="${name}"
    x1="${coordinate(hour)}"
    x2="${coordinate(hour)}"
    y1="0"
    y2="${height}"
  />`;

/** Equal hours side by side. */
function runsOf(hours: readonly HourState[]) {
  const runs: { state: Exclude<HourState, null>; from: number; to: number }[] = [];
  hours.slice(0, hoursOfWeek).forEach((state, i) => {
    const run = runs.at(-1);
    if (run?.state === state && run.to === i) run.to++;
    else if (state !== null) runs.push({ state, from: i, to: i + 1 });
  });
  return runs;
}
