/** The popover of a band: whose shift it is, when in both zones, and the actions on it. Pure. */
import { placeOf } from "../chart/times.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { returning, type Frame } from "../layout.ts";
import { scheduleAddress } from "./address.ts";
import type { ShiftBand } from "./bands.ts";
import { choiceOf, timeField, zoneNote } from "./fields.ts";
import type { ScheduleModel, SwapChoice } from "./model.ts";
import { fieldTime, lengthText, spanOf } from "./times.ts";
import { isAhead, overrideForm } from "./take.ts";
import { doing, nameOrYou } from "./words.ts";

/** `band`: the open one. */
export function popover(frame: Frame, model: ScheduleModel, band: ShiftBand): Html {
  const { schedule, nameOf, view } = model;
  const override = model.overrides.find(({ id }) => id === band.override_id);
  const there = { ...frame, zone: schedule.timezone };
  const isElsewhere = frame.zone !== schedule.timezone;
  const day = Math.floor(
    (Math.max(band.from, view.span.from) - view.span.from) /
      ((view.span.until - view.span.from) / view.span.days),
  );
  return html`<div class="pops">
    ${Array.from({ length: day }, () => html`<i></i>`)}
    <div
      class="pop shift ${day > view.span.days / 2 ? "late" : ""}"
      id="shift"
      role="group"
      aria-labelledby="shift-title"
      tabindex="-1"
    >
      <div class="body stack">
        <div class="acts">
          <h3 id="shift-title">
            <bdi>${nameOf(band.user_id)}</bdi>
            <span class="quiet">${doing(frame, model, band)}${stateText(frame, band)}</span>
          </h3>
          <a
            class="btn icon slim plain push"
            href="${scheduleAddress(frame, model)}#band-${band.key}"
            data-close
            aria-label="Close"
            >${icon("cross", "s12")}</a
          >
        </div>
        <p>
          <b>${spanOf(band, frame)}</b><br /><span class="quiet"
            >${isElsewhere ? `${spanOf(band, there)} in ${placeOf(schedule.timezone)} · ` : null}${lengthText(band)}</span
          >
        </p>
        ${holesText(frame, model, band)}
        ${
          override === undefined
            ? null
            : html`<p class="quiet small">
                ${override.reason === null ? null : html`“<bdi>${override.reason}</bdi>” · `}added
                by
                <bdi>${override.created_by}</bdi>
              </p>`
        }
        ${rejection(model)} ${actions(frame, model, band)}
      </div>
    </div>
  </div>`;
}

const rejection = ({ rejected }: ScheduleModel): Html | null =>
  rejected === null
    ? null
    : html`<p class="err" role="alert">${icon("down")}<span>${rejected.reason}</span></p>`;

const stateText = ({ now }: Frame, { from, until }: ShiftBand): string =>
  until <= now ? ", over" : from <= now ? ", under way" : "";

function holesText(frame: Frame, model: ScheduleModel, { holes }: ShiftBand): Html | null {
  if (holes.length === 0) return null;
  const shown = holes.slice(0, 3);
  return html`<p class="quiet small">
    ${shown.map(
      (hole, i) =>
        html`${i === 0 ? null : ". "}${spanOf(hole, frame)}:
        ${
          hole.user_id === null
            ? "away, nobody stands in"
            : html`<bdi>${nameOrYou(frame, model, hole.user_id)}</bdi
                >${hole.away ? ", during an absence" : null}`
        }`,
    )}${holes.length > shown.length ? `, and ${holes.length - shown.length} more` : null}
  </p>`;
}

function actions(frame: Frame, model: ScheduleModel, band: ShiftBand): Piece {
  const { schedule } = model;
  const you = frame.who.user_id;
  if (!frame.may.respond || !isAhead(band, frame.now)) return null;
  const ends =
    band.override_id !== null && band.because !== "away"
      ? html`<form method="post" action="${frame.base}/overrides/${band.override_id}/end">
          ${returning(frame)}
          <button class="btn slim">End override</button>
        </form>`
      : null;
  const isGiven = band.inside.every(({ until }) => until <= frame.now);
  const takes =
    you === null || you === band.user_id || isGiven
      ? null
      : overrideForm(
          frame,
          schedule.id,
          {
            mode: "cover",
            user_id: you,
            instead_of_user_id: band.user_id,
            from: Math.max(band.from, frame.now),
            until: band.until,
          },
          "Take this shift",
        );
  return html`<div class="acts">
    ${takes} ${isGiven ? null : coverForm(frame, model, band)}
    ${band.because === "turn" && !isGiven ? swapForm(frame, model, band) : null} ${ends}
  </div>`;
}

/** One person in place of another for a part of a shift. */
function coverForm(frame: Frame, model: ScheduleModel, band: ShiftBand): Html {
  const { schedule, users, rejected } = model;
  const typed = rejected?.typed ?? {};
  const others = users.filter(({ id }) => id !== band.user_id);
  const time = (name: "from" | "until", label: string, at: number) =>
    timeField(`cover-${name}`, {
      name,
      label,
      value: typed[name] ?? fieldTime(at, frame),
      required: true,
    });
  return html`<details class="act" id="cover" ${typed["mode"] === "cover" ? html`open` : null}>
    <summary><span class="btn slim">Cover part…</span></summary>
    <form class="stack" method="post" action="${frame.base}/schedules/${schedule.id}/overrides">
      ${returning(frame)}
      <input type="hidden" name="mode" value="cover" />
      <input type="hidden" name="instead_of_user_id" value="${band.user_id}" />
      ${choiceOf("cover-user", {
        name: "user_id",
        label: "Who",
        options: others.map(({ id, name }) => [id, name]),
        chosen: typed["user_id"] ?? frame.who.user_id,
      })}
      ${time("from", "From", Math.max(band.from, frame.now))} ${time("until", "Until", band.until)}
      ${zoneNote(frame)}
      <button class="btn slim">Cover</button>
    </form>
  </details>`;
}

/** Two people change their shifts. */
function swapForm(frame: Frame, model: ScheduleModel, band: ShiftBand): Html | null {
  const { schedule, swaps, nameOf } = model;
  const others = swaps.filter(
    ({ user_id, from }) => user_id !== band.user_id && from !== band.from,
  );
  if (others.length === 0) return null;
  const you = frame.who.user_id;
  const first = others.find(({ user_id }) => user_id === you) ?? others[0]!;
  const valueOf = ({ user_id, from }: Pick<SwapChoice, "user_id" | "from">) =>
    `${user_id} ${new Date(Math.max(from, frame.now)).toISOString()}`;
  return html`<details class="act" id="swap">
    <summary><span class="btn slim">Swap…</span></summary>
    <form class="stack" method="post" action="${frame.base}/schedules/${schedule.id}/swap">
      ${returning(frame)}
      <input type="hidden" name="shift" value="${valueOf(band)}" />
      ${choiceOf("swap-with", {
        name: "with",
        label: "With",
        options: others.map((one) => [
          valueOf(one),
          `${nameOf(one.user_id)}, ${spanOf(one, frame)}`,
        ]),
        chosen: valueOf(first),
      })}
      <button class="btn slim">Swap</button>
    </form>
  </details>`;
}
