/** The head of *My shifts*: whether the visitor is on call, until when, and the people around. Pure. */
import { nearTime } from "../chart/times.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { day as dayMs } from "../../core/text/units.ts";
import { menu } from "../components/menu.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { nameList } from "../components/name-list.ts";
import { takeMenu } from "../schedule/take.ts";
import { dayAndTime, spanOf } from "../schedule/times.ts";
import type { MyDuty, MyShift, MyShiftsModel } from "./my-model.ts";

export function dutyCard(frame: Frame, model: MyShiftsModel): Html {
  const [first] = model.duties;
  if (model.user_id === null)
    return card(
      "off",
      "You take no turns",
      "You are signed in with a key, which belongs to no person. Sign in by your link to see your shifts.",
      null,
    );
  return first ? onDuty(frame, model.duties) : offDuty(frame, model);
}

const card = (look: string, title: string, lines: Piece, acts: Piece, bar: Piece = null): Html =>
  html`<section class="onduty panel ${look}" aria-labelledby="duty-title">
    <div>
      <h1 id="duty-title">${title}</h1>
      ${lines}
    </div>
    ${acts === null ? null : html`<div class="acts">${acts}</div>`} ${bar}
  </section>`;

function onDuty(frame: Frame, duties: readonly MyDuty[]): Html {
  const ends = duties.flatMap(({ until }) => until ?? []);
  const until = ends.length === 0 ? null : Math.min(...ends);
  return card(
    "",
    "You are on call",
    html`<p class="big2">
        ${
          until === null
            ? "without an end within a year"
            : html`until <b>${nearTime(until, frame)}</b>
                <span class="quiet">${formatDuration(until - frame.now)}</span>`
        }
      </p>
      ${duties.map((one) => html`<p class="quiet">${neighbors(frame, one)}</p>`)}`,
    changeMenu(frame, duties[0]!, "Cover or swap"),
    progress(frame, duties[0]!),
  );
}

/** The schedule, and the people before and after. */
const neighbors = (frame: Frame, { schedule, before, after }: MyDuty): Html =>
  html`<a class="name" href="${frame.base}/schedules/${schedule.id}"><bdi>${schedule.title}</bdi></a
    >${before.length === 0 ? null : html` · before you ${nameList(before)}`}${after.length === 0 ? null : html`${before.length === 0 ? " · " : ", "}after you ${nameList(after)}`}`;

/** How much of the shift has passed. */
function progress(frame: Frame, { band }: MyDuty): Html {
  const [length, passed] = [band.until - band.from, frame.now - band.from];
  const percent = Math.round((100 * Math.max(0, passed)) / length);
  return html`<div class="odbar">
    <svg
      class="progress"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label="${percent} % of this shift have passed"
    >
      <rect class="bg" width="100" height="8" />
      <rect class="v" width="${percent}" height="8" />
    </svg>
    <p class="quiet small">
      <span>${dayAndTime(band.from, frame)}</span><span>${dayAndTime(band.until, frame)}</span>
    </p>
  </div>`;
}

function offDuty(frame: Frame, { shifts, schedules, memberOf }: MyShiftsModel): Html {
  const [next] = shifts;
  const [first] = schedules;
  const take = first ? takeMenu(frame, first, "") : null;
  if (next)
    return card(
      "off",
      "You are not on call",
      html`<p class="big2">
          next <b>${nearTime(next.band.from, frame)}</b>
          <span class="quiet">in ${formatDuration(next.band.from - frame.now)}</span>
        </p>
        <p class="quiet">
          <a class="name" href="${frame.base}/schedules/${next.schedule.id}"
            ><bdi>${next.schedule.title}</bdi></a
          >
          to ${nearTime(next.band.until, frame)}${nowText(schedules, next)}
        </p>`,
      take,
    );
  return card(
    "off",
    "You take no turns",
    html`<p class="quiet">
      ${first ? html`Your schedules have no shift of yours in the coming weeks.` : "No schedule has you among its people."}
      ${
        memberOf.length === 0
          ? null
          : html`You are a member of ${nameList(memberOf.map(({ title }) => title))}, whose
            incidents page you at any time.`
      }
    </p>`,
    take,
  );
}

function nowText(schedules: MyShiftsModel["schedules"], next: MyShift): Html | null {
  const now = schedules.find(({ id }) => id === next.schedule.id)?.now ?? [];
  return now.length === 0 ? null : html` · now ${nameList(now)}`;
}

/** Ways to change a shift: on the page of its schedule. */
export function changeMenu(frame: Frame, { schedule, band }: MyShift, label: string): Html | null {
  if (!frame.may.respond) return null;
  const query = new URLSearchParams({ shift: band.key });
  if (band.from > frame.now + 14 * dayMs)
    query.set("from", new Date(band.from).toISOString().slice(0, 10));
  const path = `${frame.base}/schedules/${schedule.id}?${query.toString()}`;
  return menu(
    `change-${band.key}-${schedule.id}`,
    html`<span class="btn ${label === "Change" ? "slim" : ""}"
      >${label}<span class="unseen"> the shift ${spanOf(band, frame)}</span
      >${label === "Change" ? null : icon("below", "s12")}</span
    >`,
    html`<a href="${path}#cover">Cover part…</a><a href="${path}#swap">Swap…</a>
      <hr />
      <a href="${frame.base}/schedules/${schedule.id}">Open the schedule</a>`,
  );
}
