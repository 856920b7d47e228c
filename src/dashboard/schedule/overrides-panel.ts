/** The overrides of a schedule that have not ended, and the form that adds one. Pure. */
import type { StoredOverride } from "../../core/model/model.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { returning, live, type Frame } from "../layout.ts";
import { otherHalf } from "./bands.ts";
import type { ScheduleModel } from "./model.ts";
import { choiceOf, reasonField, timeField, zoneNote } from "./fields.ts";
import { endButton } from "./take.ts";
import { fieldTime, spanOf } from "./times.ts";

export function overridesPanel(frame: Frame, model: ScheduleModel): Html {
  const { overrides, absences } = model;
  // A swap is one line, at its earlier half.
  const isSecond = (one: StoredOverride) => {
    const other = otherHalf(overrides, one.id);
    return (
      other !== null && (other.from < one.from || (other.from === one.from && other.id < one.id))
    );
  };
  const shown = overrides.filter((one) => !isSecond(one));
  const lines = [
    ...shown.map((one) => ({ from: one.from, line: overrideLine(frame, model, one) })),
    ...absences.map((one) => ({ from: one.from, line: absenceLine(frame, model, one) })),
  ].toSorted((a, b) => a.from - b.from);
  return panel(
    {
      id: "overrides-title",
      title: "Overrides",
      count: lines.length === 0 ? undefined : lines.length,
    },
    html`${live(
      "overrides",
      lines.length === 0
        ? empty("repeat", "No overrides", "Everybody has their own turn.")
        : html`<ul class="overs">
            ${lines.map(({ line }) => line)}
          </ul>`,
    )}
    ${addForm(frame, model)}`,
  );
}

const modeWords: Record<StoredOverride["mode"], string> = {
  take: "Take",
  cover: "Cover",
  join: "Join",
  away: "Away",
};

function overrideLine(frame: Frame, model: ScheduleModel, one: StoredOverride): Html {
  const { nameOf, bands, view, overrides } = model;
  const swap = otherHalf(overrides, one.id);
  if (swap !== null) return swapLine(frame, model, one, swap);
  const word = modeWords[one.mode];
  const name = nameOf(one.user_id);
  const span = spanOf(one, frame);
  // Only of those that lie in the picture it is known whether they have an effect.
  const isSeen = one.from < view.span.until && one.until > Math.max(view.span.from, frame.now);
  const hasEffect = bands.people.some(({ bands: own }) =>
    own.some(({ override_id }) => override_id === one.id),
  );
  return html`<li id="override-${one.id}">
    <div>
      <b>${word}</b> <bdi>${name}</bdi>
      ${
        one.instead_of_user_id === null
          ? null
          : html`for <bdi>${nameOf(one.instead_of_user_id)}</bdi>`
      }
      <small
        >${span}${one.reason === null ? null : html` · “<bdi>${one.reason}</bdi>”`}${
          isSeen && !hasEffect
            ? html` · <span class="tone warn">No effect</span>${
                  one.instead_of_user_id === null
                    ? null
                    : html`: <bdi>${nameOf(one.instead_of_user_id)}</bdi> is not on call then`
                }`
            : null
        }</small
      >
    </div>
    ${endButton(frame, one.id, `${word}, ${name}, ${span}`)}
  </li>`;
}

/** Both halves of a swap, which end together. */
function swapLine(
  frame: Frame,
  { nameOf }: ScheduleModel,
  one: StoredOverride,
  other: StoredOverride,
): Html {
  const names = `${nameOf(one.user_id)} and ${nameOf(other.user_id)}`;
  const spans = `${spanOf(one, frame)} for ${spanOf(other, frame)}`;
  return html`<li id="override-${one.id}">
    <div>
      <b>Swap</b> <bdi>${nameOf(one.user_id)}</bdi> and <bdi>${nameOf(other.user_id)}</bdi>
      <small>${spans}${one.reason === null ? null : html` · “<bdi>${one.reason}</bdi>”`}</small>
    </div>
    ${endButton(frame, `${one.id}.${other.id}`, `Swap, ${names}`)}
  </li>`;
}

/** An absence belongs to the person: it ends on their page. */
const absenceLine = (
  frame: Frame,
  { nameOf }: ScheduleModel,
  one: ScheduleModel["absences"][number],
): Html =>
  html`<li id="absence-${one.id}">
    <div>
      <b>Away</b> <bdi>${nameOf(one.user_id)}</bdi>
      <small>${spanOf(one, frame)}</small>
    </div>
  </li>`;

const modes: [value: string, label: string][] = [
  ["take", "Take: alone on call"],
  ["cover", "Cover: in place of a person"],
  ["join", "Join: as well as the others"],
];

function addForm(frame: Frame, model: ScheduleModel): Html | null {
  if (!frame.may.respond) return null;
  const { schedule, users, bands, nameOf, view, rejected } = model;
  const typed = rejected?.typed ?? {};
  const isTyped = rejected !== null && view.open === null;
  const people = bands.people.map(({ user_id }) => [user_id, nameOf(user_id)] as const);
  return html`<details class="add" id="add" ${view.adding || isTyped ? html`open` : null}>
    <summary class="pf"><span class="btn slim">${icon("plus", "s12")}Add override</span></summary>
    <form class="pb stack" method="post" action="${frame.base}/schedules/${schedule.id}/overrides">
      ${returning(frame)}
      ${
        isTyped
          ? html`<p class="err" role="alert">${icon("down")}<span>${rejected.reason}</span></p>`
          : null
      }
      ${choiceOf("add-mode", { name: "mode", label: "What", options: modes, chosen: typed["mode"] })}
      ${choiceOf("add-user", {
        name: "user_id",
        label: "Who",
        options: users.map(({ id, name }) => [id, name]),
        chosen: typed["user_id"] ?? frame.who.user_id,
      })}
      ${choiceOf("add-instead", {
        name: "instead_of_user_id",
        label: html`In place of <span class="opt">only to cover</span>`,
        options: [["", "–"], ...people],
        chosen: typed["instead_of_user_id"],
      })}
      <div class="two">
        ${timeField("add-from", {
          name: "from",
          label: "From",
          value: typed["from"] ?? fieldTime(frame.now, frame),
          required: false,
        })}
        ${timeField("add-until", {
          name: "until",
          label: "Until",
          value: typed["until"] ?? "",
          required: true,
        })}
      </div>
      ${zoneNote(frame)} ${reasonField("add-reason", typed["reason"] ?? "")}
      <button class="btn">Add override</button>
    </form>
  </details>`;
}
