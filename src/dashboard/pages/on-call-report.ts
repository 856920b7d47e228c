/** The report of on-call duty: a panel for each schedule, over a period that the visitor chooses. Pure. */
import { zoneTitle } from "../chart/times.ts";
import type { Interval } from "../../core/hours/interval.ts";
import { zoneOf } from "../../core/hours/zone.ts";
import type { DutyRow, OnCallReport, ScheduleRow } from "../../core/on-call/report.ts";
import { longMonths } from "../../core/text/days.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { note } from "../components/note.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { framed, type Frame } from "../layout.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import { spanOf } from "../schedule/times.ts";
import { hoursText, loadTable, markText } from "../load/table.ts";

/** The period of a report, as its address names it. */
export interface ReportPeriod extends Interval {
  /** `28d`, `90d`, or a month: `2026-11`; null: the dates that were typed. */
  chosen: string | null;
  /** The dates in the form; the last one is part of the period. */
  typed: { from: string; to: string };
  /** Why the typed dates were rejected; null: they were not. */
  problem: string | null;
  /** The query of its address, for other formats. */
  query: string;
}

export interface ReportModel {
  period: ReportPeriod;
  report: OnCallReport;
}

export function reportPage(frame: Frame, { period, report }: ReportModel): string {
  const { base } = frame;
  return framed(
    frame,
    "On-call report",
    html`<div>
        <div class="lead">
          <h1>On call</h1>
          <div class="acts push">
            ${linkButton(`${base}/reports/on_call.csv?${period.query}`, "CSV")}
          </div>
        </div>
        ${onCallTabs(frame, "reports/on_call")}
      </div>
      <div class="stack">
        <section class="panel" aria-labelledby="period-title">
          <div class="ph">
            <h2 id="period-title">${periodTitle(period)}</h2>
            <span class="quiet small">${spanOf(period, frame)}, ${zoneTitle(frame)}</span>
          </div>
          <div class="pb periods">${choices(frame, period)} ${form(frame, period)}</div>
        </section>
        ${period.problem === null ? null : note("down", period.problem)}
        ${
          report.schedules.length === 0
            ? html`<section class="panel" aria-label="Schedules">
                ${empty("cal", "No schedule yet", "A report says how turns and pages were shared.")}
              </section>`
            : report.schedules.map((one) =>
                scheduleSection(
                  frame,
                  one,
                  report.people.filter(({ schedule_id }) => schedule_id === one.schedule_id),
                ),
              )
        }
      </div>`,
    "board",
  );
}

const monthTitle = (month: string): string =>
  `${longMonths[Number(month.slice(5)) - 1]!} ${month.slice(0, 4)}`;

const periodTitle = ({ chosen }: ReportPeriod): string =>
  chosen === null
    ? "Chosen days"
    : chosen.endsWith("d")
      ? `Last ${chosen.slice(0, -1)} days`
      : monthTitle(chosen);

/** The last days, this month and the two before it. */
function choices({ base, now, zone }: Frame, { chosen }: ReportPeriod): Html {
  const today = new Date(zoneOf(zone).local(now));
  const month = (back: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back))
      .toISOString()
      .slice(0, 7);
  const choice = (value: string, label: string) => ({
    label,
    href: `${base}/reports/on_call?period=${value}`,
    chosen: chosen === value,
  });
  const name = (value: string) => longMonths[Number(value.slice(5)) - 1]!;
  return segments("Period", [
    choice("28d", "28 days"),
    choice("90d", "90 days"),
    choice(month(0), `${name(month(0))} so far`),
    choice(month(1), name(month(1))),
    choice(month(2), name(month(2))),
  ]);
}

function form({ base }: Frame, { typed }: ReportPeriod): Html {
  const field = (name: "from" | "to", label: string) =>
    html`<label class="unseen" for="${name}">${label}</label
      ><input
        class="in"
        id="${name}"
        name="${name}"
        type="date"
        value="${typed[name]}"
        required
      />`;
  return html`<form class="at push" method="get" action="${base}/reports/on_call">
    ${field("from", "First day")}<span class="quiet hide-s" aria-hidden="true">–</span
    >${field("to", "Last day")}
    <button class="btn slim">Show</button>
  </form>`;
}

function scheduleSection(
  { base }: Frame,
  { schedule_id, schedule, people, hours, gap_hours, flags }: ScheduleRow,
  rows: readonly DutyRow[],
): Html {
  const mark = markText(rows);
  const facts: string[] = [
    `${plural(people, "person", "people")}${flags.length > 0 ? ", fewer than 6" : ""}`,
    `${hoursText(hours)} on call`,
    ...(mark === null ? [] : [mark]),
  ];
  return html`<section
    class="panel"
    id="schedule-${schedule_id}"
    aria-labelledby="title-${schedule_id}"
  >
    <div class="ph">
      <h2 id="title-${schedule_id}">
        <a class="name" href="${base}/schedules/${schedule_id}"><bdi>${schedule}</bdi></a>
      </h2>
      <span class="quiet small">${facts.join(" · ")}</span>
    </div>
    ${gap_hours > 0 ? note("down", html`<b>${hoursText(gap_hours)}</b> without a person on call`) : null}
    ${rows.length === 0 ? empty("cal", "Nobody was on call in this period") : loadTable(rows, { whole: true })}
    <p class="pf">
      Nights, 22:00–07:00, and weekends are those of the schedule’s time zone. Pages that a push
      server accepted, during a shift.
    </p>
  </section>`;
}
