/** The people on call now and then, and the group that is paged if they do not acknowledge. Pure. */
import { nearTime } from "../chart/times.ts";
import type { Interval } from "../../core/hours/interval.ts";
import type { NextShift } from "../../core/on-call/next-shift.ts";
import { hereText } from "../../core/on-call/here-text.ts";
import { waitText } from "../../core/explain/who-would.ts";
import { day } from "../../core/text/units.ts";
import { isolated } from "../chart/scale.ts";
import { face } from "../components/face.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";
import { takeGap } from "./by-day.ts";
import type { ScheduleModel } from "./model.ts";
import { spanOf } from "./times.ts";

/** Longer gaps are not taken with one press. */
const longestTaken = 7 * day;
const mostNames = 3;

export function nowCard(frame: Frame, model: ScheduleModel): Html {
  const { now, after } = model;
  const ends = now.flatMap(({ until }) => until ?? []);
  return html`<section class="nowcard panel" aria-label="Now and next">
    ${part(
      "Now",
      people(
        frame,
        model,
        now.map(({ user_id }) => user_id),
      ),
      now.length === 0
        ? gapText(frame, model)
        : ends.length === 0
          ? "no change within a year"
          : html`until <b>${nearTime(Math.min(...ends), frame)}</b> ·
              ${hereNow(frame, model)}${unverifiedNote(model)}`,
    )}
    ${part(
      "Then",
      after === null ? null : people(frame, model, after.user_ids),
      after === null
        ? "no change within 90 days"
        : html`${spanOf(after, frame)}${nextTurnText(frame, model, after)}`,
    )}
    ${lastPart(model)}
  </section>`;
}

/** The next turn, where another schedule has the time before it. */
const nextTurnText = (
  frame: Frame,
  { next, nameOf }: ScheduleModel,
  { user_ids }: NextShift,
): Html | null =>
  next === null || next.until === null || user_ids.includes(next.user_id)
    ? null
    : html` · next turn: <bdi>${nameOf(next.user_id)}</bdi>, ${nearTime(next.until, frame)}`;

const part = (title: string, who: Piece, more: Piece): Html =>
  html`<div class="nc">
    <h2 class="small quiet">${title}</h2>
    ${who}
    <p class="quiet">${more}</p>
  </div>`;

function people(frame: Frame, { nameOf }: ScheduleModel, ids: readonly string[]): Html {
  const [first] = ids;
  if (first === undefined) return html`<p class="nowp">${stateAs("down", "Nobody")}</p>`;
  const names = ids.map(nameOf);
  return html`<p class="nowp">
    ${face(nameOf(first))}
    <span class="strong">${nameList(names, mostNames + 1)}</span>
    ${ids.includes(frame.who.user_id ?? "") ? html`<span class="tag">you</span>` : null}
  </p>`;
}

/** Whether they are there. */
const hereNow = (frame: Frame, { now, nameOf }: ScheduleModel): string =>
  hereText(
    now.map(({ user_id, confirmed_at }) => ({
      name: isolated(nameOf(user_id)),
      since: confirmed_at === null ? null : nearTime(confirmed_at, frame),
    })),
  );

const unverifiedNote = ({ now, unverified }: ScheduleModel): Html | null =>
  now.some(({ user_id }) => unverified.has(user_id))
    ? html` · <span class="tone warn">no verified phone</span>`
    : null;

/** When the gap ends, and the people that are paged until then. */
function gapText(frame: Frame, { gap, groups }: ScheduleModel): Piece {
  const until =
    gap && gap.from <= frame.now ? html`until <b>${nearTime(gap.until, frame)}</b>. ` : null;
  const [group] = groups;
  if (!group) return until;
  return group.escalation === null
    ? html`${until}Without other members an incident pages everybody of the schedule.`
    : html`${until}Without other members an incident pages <bdi>${group.escalation.title}</bdi> at
        once.`;
}

function lastPart({ groups, before }: ScheduleModel): Html {
  const used = groups.find(({ turn }) => turn === "now") ?? groups[0];
  if (!used)
    return part(
      "When nobody acknowledges",
      null,
      before.length === 0
        ? "No alert group uses this schedule: it pages nobody."
        : html`Escalates as the groups of
          ${nameList(
            before.map(({ title }) => title),
            mostNames + 1,
          )}
          do.`,
    );
  const { escalation } = used;
  if (escalation === null)
    return part(
      "When nobody acknowledges",
      null,
      html`<bdi>${used.title}</bdi> escalates to no other group.`,
    );
  return part(
    "When nobody acknowledges",
    html`<p class="nowp">
      ${face(escalation.title)}<bdi class="strong">${escalation.title}</bdi>
    </p>`,
    html`${waitText(escalation.after_minutes)}${escalation.after_minutes === 0 ? html`, because nobody of <bdi>${used.title}</bdi> can be reached` : null}${escalation.people.length === 0 ? null : html`: ${nameList(escalation.people, mostNames + 1)}`}`,
  );
}

/** The nearest gap with a button, and the other ones; null: no gap within 53 weeks. */
export function gapNote(frame: Frame, model: ScheduleModel): Html | null {
  const { gap, gaps, schedule } = model;
  if (gap === null) return null;
  const isShort = gap.until - Math.max(gap.from, frame.now) <= longestTaken;
  return html`<div class="note line down mid">
    ${icon("down")}<span
      ><b>Nobody on call ${gapSpan(frame, gap)}.</b> ${
        gaps.length === 1 && gaps[0]!.startsWith("once")
          ? null
          : html`<span class="small"
              >In the coming 53 weeks:
              ${gaps
                .slice(0, 4)
                .map((line) => line.replace(` (${frame.zone})`, ""))
                .join("; ")}${gaps.length > 4 ? `; and ${gaps.length - 4} more` : null}.</span
            >`
      }</span
    >
    ${isShort ? takeGap(frame, schedule.id, gap, "Take it") : null}
  </div>`;
}

const gapSpan = (frame: Frame, gap: Interval): string =>
  gap.from <= frame.now ? `now, until ${nearTime(gap.until, frame)}` : spanOf(gap, frame);
