/** The coming 53 weeks of all schedules: a bar for each week, and the gaps and warnings as its table. Pure. */
import { nearTime } from "../chart/times.ts";
import type { Interval } from "../../core/hours/interval.ts";
import { zoneOf } from "../../core/hours/zone.ts";
import type { Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { months } from "../../core/text/days.ts";
import { plural } from "../../core/text/plural.ts";
import { day, hour } from "../../core/text/units.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { action, type Frame } from "../layout.ts";
import { dayName, spanOf } from "../schedule/times.ts";
import { takeGap } from "../schedule/by-day.ts";

const week = 7 * day;
export const weeksAhead = 53;
const mostFindings = 30;

/** A schedule, or a group with several. */
export interface Found {
  path: string;
  title: string;
}

/** A gap, or times that are alike. */
export interface GapFinding {
  kind: "gap";
  of: Found;
  /** The schedule in which it can be taken. */
  schedule_id: string;
  /** The end of the sentence: `has nobody on call every day …`. */
  text: string;
  from: Instant;
  /** One gap that can be taken with one press; null: more than that. */
  gap: Interval | null;
}

/** A fault of a schedule that leaves no gap. */
export interface WarningFinding {
  kind: "warning";
  of: Found;
  text: string;
  from: Instant;
}

/** A person without a verified device in a shift. */
export interface UnverifiedFinding extends Interval {
  kind: "unverified";
  person: { id: string; name: string };
  of: Found;
  /** A device that a test can be sent to; null: none. */
  device: { id: string; name: string } | null;
}

export type Finding = GapFinding | WarningFinding | UnverifiedFinding;

export interface YearModel {
  /** The most hours without a person on call of all groups, week by week from now. */
  gapHours: readonly number[];
  findings: readonly Finding[];
}

export const gapsIn = ({ findings }: YearModel): GapFinding[] =>
  findings.filter((one): one is GapFinding => one.kind === "gap");

export function yearPanel(frame: Frame, year: YearModel): Html {
  const { findings } = year;
  const more = findings.length - mostFindings;
  return html`<section class="panel" id="year" aria-labelledby="year-title">
    <div class="ph">
      <h2 id="year-title">The coming ${weeksAhead} weeks</h2>
      <span class="quiet small"
        >the worst of all groups, week by week · height: hours with nobody</span
      >
    </div>
    <div class="pb">${bars(frame, year)}</div>
    ${
      findings.length === 0
        ? null
        : html`<ul class="finds">
            ${findings.slice(0, mostFindings).map((one, i) => findingRow(frame, one, i))}
          </ul>`
    }
    ${more > 0 ? html`<p class="pf">${plural(more, "more finding")} on the pages of the schedules.</p>` : null}
  </section>`;
}

function bars(frame: Frame, { gapHours, findings }: YearModel): Html {
  const start = (i: number) => frame.now + i * week;
  const warned = (i: number) =>
    findings.some(
      (one) =>
        one.kind !== "gap" &&
        one.from < start(i + 1) &&
        (one.kind === "unverified" ? one.until : one.from + 1) > start(i),
    );
  const bad = gapHours.filter((hours) => hours > 0).length;
  return html`<svg
      class="year strip"
      viewBox="0 0 ${weeksAhead * 10 - 1} 28"
      preserveAspectRatio="none"
      role="img"
      tabindex="0"
      aria-label="${
        bad === 0
          ? `${weeksAhead} weeks from now without a gap`
          : `${weeksAhead} weeks from now: nobody is on call at some time in ${plural(bad, "week")}`
      }"
    >
      ${gapHours.map((hours, i) => {
        const look = hours > 0 ? "down" : warned(i) ? "warn" : "ok";
        const height = look === "down" ? 14 + Math.min(14, hours / 12) : look === "warn" ? 11 : 7;
        return html`<rect
          class="${look}"
          x="${i * 10}"
          y="${Math.round(28 - height)}"
          width="8"
          height="${Math.round(height)}"
        >
          <title>
            ${dayName(start(i), frame)}:
            ${hours > 0 ? `${formatDuration(Math.round(hours * hour))} with nobody` : look === "warn" ? "no gap, but a warning" : "no gap"}
          </title>
        </rect>`;
      })}
    </svg>
    <svg class="lane ticks" aria-hidden="true">${ticks(frame)}</svg>`;
}

/** Every other month, and the year where it begins. */
function ticks({ now, zone }: Frame): Piece {
  const date = new Date(zoneOf(zone).local(now));
  const texts: Html[] = [html`<text x="0%" y="50%">now</text>`];
  for (let i = 1; i <= 12; i++) {
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + i, 1);
    const month = new Date(first).getUTCMonth();
    const x = (100 * (first - now)) / (weeksAhead * week);
    if (month % 2 === 1 || x < 6 || x > 96) continue;
    const text = month === 0 ? new Date(first).getUTCFullYear() : months[month]!;
    texts.push(html`<text x="${Math.round(x * 100) / 100}%" y="50%">${text}</text>`);
  }
  return texts;
}

const untilThen = (from: Instant, now: Instant): string =>
  from <= now ? "now" : `in ${formatDuration(from - now)}`;

function findingRow(frame: Frame, one: Finding, i: number): Html {
  const { base } = frame;
  const look = one.kind === "gap" ? "down" : "warn";
  const link = html`<a class="name" href="${base}${one.of.path}"><bdi>${one.of.title}</bdi></a>`;
  return html`<li class="find-row ${look}" id="find-${i}">
    ${icon(look)}
    <div class="fw">
      ${
        one.kind === "unverified"
          ? html`<a class="name" href="${base}/users/${one.person.id}"
                ><bdi>${one.person.name}</bdi></a
              >
              is on call
              ${one.from <= frame.now ? `until ${nearTime(one.until, frame)}` : spanOf(one, frame)}
              without a verified phone, in ${link}`
          : html`${link} ${one.text}`
      }
    </div>
    <span class="when">${untilThen(one.from, frame.now)}</span>
    <div class="acts">${findingButton(frame, one)}</div>
  </li>`;
}

function findingButton(frame: Frame, one: Finding): Html | null {
  const { base } = frame;
  const open = html`<a class="btn slim" href="${base}${one.of.path}"
    >Open<span class="unseen"> ${one.of.title}</span></a
  >`;
  if (one.kind === "gap")
    return (one.gap && takeGap(frame, one.schedule_id, one.gap, "Take it")) ?? open;
  if (one.kind === "warning") return open;
  if (one.device && frame.may.write)
    return action(frame, `/users/${one.person.id}/devices/${one.device.id}/test`, "Send test", {
      class: "slim",
      name: `Send test to ${one.device.name} of ${one.person.name}`,
    });
  return html`<a class="btn slim" href="${base}/users/${one.person.id}">Add phone</a>`;
}
