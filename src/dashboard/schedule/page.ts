/** The page of a schedule: the people on call now and then, the nearest gap, four weeks as a picture, and its overrides. Pure. */
import { cronText } from "../../core/silence/cron-text.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { crumbs } from "../components/crumbs.ts";
import { pill } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { hoursText } from "../on-call/hours.ts";
import { byDayPanel } from "./by-day.ts";
import { loadPanel } from "../load/panel.ts";
import type { ScheduleModel } from "./model.ts";
import { gapNote, nowCard } from "./now-card.ts";
import { overridesPanel } from "./overrides-panel.ts";
import { readOnlyNotice } from "../silenced.ts";
import { managed } from "../words.ts";
import { weeksPanel } from "./weeks-panel.ts";

export function schedulePage(frame: Frame, model: ScheduleModel): string {
  const { schedule, gaps, view } = model;
  const { base } = frame;
  return framed(
    frame,
    schedule.title,
    html`<div class="mhead">
        ${crumbs([
          [`${base}/on_call`, "On call"],
          [`${base}/schedules`, "Schedules"],
        ])}
        <div class="title">
          <h1><bdi>${schedule.title}</bdi></h1>
          ${live("state", gaps.length === 0 ? null : pill("down", gapsText(gaps)))}
          ${actions(frame, model)}
        </div>
        ${facts(frame, model)}
      </div>
      <div class="stack gap-top ${view.byDay ? "as-days" : ""}">
        ${live("now", nowCard(frame, model))} ${live("gap", gapNote(frame, model))}
        ${weeksPanel(frame, model)} ${byDayPanel(frame, model)}
        <div class="split uneven">
          <div>${live("load", loadPanel(frame, schedule.id, model.load))}</div>
          ${overridesPanel(frame, model)}
        </div>
        ${
          schedule.description === null
            ? null
            : html`<p class="preserve quiet"><bdi>${schedule.description}</bdi></p>`
        }
      </div>`,
    "board",
  );
}

const gapsText = (gaps: readonly string[]): string =>
  gaps.every((line) => line.startsWith("once")) ? plural(gaps.length, "gap") : "Gaps";

function actions(frame: Frame, { schedule }: ScheduleModel): Html {
  const path = `${frame.base}/schedules/${schedule.id}`;
  return html`<div class="acts push">
    ${
      frame.may.respond
        ? html`${linkButton(`${path}?add=take#add`, "Take a shift")}
          ${linkButton(`${path}/feed`, "Feed", { icon: "cal" })}`
        : readOnlyNotice(frame)
    }
    ${
      frame.may.write
        ? html`${linkButton(`${path}/edit`, "Edit")}
            <a class="btn danger" href="${path}/delete">Delete…</a>`
        : null
    }
  </div>`;
}

/** The schedules that fall back to one, as `fallback of Day, Night`; null: none do. */
export const fallbackText = (base: string, before: ScheduleModel["before"]): Html | null =>
  before.length === 0
    ? null
    : html`fallback of
      ${before.map(
        ({ id, title }, i) =>
          html`${i === 0 ? "" : ", "}<a href="${base}/schedules/${id}"><bdi>${title}</bdi></a>`,
      )}`;

/** Its groups, handoffs and hours in a line. */
function facts({ base }: Frame, { schedule, groups, before, titleOf }: ScheduleModel): Html {
  const { otherwise, everyone, timezone, contact_hours_from, contact_hours_to } = schedule;
  const hasHours = contact_hours_from !== null || schedule.contact_days.length < 7;
  const fallback = fallbackText(base, before);
  const used: Piece =
    groups.length === 0
      ? (fallback ?? "used by no group")
      : html`used by
        ${groups.map(
          (one, i) =>
            html`${i === 0 ? "" : ", "}<a href="${base}/alert_groups/${one.id}"
                ><bdi>${one.title}</bdi></a
              >${one.turn === "next" ? " (the next person)" : null}`,
        )}`;
  return html`<p class="sub">
    <span>${used}</span>
    ${groups.length === 0 || fallback === null ? null : html`<span>${fallback}</span>`}
    <span
      >${everyone ? "everyone at once" : `hands off ${handoffText(schedule)} (${timezone})`}</span
    >
    ${
      hasHours
        ? html`<span
            >counts
            ${hoursText({
              timezone,
              contact_hours_all_day: contact_hours_from === null,
              contact_hours_from,
              contact_hours_to,
              contact_days: schedule.contact_days,
            })}</span
          >`
        : null
    }
    ${
      otherwise === null
        ? null
        : html`<span
            >otherwise
            <a href="${base}/schedules/${otherwise}"><bdi>${titleOf(otherwise)}</bdi></a></span
          >`
    }
    ${managed(schedule.project)}
  </p>`;
}

/** `every Monday 09:00`; with an interval `every Monday 09:00, each 2nd time`. */
export const handoffText = ({ handoff_cron, handoff_every }: ScheduleModel["schedule"]): string =>
  handoff_every === 1
    ? cronText(handoff_cron)
    : `${cronText(handoff_cron)}, at every ${handoff_every} of these`;
