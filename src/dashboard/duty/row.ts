/** A group as a row of the page *On call*. Pure. */
import { nearTime } from "../chart/times.ts";
import { isReached } from "../../core/explain/device-reach.ts";
import { hereText } from "../../core/on-call/here-text.ts";
import type { StandBy } from "../../core/model/model.ts";
import type { WhoWould } from "../../core/explain/who-would.ts";
import { lane, type Band, type Span } from "../chart/lane.ts";
import { isolated } from "../chart/scale.ts";
import { face } from "../components/face.ts";
import { menu } from "../components/menu.ts";
import { prio } from "../components/prio.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { takeMenu } from "../schedule/take.ts";
import { spanOf } from "../schedule/times.ts";
import { isYours, stateOf, type Duty, type DutyTime } from "./model.ts";
import { nameList } from "../components/name-list.ts";
import { stateNow } from "../on-call/now.ts";

const mostNames = 2;

/** The names of people, and the ids of those without a working device. */
export interface DutyNames {
  nameOf: (user_id: string) => string;
  unreachable: ReadonlySet<string>;
}

export function dutyRow(frame: Frame, duty: Duty, span: Span, names: DutyNames): Html {
  const { group, people } = duty;
  const state = stateOf(duty);
  const mine = isYours(duty, frame.who.user_id);
  return html`<li
    class="duty ${state === "nobody" ? "alone" : mine ? "mine" : ""}"
    id="duty-${group.id}"
  >
    <div class="dg">
      ${prio(group.priority_level)}
      <div>
        <a class="name" href="${frame.base}/alert_groups/${group.id}"><bdi>${group.title}</bdi></a>
        <small>${reason(frame, duty)}</small>
      </div>
    </div>
    <div class="dn">${present(frame, duty)}</div>
    <div class="dx">${following(frame, duty, names)}</div>
    ${lane({
      label: `${isolated(group.title)}: ${weekText(frame, duty, names)}`,
      span,
      now: frame.now,
      bands: duty.week.map((time) => bandOf(frame, time, names)),
      daily: true,
      width: 430,
    })}
    <div class="acts">${button(frame, duty, people)}</div>
  </li>`;
}

/** Its schedules, which are the reason for its people. */
function reason({ base }: Frame, { schedules }: Duty): Piece {
  if (schedules.length === 0) return "members only";
  return html`by
  ${schedules.map(
    ({ id, title, turn }, i) =>
      html`${i === 0 ? "" : ", "}<a href="${base}/schedules/${id}"><bdi>${title}</bdi></a
        >${turn === "next" ? " (next)" : null}`,
  )}`;
}

function present(frame: Frame, duty: Duty): Html {
  const { people } = duty;
  const you = frame.who.user_id;
  switch (stateOf(duty)) {
    case "nobody":
      return html`<p class="nowp">
          ${stateAs("down", people.length === 0 ? "Nobody is on call" : "Nobody can be reached")}
        </p>
        ${people
          .slice(0, mostNames)
          .map(
            (one) =>
              html`<p class="until">
                <bdi>${one.name}</bdi>: ${stateNow(one, frame).toLowerCase()}
              </p>`,
          )}`;
    case "held": {
      const held = people.filter(({ state }) => state === "held");
      const opens = held.flatMap(({ until }) => until ?? []);
      const at = opens.length === 0 ? "" : ` until ${nearTime(Math.min(...opens), frame)}`;
      return html`<p class="nowp">${stateAs("silenced", `On hold${at}`)}</p>
        <p class="until">
          ${held.every(({ silenced }) => silenced) ? "silenced" : "outside contact hours"}
        </p>`;
    }
    case "reached": {
      const reached = people.filter(({ state }) => isReached(state));
      const ends = reached.flatMap(({ on_call_until }) => on_call_until ?? []);
      if (duty.standBy !== null) return standByText(frame, duty.standBy, reached, ends);
      return html`<p class="nowp">
          ${face(reached[0]!.name)}<span
            ><b>${names(reached)}</b>
            ${reached.some(({ user_id }) => user_id === you) ? html`<span class="tag">you</span>` : null}</span
          >
        </p>
        <p class="until">
          ${ends.length === 0 ? "always" : html`until <b>${nearTime(Math.min(...ends), frame)}</b>`}${hereNow(frame, duty, reached)}${
            reached.some(({ state }) => state === "unverified")
              ? html` · <span class="tone warn">phone not verified</span>`
              : null
          }
        </p>`;
    }
  }
}

const names = (people: readonly WhoWould[]): Html =>
  nameList(
    people.map(({ name }) => name),
    mostNames + 1,
  );

/** Whether the people that are on call by a schedule are there. */
function hereNow(frame: Frame, { here }: Duty, reached: readonly WhoWould[]): string | null {
  const text = hereText(
    reached
      .filter(({ user_id }) => here.has(user_id))
      .slice(0, mostNames)
      .map(({ user_id, name }) => {
        const since = here.get(user_id) ?? null;
        return { name: isolated(name), since: since === null ? null : nearTime(since, frame) };
      }),
  );
  return text === "" ? null : ` · ${text}`;
}

/** A gap, in which an incident pages everybody of the schedules. */
const standByText = (
  frame: Frame,
  standBy: StandBy,
  reached: readonly WhoWould[],
  ends: readonly number[],
): Html =>
  html`<p class="nowp">
      ${stateAs("down", html`Nobody is ${standBy === "gap" ? "on call" : "next"}${ends.length === 0 ? null : ` until ${nearTime(Math.min(...ends), frame)}`}`)}
    </p>
    <p class="until">an incident pages ${names(reached)}</p>`;

function following(frame: Frame, { after, schedules }: Duty, { nameOf }: DutyNames): Html {
  if (after === null)
    return html`<p>${schedules.length === 0 ? "no change" : "no change within 90 days"}</p>`;
  if (after.user_ids.length === 0)
    return html`<p class="tone down">then nobody, to ${nearTime(after.until, frame)}</p>`;
  const names = after.user_ids.map(nameOf);
  const more = names.length - mostNames;
  return html`<p>
    then ${nameList(names.slice(0, mostNames))}${more > 0 ? ` and ${more} more` : null} to
    ${nearTime(after.until, frame)}
  </p>`;
}

/** The week in words: at most a few changes. */
function weekText(frame: Frame, { week }: Duty, { nameOf }: DutyNames): string {
  const most = 6;
  const texts = week
    .slice(0, most)
    .map((time) => `${spanOf(time, frame)} ${peopleText(time, nameOf)}`);
  return `${texts.join("; ")}${week.length > most ? `; and ${week.length - most} more changes` : ""}`;
}

const peopleText = ({ user_ids, held }: DutyTime, nameOf: DutyNames["nameOf"]): string =>
  held
    ? "on hold until contact hours"
    : user_ids.length === 0
      ? "nobody"
      : user_ids.map((id) => isolated(nameOf(id))).join(", ");

function bandOf(frame: Frame, time: DutyTime, { nameOf, unreachable }: DutyNames): Band {
  const { from, until, user_ids, changed, held } = time;
  const [first] = user_ids;
  const dead = !held && user_ids.every((id) => unreachable.has(id));
  const mine = user_ids.includes(frame.who.user_id ?? "");
  const more = user_ids.length - 1;
  const name = first === undefined ? "Nobody" : `${nameOf(first)}${more > 0 ? ` +${more}` : ""}`;
  const look = held ? "hold" : dead ? "gap" : mine ? "mine" : parity(user_ids) ? "two" : "who";
  return {
    from,
    until,
    look,
    title: `${spanOf(time, frame)}: ${peopleText(time, nameOf)}${dead && first !== undefined ? " (cannot be reached)" : ""}`,
    label: held ? "On hold" : name,
    hatched: changed && !held && !dead,
  };
}

/** Neighbors in turns mostly differ in it: two grays keep them apart. */
const parity = (ids: readonly string[]): boolean =>
  ids.reduce((sum, id) => sum + (id.codePointAt(id.length - 1) ?? 0), 0) % 2 === 1;

function button(frame: Frame, duty: Duty, people: readonly WhoWould[]): Html | null {
  const { take } = duty;
  if (take?.shift && frame.may.respond) {
    const shift = `${frame.base}/schedules/${take.id}?shift=${take.shift}`;
    return menu(
      `yours-${duty.group.id}`,
      html`<span class="btn slim"
        >Cover, swap<span class="unseen"> your shift of ${take.title}</span></span
      >`,
      html`<a href="${shift}#cover">Cover part…</a><a href="${shift}#swap">Swap…</a
        ><a href="${frame.base}/my_shifts#absence">I am away…</a>`,
    );
  }
  if (take !== null) return takeMenu(frame, take);
  const [first] = people;
  return stateOf(duty) === "nobody"
    ? html`<a
        class="btn slim"
        href="${frame.base}${first ? `/users/${first.user_id}` : `/alert_groups/${duty.group.id}`}"
        >${first ? "Fix phone" : "Add member"}</a
      >`
    : null;
}
